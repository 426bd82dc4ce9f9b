/**
 * Seconds to wait by a `Retry-After` field (RFC 9110, section 10.2.3): a number of seconds or an HTTP date.
 * Undefined where there is none, or none that can be read; a date that has passed is 0.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // Only HTTP dates begin with a day's name; Date.parse alone would take nearly anything.
  if (!/^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b/.test(text)) return undefined;
  // The oldest of the three forms, asctime, names no zone and means UTC.
  const time = Date.parse(/ GMT$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}

/** In seconds: what stands for every longer time (RFC 9111, section 1.2.2). */
const maxDelay = 2 ** 31;

/**
 * Seconds to wait by a `Retry-After` field (RFC 9110, section 10.2.3): a number of seconds or an HTTP date.
 * Undefined where there is none, or none that can be read; a date that has passed is 0. At most 2³¹.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxDelay);
  // Only HTTP dates begin with a day's name; Date.parse alone would take nearly anything.
  if (!/^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b/.test(text)) return undefined;
  // The oldest of the three forms, asctime, names no zone and means UTC.
  const time = Date.parse(/ GMT$/i.test(text) ? text : `${text} GMT`);
  if (Number.isNaN(time)) return undefined;
  return Math.min(Math.max(0, Math.ceil((time - now) / 1000)), maxDelay);
}

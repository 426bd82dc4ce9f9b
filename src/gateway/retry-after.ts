/** In seconds. Used for all longer times (RFC 9111, section 1.2.2). */
const maxDelay = 2 ** 31;

/**
 * The seconds to wait by a `Retry-After` field (RFC 9110, section 10.2.3), which contains a number of seconds or an HTTP
 * date. Undefined if it is missing or invalid; 0 for a date in the past. At most 2³¹.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxDelay);
  // HTTP dates begin with the name of a day. Date.parse alone accepts nearly everything.
  if (!/^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b/.test(text)) return undefined;
  // The oldest of the three formats, asctime, has no time zone and means UTC.
  const time = Date.parse(/ GMT$/i.test(text) ? text : `${text} GMT`);
  if (Number.isNaN(time)) return undefined;
  return Math.min(Math.max(0, Math.ceil((time - now) / 1000)), maxDelay);
}

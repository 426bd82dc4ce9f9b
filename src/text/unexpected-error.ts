/** Of causes. An error can be its own cause. */
const maxDepth = 5;

/**
 * An unexpected error for a report that leaves the machine: its class, its code and its stack trace. Without its message and
 * other properties, which may contain data of the user.
 */
export function describeUnexpectedError(error: unknown, depth = 1): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z\d_]*$/.test(error.code);
  const places = traceOf(error).filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  const own = [`${error.constructor.name}${code ? ` (${error.code})` : ''}`, ...places].join('\n');
  if (error.cause === undefined || depth === maxDepth) return own;
  return `${own}\nCaused by: ${describeUnexpectedError(error.cause, depth + 1)}`;
}

/** The class of an unexpected error, and where it happened, such as `TypeError at read-odcs.ts:35:10`: without any data or folder. */
export function placeOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const line = traceOf(error).find((each) => /:\d+\)?$/.test(each)) ?? '';
  const place = line
    .split(/[\\/( ]/)
    .at(-1)
    ?.replace(')', '');
  return place ? `${error.constructor.name} at ${place}` : error.constructor.name;
}

/** The lines of the stack trace after the message, which can look like a part of it. Empty if the message has changed since. */
function traceOf({ stack = '', message }: Error): readonly string[] {
  const start = stack.indexOf(message);
  return start < 0 ? [] : stack.slice(start + message.length).split('\n');
}

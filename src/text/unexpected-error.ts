/**
 * An unexpected error for a report that leaves the machine: its class, its code and its stack trace. Without its message and
 * other properties, which may contain data of the user.
 */
export function describeUnexpectedError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z\d_]*$/.test(error.code);
  const places = (error.stack ?? '').split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  const own = [`${error.constructor.name}${code ? ` (${error.code})` : ''}`, ...places].join('\n');
  return error.cause === undefined ? own : `${own}\nCaused by: ${describeUnexpectedError(error.cause)}`;
}

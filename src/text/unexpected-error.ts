/**
 * The type of an unexpected error and where in the program it was thrown, for a bug report. Without its message and
 * properties, which may contain the user's data.
 */
export function describeUnexpectedError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z\d_]*$/.test(error.code);
  const places = (error.stack ?? '').split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  const own = [`${error.constructor.name}${code ? ` (${error.code})` : ''}`, ...places].join('\n');
  return error.cause === undefined ? own : `${own}\nCaused by: ${describeUnexpectedError(error.cause)}`;
}

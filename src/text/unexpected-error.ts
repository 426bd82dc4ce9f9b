/**
 * Where an error that nobody expected was thrown, for a report that leaves the machine: its kind and the places in the
 * program. Not its words nor its properties, which may hold what the program was working with.
 */
export function describeUnexpectedError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z\d_]*$/.test(error.code);
  const places = (error.stack ?? '').split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  const own = [`${error.constructor.name}${code ? ` (${error.code})` : ''}`, ...places].join('\n');
  return error.cause === undefined ? own : `${own}\nCaused by: ${describeUnexpectedError(error.cause)}`;
}

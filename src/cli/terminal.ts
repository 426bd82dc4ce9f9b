/** Where a command writes: results to `out`, messages to `error`. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Shows a line in place of the last one, or nothing for an empty one. Absent where no person watches. */
  readonly status?: ((line: string) => void) | undefined;
}

/** Wrong usage or an input that can't be read: ends the command with exit code 2 and this message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** By its name: a command that is loaded later has a class of its own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}

/** Where a command writes: results to `out`, everything for people to `error`. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Shows a line in place of the last one, or nothing for an empty one. Absent where no person watches. */
  status?(line: string): void;
}

/** Wrong usage or an input that can't be read: ends the command with exit code 2 and this message. */
export class UsageError extends Error {}

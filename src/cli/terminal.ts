import type { SafeOutput } from './output/safe-output.ts';

/** Where a command writes: results to `out`, messages to `error`. Text is made safe as `SafeOutput.of` does. */
export interface Terminal {
  out(text: string | SafeOutput): void;
  error(text: string | SafeOutput): void;
  /** Whether results are shown to a person, in colors. */
  readonly colors?: boolean;
  /** Shows a line in place of the last one, or nothing for an empty one. Absent where no person watches. */
  readonly status?: ((line: string) => void) | undefined;
}

/** Wrong usage or an input that can't be read: ends the command with exit code 2 and this message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

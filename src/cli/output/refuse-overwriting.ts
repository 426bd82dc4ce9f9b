import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { plainText } from '../../text/plain-text.ts';
import { UsageError } from '../terminal.ts';

/**
 * Throws a `UsageError` if a command would replace a file that it reads, or one of its outputs with another. Links count
 * as the files that they lead to. An input may be `-`.
 */
export function refuseOverwriting(outputs: readonly (string | undefined)[], inputs: readonly string[]): void {
  const read = new Set(inputs.filter((path) => path !== '-').map(identify));
  const written = new Set<string>();
  for (const output of outputs) {
    if (output === undefined) continue;
    const file = identify(output);
    if (read.has(file))
      throw new UsageError(
        `${plainText(output)} can't be replaced because it is one of the files to read. Choose another file to write.`,
      );
    if (written.has(file)) throw new UsageError('--output and --report must name different files.');
    written.add(file);
  }
}

/** What two paths to the same file have in common. */
function identify(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return resolve(path);
  }
}

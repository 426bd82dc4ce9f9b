import { UsageError } from '../terminal.ts';

/** The file that `--output` names; undefined for standard output, which `-` is, too. */
export function outputFile(flag: string | undefined): string | undefined {
  if (flag === '') throw new UsageError('--output takes a file, or - for standard output.');
  return flag === '-' ? undefined : flag;
}

import { basename } from 'node:path';
import { plainText } from '../../text/plain-text.ts';
import { UsageError } from '../terminal.ts';

/** The file that `--output` names; undefined for standard output, which `-` is, too. */
export function outputFile(
  flag: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (flag === '') throw new UsageError('--output takes a file, or - for standard output.');
  if (flag !== undefined && platform === 'win32' && isReservedOnWindows(flag))
    throw new UsageError(
      `${plainText(flag)} is not a name that programs on Windows can open or delete. Choose another name.`,
    );
  return flag === '-' ? undefined : flag;
}

/** Names of devices, with any extension, and names that end in a dot or a space (Microsoft, "Naming Files, Paths, and Namespaces"). */
function isReservedOnWindows(path: string): boolean {
  const name = basename(path.replaceAll('\\', '/'));
  return (
    /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])$/i.test(name.split('.', 1)[0]?.trim() ?? '') || /[. ]$/.test(name)
  );
}

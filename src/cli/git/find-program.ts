import { accessSync, constants, statSync } from 'node:fs';
import * as paths from 'node:path';

/**
 * The path of a program in the absolute folders of `PATH`. In a relative one, such as `.`, a repository could have a program of
 * that name. Undefined if there is none.
 */
export function findProgram(
  name: string,
  path: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const file = platform === 'win32' ? `${name}.exe` : name;
  return (path ?? '')
    .split(paths.delimiter)
    .filter((folder) => paths.isAbsolute(folder))
    .map((folder) => paths.join(folder, file))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

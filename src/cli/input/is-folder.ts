import { statSync } from 'node:fs';

/** Whether a folder of this name exists, also through a link. False if that is unknown, such as for a name that is too long. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

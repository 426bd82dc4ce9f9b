import { lstat, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { readRegularFile } from '../../system/regular-file.ts';
import type { ProjectFiles } from '../projects.ts';

/** Reads project files with Node.js. */
export const diskProjectFiles: ProjectFiles = {
  exists: (path) =>
    lstat(path).then(
      () => true,
      () => false,
    ),

  realPath: (path) =>
    realpath(path).then(
      // Those of Windows, whose functions take slashes, too.
      (real) => real.replaceAll(sep, '/'),
      () => undefined,
    ),

  read: readRegularFile,
};

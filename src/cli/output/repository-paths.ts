import * as paths from 'node:path';
import { repositoryRoots } from '../../storage/repository-root.ts';
import { withoutDevicePrefix, withSlashes } from '../input/split-pattern.ts';

/** A path as it was given, without `.` and `..`. With slashes, unless it has backslashes on Windows. */
export function normalizedPath(file: string, path: paths.PlatformPath = paths): string {
  const plain = path.normalize(file);
  return file.includes('\\') ? plain : withSlashes(plain, path);
}

/**
 * The paths of files from the root of their repository, which is the nearest folder with `.git`: pull requests and reports show
 * files only by these. The path of a file in no repository is only normalized.
 */
export function repositoryPaths(): (file: string) => string {
  const rootOf = repositoryRoots();
  return (file) => {
    // Standard input.
    if (file === '-') return file;
    const absolute = paths.resolve(withoutDevicePrefix(file, paths));
    const root = rootOf(absolute);
    return root === undefined ? normalizedPath(file) : paths.relative(root, absolute) || '.';
  };
}

import * as paths from 'node:path';
import { pathToFileURL } from 'node:url';
import { isWithin } from '../system/is-within.ts';
import { repositoryRoots } from '../system/repository-root.ts';

/** A path of Windows without the prefix that turns off its interpretation: `\\?\C:\a` is `C:\a`, `\\?\UNC\s\t` is `\\s\t`. */
export function withoutDevicePrefix(file: string, path: paths.PlatformPath): string {
  if (path.sep !== '\\') return file;
  return file
    .replace(/^[\\/]{2}[?.][\\/]UNC[\\/]/i, '\\\\')
    .replace(/^[\\/]{2}[?.][\\/](?=[a-z]:(?:[\\/]|$))/i, '');
}

/**
 * A folder as the beginning of the paths of its files: with slashes and one at the end, empty for the current folder. A drive
 * without a slash, such as `C:`, is the current folder of that drive.
 */
export function folderPrefix(folder: string, path: paths.PlatformPath): string {
  const plain = withoutDevicePrefix(folder, path);
  const isHere = plain === '' || (path.sep === '\\' && /^[a-z]:$/i.test(plain));
  const prefix = withSlashes(path.normalize(isHere ? `${plain}./` : `${plain}/`), path);
  return prefix === './' ? '' : prefix;
}

/** A path, relative if it is in the current folder, as reports of pipelines need it. */
export function asNamedHere(path: string): string {
  return paths.isAbsolute(path) && isWithin(process.cwd(), path) ? paths.relative('', path) : path;
}

/** On Windows, `/` for every `\`. */
export function withSlashes(file: string, path: paths.PlatformPath): string {
  return path.sep === '\\' ? file.replaceAll('\\', '/') : file;
}

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

/** The URI of a file in a SARIF log. A relative path stays relative to the repository, as code scanning needs it. */
export function artifactUri(file: string, path: paths.PlatformPath = paths): string {
  const named = path.normalize(withoutDevicePrefix(file, path));
  // `C:x` is relative to the current folder of a drive, which no URI can say.
  const plain = path.parse(named).root === '' ? named : path.resolve(named);
  if (path.isAbsolute(plain)) return pathToFileURL(plain, { windows: path.sep === '\\' }).href;
  return withSlashes(plain, path).split('/').map(encodeSegment).join('/');
}

/** Names on Windows may have lone surrogates, which no URI can have. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed());
}

/** The path of a file in a workflow command of GitHub Actions, which only knows `/`. */
export function annotationPath(file: string, path: paths.PlatformPath = paths): string {
  return withSlashes(path.normalize(withoutDevicePrefix(file, path)), path);
}

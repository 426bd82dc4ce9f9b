import { statSync } from 'node:fs';
import * as paths from 'node:path';
import { isWithin } from '../../storage/regular-file.ts';

export interface SplitPattern {
  /** Folders that the pattern names literally, ending in a slash unless empty. */
  readonly folder: string;
  /** What to look for in them; never empty, with slashes. */
  readonly pattern: string;
}

/**
 * Separates the folders that a glob begins with from the rest. The file system finds these folders, so another drive, a
 * network share, another case, and parentheses work as in any path. `\` separates folders on Windows; elsewhere it escapes
 * the next character. `isFolder`: whether a folder of exactly this name exists.
 */
export function splitPattern(
  glob: string,
  path: paths.PlatformPath,
  isFolder: (path: string) => boolean,
): SplitPattern {
  const slashed = withSlashes(withoutDevicePrefix(glob, path), path);
  const { root } = path.parse(slashed);
  const segments = slashed
    .slice(root.length)
    .split('/')
    .filter((segment) => segment !== '');
  // A drive without a slash, such as `C:`, is the current folder of that drive.
  let folder = root === '' || root.endsWith('/') ? root : `${root}./`;
  let next = 0;
  for (; next < segments.length - 1; next++) {
    const segment = segments[next] ?? '';
    const name = path.sep === '\\' ? segment : unescaped(segment);
    if (!isLiteral(segment, path) && !(mayBeName(segment) && isFolder(`${folder}${segment}`))) break;
    folder += isLiteral(segment, path) ? `${name}/` : `${segment}/`;
  }
  const normalized = folder === '' ? '' : withSlashes(path.normalize(folder), path);
  return {
    folder: normalized === './' ? '' : normalized,
    pattern: segments.slice(next).map(withLiteralParentheses).join('/'),
  };
}

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

function isLiteral(segment: string, path: paths.PlatformPath): boolean {
  const withoutEscapes = path.sep === '\\' ? segment : segment.replace(/\\./gs, '');
  return !/[*?[\]{}()|]/.test(withoutEscapes);
}

/** Whether this may be the name of a folder, although it looks like a pattern: `Program Files (x86)`, `[id]`. */
function mayBeName(segment: string): boolean {
  return !/[*?|\\]/.test(segment);
}

function unescaped(segment: string): string {
  return segment.replace(/\\(.)/gs, '$1');
}

/** Parentheses without alternatives, as in `report (1).json`, are literal; `(a|b)` and `@(a)` are patterns. */
function withLiteralParentheses(segment: string): string {
  return segment.replace(/(?<![@!+*?\\])\(([^()|\\]*)\)/g, '\\($1\\)');
}

/** Whether a folder of this name exists, also through a link. False if that is unknown, such as for a name that is too long. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

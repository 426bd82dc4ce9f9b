import * as fileSystem from 'node:fs';
import * as paths from 'node:path';
import { type FileSystemAdapter, type GlobOptions, glob, isDynamicPattern } from 'tinyglobby';
import { errorCode } from '../../storage/file-operations.ts';
import { plainText } from '../../text/plain-text.ts';
import { describeReadFailure } from '../../text/read-failure.ts';
import { asNamedHere, withoutDevicePrefix, withSlashes } from '../file-paths.ts';
import { UsageError } from '../terminal.ts';

export interface UnreadableFolder {
  readonly path: string;
  /** Why and what to do, in sentences. */
  readonly reason: string;
  /** Whether the pattern matches all dataset files in it, whatever their names are. */
  readonly isMatched: boolean;
}

export interface FoundFiles {
  /** Including broken links: reading them reports the problem. */
  readonly files: readonly string[];
  /** Folders that can't be read: files in them may be missing. */
  readonly unreadable: readonly UnreadableFolder[];
}

export interface GlobFilesOptions
  extends Pick<GlobOptions, 'cwd' | 'dot' | 'extglob' | 'followSymbolicLinks'> {
  /** Windows ignores the case of names. */
  readonly platform?: NodeJS.Platform;
  /** What is in a folder, by its absolute path. By default, the file system lists it. */
  readonly entriesOf?: ((folder: string) => readonly Entry[]) | undefined;
}

/** How many asterisks may be in one segment of a pattern, and how many `**` and groups in all of it. */
const maxParts = 4;
const maxAlternatives = 40;

type Unreadable = Omit<UnreadableFolder, 'isMatched'>;

/** Represents each file of a folder that can't be read. No file has such a name. */
const anyFile = '\u0000.dataset.json';

/** A file or folder in a folder. */
export type Entry = Pick<fileSystem.Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

const anyFileEntry: Entry = {
  name: anyFile,
  isFile: () => true,
  isDirectory: () => false,
  isSymbolicLink: () => false,
};

/** Whether an argument is a pattern, and not the name of one file. */
export function isGlob(argument: string): boolean {
  return isDynamicPattern(withSlashes(withoutDevicePrefix(argument, paths), paths));
}

/**
 * Whether matching a long name may take minutes: parts of a pattern that match in several ways multiply the time, and groups
 * that repeat raise it to a power of their length.
 */
export function takesLong(pattern: string): boolean {
  const text = pattern.replace(/\\./gs, '');
  const count = (part: RegExp, within = text) => within.match(part)?.length ?? 0;
  return (
    /[*+]\(|[)}]\+/.test(text) ||
    count(/\*\*/g) > maxParts ||
    count(/[({]/g) > maxParts ||
    count(/[,|]/g) > maxAlternatives ||
    text.split('/').some((segment) => segment !== '**' && count(/\*|!\(|\]\+/g, segment) > maxParts)
  );
}

/** The files that a pattern matches, sorted, without the folders of other tools. Throws a `UsageError` if that takes long. */
export async function globFiles(
  pattern: string,
  { platform = process.platform, entriesOf, ...options }: GlobFilesOptions,
): Promise<FoundFiles> {
  if (takesLong(pattern))
    throw new UsageError(
      `The pattern ${plainText(pattern)} could take minutes to match. Use at most ${maxParts} * between two slashes, ${maxParts} ** and ${maxParts} groups in all, and no group that repeats, such as +(a|b).`,
    );
  const unreadable: Unreadable[] = [];
  const found = await glob(pattern, {
    ...options,
    // The last are lock files of Emacs, which are broken links.
    ignore: ['**/node_modules/**', '**/.git/**', '**/.#*'],
    expandDirectories: false,
    caseSensitiveMatch: platform !== 'win32',
    fs: entriesOf === undefined ? reportingFileSystem(unreadable) : listedFileSystem(entriesOf),
  });
  const guessed = found.filter((file) => file.endsWith(anyFile));
  const matched = new Set(
    guessed.map((file) => paths.resolve(String(options.cwd ?? ''), paths.dirname(file))),
  );
  return {
    files: found.filter((file) => !file.endsWith(anyFile)).sort(),
    unreadable: unreadable.map((folder) => ({
      ...folder,
      isMatched: matched.has(paths.resolve(folder.path)),
    })),
  };
}

/** The file system, which collects the errors that globs ignore. */
function reportingFileSystem(unreadable: Unreadable[]): FileSystemAdapter {
  const readdir = (
    path: string,
    options: { withFileTypes: true },
    done: (error: null, entries: readonly Entry[]) => void,
  ) =>
    fileSystem.readdir(path, options, (error, entries) => {
      if (!error) return done(null, entries);
      // A pattern may begin with a folder that doesn't exist.
      if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return done(null, []);
      unreadable.push({ path: asNamedHere(paths.resolve(path)) || '.', reason: describeReadFailure(error) });
      done(null, [anyFileEntry]);
    });
  const realpath = (path: string, done: (error: null, place: string) => void) =>
    fileSystem.realpath(path, (error, place) => done(null, error ? path : place));
  const stat = (path: string, done: (error: null, status: { isDirectory(): boolean }) => void) =>
    fileSystem.stat(path, (error, status) => done(null, error ? { isDirectory: () => false } : status));
  // Globs use one of the many signatures of these functions.
  return { readdir, realpath, stat } as unknown as FileSystemAdapter;
}

/** A file system without links that is not on the disk. */
function listedFileSystem(entriesOf: (folder: string) => readonly Entry[]): FileSystemAdapter {
  const readdir = (
    path: string,
    _options: { withFileTypes: true },
    done: (error: null, entries: readonly Entry[]) => void,
  ) => queueMicrotask(() => done(null, entriesOf(paths.resolve(path))));
  return { readdir } as unknown as FileSystemAdapter;
}

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

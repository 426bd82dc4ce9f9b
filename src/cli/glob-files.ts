import * as fileSystem from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { type FileSystemAdapter, type GlobOptions, glob } from 'tinyglobby';
import { errorCode, reasonUnreadable } from './document-file.ts';

export interface UnreadablePath {
  readonly path: string;
  /** Sentences for people, with what to do. */
  readonly reason: string;
}

export interface FoundFiles {
  /** Links that lead nowhere are among them: reading them tells what is wrong. */
  readonly files: readonly string[];
  /** Folders that could not be looked into: files in them may be missing. */
  readonly unreadable: readonly UnreadablePath[];
}

/** Files that a pattern matches, sorted; what other tools have in folders of their own is left out. */
export async function globFiles(
  pattern: string,
  options: Pick<GlobOptions, 'cwd' | 'dot'>,
): Promise<FoundFiles> {
  const unreadable: UnreadablePath[] = [];
  const files = await glob(pattern, {
    ...options,
    // The last are locks of Emacs, links that lead nowhere.
    ignore: ['**/node_modules/**', '**/.git/**', '**/.#*'],
    expandDirectories: false,
    fs: tellingFileSystem(unreadable),
  });
  return { files: files.sort(), unreadable };
}

/** The file system, which notes what globs pass over in silence. */
function tellingFileSystem(unreadable: UnreadablePath[]): FileSystemAdapter {
  const readdir = (
    path: string,
    options: { withFileTypes: true },
    done: (error: Error | null, entries: fileSystem.Dirent[]) => void,
  ) =>
    fileSystem.readdir(path, options, (error, entries) => {
      // A folder that a pattern begins with may not be there, which is no matter.
      if (error && !['ENOENT', 'ENOTDIR'].includes(String(errorCode(error))))
        unreadable.push({ path: asNamedHere(path), reason: reasonUnreadable(error) });
      done(null, error ? [] : entries);
    });
  const realpath = (path: string, done: (error: null, place: string) => void) =>
    fileSystem.realpath(path, (error, place) => done(null, error ? path : place));
  const stat = (path: string, done: (error: null, status: { isDirectory(): boolean }) => void) =>
    fileSystem.stat(path, (error, status) => done(null, error ? { isDirectory: () => false } : status));
  // Of the many forms of these functions, globs use one.
  return { readdir, realpath, stat } as unknown as FileSystemAdapter;
}

/** A full path, relative where it lies in the current folder. */
function asNamedHere(path: string): string {
  const here = relative('', path);
  return isAbsolute(here) || here.startsWith('..') ? resolve(path) : here || '.';
}

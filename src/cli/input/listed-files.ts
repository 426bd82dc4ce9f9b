import * as paths from 'node:path';
import type { SearchedFiles } from '../../app/searched-files.ts';
import { folded } from '../../project/paths.ts';
import { isWithin } from '../../system/is-within.ts';
import { asNamedHere, folderPrefix, withoutDevicePrefix, withSlashes } from '../file-paths.ts';
import {
  type FoundFiles,
  isGlob,
  patternMatcher,
  type Search,
  searchFor,
  splitPattern,
} from './find-files.ts';
import { linkRoot, sortLinks, type UnreadPath } from './linked-files.ts';

/** Where the files are that arguments name. */
export interface Disk {
  /** Undefined if nothing is there, or that is unknown. */
  readonly statusOf: (path: string) => { readonly isDirectory: () => boolean } | undefined;
  /** The path of a file or folder as the system spells it, with links resolved. Throws if it doesn't exist. */
  readonly realpath: (path: string) => string;
  readonly filesBelow: (folder: string, search: Search) => Promise<FoundFiles>;
}

export interface ListedFiles {
  /** Including broken links: reading them reports the problem. */
  readonly files: readonly string[];
  /** Folders that can't be read, and links that are not followed: files may be missing. */
  readonly unreadable: readonly UnreadPath[];
  /** Those of the listed files that a link leads to. Nothing is written through it: nobody named the file. */
  readonly linked: ReadonlySet<string>;
}

/** The files that a folder or a glob lists; undefined for the path of a file, which may not exist. */
export async function listedFiles(
  argument: string,
  searched: SearchedFiles,
  disk: Disk,
): Promise<ListedFiles | undefined> {
  const isFolder = disk.statusOf(argument)?.isDirectory() === true;
  if (!isFolder && !isPattern(argument, disk)) return undefined;
  const split = isFolder ? undefined : splitPattern(argument);
  const folder = split?.folder ?? folderPrefix(argument, paths);
  const pattern = split?.pattern ?? '**';
  const start = isFolder ? folder : folderPrefix(asNamedHere(folder), paths);
  const root = linkRoot(start, isFolder);
  const search = isFolder ? searchFor(pattern, searched.hidden) : searchFor(pattern);
  const found = await disk.filesBelow(start, { ...search, root });
  const all = found.files.filter(patternMatcher(pattern)).map((file) => `${start}${file}`);
  const counted = isFolder ? searched.inFolder(all) : all.filter(searched.isWanted);
  const sorted = sortLinks(counted, found.links, start, root);
  const unread = found.unreadable.map(
    (each): UnreadPath =>
      each.isLink ? each : { ...each, message: `The folder can't be read. ${each.message}` },
  );
  return { files: sorted.files, unreadable: [...unread, ...sorted.refused], linked: sorted.linked };
}

/** Whether an argument names no file, but may match some. */
function isPattern(argument: string, { statusOf }: Disk): boolean {
  return isGlob(argument) && statusOf(argument) === undefined;
}

/** What an argument with `!` excludes: a file, all that is in a folder, or what a glob matches. */
export function exclusionBy(argument: string, disk: Disk): (path: string) => boolean {
  const { folder, pattern } = isPattern(argument, disk)
    ? splitPattern(argument)
    : { folder: withoutDevicePrefix(argument, paths), pattern: undefined };
  const start = folded(paths.resolve(folder));
  const isMatched = pattern === undefined ? () => true : patternMatcher(pattern);
  return (path) => {
    const file = folded(paths.resolve(path));
    return isWithin(start, file) && isMatched(withSlashes(paths.relative(start, file), paths));
  };
}

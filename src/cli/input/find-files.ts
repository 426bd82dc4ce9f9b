import { readdir, realpath, stat } from 'node:fs/promises';
import * as paths from 'node:path';
import { findsHidden, isIgnored, isPattern } from '../../project/file-pattern.ts';
import { Glob } from '../../project/glob.ts';
import { isWithin } from '../../system/is-within.ts';
import { describeReadFailure, isMissing } from '../../text/read-failure.ts';
import { asNamedHere, folderPrefix, withoutDevicePrefix, withSlashes } from '../file-paths.ts';
import type { LinkRoot, UnreadPath } from './linked-files.ts';

export interface FoundFiles {
  /** Including broken links: reading them reports the problem. */
  readonly files: readonly string[];
  /** Folders that can't be read, and links to folders that are not followed: files in them may be missing. */
  readonly unreadable: readonly UnreadPath[];
  /** By the files that links lead to: the last link on the way, which can be the file itself. */
  readonly links?: ReadonlyMap<string, string>;
}

/** Whether an argument is a pattern, and not the name of one file. */
export function isGlob(argument: string): boolean {
  return isPattern(withoutDevicePrefix(argument, paths));
}

/**
 * The folders that a glob begins with, ending in a slash unless empty, and the rest, with slashes. The file system finds these
 * folders, so another drive, a network share, and another case work as in any path.
 */
export function splitPattern(
  glob: string,
  path: paths.PlatformPath = paths,
): { readonly folder: string; readonly pattern: string } {
  const slashed = withSlashes(withoutDevicePrefix(glob, path), path);
  const drive = path.sep === '\\' && /^[a-z]:/i.test(slashed) ? 2 : 0;
  const end = Math.max(drive, slashed.lastIndexOf('/', slashed.search(/[*?{]/)) + 1);
  return {
    folder: end === 0 ? '' : folderPrefix(slashed.slice(0, end), path),
    pattern: slashed.slice(end),
  };
}

/** Whether a path matches a pattern. Both are from the same folder, with slashes. */
export function patternMatcher(pattern: string): (path: string) => boolean {
  const glob = new Glob(pattern);
  return (path) => glob.matches(path);
}

/** Where to look for the files that match a pattern. */
export interface Search {
  /** How many folders deep. */
  readonly depth: number;
  /** Whether to look at names that begin with a dot. */
  readonly hidden: boolean;
  readonly followsLinks: boolean;
  /** What no link may lead out of. */
  readonly root?: LinkRoot;
}

/** `hidden`: whether `*` matches names that begin with a dot. */
export function searchFor(pattern: string, hidden = findsHidden(pattern)): Search {
  const depth = pattern.includes('**') ? Number.POSITIVE_INFINITY : pattern.split('/').length;
  return { depth, hidden, followsLinks: true };
}

/** The files below a folder, sorted, by their paths from there, with slashes. */
export async function filesBelow(
  folder: string,
  { depth, hidden, followsLinks, root }: Search,
): Promise<FoundFiles> {
  const files: string[] = [];
  const unreadable: UnreadPath[] = [];
  const visited = new Set<string>();
  /** Looked at in the end, so that files are found without links if possible. */
  const links: { readonly path: string; readonly left: number }[] = [];

  const linkOf = new Map<string, string>();
  const add = (path: string, link: string | undefined) => {
    files.push(path);
    if (link !== undefined) linkOf.set(path, link);
  };
  const pathFrom = (below = '') => asNamedHere(paths.resolve(folder, below)) || '.';
  const visit = async (real: string, below: string, left: number, link?: string): Promise<void> => {
    if (left === 0 || visited.has(real)) return;
    if (root && !isWithin(root.folder, real)) {
      unreadable.push(root.refusal(pathFrom(link)));
      return;
    }
    visited.add(real);
    const entries = await readdir(real, { withFileTypes: true }).catch((error) => {
      // A pattern may begin with a folder that doesn't exist.
      if (!isMissing(error)) unreadable.push({ path: pathFrom(below), message: describeReadFailure(error) });
      return [];
    });
    for (const entry of entries) {
      if (isIgnored(entry.name) || (!hidden && entry.name.startsWith('.'))) continue;
      const path = below + entry.name;
      if (entry.isDirectory()) await visit(paths.join(real, entry.name), `${path}/`, left - 1, link);
      else if (entry.isFile()) add(path, link);
      else if (entry.isSymbolicLink() && followsLinks) links.push({ path, left: left - 1 });
    }
  };

  const start = paths.resolve(folder);
  await visit(await realpath(start).catch(() => start), '', depth);
  for (const { path, left } of links) {
    const target = paths.join(start, path);
    const status = await stat(target).catch(() => undefined);
    if (!status?.isDirectory()) add(path, path);
    else await visit(await realpath(target), `${path}/`, left, path);
  }
  return { files: files.sort(), unreadable, links: linkOf };
}

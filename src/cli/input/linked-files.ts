import { realpathSync } from 'node:fs';
import * as paths from 'node:path';
import { folded } from '../../project/paths.ts';
import { isWithin } from '../../system/is-within.ts';
import { repositoryRoots } from '../../system/repository-root.ts';
import { asNamedHere } from '../file-paths.ts';
import type { FoundFiles } from './find-files.ts';

/** A file or folder whose files may be missing. */
export interface UnreadPath {
  readonly path: string;
  /** Why and what to do, in sentences. */
  readonly message: string;
  readonly isLink?: true;
}

/**
 * Sorts out links, which can lead to any file: one that leads out of the root isn't followed, and through no other is anything written.
 * `start`: the folder where the search starts, ending in a slash unless empty.
 */
export function sortLinks(
  files: readonly string[],
  { links, outside = [] }: Pick<FoundFiles, 'links' | 'outside'>,
  start: string,
  { root, startLink, where }: LinkRoot,
) {
  const reals = new Map<string, string | undefined>();
  const realOf = (path: string) => {
    if (!reals.has(path)) reals.set(path, realPath(path));
    return reals.get(path);
  };
  const kept: string[] = [];
  const linked = new Set<string>();
  const refused = new Map<string, UnreadPath>();
  const refuse = (path: string) =>
    refused.set(path, {
      path: asNamedHere(path),
      message: `The link leads out of ${where}, so it is not followed. To read what it leads to, name it.`,
      isLink: true,
    });
  for (const link of outside) refuse((link === '' ? startLink : undefined) ?? start + link);
  for (const file of files) {
    const link = links?.get(file.slice(start.length));
    const path = link === undefined ? startLink : start + link;
    // Reading a link that leads nowhere reports the problem.
    const real = path && realOf(path);
    if (path !== undefined && real !== undefined && !isWithin(root, real)) refuse(path);
    else {
      kept.push(file);
      if (path !== undefined) linked.add(file);
    }
  }
  return { files: kept, linked, refused: [...refused.values()] };
}

type LinkRoot = ReturnType<typeof rootFor>;

/**
 * The root that no link may lead out of: that of the repository; without one, the folder that was named, which for a pattern is the
 * current one if it is in it. `isNamed`: whether an argument names the folder where the search starts, and not a pattern that begins
 * with it. `startLink`: that folder, if it is a link or in one, because the pattern is what lists its files.
 */
export function rootFor(start: string, isNamed: boolean) {
  const rootOf = repositoryRoots();
  const repositoryOf = (folder: string) => rootOf(paths.join(folder, 'any'));
  const folder = paths.resolve(start);
  const real = realPath(folder) ?? folder;
  const here = repositoryOf(process.cwd()) ?? process.cwd();
  const isHere = !isNamed && isWithin(here, folder);
  const base = isHere ? here : real;
  const repository = repositoryOf(base);
  return {
    root: repository ?? base,
    startLink: isHere && folded(real) !== folded(folder) ? start.replace(/\/$/, '') : undefined,
    where: repository === undefined ? 'the folder' : 'the repository',
  };
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

import { realpathSync } from 'node:fs';
import * as paths from 'node:path';
import { folded } from '../../project/paths.ts';
import { isWithin } from '../../system/is-within.ts';
import { repositoryRoots } from '../../system/repository-root.ts';
import { asNamedHere } from '../file-paths.ts';

/** A file or folder whose files may be missing. */
export interface UnreadPath {
  readonly path: string;
  /** Why and what to do, in sentences. */
  readonly message: string;
  readonly isLink?: true;
}

/** What a folder or a pattern lists. */
interface Search {
  /** The folder where it starts, ending in a slash unless empty. */
  readonly start: string;
  /** Whether an argument names this folder, and not a pattern that begins with it. */
  readonly isNamed: boolean;
  /** By the files, from `start`: the last link on the way to it, which can be its own name. */
  readonly links?: ReadonlyMap<string, string> | undefined;
}

/**
 * Sorts out links, which can lead to any file: one that leads out of the root isn't followed, and through no other is anything written.
 * The root is that of the repository; without one, the folder that was named, which for a pattern is the current one if it is in it.
 */
export function sortLinks(files: readonly string[], { start, isNamed, links }: Search) {
  const { root, startLink, where } = rootFor(start, isNamed);
  const reals = new Map<string, string | undefined>();
  const realOf = (path: string) => {
    if (!reals.has(path)) reals.set(path, realPath(path));
    return reals.get(path);
  };
  const kept: string[] = [];
  const linked = new Set<string>();
  const refused = new Map<string, UnreadPath>();
  for (const file of files) {
    const link = links?.get(file.slice(start.length));
    const path = link === undefined ? startLink : start + link;
    // Reading a link that leads nowhere reports the problem.
    const real = path && realOf(path);
    if (path !== undefined && real !== undefined && !isWithin(root, real))
      refused.set(path, {
        path: asNamedHere(path),
        message: `The link leads out of ${where}, so it is not followed. To read what it leads to, name it.`,
        isLink: true,
      });
    else {
      kept.push(file);
      if (path !== undefined) linked.add(file);
    }
  }
  return { files: kept, linked, refused: [...refused.values()] };
}

/** `startLink`: the folder where a pattern starts, if it is a link or in one, because the pattern is what lists its files. */
function rootFor(start: string, isNamed: boolean) {
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

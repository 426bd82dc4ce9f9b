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

/**
 * Sorts out links, which can lead to any file: one that leads out of the root isn't followed, and through no other is anything written.
 * `start`: the folder where the search starts, ending in a slash unless empty.
 */
export function sortLinks(
  files: readonly string[],
  links: ReadonlyMap<string, string> | undefined,
  start: string,
  { folder, isLinked, refusal }: LinkRoot,
) {
  const kept: string[] = [];
  const linked = new Set<string>();
  const refused: UnreadPath[] = [];
  for (const file of files) {
    const below = file.slice(start.length);
    const link = links?.get(below);
    // No folder out of the root was entered, and reading a link that leads nowhere reports the problem.
    const real = link === below ? realPath(file) : undefined;
    if (real !== undefined && !isWithin(folder, real)) refused.push(refusal(asNamedHere(file)));
    else {
      kept.push(file);
      if (isLinked || link !== undefined) linked.add(file);
    }
  }
  return { files: kept, linked, refused };
}

export type LinkRoot = ReturnType<typeof linkRoot>;

/**
 * The root that no link may lead out of: that of the repository; without one, the folder that was named, which for a pattern is the
 * current one if it is in it. `isNamed`: whether an argument names the folder where the search starts, and not a pattern that begins
 * with it. `isLinked`: whether that folder is a link or in one, because the pattern is what lists its files.
 */
export function linkRoot(start: string, isNamed: boolean) {
  const rootOf = repositoryRoots();
  const repositoryOf = (folder: string) => rootOf(paths.join(folder, 'any'));
  const folder = paths.resolve(start);
  const real = realPath(folder) ?? folder;
  const here = repositoryOf(process.cwd()) ?? process.cwd();
  const isHere = !isNamed && isWithin(here, folder);
  const base = isHere ? here : real;
  const repository = repositoryOf(base);
  const where = repository === undefined ? 'the folder' : 'the repository';
  const message = `The link leads out of ${where}, so it is not followed. To read what it leads to, name it.`;
  return {
    folder: repository ?? base,
    isLinked: isHere && folded(real) !== folded(folder),
    refusal: (path: string): UnreadPath => ({ path, message, isLink: true }),
  };
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

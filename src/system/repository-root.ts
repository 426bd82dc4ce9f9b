import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWithin } from './is-within.ts';
import { originAddress } from './origin-address.ts';

/** Finds the root of the repository that a file is in: the nearest folder with `.git`. Remembers what it found. */
export function repositoryRoots(): (file: string) => string | undefined {
  const roots = new Map<string, string | undefined>();
  const rootOf = (folder: string): string | undefined => {
    if (roots.has(folder)) return roots.get(folder);
    const parent = dirname(folder);
    const above = () => (parent === folder ? undefined : rootOf(parent));
    const root = existsSync(join(folder, '.git')) ? folder : above();
    roots.set(folder, root);
    return root;
  };
  return (file) => rootOf(dirname(file));
}

/** How other machines know a document. */
export interface RepositoryPath {
  /** From the root of its repository, otherwise from a folder that the front end knows, with slashes. */
  readonly path: string;
  /** The address of the repository's `origin` (`originAddress`); absent if it has none. */
  readonly repository?: string;
}

/**
 * The path of a document in its repository, otherwise from `base`. Undefined if it is no file below either. `document`: its URI.
 * `base`: an absolute path.
 */
export function pathInRepository(
  document: string,
  base: string | undefined,
  rootOf = repositoryRoots(),
): RepositoryPath | undefined {
  const file = filePath(document);
  const own = file && rootOf(file);
  const root = own ?? base;
  if (file === undefined || root === undefined || !isWithin(root, file)) return undefined;
  const repository = own && originAddress(own);
  return { path: relative(root, file).replaceAll(sep, '/'), ...(repository && { repository }) };
}

/** Whether there is a file at the URI of a document on this machine. */
export function existsHere(document: string): boolean {
  const file = filePath(document);
  return file !== undefined && existsSync(file);
}

/** The path of a file's URI; undefined for others. */
export function filePath(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWithin } from './regular-file.ts';

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

/**
 * The path of a document from the root of its repository, otherwise from `base`, with slashes. Undefined if it is no file below
 * either. `document`: its URI. `base`: an absolute path.
 */
export function pathInRepository(
  document: string,
  base: string | undefined,
  rootOf = repositoryRoots(),
): string | undefined {
  const file = filePath(document);
  const root = file && (rootOf(file) ?? base);
  return root && isWithin(root, file) ? relative(root, file).replaceAll(sep, '/') : undefined;
}

function filePath(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

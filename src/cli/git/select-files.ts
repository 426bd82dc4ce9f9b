import * as paths from 'node:path';
import { hasDatasetName } from '../../dataset/dataset.ts';
import { isIgnored } from '../../project/file-pattern.ts';
import { plainText } from '../../text/plain-text.ts';
import { withSlashes } from '../file-paths.ts';
import type { Disk } from '../input/listed-files.ts';
import { datasetFiles, namedFiles } from '../input/named-files.ts';
import { type Terminal, UsageError } from '../terminal.ts';

/** Paths from the root, with slashes. */
interface SelectedFiles {
  readonly files: readonly string[];
  /** Those that no argument names as a file. */
  readonly listed: readonly string[];
}

/**
 * The files that arguments name of those that are known, on the disk or not; without arguments, all dataset files below the current
 * folder. Throws a `UsageError` for an argument that names none, which begins with `where`.
 */
export async function selectFiles(
  positionals: readonly string[],
  root: string,
  known: ReadonlySet<string>,
  where: string,
  terminal: Terminal,
): Promise<SelectedFiles> {
  const here = fromRoot(root, '');
  if (positionals.length === 0) {
    const files = [...known].filter(
      (file) => hasDatasetName(file) && !isIgnoredPath(file) && (here === '' || file.startsWith(`${here}/`)),
    );
    return { files, listed: files };
  }
  const nothingAt = `${where} dataset file, apart from files that Git ignores, at`;
  const named = new Set(positionals.map((each) => fromRoot(root, each)));
  const shown = new Set([...known].filter((file) => named.has(file) || !isIgnoredPath(file)));
  const found = await namedFiles(
    positionals,
    { ...datasetFiles, nothingAt },
    terminal,
    listedDisk(root, shown),
  );
  const files = found.files.map((file) => {
    const path = fromRoot(root, file);
    if (!known.has(path)) throw new UsageError(`${nothingAt} ${plainText(file)}.`);
    return path;
  });
  return { files, listed: [...found.listed].map((file) => fromRoot(root, file)) };
}

function isIgnoredPath(file: string): boolean {
  return file.split('/').some(isIgnored);
}

function fromRoot(root: string, file: string): string {
  return withSlashes(paths.relative(root, paths.resolve(file)), paths);
}

/** Files of a repository, whether they are on the disk or not. `known`: their paths from its root, with slashes. */
function listedDisk(root: string, known: ReadonlySet<string>): Disk {
  const files = [...known];
  // Arguments are few. All folders above all files can be as many as their names have letters.
  const isFolder = (place: string) => files.some((file) => place === '' || file.startsWith(`${place}/`));
  return {
    statusOf: (path) => {
      const place = fromRoot(root, path);
      if (known.has(place)) return { isDirectory: () => false };
      return isFolder(place) ? { isDirectory: () => true } : undefined;
    },
    realpath: (path) => paths.resolve(path),
    filesBelow: async (folder, { hidden }) => {
      const place = fromRoot(root, folder);
      const start = place === '' ? '' : `${place}/`;
      const below = files.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length));
      return { files: below.filter((file) => hidden || !/(?:^|\/)\./.test(file)), unreadable: [] };
    },
  };
}

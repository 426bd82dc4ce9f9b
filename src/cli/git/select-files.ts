import * as paths from 'node:path';
import { isDatasetFile } from '../../inference/formats/formats.ts';
import { plainText } from '../../text/plain-text.ts';
import { withSlashes } from '../file-paths.ts';
import type { Entry } from '../input/glob-files.ts';
import { type Disk, datasetFiles, namedFiles, reportIneffective } from '../input/named-files.ts';
import { type Terminal, UsageError } from '../terminal.ts';

/** The folders of other tools and the lock files of Emacs, as in globs. */
const ignored = /(?:^|\/)node_modules\/|(?:^|\/)\.#[^/]*$/;

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
      (file) => isDatasetFile(file) && !ignored.test(file) && (here === '' || file.startsWith(`${here}/`)),
    );
    return { files, listed: files };
  }
  const nothingAt = `${where} dataset file, apart from files that Git ignores, at`;
  const found = await namedFiles(positionals, { ...datasetFiles, nothingAt }, listedDisk(root, known));
  reportIneffective(found, terminal);
  const files = found.files.map((file) => {
    const path = fromRoot(root, file);
    if (!known.has(path)) throw new UsageError(`${nothingAt} ${plainText(file)}.`);
    return path;
  });
  return { files, listed: [...found.listed].map((file) => fromRoot(root, file)) };
}

function fromRoot(root: string, file: string): string {
  return withSlashes(paths.relative(root, paths.resolve(file)), paths);
}

/** Files of a repository, whether they are on the disk or not. */
function listedDisk(root: string, files: Iterable<string>): Disk {
  const folders = new Map<string, Map<string, Entry>>();
  for (const file of files) {
    const names = file.split('/');
    let folder = root;
    for (const [index, name] of names.entries()) {
      const entries = folders.get(folder) ?? new Map<string, Entry>();
      folders.set(folder, entries.set(name, entryOf(name, index < names.length - 1)));
      folder = paths.join(folder, name);
    }
  }
  return {
    statusOf: (path) => {
      const place = paths.resolve(path);
      if (folders.has(place)) return { isDirectory: () => true };
      const isFile = folders.get(paths.dirname(place))?.has(paths.basename(place)) === true;
      return isFile ? { isDirectory: () => false } : undefined;
    },
    realpath: (path) => paths.resolve(path),
    entriesOf: (folder) => [...(folders.get(paths.resolve(folder))?.values() ?? [])],
  };
}

function entryOf(name: string, isFolder: boolean): Entry {
  return { name, isFile: () => !isFolder, isDirectory: () => isFolder, isSymbolicLink: () => false };
}

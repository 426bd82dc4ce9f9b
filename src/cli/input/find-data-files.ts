import { realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isDataFile, isDatasetFile } from '../../inference/formats/formats.ts';
import type { DataFile, FilesProgress } from '../../inference/infer-sources.ts';
import { plainText } from '../../text/plain-text.ts';
import { normalizedPath } from '../output/repository-paths.ts';
import { UsageError } from '../terminal.ts';
import type { UnreadableFolder } from './glob-files.ts';
import { filesAt, PlacesOnDisk } from './named-files.ts';

/** A data file as inference reads it. `name`: that of standard input. */
export function dataFile(path: string, name = 'stdin'): DataFile {
  if (path === '-') return { kind: 'input', name, label: '-', path: '' };
  return { kind: 'disk', name: basename(path), label: normalizedPath(path), path: resolve(path) };
}

/** How far a file is read. */
export function describeProgress({ label, size, bytes }: FilesProgress): string {
  const megabytes = Math.floor(bytes / 1_000_000);
  const all = size === undefined ? '' : ` of ${Math.ceil(size / 1_000_000)} MB`;
  return `Reading ${plainText(label, 60)}: ${megabytes} MB${all}`;
}

export interface DataFiles {
  /** `-` is standard input. */
  readonly paths: readonly string[];
  readonly unreadable: readonly UnreadableFolder[];
}

/**
 * The files that arguments name, each once: files as they are, globs as what they match except datasets, folders as the
 * data files in them, by their extensions. Throws a `UsageError` for an argument that names none. `realpath`: the path of a
 * file or folder as the system spells it, with links resolved. Throws if it doesn't exist.
 */
export async function findDataFiles(
  args: readonly string[],
  realpath: (path: string) => string = realpathSync.native,
): Promise<DataFiles> {
  if (args.length === 0)
    throw new UsageError('Name the data files, such as orders.csv, or - for standard input.');
  const byPlace = new Map<string, string>();
  const unreadable = new Map<string, UnreadableFolder>();
  const places = new PlacesOnDisk(realpath);
  for (const argument of args) {
    if (argument === '')
      throw new UsageError('An argument is empty. Name a data file, or - for standard input.');
    if (argument === '-') {
      byPlace.set(argument, argument);
      continue;
    }
    const found = await filesAt(argument, { inFolders: { glob: '**/*', hidden: false }, hidden: false });
    const files = found.files.filter((file) => isData(file, found.kind));
    if (files.length + found.unreadable.length === 0)
      throw new UsageError(`No data file is found at ${plainText(argument)}.`);
    for (const file of files) {
      const place = places.of(file, found.kind !== 'file');
      if (!byPlace.has(place)) byPlace.set(place, file);
    }
    for (const folder of found.unreadable) unreadable.set(folder.path, folder);
  }
  return { paths: [...byPlace.values()], unreadable: [...unreadable.values()] };
}

function isData(file: string, foundBy: 'file' | 'folder' | 'glob'): boolean {
  if (foundBy === 'file') return true;
  return foundBy === 'folder' ? isDataFile(file) : !isDatasetFile(file);
}

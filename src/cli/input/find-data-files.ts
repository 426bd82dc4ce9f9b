import { stat } from 'node:fs/promises';
import * as paths from 'node:path';
import { isDataFile, isDatasetFile } from '../../inference/formats/formats.ts';
import type { DataFile, FilesProgress } from '../../inference/infer-sources.ts';
import { plainText } from '../../text/plain-text.ts';
import { UsageError } from '../terminal.ts';
import type { UnreadableFolder } from './glob-files.ts';
import { folderPrefix, isFolder, splitPattern } from './split-pattern.ts';

/** A data file as inference reads it. `name`: that of standard input. */
export function dataFile(path: string, name = 'stdin'): DataFile {
  if (path === '-') return { kind: 'input', name, label: '-', path: '' };
  return { kind: 'disk', name: paths.basename(path), label: path, path: paths.resolve(path) };
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
 * data files in them, by their extensions. Throws a `UsageError` for an argument that names none.
 */
export async function findDataFiles(args: readonly string[]): Promise<DataFiles> {
  if (args.length === 0)
    throw new UsageError('Name the data files, such as orders.csv, or - for standard input.');
  const byPlace = new Map<string, string>();
  const unreadable = new Map<string, UnreadableFolder>();
  for (const argument of args) {
    if (argument === '')
      throw new UsageError('An argument is empty. Name a data file, or - for standard input.');
    const found = await filesOf(argument);
    if (found.paths.length + found.unreadable.length === 0)
      throw new UsageError(`No data file is found at ${plainText(argument)}.`);
    for (const path of found.paths) {
      const place = path === '-' ? path : paths.resolve(path);
      if (!byPlace.has(place)) byPlace.set(place, path);
    }
    for (const folder of found.unreadable) unreadable.set(folder.path, folder);
  }
  return { paths: [...byPlace.values()], unreadable: [...unreadable.values()] };
}

async function filesOf(argument: string): Promise<DataFiles> {
  if (argument === '-') return { paths: ['-'], unreadable: [] };
  const status = await stat(argument).catch(() => undefined);
  if (status && !status.isDirectory()) return { paths: [argument], unreadable: [] };
  // Loaded only where it is needed, as it takes longer than reading a Parquet file.
  const { globFiles, isGlob } = await import('./glob-files.ts');
  if (status) {
    const folder = folderPrefix(argument, paths);
    const { files, unreadable } = await globFiles('**/*', { cwd: folder || '.', dot: false });
    return { paths: files.filter(isDataFile).map((file) => paths.join(folder, file)), unreadable };
  }
  if (!isGlob(argument)) return { paths: [argument], unreadable: [] };
  const { folder, pattern } = splitPattern(argument, paths, isFolder);
  const { files, unreadable } = await globFiles(pattern, { cwd: folder || '.', dot: false });
  return {
    paths: files.filter((file) => !isDatasetFile(file)).map((file) => `${folder}${file}`),
    unreadable,
  };
}

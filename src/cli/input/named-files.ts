import { lstatSync, realpathSync, statSync } from 'node:fs';
import * as paths from 'node:path';
import { type SearchedFiles, searchedDatasets } from '../../app/searched-files.ts';
import { datasetEndings } from '../../dataset/dataset.ts';
import { plainText } from '../../text/plain-text.ts';
import { normalizedPath, withoutDevicePrefix } from '../file-paths.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import type { UnreadPath } from './linked-files.ts';
import type { Disk, ListedFiles } from './listed-files.ts';

/** What the arguments of a command name. */
export interface WantedFiles {
  /** What to do if no argument is given, in a sentence. */
  readonly whatToName: string;
  /** Begins the message about an argument that names none. */
  readonly nothingAt: string;
  /** Ends it, in a sentence. */
  readonly advice?: string;
  readonly searched: SearchedFiles;
  /** Whether `-` is standard input. */
  readonly hasInput: boolean;
}

export const datasetFiles: WantedFiles = {
  whatToName: 'Name the files to check, such as "**/*.dataset.json".',
  nothingAt: 'No dataset file was found at',
  advice: `The names of dataset files end in ${datasetEndings}. Name other files one by one.`,
  searched: searchedDatasets,
  hasInput: false,
};

export const datasetInputs: WantedFiles = {
  ...datasetFiles,
  whatToName: 'Name the files, such as "**/*.dataset.json", or - for standard input.',
  hasInput: true,
};

export interface NamedFiles extends ListedFiles {
  /** The files that a folder or a glob lists, and no argument names. */
  readonly listed: ReadonlySet<string>;
  /** Whether there is one argument, and it is the path of a file. */
  readonly isOneFile: boolean;
}

export const localDisk: Disk = {
  statusOf: (path) => attempt(() => statSync(path)),
  realpath: realpathSync.native,
  filesBelow: async (folder, search) => (await import('./find-files.ts')).filesBelow(folder, search),
};

/**
 * The files that arguments name, each once: files, and the files that folders and globs contain. An argument that
 * starts with `!` excludes files from the arguments before it; one that excludes nothing is reported: the files that it should
 * exclude may be among the others. Throws a `UsageError` for an argument that names no file.
 */
export async function namedFiles(
  positionals: readonly string[],
  wanted: WantedFiles,
  terminal: Pick<Terminal, 'error'>,
  disk: Disk = localDisk,
): Promise<NamedFiles> {
  const { whatToName } = wanted;
  if (positionals.length === 0) throw new UsageError(whatToName);
  const found = new Map<string, string>();
  const unreadable = new Map<string, UnreadPath>();
  const links = new Set<string>();
  const namedPlaces = new Set<string>();
  const placeOf = placesOnDisk(disk);
  let isOneFile = false;
  for (const argument of positionals) {
    if (argument === '') throw new UsageError(`An argument is empty. ${whatToName}`);
    if (argument === '-') {
      if (!wanted.hasInput)
        throw new UsageError(
          `Standard input (-) can't be read here. ${whatToName} A file of this name is ./-.`,
        );
      found.set(argument, argument);
      continue;
    }
    if (isNegation(argument, disk)) {
      const count = found.size + unreadable.size;
      if (count === 0)
        throw new UsageError(
          `${plainText(argument)} excludes files from the arguments before it, but there are none. Put it last.`,
        );
      const { exclusionBy } = await import('./listed-files.ts');
      const isExcluded = exclusionBy(argument.slice(1), disk);
      for (const [place, path] of found) if (path !== '-' && isExcluded(path)) found.delete(place);
      // All files in it have to be excluded.
      for (const path of unreadable.keys())
        if (isExcluded(path) || isExcluded(`${path}/any.dataset.json`)) unreadable.delete(path);
      if (found.size + unreadable.size === count)
        terminal.error(`${plainText(argument)} excludes none of the files named before it.\n`);
      continue;
    }
    const at = await filesAt(argument, wanted, disk);
    if (at.files.length + at.unreadable.length === 0)
      throw new UsageError(`${wanted.nothingAt} ${plainText(argument)}. ${wanted.advice ?? ''}`.trimEnd());
    isOneFile = positionals.length === 1 && !at.isListed;
    if (at.isNamed && at.isListed) namedPlaces.add(placeOf(argument, true));
    for (const each of at.unreadable) unreadable.set(each.path, each);
    for (const file of at.linked) links.add(file);
    for (const path of at.files) {
      const place = placeOf(path, at.isListed);
      if (!at.isListed) namedPlaces.add(place);
      if (!found.has(place)) found.set(place, path);
    }
  }
  if (found.size + unreadable.size === 0) throw new UsageError('No files to check: all are excluded.');
  for (const [path, { isLink }] of unreadable)
    if (isLink && namedPlaces.has(placeOf(path, true))) unreadable.delete(path);
  const listed = [...found].flatMap(([place, path]) => (namedPlaces.has(place) ? [] : [path]));
  return {
    files: [...found.values()],
    unreadable: [...unreadable.values()],
    listed: new Set(listed),
    linked: new Set(listed.filter((path) => links.has(path))),
    isOneFile,
  };
}

/** Further files that were skipped are only counted. */
const maxSkipped = 20;

/** Reports which files were skipped. */
export function reportExcluded(files: readonly string[], terminal: Terminal): void {
  if (files.length === 0 || terminal.isQuiet) return;
  const names = files.slice(0, maxSkipped).map((file) => `  ${plainText(normalizedPath(file))}\n`);
  const more = files.length > maxSkipped ? [`  and ${files.length - maxSkipped} more\n`] : [];
  const count =
    files.length === 1
      ? '1 file was skipped, because its project file excludes it.\n'
      : `${files.length} files were skipped, because their project files exclude them.\n`;
  terminal.error([count, ...names, ...more].join(''));
}

/** A file can have such a name, and `!(a|b)` is a pattern for everything but `a` and `b`. */
function isNegation(argument: string, { statusOf }: Disk): boolean {
  return argument.startsWith('!') && !argument.startsWith('!(') && statusOf(argument) === undefined;
}

/** `isListed`: whether a folder or a glob lists the files. If not, the argument is a file, which may not exist. */
type FilesAt = ListedFiles & { readonly isListed: boolean; readonly isNamed: boolean };

/** The files that one argument names. Few name more than one file, so what lists those is loaded only then. */
async function filesAt(argument: string, wanted: WantedFiles, disk: Disk): Promise<FilesAt> {
  const status = disk.statusOf(argument);
  if (status === undefined || status.isDirectory()) {
    const { listedFiles } = await import('./listed-files.ts');
    const listed = await listedFiles(argument, wanted.searched, disk);
    if (listed !== undefined) return { ...listed, isListed: true, isNamed: status !== undefined };
  }
  const files = [withoutDevicePrefix(argument, paths)];
  return { files, unreadable: [], linked: new Set(), isListed: false, isNamed: true };
}

/** Undefined if it fails: reading the file reports the problem. */
function attempt<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/**
 * Gives paths of the same file the same text, whatever their case and folder. Links to folders are resolved, because they may
 * be circular; a link to a file is a file of its own. `isListed`: the folder lists the file under this name, so only the
 * folder is resolved, and of many files in one folder, only the first costs time.
 */
function placesOnDisk({ realpath }: Disk): (file: string, isListed: boolean) => string {
  const folders = new Map<string, string>();
  const realFolder = (folder: string) => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const path = paths.resolve(folder);
    const real = paths.join(attempt(() => realpath(path)) ?? path, paths.sep);
    folders.set(folder, real);
    return real;
  };
  return (file, isListed) => {
    const isLink = isListed || (attempt(() => lstatSync(file).isSymbolicLink()) ?? true);
    const real = isLink ? undefined : attempt(() => realpath(file));
    return real ?? `${realFolder(paths.dirname(file))}${paths.basename(file)}`;
  };
}

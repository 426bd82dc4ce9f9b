import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import * as paths from 'node:path';
import { basename, dirname, resolve, sep } from 'node:path';
import { plainText } from '../../text/plain-text.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import type { FoundFiles, UnreadableFolder } from './glob-files.ts';
import { folderPrefix, isFolder, splitPattern, withoutDevicePrefix, withSlashes } from './split-pattern.ts';

export interface NamedFilesOptions {
  /** What to do if no argument is given, in a sentence. */
  readonly whatToName: string;
  /** Whether to search folders for dataset files. If not, they are refused. */
  readonly searchFolders: boolean;
  /** The path of a file or folder as the system spells it, with links resolved. Throws if it doesn't exist. */
  readonly realpath: (path: string) => string;
}

export interface NamedFiles extends FoundFiles {
  /** Arguments with `!` that exclude nothing, probably by mistake. */
  readonly ineffective: readonly string[];
  /** Whether there is one argument, and it is the path of a file. */
  readonly isOneFile: boolean;
}

/**
 * The files that arguments name, each once: files, and the files that folders and globs contain. An argument that
 * starts with `!` excludes files from the arguments before it. Throws a `UsageError` for an argument that names no file.
 */
export async function namedFiles(
  positionals: readonly string[],
  options: Partial<NamedFilesOptions> = {},
): Promise<NamedFiles> {
  const {
    whatToName = 'Name the files to check, such as "**/*.dataset.json".',
    searchFolders = true,
    realpath = realpathSync.native,
  } = options;
  if (positionals.length === 0) throw new UsageError(whatToName);
  const files = new Map<string, string>();
  const unreadable = new Map<string, UnreadableFolder>();
  const ineffective: string[] = [];
  const places = new PlacesOnDisk(realpath);
  let isOneFile = false;
  for (const argument of positionals) {
    if (argument === '') throw new UsageError(`An argument is empty. ${whatToName}`);
    if (argument === '-')
      throw new UsageError(
        `Standard input (-) can't be read here. ${whatToName} A file of this name is ./-.`,
      );
    if (!searchFolders && statusOf(argument)?.isDirectory())
      throw new UsageError(
        `${plainText(argument)} is a folder. Name its files, such as "${plainText(`${folderPrefix(argument, paths)}*.dataset.json`)}".`,
      );
    if (isNegation(argument)) {
      if (files.size + unreadable.size === 0)
        throw new UsageError(
          `${plainText(argument)} excludes files from the arguments before it, but there are none. Put it last.`,
        );
      const count = files.size + unreadable.size;
      const named = [...files.values(), ...unreadable.keys()];
      const left = await filesAt(argument.slice(1), { inFolders: everyDataset, hidden: true, only: named });
      for (const file of left.files) {
        const place = places.of(file, left.kind !== 'file');
        const same = files.get(place);
        // Through a link, it is the same file, but not the named one.
        if (same !== undefined && isSameSpelling(same, file)) files.delete(place);
      }
      for (const { path, isMatched } of left.unreadable)
        for (const same of unreadable.keys())
          if (isMatched && isSameSpelling(same, path)) unreadable.delete(same);
      if (files.size + unreadable.size === count) ineffective.push(argument);
      continue;
    }
    const named = await filesAt(argument, {
      inFolders: searchFolders ? everyDataset : undefined,
      hidden: false,
    });
    if (named.files.length + named.unreadable.length === 0)
      throw new UsageError(`No dataset file was found at ${plainText(argument)}.`);
    isOneFile = positionals.length === 1 && named.kind === 'file';
    for (const file of named.files) {
      const place = places.of(file, named.kind !== 'file');
      const before = files.get(place);
      // A path without links is clearer than one through them, which may be circular.
      const isClearer =
        before !== undefined && place !== paths.resolve(before) && place === paths.resolve(file);
      if (before === undefined || isClearer) files.set(place, file);
    }
    for (const folder of named.unreadable) unreadable.set(folder.path, folder);
  }
  if (files.size + unreadable.size === 0) throw new UsageError('No files to check: all are excluded.');
  return { files: [...files.values()], unreadable: [...unreadable.values()], ineffective, isOneFile };
}

/** Reports the arguments with `!` that exclude nothing: the files that they should exclude may be among the others. */
export function reportIneffective({ ineffective }: NamedFiles, terminal: Terminal): void {
  for (const argument of ineffective)
    terminal.error(`${plainText(argument)} excludes none of the files named before it.\n`);
}

/** A file can have such a name, and `!(a|b)` is a pattern for everything but `a` and `b`. */
function isNegation(argument: string): boolean {
  return argument.startsWith('!') && !argument.startsWith('!(') && statusOf(argument) === undefined;
}

interface Found extends FoundFiles {
  /** What the argument is. What a folder or a glob finds is spelled as there. */
  readonly kind: 'file' | 'folder' | 'glob';
}

interface FolderPattern {
  readonly glob: string;
  /** Whether it also matches names that begin with a dot. */
  readonly hidden: boolean;
}

const everyDataset: FolderPattern = { glob: '**/*.dataset.{json,yaml,yml}', hidden: true };

interface Search {
  /** The pattern that is used for a folder. Without one, a folder counts as a file that can't be read. */
  readonly inFolders: FolderPattern | undefined;
  /** Whether patterns also match names that begin with a dot. */
  readonly hidden: boolean;
  /** Searches only folders that contain one of these paths: `!node_modules/**` need not read 100,000 names. */
  readonly only?: readonly string[];
}

/** The files that one argument of a command names: a file, also one that doesn't exist, or those that a folder or a glob contains. */
export async function filesAt(argument: string, search: Search): Promise<Found> {
  const status = statusOf(argument);
  if (status?.isDirectory() && search.inFolders) {
    const { glob, hidden } = search.inFolders;
    const inside = await inFolder(folderPrefix(argument, paths), glob, { ...search, hidden });
    return { ...inside, kind: 'folder' };
  }
  if (status || !(await loadGlobs()).isGlob(argument))
    return { files: [withoutDevicePrefix(argument, paths)], unreadable: [], kind: 'file' };
  const { folder, pattern } = splitPattern(argument, paths, isFolder);
  return { ...(await inFolder(asNamedHere(folder), pattern, search)), kind: 'glob' };
}

/** Loaded only for folders and patterns: a single file doesn't need it. */
function loadGlobs() {
  return import('./glob-files.ts');
}

async function inFolder(folder: string, pattern: string, { hidden, only }: Search): Promise<FoundFiles> {
  const start = folded(folder);
  if (only?.every((path) => !folded(path).startsWith(start))) return { files: [], unreadable: [] };
  const { globFiles } = await loadGlobs();
  const inside = await globFiles(pattern, { cwd: folder || '.', dot: hidden });
  return { ...inside, files: inside.files.map((file) => `${folder}${file}`) };
}

/** The path of a folder, relative if it is in the current folder, as reports of pipelines need it. */
function asNamedHere(folder: string): string {
  if (!paths.isAbsolute(folder)) return folder;
  const here = paths.relative('', folder);
  if (here === '') return '';
  return paths.isAbsolute(here) || here.startsWith('..') ? folder : `${withSlashes(here, paths)}/`;
}

/** Whether two paths of the same file go through the same links. File systems may ignore case. */
function isSameSpelling(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(file: string): string {
  return paths.resolve(withoutDevicePrefix(file, paths)).normalize('NFC').toLowerCase();
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Finds out whether two paths are the same file, whatever their case and folder. Links to folders are resolved, because
 * they may be circular; a link to a file is a file of its own.
 */
export class PlacesOnDisk {
  readonly #realpath: (path: string) => string;
  readonly #folders = new Map<string, string>();

  /** `realpath`: the path of a file or folder as the system spells it, with links resolved. Throws if it doesn't exist. */
  constructor(realpath: (path: string) => string) {
    this.#realpath = realpath;
  }

  /** The canonical path of a file. `isListed`: its folder lists it under this name, so only the folder is resolved. */
  of(file: string, isListed: boolean): string {
    if (!isListed) {
      try {
        if (!lstatSync(file).isSymbolicLink()) return this.#realpath(file);
      } catch {
        // Reading the file reports the problem.
      }
    }
    return `${this.#realFolder(dirname(file))}${basename(file)}`;
  }

  /** Ends with a separator. By the folder as it is written: of many files in one folder, only the first costs time. */
  #realFolder(folder: string): string {
    let real = this.#folders.get(folder);
    if (real === undefined) {
      real = this.#realPath(resolve(folder));
      if (!real.endsWith(sep)) real += sep;
      this.#folders.set(folder, real);
    }
    return real;
  }

  #realPath(folder: string): string {
    try {
      return this.#realpath(folder);
    } catch {
      // Reading the file reports the problem.
      return folder;
    }
  }
}

import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import * as paths from 'node:path';
import { plainText } from '../../text/plain-text.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import type { FoundFiles, UnreadableFolder } from './glob-files.ts';
import { PlacesOnDisk } from './places-on-disk.ts';
import { splitPattern, withoutDevicePrefix, withSlashes } from './split-pattern.ts';

export interface NamedFilesOptions {
  /** What to do when nothing is named, in a sentence. */
  readonly whatToName: string;
  /** Whether a folder stands for the dataset files in it; if not, it counts as a file, which can't be read. */
  readonly searchFolders: boolean;
  /** The path of a file or folder as the system itself spells it, links resolved. Throws if there is none. */
  readonly realpath: (path: string) => string;
}

export interface NamedFiles extends FoundFiles {
  /** Arguments with `!` that leave out nothing, most likely by mistake. */
  readonly ineffective: readonly string[];
}

/**
 * The files that arguments name, each once: files as they are, folders and globs as the files that they hold. What
 * begins with `!` leaves out of what is named before it. Throws a `UsageError` for an argument that names none.
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
  const places = new PlacesOnDisk({ realpath, isLink: (file) => lstatSync(file).isSymbolicLink() });
  for (const argument of positionals) {
    if (isNegation(argument)) {
      if (files.size + unreadable.size === 0)
        throw new UsageError(
          `${plainText(argument)} leaves out of what is named before it, and nothing is: put it last.`,
        );
      const count = files.size + unreadable.size;
      const named = [...files.values(), ...unreadable.keys()];
      const left = await found(argument.slice(1), { searchFolders: true, hidden: true, only: named });
      for (const file of left.files) {
        const place = places.of(file, left.isGlob);
        const same = files.get(place);
        // Through a link it is the same file, but not what was named.
        if (same !== undefined && isSameSpelling(same, file)) files.delete(place);
      }
      for (const { path, isMatched } of left.unreadable)
        for (const same of unreadable.keys())
          if (isMatched && isSameSpelling(same, path)) unreadable.delete(same);
      if (files.size + unreadable.size === count) ineffective.push(argument);
      continue;
    }
    const named = await found(argument, { searchFolders, hidden: false });
    if (named.files.length + named.unreadable.length === 0)
      throw new UsageError(`No dataset file is found at ${plainText(argument)}.`);
    for (const file of named.files) {
      const place = places.of(file, named.isGlob);
      const before = files.get(place);
      // A path without links is clearer than one through them, which may lead round in a circle.
      const isClearer =
        before !== undefined && place !== paths.resolve(before) && place === paths.resolve(file);
      if (before === undefined || isClearer) files.set(place, file);
    }
    for (const folder of named.unreadable) unreadable.set(folder.path, folder);
  }
  if (files.size + unreadable.size === 0) throw new UsageError('No file is left to check: all are left out.');
  return { files: [...files.values()], unreadable: [...unreadable.values()], ineffective };
}

/** Names the arguments with `!` that leave out nothing: what they were to keep out may be among the files. */
export function reportIneffective({ ineffective }: NamedFiles, terminal: Terminal): void {
  for (const argument of ineffective)
    terminal.error(`${plainText(argument)} leaves out no file of those named before it.\n`);
}

/** A file may have such a name, and `!(a|b)` is a pattern for what is neither. */
function isNegation(argument: string): boolean {
  return argument.startsWith('!') && !argument.startsWith('!(') && statusOf(argument) === undefined;
}

interface Found extends FoundFiles {
  /** Whether the files were looked up in folders, and so are spelled as there. */
  readonly isGlob: boolean;
}

interface Search {
  readonly searchFolders: boolean;
  /** A pattern matches files whose names begin with a dot, and those in such folders, too. */
  readonly hidden: boolean;
  /** Looks only where these paths are: `!node_modules/**` need not read a hundred thousand names. */
  readonly only?: readonly string[];
}

async function found(argument: string, { searchFolders, hidden, only }: Search): Promise<Found> {
  const status = statusOf(argument);
  if (status?.isDirectory() && searchFolders) {
    const folder = withSlashes(paths.normalize(`${withoutDevicePrefix(argument, paths)}/`), paths);
    return inFolder(folder === './' ? '' : folder, '**/*.dataset.{json,yaml,yml}', true, only);
  }
  if (status || !(await isGlob(argument)))
    return { files: [withoutDevicePrefix(argument, paths)], unreadable: [], isGlob: false };
  const { folder, pattern } = splitPattern(argument, paths, isFolder);
  return inFolder(asNamedHere(folder), pattern, hidden, only);
}

async function isGlob(argument: string): Promise<boolean> {
  const { isDynamicPattern } = await loadGlobs();
  return isDynamicPattern(withSlashes(withoutDevicePrefix(argument, paths), paths));
}

/** Loaded only for folders and patterns: a single file doesn't need it. */
function loadGlobs() {
  return import('./glob-files.ts');
}

async function inFolder(
  folder: string,
  pattern: string,
  dot: boolean,
  only: readonly string[] | undefined,
): Promise<Found> {
  const start = folded(folder);
  if (only?.every((path) => !folded(path).startsWith(start)))
    return { files: [], unreadable: [], isGlob: true };
  const { globFiles } = await loadGlobs();
  const inside = await globFiles(pattern, { cwd: folder || '.', dot });
  return { ...inside, files: inside.files.map((file) => `${folder}${file}`), isGlob: true };
}

/** A full path of a folder becomes relative where it lies in the current one, as reports of pipelines want it. */
function asNamedHere(folder: string): string {
  if (!paths.isAbsolute(folder)) return folder;
  const here = paths.relative('', folder);
  if (here === '') return '';
  return paths.isAbsolute(here) || here.startsWith('..') ? folder : `${withSlashes(here, paths)}/`;
}

function isFolder(path: string): boolean {
  return statusOf(path)?.isDirectory() ?? false;
}

/** Of files in one place: whether both paths go there without different links. File systems may ignore case. */
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

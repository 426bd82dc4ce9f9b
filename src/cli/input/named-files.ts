import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, normalize, resolve, sep } from 'node:path';
import { isDynamicPattern } from 'tinyglobby';
import { plainText } from '../../text/plain-text.ts';
import { UsageError } from '../terminal.ts';
import { type FoundFiles, globFiles, type UnreadableFolder } from './glob-files.ts';

/**
 * The files that arguments name, each once: files as they are, folders and globs as the files that they hold. What
 * begins with `!` leaves out of what is named before it. Throws a `UsageError` for an argument that names none.
 */
export async function namedFiles(positionals: readonly string[]): Promise<FoundFiles> {
  if (positionals.length === 0) throw new UsageError('Name the files to check, such as "**/*.dataset.json".');
  const files = new Map<string, string>();
  const unreadable = new Map<string, UnreadableFolder>();
  const placeOf = placesOnDisk();
  for (const argument of positionals) {
    if (await isNegation(argument)) {
      if (files.size + unreadable.size === 0)
        throw new UsageError(
          `${plainText(argument)} leaves out of what is named before it, and nothing is: put it last.`,
        );
      const left = await found(argument.slice(1), { hidden: true });
      const names = new Set(left.files.map((file) => resolve(file)));
      for (const [place, file] of files) if (names.has(resolve(file))) files.delete(place);
      for (const { path, isMatched } of left.unreadable) if (isMatched) unreadable.delete(path);
      continue;
    }
    const named = await found(argument);
    if (named.files.length + named.unreadable.length === 0)
      throw new UsageError(`No dataset file is found at ${plainText(argument)}.`);
    for (const file of named.files) {
      const place = placeOf(file);
      if (!files.has(place) || place === resolve(file)) files.set(place, file);
    }
    for (const folder of named.unreadable) unreadable.set(folder.path, folder);
  }
  if (files.size + unreadable.size === 0) throw new UsageError('No file is left to check: all are left out.');
  return { files: [...files.values()], unreadable: [...unreadable.values()] };
}

/** A file may have such a name, and `!(a|b)` is a pattern for what is neither. */
async function isNegation(argument: string): Promise<boolean> {
  return argument.startsWith('!') && !argument.startsWith('!(') && (await statusOf(argument)) === undefined;
}

/** `hidden`: a pattern matches files whose names begin with a dot, and those in such folders, too. */
async function found(argument: string, { hidden } = { hidden: false }): Promise<FoundFiles> {
  const status = await statusOf(argument);
  if (status?.isDirectory()) {
    const inside = await globFiles('**/*.dataset.{json,yaml,yml}', { cwd: argument, dot: true });
    const folder = withSlashes(normalize(`${argument}/`));
    return { ...inside, files: inside.files.map((file) => (folder === './' ? file : `${folder}${file}`)) };
  }
  const pattern = withSlashes(argument);
  if (status || !isDynamicPattern(pattern)) return { files: [argument], unreadable: [] };
  return globFiles(pattern, { dot: hidden });
}

function statusOf(path: string) {
  return stat(path).catch(() => undefined);
}

/** Where files are, links to folders resolved: such a link may lead round in a circle. */
function placesOnDisk(): (file: string) => string {
  const folders = new Map<string, string>();
  return (file) => {
    const folder = dirname(resolve(file));
    let place = folders.get(folder);
    if (place === undefined) {
      place = realPath(folder);
      folders.set(folder, place);
    }
    return join(place, basename(file));
  };
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // Reading the file tells what is wrong.
    return folder;
  }
}

/** What Windows separates folders by is an escape in a pattern. */
function withSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

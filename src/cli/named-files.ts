import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, normalize, resolve, sep } from 'node:path';
import { type GlobOptions, glob, isDynamicPattern } from 'tinyglobby';
import { plainText } from '../text/plain-text.ts';
import { UsageError } from './terminal.ts';

const options: GlobOptions = {
  ignore: ['**/node_modules/**', '**/.git/**'],
  expandDirectories: false,
};

/**
 * The files that arguments name, each once: files as they are, folders and globs as the files that they hold. Throws a
 * `UsageError` for an argument that names none.
 */
export async function namedFiles(positionals: readonly string[]): Promise<readonly string[]> {
  if (positionals.length === 0) throw new UsageError('Name the files to check, such as "**/*.dataset.json".');
  const files = new Map<string, string>();
  const placeOf = placesOnDisk();
  for (const argument of positionals) {
    const found = await filesOf(argument);
    if (found.length === 0) throw new UsageError(`No dataset file is found at ${plainText(argument)}.`);
    for (const file of found) {
      const place = placeOf(file);
      if (!files.has(place) || place === resolve(file)) files.set(place, file);
    }
  }
  return [...files.values()];
}

async function filesOf(argument: string): Promise<readonly string[]> {
  const status = await stat(argument).catch(() => undefined);
  if (status?.isDirectory()) {
    const inside = await glob('**/*.dataset.{json,yaml,yml}', { ...options, cwd: argument, dot: true });
    const folder = withSlashes(normalize(`${argument}/`));
    return inside.map((file) => (folder === './' ? file : `${folder}${file}`)).sort();
  }
  const pattern = withSlashes(argument);
  if (status || !isDynamicPattern(pattern)) return [argument];
  return (await glob(pattern, options)).sort();
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

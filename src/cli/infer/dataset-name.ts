import { basename, dirname, relative, resolve } from 'node:path';
import { dataExtensions } from '../../inference/formats/formats.ts';
import { withoutExtension } from '../../inference/names.ts';

/** The name of the only file, or of the nearest folder that all files are in. */
export function datasetName(paths: readonly string[]): string {
  const files = paths.filter((path) => path !== '-');
  const [only = ''] = paths;
  if (paths.length === 1) return only === '-' ? 'stdin' : withoutExtension(basename(only), dataExtensions);
  let folder = dirname(resolve(files[0] ?? ''));
  while (!files.every((file) => isInside(folder, resolve(file)))) folder = dirname(folder);
  return basename(folder);
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  // On Windows a path on another drive stays absolute; there the loop ends at the root of the first one.
  return !path.startsWith('..') || dirname(folder) === folder;
}

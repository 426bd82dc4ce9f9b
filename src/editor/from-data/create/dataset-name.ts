import { dataExtensions } from '../../../inference/formats/formats.ts';
import { withoutExtension } from '../../../inference/names.ts';

/** The name of the only file, or of the nearest folder that all files are in. `paths` have slashes. */
export function datasetName(paths: readonly string[]): string {
  const parts = paths.map((path) => path.split('/'));
  const [first = []] = parts;
  if (parts.length === 1) return withoutExtension(first.at(-1) ?? '', dataExtensions);
  const different = first.findIndex((part, index) => parts.some((other) => other[index] !== part));
  return first[different - 1] ?? '';
}

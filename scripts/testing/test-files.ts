import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryFolder } from '../repository.ts';

/** The test files in a folder and below, as paths in the repository with `/`. */
export function testsIn(folder: string): readonly string[] {
  const files = globSync(`${folder}/**/*.test.ts`, { cwd: repositoryFolder });
  return files.map((file) => file.replaceAll('\\', '/')).sort();
}

/** Those that start programs come first: starting one takes three times as long in a process with much memory. */
export function unitTests(): readonly string[] {
  const startsPrograms = (file: string) => /^test\/unit\/(?:cli|git|workflows)\//.test(file);
  const files = testsIn('test/unit');
  return [...files.filter(startsPrograms), ...files.filter((file) => !startsPrograms(file))];
}

export function hostTests(): readonly string[] {
  return testsIn('test/host');
}

/** Beside those for a browser only, those of `test/host` for what a browser does otherwise: workers, and a virtual workspace. */
export function webTests(): readonly string[] {
  const alike = ['activation', 'large-documents', 'validate-workspace'];
  return [...alike.map((name) => `test/host/authoring/${name}.test.ts`), ...testsIn('test/web')];
}

/** Those of a suite's files that are, are in, or begin with one of `parts`, which are paths below the folder of the suite. */
export function selectFiles(files: readonly string[], parts: readonly string[]): readonly string[] {
  const below = (file: string) => file.replace(/^test\/[^/]+\//, '');
  const found = parts.flatMap((part) => {
    const inFolder = files.filter((file) => below(file).startsWith(`${part.replace(/\/$/, '')}/`));
    return inFolder.length > 0 ? inFolder : files.filter((file) => below(file).startsWith(part));
  });
  return files.filter((file) => found.includes(file));
}

/** Divides files into as many groups, of about the same size: a long file takes long. A group is never empty. */
export function divideFiles(files: readonly string[], groups: number): readonly (readonly string[])[] {
  const sizes = files.map((file) => [file, sizeWithParts(join(repositoryFolder, file))] as const);
  const divided = Array.from({ length: groups }, () => ({ size: 0, files: [] as string[] }));
  for (const [file, size] of sizes.toSorted(([, a], [, b]) => b - a)) {
    const smallest = divided.reduce((least, group) => (group.size < least.size ? group : least));
    smallest.size += size;
    smallest.files.push(file);
  }
  return divided.map((group) => group.files.sort()).filter((group) => group.length > 0);
}

/** A file that opens a window takes as much longer as another one with so many characters more. */
const windowSize = 6000;

/** In characters, with what a test file imports from its folder and below: some have a part of their tests there. */
function sizeWithParts(file: string): number {
  const text = readFileSync(file, 'utf8');
  const parts = [...text.matchAll(/ from '(\.\/[^']+\.ts)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  const ownSize = text.length + (/ from '.*\/in-workbench\.ts'/.test(text) ? windowSize : 0);
  return parts.reduce((size, part) => size + sizeWithParts(part), ownSize);
}

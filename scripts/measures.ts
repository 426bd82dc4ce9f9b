import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { filesEnteredByCreate } from './entered-files.ts';
import { repositoryFolder } from './repository.ts';

/** Files with one importer and fewer lines belong to their importer. */
const fewLines = 30;

const frontEnds = /^src.(?:(?:editor|cli|agents|designer-view|data-view|batch-view)\b|extension\.)/;

/** The size of `src`: many small files and many parameter objects tire the reader. */
export function measures(): Record<string, number> {
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: repositoryFolder }).map((path) =>
    join(repositoryFolder, path),
  );
  const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const lines = (path: string) => (sources.get(path)?.match(/\n/g) ?? []).length;
  const sorted = paths.map(lines).sort((a, b) => a - b);
  const importers = new Map<string, number>();
  for (const [path, source] of sources) {
    const imported = [...source.matchAll(/\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g)];
    for (const target of new Set(imported.map(([, file, lazy]) => join(dirname(path), file ?? lazy ?? ''))))
      importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  const total = sorted.reduce((sum, count) => sum + count, 0);
  const ofFrontEnds = paths.filter((path) => frontEnds.test(relative(repositoryFolder, path)));
  const parameterObjects = [...sources.values()].flatMap(
    (source) =>
      source.match(/^(export )?(interface|type) \w*(Dependencies|Options|Ports|Context|Host|Access)\b/gm) ??
      [],
  );
  return {
    files: paths.length,
    lines: total,
    'percent of the lines are in front ends (editor, cli, agents, views)': Math.round(
      (100 * ofFrontEnds.reduce((sum, path) => sum + lines(path), 0)) / total,
    ),
    'median lines of a file': sorted[Math.floor(sorted.length / 2)] ?? 0,
    'types named *Dependencies, *Options, *Ports, *Context, *Host, *Access': parameterObjects.length,
    [`files with one importer and under ${fewLines} lines`]: paths.filter(
      (path) => lines(path) < fewLines && importers.get(path) === 1,
    ).length,
    'files with the name of another one, except register.ts': paths
      .map((path) => basename(path))
      .filter((name, index, names) => name !== 'register.ts' && names.indexOf(name) !== index).length,
  };
}

if (import.meta.main) {
  console.log('\nsrc:');
  const entered = { 'files that dataset-studio create enters': (await filesEnteredByCreate()).length };
  for (const [name, value] of Object.entries({ ...measures(), ...entered }))
    console.log(`${String(value).padStart(7)}  ${name}`);
}

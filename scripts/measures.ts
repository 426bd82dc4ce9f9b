import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
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
  const importsOf = new Map(
    [...sources].map(([path, source]) => {
      const imported = [...source.matchAll(/\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g)];
      return [path, new Set(imported.map(([, file, lazy]) => join(dirname(path), file ?? lazy ?? '')))];
    }),
  );
  const importers = new Map<string, number>();
  for (const target of [...importsOf.values()].flatMap((targets) => [...targets]))
    importers.set(target, (importers.get(target) ?? 0) + 1);
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
    'files over 300 lines': sorted.filter((count) => count > 300).length,
    'pairs of folders of one room that import each other': pairsOfFolders(importsOf),
    'names that two files export, without activate': namesTwice(sources),
    'types named *Dependencies, *Options, *Ports, *Context, *Host, *Access': parameterObjects.length,
    [`files with one importer and under ${fewLines} lines`]: paths.filter(
      (path) => lines(path) < fewLines && importers.get(path) === 1,
    ).length,
    'files with the name of another one': paths
      .map((path) => basename(path))
      .filter((name, index, names) => names.indexOf(name) !== index).length,
  };
}

/** Folders side by side. One and a folder in it may: the outer has what the inner ones share, and what puts them together. */
function pairsOfFolders(importsOf: ReadonlyMap<string, ReadonlySet<string>>): number {
  const arrows = new Set<string>();
  for (const [path, targets] of importsOf)
    for (const target of targets) {
      const [from, to] = [path, target].map((each) => relative(repositoryFolder, dirname(each)).split(sep));
      let shared = 0;
      while (from?.[shared] !== undefined && from[shared] === to?.[shared]) shared += 1;
      const [one, other] = [from?.[shared], to?.[shared]];
      const parent = from?.slice(0, shared).join('/');
      if (shared > 1 && one !== undefined && other !== undefined) arrows.add(`${parent} ${one} ${other}`);
    }
  return [...arrows].filter((arrow) => {
    const [parent, one = '', other = ''] = arrow.split(' ');
    return one < other && arrows.has(`${parent} ${other} ${one}`);
  }).length;
}

function namesTwice(sources: ReadonlyMap<string, string>): number {
  const declared = /^export (?:async )?(?:function\*?|(?:abstract )?class|const|interface|type) (\w+)/gm;
  const names = [...sources.values()].flatMap((source) => [
    ...new Set([...source.matchAll(declared)].map(([, name = '']) => name)),
  ]);
  const twice = names.filter((name, index) => names.indexOf(name) !== index && name !== 'activate');
  return new Set(twice).size;
}

if (import.meta.main) {
  console.log('\nsrc:');
  const entered = { 'files that dataset-studio create enters': (await filesEnteredByCreate()).length };
  for (const [name, value] of Object.entries({ ...measures(), ...entered }))
    console.log(`${String(value).padStart(7)}  ${name}`);
}

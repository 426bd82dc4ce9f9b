import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { filesEnteredByCreate } from './entered-files.ts';
import { importRuleCount, unusedImportRules } from './import-rules.ts';
import { repositoryFolder } from './repository.ts';

/** Lines of `src`. A change that needs more finds what can go. */
const budget = 68_700;

/** A longer function is hard to read at a glance. */
const maxFunctionLines = 100;

/** Files with one importer and fewer lines belong to their importer. */
const fewLines = 30;

const frontEnds = /^src.(?:(?:editor|cli|agents|designer-view|data-view|batch-view)\b|extension\.)/;

interface Measure {
  readonly name: string;
  readonly value: number;
  /** The largest value that is wanted. Without it, the measure has no goal. */
  readonly goal?: number;
}

/** The size of `src`: many small files and many parameter objects tire the reader. */
export function measures(): readonly Measure[] {
  const sources = readSources('src/**/*.{ts,tsx}');
  const paths = [...sources.keys()];
  const lines = (path: string) => lineCount(sources.get(path) ?? '');
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
  const inFrontEnds = ofFrontEnds.reduce((sum, path) => sum + lines(path), 0);
  const long = [...sources].flatMap(([path, source]) =>
    longFunctions(source).map((name) => `${relative(repositoryFolder, path)}: ${name}`),
  );
  const ofTests = [...readSources('test/**/*.{ts,tsx}').values()].map(lineCount);
  return [
    { name: 'lines', value: total, goal: budget },
    { name: 'lines of tests', value: ofTests.reduce((sum, count) => sum + count, 0) },
    { name: 'files', value: paths.length },
    {
      name: 'percent of the lines are in front ends (editor, cli, agents, views)',
      value: Math.round((100 * inFrontEnds) / total),
    },
    { name: 'median lines of a file', value: sorted[Math.floor(sorted.length / 2)] ?? 0, goal: 100 },
    { name: 'files over 300 lines', value: sorted.filter((count) => count > 300).length, goal: 5 },
    {
      name: `functions of more than ${maxFunctionLines} lines (${long.join(', ')})`,
      value: long.length,
      goal: 5,
    },
    {
      name: 'pairs of folders of one room that import each other',
      value: pairsOfFolders(importsOf),
      goal: 0,
    },
    { name: 'names that two files export, without activate', value: namesTwice(sources), goal: 7 },
    {
      name: `imports that nobody uses, of ${importRuleCount} that scripts/import-rules.ts allows`,
      value: unusedImportRules().length,
      goal: 0,
    },
    {
      name: 'types named *Dependencies, *Options, *Ports, *Context, *Host, *Access',
      value: parameterObjects.length,
    },
    {
      name: `files with one importer and under ${fewLines} lines`,
      value: paths.filter((path) => lines(path) < fewLines && importers.get(path) === 1).length,
    },
    {
      name: 'files with the name of another one',
      value: paths.map((path) => basename(path)).filter((name, index, names) => names.indexOf(name) !== index)
        .length,
    },
  ];
}

function readSources(pattern: string): ReadonlyMap<string, string> {
  const paths = globSync(pattern, { cwd: repositoryFolder }).map((path) => join(repositoryFolder, path));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

function lineCount(text: string): number {
  return (text.match(/\n/g) ?? []).length;
}

/** The names of long functions and methods. The formatter puts the end of each below its start. */
function longFunctions(source: string): readonly string[] {
  const start =
    /^( *)(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+)(?:: \w+)? = (?:async )?(?:function\*? )?\(|(#?\w+)(?:<.*>)?\().*[({]$/;
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    const [, indent = '', name, arrow, method] = start.exec(line) ?? [];
    const found = name ?? arrow ?? method;
    if (found === undefined || (method !== undefined && indent.length !== 2)) return [];
    const end = lines.findIndex((each, at) => at > index && new RegExp(`^${indent}}[;,]?$`).test(each));
    return end - index >= maxFunctionLines ? [found] : [];
  });
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
  const entered = {
    name: 'files that dataset-studio create enters for one file',
    value: (await filesEnteredByCreate()).length,
    goal: 95,
  };
  console.log('\nsrc:');
  for (const { name, value, goal = Number.POSITIVE_INFINITY } of [...measures(), entered]) {
    const wanted = Number.isFinite(goal) ? `at most ${goal}` : '';
    console.log(`${value > goal ? '✗' : ' '}${String(value).padStart(7)}  ${wanted.padEnd(15)} ${name}`);
    if (name === 'lines' && value > goal) {
      console.error(
        `src has ${value - goal} lines more than its budget (scripts/measures.ts). Find what can go.`,
      );
      process.exitCode = 1;
    }
  }
}

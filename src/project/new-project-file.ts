import { valueAt } from '../dataset/dataset.ts';
import { nearest } from '../dataset/rules/nearest.ts';
import { valueFindings } from '../dataset/rules/problems.ts';
import type { Kind } from '../dataset/rules/schema.ts';
import { noRuleSettings, type RuleSettings } from '../dataset/rules/settings.ts';

/** A new project file. */
export interface NewProjectFile {
  readonly text: string;
  /** What datasets use beyond what the file declares, which is in it as comments. */
  readonly commented: UnknownNames;
  /** Names that are probably mistakes, because the rules suggest others: they are not in the file. */
  readonly mistakes: UnknownNames;
}

export interface UnknownNames {
  /** Each once, in their order. */
  readonly names: readonly string[];
  /** How many problems they cause. */
  readonly problems: number;
}

type ListOf = 'dataTypes' | Kind;

/** Of a list, so that the file stays far below the size that a project file can have. */
const maxNames = 100;
const maxNameLength = 100;

/** `dataTypes`: those that the file declares. `datasets`: their values, of any kind, for what they use beyond that. */
export function newProjectFile(dataTypes: readonly string[], datasets: readonly unknown[]): NewProjectFile {
  const found = datasets.flatMap((dataset) => unknownNames(dataset, { ...noRuleSettings, dataTypes }));
  // A name can have a suggestion in one table, and none in another one that has both.
  const suspected = new Set(found.filter(({ isMistake }) => isMistake).map(keyOf));
  const mistakes = found.filter((each) => suspected.has(keyOf(each)));
  const commented = found.filter((each) => !suspected.has(keyOf(each)));
  const list = (list: ListOf, indent: string, declared: readonly string[] = []) =>
    listOf(namesOf(commented.filter((each) => each.list === list)), declared, indent);
  const text = `// What your team agrees on for dataset files: in VS Code, on the command line, for agents, and in pipelines.
{
  // Globs of the files that are not dataset files, such as "**/fixtures/**". They have no problems.
  "exclude": [],

  // What your service knows in addition to the specification. What is commented out here is used, but not declared.
  "dataTypes": ${list('dataTypes', '  ', dataTypes)},
  "properties": {
    "dataset": ${list('dataset', '    ')},
    "table": ${list('table', '    ')},
    "column": ${list('column', '    ')}
  },

  // Severities: "off", "hint", "info", "warning", or "error".
  "rules": {},

  // How names look, for example "column": { "style": "PascalCase" }.
  "names": {}
}
`;
  return { text, commented: summaryOf(commented), mistakes: summaryOf(mistakes) };
}

interface UnknownName {
  readonly list: ListOf;
  readonly name: string;
  readonly isMistake: boolean;
}

/** The unknown data types and properties of a dataset, once for each of their problems. */
function unknownNames(dataset: unknown, settings: RuleSettings): UnknownName[] {
  return valueFindings(dataset, settings).flatMap(
    ({ code, path, target, suggestion, missing }): UnknownName[] => {
      const name = String(code === 'unknown-data-type' ? valueAt(dataset, path) : path.at(-1));
      // A service may know a type of SQL, but it needs all properties.
      const isMistake =
        suggestion !== undefined && (missing !== undefined || nearest(name, [suggestion]) !== undefined);
      if (code === 'unknown-data-type') return [{ list: 'dataTypes', name, isMistake }];
      // Otherwise, a property is missing, or an object has more unknown properties than the rule names.
      if (missing === undefined && code !== 'unknown-property') return [];
      if (target !== 'key') return [];
      return [{ list: kinds[path.length] ?? 'column', name, isMistake }];
    },
  );
}

/** By the length of the path of a property. */
const kinds: readonly (Kind | undefined)[] = [undefined, 'dataset', undefined, 'table'];

function keyOf({ list, name }: UnknownName): string {
  return `${list} ${name}`;
}

function namesOf(found: readonly UnknownName[]): string[] {
  return [...new Set(found.map(({ name }) => name))].sort();
}

function summaryOf(found: readonly UnknownName[]): UnknownNames {
  return { names: namesOf(found), problems: found.length };
}

/** A JSON array with what is only used in comments before what is declared, so that each can become an item. */
function listOf(used: readonly string[], declared: readonly string[], indent: string): string {
  const comments = used
    .map((name) => JSON.stringify(name))
    .filter((name) => name.length <= maxNameLength)
    .slice(0, maxNames)
    .map((name) => `// ${name},`);
  const items = declared.map(
    (name, index) => JSON.stringify(name) + (declared[index + 1] === undefined ? '' : ','),
  );
  if (comments.length === 0) return `[${items.join(' ')}]`;
  return `[\n${[...comments, ...items].map((line) => `${indent}  ${line}\n`).join('')}${indent}]`;
}

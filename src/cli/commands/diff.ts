import { type Change, type ChangeSeverity, changeSeverities } from '../../comparison/change.ts';
import { compareDatasets } from '../../comparison/compare.ts';
import { changeRecords, changesAsMarkdown, changesAsText } from '../../comparison/write-changes.ts';
import type { DatasetFileChanges } from '../../git/dataset-changes.ts';
import { plainText } from '../../text/plain-text.ts';
import { command, type ExitCode, exitCode } from '../command.ts';
import { readInput, revisionOptions } from '../input/read-input.ts';
import { changeProblems, fileChangeFormats, fileChangeProblems } from '../output/change-formats.ts';
import type { FileProblem } from '../output/file-problem.ts';
import { jsonText } from '../output/json-text.ts';
import { printReport } from '../output/output-file.ts';
import { problemFormatNames, problemFormats } from '../output/problem-formats.ts';
import { type Terminal, UsageError } from '../terminal.ts';

/** The formats of changes, and those of problems for pipelines. */
const changeFormatNames = ['text', 'json', 'markdown'] as const;
const pipelineFormatNames = problemFormatNames.filter((name) => name !== 'stylish' && name !== 'json');

const changeFormats: Readonly<
  Record<(typeof changeFormatNames)[number], (changes: readonly Change[]) => string>
> = {
  text: changesAsText,
  json: (changes) => `${jsonText(changeRecords(changes))}\n`,
  markdown: changesAsMarkdown,
};

/** Which changes are a failure. */
const failing = {
  breaking: ['breaking'],
  compatible: ['breaking', 'compatible'],
  any: changeSeverities,
  never: [],
} as const satisfies Record<string, readonly ChangeSeverity[]>;
const failOnNames = ['breaking', 'compatible', 'any', 'never'] as const;

/** `dataset-studio diff`: what changed between two documents, or since a revision, by their meaning. */
export const diff = command({
  name: 'diff',
  summary: 'List the differences between two datasets, or those since a Git revision.',
  description:
    'Lists the differences between two datasets; - is standard input, as JSON or YAML. With --against, between the dataset files of the working tree and a Git revision: all below the current folder, or those that files, folders, and globs name.',
  arguments: '[files...]',
  options: {
    ...revisionOptions,
    format: {
      value: 'FORMAT',
      choices: [...changeFormatNames, ...pipelineFormatNames],
      default: 'text',
      help: 'for people, scripts, a comment, annotations of a pipeline, or its reports',
    },
    'fail-on': {
      value: 'SEVERITY',
      choices: failOnNames,
      help: 'exit with 1 if there is a change of this severity or a worse one; never is the default',
    },
    'exit-code': { help: 'the same as --fail-on any' },
  },
  examples: [
    'diff old.dataset.json new.dataset.json',
    'diff - sales.dataset.json --format markdown < old.dataset.json',
    'diff --against origin/main --fail-on breaking',
  ],
  run: async (values, positionals, { terminal }) => {
    if (values['exit-code'] && values['fail-on'] !== undefined)
      throw new UsageError('--exit-code means --fail-on any. Use only one of them.');
    const failOn = values['exit-code'] ? 'any' : (values['fail-on'] ?? 'never');
    const printed = { format: values.format, failOn, terminal } as const;
    if (values.against !== undefined) return diffAgainst(values.against, values.exact, positionals, printed);
    if (values.exact) throw new UsageError('--exact needs --against and a revision.');
    return diffTwo(positionals, printed);
  },
});

interface Printing {
  readonly format: string;
  readonly failOn: keyof typeof failing;
  readonly terminal: Terminal;
}

async function diffTwo(positionals: readonly string[], printing: Printing): Promise<ExitCode> {
  const { failOn, terminal } = printing;
  const [oldPath, newPath] = positionals;
  if (oldPath === undefined || newPath === undefined || positionals.length > 2)
    throw new UsageError('Name two documents, or --against and a revision.');
  if (oldPath === '-' && newPath === '-')
    throw new UsageError('Only one of the two documents can be standard input (-).');
  const before = await readInput(oldPath, terminal);
  const after = await readInput(newPath, terminal);
  if (!before.ok || !after.ok) return exitCode.usage;
  const changes = compareDatasets(before.value.value, after.value.value);
  await print(printing, {
    text: (name) => changeFormats[name](changes),
    problems: () => changeProblems(newPath, changes, after.value),
    files: [newPath],
  });
  return codeFor(changes, failOn);
}

async function diffAgainst(
  against: string,
  exact: boolean,
  positionals: readonly string[],
  printing: Printing,
): Promise<ExitCode> {
  const { failOn, terminal } = printing;
  // Loaded here: two documents don't need them.
  const { compareWithRevision } = await import('../git/compare-with-revision.ts');
  const { datasetChanges } = await import('../../git/dataset-changes.ts');
  const what = { against, exact, positionals, isOfBothVersions: true };
  const compared = await compareWithRevision(what, terminal);
  if (!compared.ok) {
    terminal.error(`${compared.failure}\n`);
    return exitCode.usage;
  }
  const changed: DatasetFileChanges[] = [];
  for await (const each of datasetChanges(compared.value)) changed.push(each);
  await print(printing, {
    text: (name) => fileChangeFormats[name](changed),
    problems: () => fileChangeProblems(changed),
    files: compared.value.files,
    // Git's paths are relative to the root of the repository already.
    pathOf: (file) => file,
  });
  for (const { file, message } of changed)
    if (message !== undefined) terminal.error(`${plainText(file)} can't be compared. ${message}\n`);
  if (changed.some(({ status }) => status === 'unreadable')) return exitCode.usage;
  const changes = changed.flatMap((each) => each.changes);
  return codeFor(changes, failOn);
}

interface Printed {
  readonly text: (format: (typeof changeFormatNames)[number]) => string;
  readonly problems: () => Promise<readonly FileProblem[]>;
  readonly files: readonly string[];
  readonly pathOf?: (file: string) => string;
}

async function print(
  { format, terminal }: Printing,
  { text, problems, files, pathOf }: Printed,
): Promise<void> {
  const pipelineFormat = pipelineFormatNames.find((name) => name === format);
  const parts =
    pipelineFormat === undefined
      ? [text(changeFormatNames.find((name) => name === format) ?? 'text')]
      : problemFormats[pipelineFormat](await problems(), files, pathOf && { pathOf });
  await printReport(undefined, parts, terminal);
}

function codeFor(changes: readonly Change[], failOn: keyof typeof failing): ExitCode {
  const fails: readonly ChangeSeverity[] = failing[failOn];
  return changes.some(({ severity }) => fails.includes(severity)) ? exitCode.invalidDocument : exitCode.done;
}

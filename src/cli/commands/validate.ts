import { join } from 'node:path';
import { type Result, success } from '../../result.ts';
import { command, exitCode, type OptionDeclarations, type OptionValues, wholeNumber } from '../command.ts';
import { type CheckedFiles, checkFiles } from '../input/check-files.ts';
import type { FileFixes } from '../input/file-fixes.ts';
import { hidesText } from '../input/linked-text.ts';
import { datasetInputs, namedFiles, reportExcluded } from '../input/named-files.ts';
import { inputOptions, namesOf, revisionOptions } from '../input/read-input.ts';
import { outputFile, printReport, refuseOverwriting, reportFailureIn } from '../output/output-file.ts';
import { problemFormatNames, problemFormats } from '../output/problem-formats.ts';
import { note, Progress, type Terminal, UsageError } from '../terminal.ts';

const options = {
  ...revisionOptions,
  format: {
    value: 'FORMAT',
    choices: problemFormatNames,
    default: 'stylish',
    help: 'for people, scripts, annotations of a pipeline, or its reports',
  },
  output: { value: 'FILE', help: 'write to FILE, or replace an earlier output; - is standard output' },
  'max-warnings': { value: 'N', help: 'fail if there are more than N warnings' },
  fix: { help: 'make the fixes that need no decision, write the files, and report the rest' },
  'dry-run': { help: 'with --fix: print what would change as a unified diff, and write nothing' },
  ...inputOptions,
} as const satisfies OptionDeclarations;

/** `dataset-studio validate`: checks files as the editor does, and sends nothing. */
export const validate = command({
  name: 'validate',
  summary: 'Check dataset files.',
  description:
    'Checks dataset files, and sends nothing. Files, folders, and globs can be named; ! excludes files from the arguments before it. With --against, prints only problems that the files did not have, by default of all below the current folder.',
  arguments: '[files...]',
  options,
  examples: [
    'validate "**/*.dataset.*"',
    "validate . '!archive/**' --format sarif > datasets.sarif",
    'validate datasets --fix',
    'validate --against origin/main --max-warnings 0',
  ],
  run: async (values, positionals, { terminal }) => {
    const format = problemFormats[values.format];
    const file = outputFile(values.output);
    const most = values['max-warnings'];
    const maxWarnings =
      most === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--max-warnings', most, 0);

    refuseContradictions(values);
    const fixes = values.fix
      ? new (await import('../input/file-fixes.ts')).FileFixes(values['dry-run'])
      : undefined;

    const prepared =
      values.against === undefined
        ? success(await checkNamed(positionals, values['stdin-filename'], fixes, terminal))
        : await checkSince(values.against, values.exact, positionals, terminal);
    if (!prepared.ok) {
      terminal.error(`${prepared.failure}\n`);
      return exitCode.usage;
    }
    const { files, inputs, check, pathOf } = prepared.value;
    refuseOverwriting([{ file, format: values.format }], inputs);
    const progress = new Progress(terminal);
    const { problems, unchecked, excluded, areProjectsWrong } = await check((count) =>
      progress.show(() => `Checked ${count} of ${files.length} files`),
    );
    progress.clear();
    const count = (severity: string) =>
      problems.filter(({ problem }) => problem.severity === severity).length;
    const isDryRun = values['dry-run'];
    const printed = terminal.isQuiet
      ? problems.filter(({ problem }) => problem.severity === 'error')
      : problems;
    // Nothing is said about files without errors to people who want errors only; a report needs all files.
    const isSilent = terminal.isQuiet && values.format === 'stylish' && printed.length === 0;
    const colors = file === undefined && terminal.colors === true;
    const judged = files.filter((each) => !excluded.has(each));
    const parts = isSilent
      ? []
      : format(printed, judged, { colors, all: problems, ...(pathOf && { pathOf }) });
    if (!(await printReport(file, isDryRun && fixes ? fixes.diffs : parts, terminal))) return exitCode.usage;
    if (isDryRun && printed.length > 0) for (const part of parts) terminal.error(part);
    if (fixes) note(terminal, describeFixes(fixes.count, judged.length, isDryRun));

    reportExcluded([...excluded], terminal);
    if (areProjectsWrong)
      terminal.error('A project file has errors, so the files that it applies to were not checked.\n');
    if (unchecked > 0)
      terminal.error(
        unchecked === 1
          ? '1 file or folder could not be checked.\n'
          : `${unchecked} files or folders could not be checked.\n`,
      );
    if (areProjectsWrong || unchecked > 0) return exitCode.usage;
    if (count('error') > 0 || (isDryRun && fixes && fixes.count > 0)) {
      reportFailureIn(file, terminal);
      return exitCode.invalidDocument;
    }
    if (isDryRun || count('warning') <= maxWarnings) return exitCode.done;
    terminal.error(
      count('warning') === 1
        ? `There is 1 warning, but --max-warnings allows ${maxWarnings}.\n`
        : `There are ${count('warning')} warnings, but --max-warnings allows ${maxWarnings}.\n`,
    );
    return exitCode.invalidDocument;
  },
});

/** Throws a `UsageError` for options that have no meaning together. */
function refuseContradictions(values: OptionValues<typeof options>): void {
  if (values.exact && values.against === undefined)
    throw new UsageError('--exact needs --against and a revision.');
  if (values['dry-run'] && !values.fix) throw new UsageError('--dry-run needs --fix.');
  if (values['dry-run'] && values.format !== 'stylish')
    throw new UsageError('--dry-run prints a diff, which has no other formats. Remove --format.');
  if (values.against === undefined) return;
  if (values.fix) throw new UsageError('--fix fixes files as they are now. Use it without --against.');
  if (values['stdin-filename'] !== undefined)
    throw new UsageError('--against compares files of a repository, not standard input.');
}

function describeFixes(fixed: number, all: number, isDryRun: boolean): string {
  const files = all === 1 ? '1 file' : `${all} files`;
  if (isDryRun) return `There is something to fix in ${fixed} of ${files}.\n`;
  return `Fixed problems in ${fixed} of ${files}.\n`;
}

/** What is checked, and how. */
interface Preparation {
  /** As reports name them. */
  readonly files: readonly string[];
  /** Their paths. */
  readonly inputs: readonly string[];
  readonly check: (onChecked: (count: number) => void) => Promise<CheckedFiles>;
  readonly pathOf?: (file: string) => string;
}

async function checkNamed(
  positionals: readonly string[],
  inputName: string | undefined,
  fixes: FileFixes | undefined,
  terminal: Terminal,
): Promise<Preparation> {
  const found = await namedFiles(positionals, datasetInputs, terminal);
  const nameOf = namesOf(found.files, inputName);
  if (fixes?.isDryRun === false && found.files.includes('-'))
    throw new UsageError("--fix can't write standard input (-). Add --dry-run to print what would change.");
  const fix: FileFixes['fix'] | undefined =
    fixes &&
    (async (file, document) =>
      found.linked.has(file) || (fixes.isDryRun && (await hidesText(file, document)))
        ? success(document)
        : fixes.fix(nameOf(file), document));
  return {
    files: found.files.map(nameOf),
    inputs: found.files,
    check: (onChecked) => checkFiles(found, nameOf, fix, onChecked),
  };
}

/** Checks for problems that are new since a revision. A failure is a message. */
async function checkSince(
  against: string,
  exact: boolean,
  positionals: readonly string[],
  terminal: Terminal,
): Promise<Result<Preparation, string>> {
  // Loaded here: most calls don't need them.
  const { compareWithRevision } = await import('../git/compare-with-revision.ts');
  const { findNewProblems } = await import('../git/new-problems.ts');
  const what = { against, exact, positionals, isOfBothVersions: false };
  const compared = await compareWithRevision(what, terminal);
  if (!compared.ok) return compared;
  const { root, files } = compared.value;
  return success({
    files,
    inputs: files.map((each) => join(root, each)),
    check: (onChecked) => findNewProblems(compared.value, onChecked),
    // They are from the root already.
    pathOf: (each) => each,
  });
}

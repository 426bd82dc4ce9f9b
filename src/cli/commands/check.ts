import { readDataset } from '../../app/check/check-data.ts';
import { checkPlanned, planChecks } from '../../app/check/check-entries.ts';
import { type FileFindings, listUnfitValues } from '../../app/check/check-findings.ts';
import { type CheckFinding, unreadableFinding } from '../../app/check/check-table.ts';
import { describeFinding } from '../../app/messages/check-finding.ts';
import { isDataFile } from '../../inference/formats/formats.ts';
import { command, exitCode, interruptedCode, wholeNumber } from '../command.ts';
import { asNamedHere, normalizedPath } from '../file-paths.ts';
import { dataFiles, openDataFiles } from '../input/data-files.ts';
import { describeMissingEntry, describePlace } from '../input/files-of-entries.ts';
import { leadsElsewhere, withoutLinkedText } from '../input/linked-text.ts';
import { requireDocument } from '../input/read-input.ts';
import { optionHint, readingChoices, readingFlags } from '../input/reading-flags.ts';
import { ReportedProjects } from '../input/reported-projects.ts';
import { checkFormatNames, checkReport, isUnlimited } from '../output/check-report.ts';
import type { FileProblem } from '../output/file-problem.ts';
import { outputFile, printReport, refuseOverwriting, reportFailureIn } from '../output/output-file.ts';
import { stylish } from '../output/stylish.ts';
import { note, type Terminal, UsageError } from '../terminal.ts';

/** `dataset-studio check`: whether data files fit a dataset. */
export const check = command({
  name: 'check',
  summary: 'Check data files against a dataset.',
  description:
    'Lists what does not fit in data files, those named here or in dataset-studio.json; exits with 1.',
  arguments: '[files...]',
  options: {
    dataset: { value: 'FILE', help: 'the dataset file; by default as dataset-studio.json says' },
    table: { value: 'NAME', help: 'the table that all data belongs to; by default that of the same name' },
    'allow-extra-columns': { help: 'columns that only the data has are warnings' },
    'allow-missing-columns': { help: 'columns that only the dataset has are warnings' },
    format: {
      value: 'FORMAT',
      choices: checkFormatNames,
      default: 'stylish',
      help: 'how to print',
    },
    output: { value: 'FILE', help: 'write to FILE, or replace an earlier output; - is standard output' },
    all: { help: 'print every value that does not fit, as stylish, json, or csv' },
    'max-problems': {
      value: 'N',
      help: 'print at most N problems, by default 100, or all with --all',
    },
    'decimal-type': {
      value: 'TYPE',
      help: 'a data type of decimal numbers, beside Double, Decimal, and Number',
    },
    ...readingFlags,
  },
  examples: ['check', 'check export/ --dataset sales.dataset.json --format junit > data.xml'],
  run: async (values, positionals, context) => {
    const { terminal } = context;
    const { dataset: given, table } = values;
    const decimalType = values['decimal-type']?.trim();
    if (decimalType === '') throw new UsageError('--decimal-type takes a data type, such as Double.');
    if (given === '')
      throw new UsageError('Name the dataset with --dataset, such as --dataset sales.dataset.json.');
    if (table?.trim() === '') throw new UsageError('--table takes a name, such as Orders.');
    const file = outputFile(values.output);
    const limit = values['max-problems'] ?? (values.all ? undefined : '100');
    const maxProblems =
      limit === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--max-problems', limit, 0);
    const reading = readingChoices(values);
    const { format } = values;
    if (values.all && !isUnlimited(format))
      throw new UsageError('--all takes the formats stylish, json, and csv. Choose one of them.');

    // Without arguments, the files are those that the project file names.
    if (positionals.length === 0 && given !== undefined) throw new UsageError(dataFiles.whatToName);
    const settings = ReportedProjects.strict(terminal);
    const data = await openDataFiles(positionals, reading, context, settings);
    const { paths, files, unreadable, onProgress } = data;
    const plans = planChecks(
      files.map((file, index) => ({ file, entry: data.entries.get(paths[index] ?? '') })),
      {
        dataset: given,
        table,
        allowExtraColumns: values['allow-extra-columns'],
        allowMissingColumns: values['allow-missing-columns'],
        decimalType,
      },
    );
    if (!plans.ok) throw new UsageError(describeMissingEntry(plans.failure.label));
    const datasets = new Map(plans.value.map(({ dataset }) => [dataset, asNamedHere(dataset)]));
    const datasetOf = await readDatasets(datasets, settings, terminal);
    if (datasetOf === undefined) return exitCode.usage;
    refuseOverwriting([{ file, format }], [...paths, ...datasets.values()]);
    if (values.all && paths.includes('-'))
      throw new UsageError(
        '--all reads data twice, so it takes no standard input. Write the data to a file, and name it.',
      );
    const interruption = context.listen();
    const result = await checkPlanned(
      plans.value,
      files.map(({ label }) => label),
      datasetOf,
      { reading, hint: (note) => optionHint(note), signal: interruption.stop, onProgress },
      data.read,
    );
    data.clear();
    if (!result.ok) {
      const { plan, failure } = result.failure;
      if (failure.kind === 'cancelled') return interruptedCode(interruption);
      const cause = { code: 'unknown-table', table: plan.table ?? '', tables: failure.tables } as const;
      const place = plan.home && table === undefined ? `${describePlace({ home: plan.home })}: ` : '';
      throw new UsageError(place + describeFinding(cause, failure.tables.length));
    }

    const { fits, findings, tablesWithoutData } = result.value;
    for (const { path, message } of unreadable.toReversed())
      findings.addUnreadable(unreadableFinding(path, message));
    let isUnreadable = [...findings].some(isUnread);
    const byLabel = new Map(files.map((each) => [each.label, each]));
    /** For `--all`: reads a file again, for all values that don't fit. The first time, only the first of each column were kept. */
    async function* list(found: FileFindings): AsyncIterable<CheckFinding> {
      const named = byLabel.get(found.file);
      if (named === undefined) return;
      const again = { signal: interruption.stop };
      for await (const finding of listUnfitValues(named, found, again, data.read)) {
        isUnreadable ||= isUnread(finding);
        yield finding;
        if (terminal.drained !== undefined) await terminal.drained;
      }
      // Then nothing is written to a file.
      interruption.stop.throwIfAborted();
    }
    const report = checkReport(findings, {
      format,
      colors: file === undefined && terminal.colors === true,
      isQuiet: terminal.isQuiet === true,
      maxProblems,
      files: [...unreadable.map(({ path }) => path), ...paths],
      hidden: new Set(
        paths
          .filter((path) => path !== '-' && leadsElsewhere(path, isDataFile))
          .map((path) => normalizedPath(path)),
      ),
      tablesWithoutData: terminal.isQuiet ? [] : tablesWithoutData,
      list: values.all ? list : undefined,
    });
    try {
      if (!(await printReport(file, report.parts(), terminal))) return exitCode.usage;
    } catch (error) {
      if (interruption.stop.aborted) return interruptedCode(interruption);
      throw error;
    }
    if (table === undefined && [...findings].some(({ code }) => code === 'unknown-table'))
      note(terminal, 'To check data against a table of another name, use --table NAME.\n');
    const { unprinted } = report;
    if (unprinted > 0)
      terminal.error(
        unprinted === 1
          ? '1 more problem is not printed. Raise --max-problems to see it.\n'
          : `${unprinted} more problems are not printed. Raise --max-problems to see them.\n`,
      );
    if (isUnreadable) return exitCode.usage;
    if (fits) return exitCode.done;
    reportFailureIn(file, terminal);
    return exitCode.invalidDocument;
  },
});

/** The values of datasets, by their names in `names`. Undefined if one has errors, which are printed. */
async function readDatasets(
  names: ReadonlyMap<string, string>,
  settings: ReportedProjects,
  terminal: Terminal,
): Promise<((dataset: string) => unknown) | undefined> {
  const values = new Map<string, unknown>();
  for (const [dataset, path] of names) {
    const document = await requireDocument(path);
    const judged = await settings.judge(path);
    const read = await readDataset({ ...document, settings: judged.settings });
    if (read.ok) {
      values.set(dataset, read.value);
      continue;
    }
    const shown = await withoutLinkedText(path, document, read.failure.errors);
    const problems = shown.map((problem): FileProblem => ({ file: path, problem }));
    for (const part of stylish(problems, [path])) terminal.error(part);
  }
  return values.size === names.size ? (dataset) => values.get(dataset) : undefined;
}

/** A file that only looks like a schema is a note. */
function isUnread({ code, severity }: CheckFinding): boolean {
  return code === 'unreadable' && severity === 'error';
}

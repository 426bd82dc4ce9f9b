import { checkData, readDataset } from '../../app/check/check-data.ts';
import { type FileFindings, listUnfitValues } from '../../app/check/check-findings.ts';
import { type CheckFinding, unreadableFinding } from '../../app/check/check-table.ts';
import { describeFinding } from '../../app/messages/check-finding.ts';
import { isDataFile } from '../../inference/formats/formats.ts';
import { command, exitCode, interruptedCode, wholeNumber } from '../command.ts';
import { normalizedPath } from '../file-paths.ts';
import { openDataFiles } from '../input/data-files.ts';
import { leadsElsewhere, withoutLinkedText } from '../input/linked-text.ts';
import { requireDocument } from '../input/read-input.ts';
import { optionHint, readingChoices, readingFlags } from '../input/reading-flags.ts';
import { WorkspaceRuleSettings } from '../input/rule-settings.ts';
import { checkFormatNames, checkReport, isUnlimited } from '../output/check-report.ts';
import type { FileProblem } from '../output/file-problem.ts';
import { outputFile, printReport, refuseOverwriting } from '../output/output-file.ts';
import { stylish } from '../output/stylish.ts';
import { note, UsageError } from '../terminal.ts';

/** `dataset-studio check`: whether data files fit a dataset. */
export const check = command({
  name: 'check',
  summary: 'Check data files against a dataset.',
  description:
    'Lists what does not fit the dataset in whole data files, then exits with 1. - is standard input.',
  arguments: '<files...>',
  options: {
    dataset: { value: 'FILE', help: 'the dataset file; required' },
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
    'decimal-type': { value: 'TYPE', help: 'a data type of fractions, beside Double, Decimal, and Number' },
    ...readingFlags,
  },
  examples: [
    'check orders.csv --dataset sales.dataset.json',
    'check export/ --dataset sales.dataset.json --format junit > data.xml',
  ],
  run: async (values, positionals, context) => {
    const { terminal } = context;
    const { dataset: datasetPath, table } = values;
    if (!datasetPath)
      throw new UsageError('Name the dataset with --dataset, such as --dataset sales.dataset.json.');
    const decimalType = values['decimal-type']?.trim();
    if (decimalType === '') throw new UsageError('--decimal-type takes a data type, such as Double.');
    if (table?.trim() === '') throw new UsageError('--table takes a name, such as Orders.');
    const file = outputFile(values.output);
    const limit = values['max-problems'] ?? (values.all ? undefined : '100');
    const maxProblems =
      limit === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--max-problems', limit, 0);
    const reading = readingChoices(values);
    const { format } = values;
    if (values.all && !isUnlimited(format))
      throw new UsageError('--all takes the formats stylish, json, and csv. Choose one of them.');

    const document = await requireDocument(datasetPath);
    const { settings } = await WorkspaceRuleSettings.strict(terminal).judge(datasetPath);
    const dataset = await readDataset({ ...document, settings });
    if (!dataset.ok) {
      const shown = await withoutLinkedText(datasetPath, document, dataset.failure.errors);
      const problems = shown.map((problem): FileProblem => ({ file: datasetPath, problem }));
      for (const part of stylish(problems, [datasetPath])) terminal.error(part);
      return exitCode.usage;
    }
    const data = await openDataFiles(positionals, reading, context);
    const { paths, files, unreadable, onProgress } = data;
    refuseOverwriting([{ file, format }], [...paths, datasetPath]);
    if (values.all && paths.includes('-'))
      throw new UsageError(
        '--all reads data twice, so it takes no standard input. Write the data to a file, and name it.',
      );
    const interruption = context.listen();
    const result = await checkData(
      files,
      dataset.value,
      {
        table,
        allowExtraColumns: values['allow-extra-columns'],
        allowMissingColumns: values['allow-missing-columns'],
        decimalType,
        reading,
        hint: (note) => optionHint(note),
        signal: interruption.stop,
        onProgress,
      },
      data.read,
    );
    data.clear();
    if (!result.ok) {
      if (result.failure.kind === 'cancelled') return interruptedCode(interruption);
      const { tables } = result.failure;
      throw new UsageError(
        describeFinding({ code: 'unknown-table', table: table ?? '', tables }, tables.length),
      );
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
      const again = { signal: interruption.stop, reading: findings.reading };
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
    return fits ? exitCode.done : exitCode.invalidDocument;
  },
});

/** A file that only looks like a schema is a note. */
function isUnread({ code, severity }: CheckFinding): boolean {
  return code === 'unreadable' && severity === 'error';
}

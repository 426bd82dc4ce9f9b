import { type CheckFinding, checkData, readDataset, unreadableFinding } from '../../app/check-data.ts';
import { describeFinding } from '../../app/messages/check-finding.ts';
import { InferenceThread } from '../../data-files/inference-thread.ts';
import { checkDocument } from '../../dataset/document.ts';
import { plainText } from '../../text/plain-text.ts';
import { command, exitCode, interruptedCode, wholeNumber } from '../command.ts';
import { requireDocument } from '../input/document-file.ts';
import { dataFile, describeProgress, findDataFiles } from '../input/find-data-files.ts';
import { readingChoices, readingFlags, refuseRange } from '../input/reading-flags.ts';
import { WorkspaceRuleSettings } from '../input/rule-settings.ts';
import { CollectedOutput } from '../output/collected-output.ts';
import { jsonArrayParts } from '../output/json-text.ts';
import { outputFile, refuseOverwriting, writeOutput } from '../output/output-file.ts';
import { type FileProblem, problemFormatNames, problemFormats, stylish } from '../output/problem-formats.ts';
import { SafeOutput } from '../output/safe-output.ts';
import { Progress, UsageError } from '../terminal.ts';

/** `dataset-studio check`: whether data files fit a dataset. */
export const check = command({
  name: 'check',
  summary: 'Check data files against a dataset.',
  description:
    'Reads data files whole, and lists what does not fit the dataset. - is standard input. Exits with 1 if the data does not fit.',
  arguments: '<files...>',
  options: {
    dataset: { value: 'FILE', help: 'the dataset file; required' },
    table: { value: 'NAME', help: 'the table that all data belongs to; by default that of the same name' },
    'allow-extra-columns': { help: 'columns that only the data has are warnings' },
    'allow-missing-columns': { help: 'columns that only the dataset has are warnings' },
    format: {
      value: 'FORMAT',
      choices: problemFormatNames,
      default: 'stylish',
      help: 'for people, scripts, annotations of a pipeline, or its reports',
    },
    output: { value: 'FILE', help: 'write to FILE, and replace it if it exists; - is standard output' },
    'max-problems': { value: 'N', default: '100', help: 'print at most N problems; all are counted' },
    'decimal-type': { value: 'TYPE', help: 'a data type of fractions, beside Double, Decimal, and Number' },
    ...readingFlags,
  },
  examples: [
    'check orders.csv --dataset sales.dataset.json',
    'check export/ --dataset sales.dataset.json --format junit > data.xml',
  ],
  run: async (values, positionals, { terminal, input, listen }) => {
    const { dataset: datasetPath, table } = values;
    if (!datasetPath)
      throw new UsageError('Name the dataset with --dataset, such as --dataset sales.dataset.json.');
    const decimalType = values['decimal-type']?.trim();
    if (decimalType === '') throw new UsageError('--decimal-type takes a data type, such as Double.');
    if (table?.trim() === '') throw new UsageError('--table takes a name, such as Orders.');
    const file = outputFile(values.output);
    const maxProblems = wholeNumber('--max-problems', values['max-problems'], 0);
    const reading = readingChoices(values);
    const format = problemFormatNames.find((name) => name === values.format) ?? 'stylish';

    const { content, format: datasetFormat } = requireDocument(datasetPath);
    const settings = await WorkspaceRuleSettings.strict(terminal).for(datasetPath);
    const { problems: found } = await checkDocument(content, datasetFormat, settings);
    const dataset = await readDataset(content, datasetFormat, found);
    if (!dataset.ok) {
      const problems = dataset.failure.errors.map((problem): FileProblem => ({ file: datasetPath, problem }));
      for (const part of stylish(problems, [datasetPath])) terminal.error(part);
      return exitCode.usage;
    }
    const { paths, unreadable } = await findDataFiles(positionals);
    refuseRange(reading, paths);
    refuseOverwriting([file], [...paths, datasetPath]);
    const thread = new InferenceThread();
    const progress = new Progress(terminal);
    const interruption = listen();
    const stream = paths.includes('-') ? input() : undefined;
    const result = await checkData(
      paths.map((path) => dataFile(path)),
      dataset.value,
      {
        table,
        allowExtraColumns: values['allow-extra-columns'],
        allowMissingColumns: values['allow-missing-columns'],
        decimalType,
        reading,
        signal: interruption.stop,
        onProgress: (read) => progress.show(() => describeProgress(read)),
      },
      (files, options) => thread.read(files, options, stream),
    );
    progress.clear();
    if (!result.ok) {
      if (result.failure.kind === 'cancelled') return interruptedCode(interruption);
      const { tables } = result.failure;
      throw new UsageError(
        describeFinding({ code: 'unknown-table', table: table ?? '', tables }, tables.length),
      );
    }

    const findings = [
      ...unreadable.map(({ path, reason }) => unreadableFinding(path, `The folder can't be read. ${reason}`)),
      ...result.value.findings,
    ];
    const shown = findings.slice(0, maxProblems);
    const output = new CollectedOutput(terminal);
    const parts =
      format === 'json'
        ? [...jsonArrayParts(shown), '\n']
        : problemFormats[format](
            shown.map(reportedProblem),
            [...unreadable.map(({ path }) => path), ...paths],
            file === undefined && terminal.colors,
            findings.map(reportedProblem),
          );
    if (file === undefined) for (const part of parts) output.out(part);
    else {
      const report = SafeOutput.joined([...parts].map((part) => SafeOutput.of(part))).text;
      if (!(await writeOutput(file, report, terminal))) return exitCode.usage;
    }
    const { tablesWithoutData } = result.value;
    if (file === undefined && format === 'stylish' && tablesWithoutData.length > 0)
      output.out(`Tables without data: ${tablesWithoutData.map((name) => plainText(name)).join(', ')}\n`);
    output.dispose();
    if (shown.length < findings.length)
      terminal.error(
        findings.length - shown.length === 1
          ? '1 more problem is not printed. Raise --max-problems to see it.\n'
          : `${findings.length - shown.length} more problems are not printed. Raise --max-problems to see them.\n`,
      );
    if (findings.some(({ code }) => code === 'unreadable')) return exitCode.usage;
    return result.value.fits ? exitCode.done : exitCode.invalidDocument;
  },
});

function reportedProblem({ file, table, column, code, severity, line, message }: CheckFinding): FileProblem {
  const start = line === null ? undefined : { line: line - 1, character: 0 };
  return {
    file,
    problem: {
      code,
      severity: severity === 'note' ? 'info' : severity,
      message,
      range: start && { start, end: start },
      subject: JSON.stringify([table, column]),
    },
  };
}

import { relative, resolve } from 'node:path';
import { datasetText, type InferredDataset, inferDataset } from '../../app/infer-dataset.ts';
import { describeInferenceFailure } from '../../app/messages/inference-failure.ts';
import { formatOf } from '../../dataset/dataset.ts';
import { hasTables } from '../../inference/data-format.ts';
import type { SchemaSource } from '../../inference/infer-sources.ts';
import type { InferredTable } from '../../inference/inferred-table.ts';
import { notesByKind } from '../../inference/notes.ts';
import { describeColumnNote } from '../../inference/report/describe-column-note.ts';
import {
  type InferenceReport,
  listedNames,
  markdownReport,
  type TableReport,
} from '../../inference/report/report.ts';
import { tidyName } from '../../inference/unique-names.ts';
import type { DataEntry } from '../../project/data-entry.ts';
import { formatCount } from '../../text/format-count.ts';
import { plainText } from '../../text/plain-text.ts';
import { command, exitCode, interruptedCode } from '../command.ts';
import { normalizedPath } from '../file-paths.ts';
import { openDataFiles } from '../input/data-files.ts';
import { describePlace } from '../input/files-of-entries.ts';
import { optionHint, readingChoices, readingFlags } from '../input/reading-flags.ts';
import { ReportedProjects } from '../input/reported-projects.ts';
import { existingFile, outputFile, refuseOverwriting } from '../output/output-file.ts';
import { writeOutput } from '../output/replace-file.ts';
import { note, UsageError } from '../terminal.ts';

/** `dataset-studio infer`: reads data files whole and prints the dataset that fits them. */
export const infer = command({
  name: 'infer',
  summary: 'Print the dataset that fits data files.',
  description: 'Reads data files whole and prints the dataset that fits them. - is standard input.',
  arguments: '<files...>',
  options: {
    name: { value: 'NAME', help: 'name of the dataset' },
    output: { value: 'FILE', help: 'write to FILE, or replace an earlier output; - is standard output' },
    format: { value: 'FORMAT', choices: ['json', 'yaml'], help: 'json by default, or as --output is named' },
    report: { value: 'FILE', help: 'write why each column has its type, as .json or .md' },
    'decimal-type': { value: 'TYPE', help: 'data type of decimal numbers' },
    ...readingFlags,
    merge: { help: 'make one table of files with the same columns' },
    strict: { help: 'exit with 1 if a table or view of a schema is left out' },
  },
  examples: ['infer orders.csv --output orders.dataset.json', 'infer data/*.csv --merge --report report.md'],
  run: async (values, positionals, context) => {
    const { terminal } = context;
    const { name, report, merge } = values;
    const output = outputFile(values.output);
    const decimalType = values['decimal-type']?.trim();
    if (name !== undefined && tidyName(name) === '') throw new UsageError('--name takes a name.');
    if (decimalType === '') throw new UsageError('--decimal-type takes a data type, such as Double.');
    if (report !== undefined && !/\.(?:json|md)$/i.test(report))
      throw new UsageError('--report takes a file that ends in .json or .md.');
    const reading = readingChoices(values);
    // An output file that is named as YAML gets YAML.
    const format = values.format ?? (output === undefined ? undefined : formatOf(output));

    const settings = ReportedProjects.strict(terminal);
    const data = await openDataFiles(positionals, reading, context, settings, name);
    const { paths, unreadable, onProgress } = data;
    refuseOverwriting(
      [
        { file: output, format: format ?? 'json', isDataset: true },
        { file: report, format: /\.md$/i.test(report ?? '') ? 'markdown' : 'json' },
      ],
      paths,
    );
    // What the project files there declare is known: of the output, the data, or the current folder.
    const file = paths.find((path) => path !== '-');
    const places = [output, file, resolve('dataset.json')].filter((place) => place !== undefined);
    const interruption = context.listen();
    const result = await inferDataset(
      data.files,
      { name, merge, decimalType, reading, signal: interruption.stop, onProgress },
      {
        read: data.read,
        dataTypes: async () => {
          const judgements = await Promise.all(places.map((place) => settings.judge(place)));
          return judgements.flatMap((judgement) => judgement.settings.dataTypes);
        },
        hint: (note) => optionHint(note),
      },
    );
    data.clear();
    for (const { path, message } of unreadable) terminal.error(`${plainText(path)}: ${message}\n`);
    if (!result.ok) {
      if (result.failure.kind === 'cancelled') return interruptedCode(interruption);
      for (const { file, failure } of result.failure.files)
        terminal.error(`${plainText(file)}: ${describeInferenceFailure(failure)}\n`);
      return exitCode.usage;
    }
    if (unreadable.length > 0) return exitCode.usage;

    const inferred = result.value;
    note(terminal, describeSchemas(inferred));
    note(terminal, describeEntries(data.entries));
    if (report === undefined) note(terminal, summarize(inferred));
    else if (!(await writeOutput(report, formatReport(inferred.report, report), terminal)))
      return exitCode.usage;
    if (inferred.assumedDecimalType !== undefined)
      note(
        terminal,
        `Decimal numbers have the data type ${inferred.assumedDecimalType}, which is not declared yet. ${await describeDeclaration(inferred.assumedDecimalType, places, settings)}, or choose another one with --decimal-type.\n`,
      );
    const text = await datasetText(inferred.dataset, format ?? 'json');
    const replaced = output !== undefined && existingFile(output) !== undefined;
    if (output === undefined) terminal.out(text);
    else if (!(await writeOutput(output, text, terminal))) return exitCode.usage;
    else if (replaced) note(terminal, `Replaced ${plainText(output)}.\n`);
    const incomplete = inferred.schemas.filter(({ skipped }) => skipped.some(hasTables));
    if (!values.strict || incomplete.length === 0) return exitCode.done;
    for (const { source, skipped } of incomplete)
      terminal.error(
        `${plainText(`${source} is not complete, so --strict fails: ${describeParts(skipped.filter(hasTables))}`, maxLineLength)}\n`,
      );
    return exitCode.invalidDocument;
  },
});

/** One line for each file that the project file says how to read. */
function describeEntries(entries: ReadonlyMap<string, DataEntry | undefined>): string {
  return [...entries]
    .map(([path, entry]) =>
      entry && Object.keys(entry.reading).length > 0
        ? `${plainText(normalizedPath(path))} is read as ${describePlace(entry)} says.\n`
        : '',
    )
    .join('');
}

/** One line for each schema, and for each file that only looks like one. */
function describeSchemas({ schemas, leftOut }: InferredDataset): string {
  return [
    ...schemas.map(describeSchema),
    ...leftOut.map(({ file, failure }) => `${file} is left out. ${describeInferenceFailure(failure)}`),
  ]
    .map((line) => `${plainText(line, maxLineLength)}\n`)
    .join('');
}

function describeSchema({ source, statements, tables, skipped }: SchemaSource): string {
  const read = statements === undefined ? '' : `${counted(statements, 'statement')}: `;
  const others = skipped.length === 0 ? '' : `; skipped: ${describeParts(skipped)}`;
  return `${source}: ${read}${counted(tables, 'table')}${others}`;
}

function describeParts(parts: SchemaSource['skipped']): string {
  return parts
    .map(({ what, count, names }) => {
      const part = /^[a-z]/.test(what) ? counted(count, what) : `${formatCount(count)} ${what}`;
      return part + listedNames({ count, names });
    })
    .join(', ');
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${formatCount(count)} ${noun}s`;
}

/** How a data type is declared where the dataset probably will be, the first of some places. */
async function describeDeclaration(
  dataType: string,
  [place = '']: readonly string[],
  settings: ReportedProjects,
): Promise<string> {
  const known = (await settings.judge(place)).project?.paths.at(-1);
  const path = known ?? (await settings.newProjectFile(place));
  const name = plainText(normalizedPath(relative('', path)));
  return known === undefined
    ? `Create ${name} with {"dataTypes": ["${dataType}"]}`
    : `Add it to "dataTypes" in ${name}`;
}

/** The report as JSON or as Markdown, by the extension of its file. */
function formatReport(report: InferenceReport, path: string): string {
  return /\.md$/i.test(path) ? markdownReport(report) : `${JSON.stringify(report, null, 2)}\n`;
}

/** One line for each table, and one for each kind of note. */
function summarize({ tables, report }: InferredDataset): string {
  return tables
    .flatMap((table, index) => [
      ...report.tables
        .slice(index, index + 1)
        .flatMap((each) => [describeTable(each), ...each.notes.map((note) => `${each.name}: ${note}`)]),
      ...columnLines(table),
    ])
    .map((line) => `${plainText(line, maxLineLength)}\n`)
    .join('');
}

/** A note of one kind about many columns is that of the first, with the names of some others. */
function columnLines({ name, columns }: InferredTable): string[] {
  return notesByKind(columns).map(({ note, names: [first, ...others] }) => {
    const line = `${name}.${first}: ${describeColumnNote(note)}${optionHint(note)}`;
    if (others.length === 0) return line;
    const more = others.length - maxNamed;
    const named = others.slice(0, maxNamed).join(', ');
    return `${line} The same for ${named}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`;
  });
}

/** Columns that a line names. */
const maxNamed = 5;

const maxLineLength = 1000;

/** Numbers come after a label, so that no plural forms are needed. */
function describeTable({ name, rows, columns, source, format }: TableReport): string {
  const rowCount = rows === null ? '' : `rows: ${formatCount(rows)}, `;
  return `${name}: ${rowCount}columns: ${formatCount(columns.length)}, from ${source} (${format})`;
}

import * as l10n from '@vscode/l10n';
import { formatCount } from '../../text/format-count.ts';
import { markdownCode, markdownSentence, markdownText } from '../../text/markdown.ts';
import { printable } from '../../text/printable.ts';
import type { SkippedPart } from '../data-format.ts';
import { dataTypeOf, type InferredTable } from '../inferred-table.ts';
import type { ColumnNote, TableNote } from '../notes.ts';
import { describeColumnNote } from './describe-column-note.ts';
import { describeTableNote } from './describe-table-note.ts';

/** What is known of the data, in the form that other programs read. Absent facts are `null`. */
export interface InferenceReport {
  readonly tables: readonly TableReport[];
  /** What was skipped in files that declare tables. */
  readonly sources: readonly SourceReport[];
}

export interface SourceReport {
  readonly source: string;
  readonly skipped: readonly SkippedPart[];
}

export interface TableReport {
  readonly name: string;
  readonly source: string;
  readonly format: string;
  readonly rows: number | null;
  readonly notes: readonly string[];
  readonly columns: readonly ColumnReport[];
}

export interface ColumnReport {
  readonly name: string;
  readonly sourceName: string | null;
  readonly dataType: string;
  /** The type that a schema declares, as it is written there. */
  readonly sourceType: string | null;
  /** Values that are not empty. */
  readonly values: number | null;
  readonly empty: number | null;
  readonly min: string | null;
  readonly max: string | null;
  readonly examples: readonly string[];
  /** The first row after which the type is always the final one, from 1 below the header. */
  readonly decidingRow: number | null;
  readonly decidingValue: string | null;
  readonly note: string | null;
}

/** A sentence after a space, or nothing. */
export type NoteHint = (note: ColumnNote | TableNote) => string;

/** `hint`: what a front end adds to a note, such as the option that reads the data in another way. */
export function inferenceReport(
  tables: readonly InferredTable[],
  decimalType: string,
  hint: NoteHint = () => '',
  sources: readonly SourceReport[] = [],
): InferenceReport {
  return {
    tables: tables.map(({ name, source, format, rows, notes, columns }) => ({
      name,
      source,
      format,
      rows: rows ?? null,
      notes: notes.map((note) => describeTableNote(note, decimalType) + hint(note)),
      columns: columns.map((column) => ({
        name: column.name,
        sourceName: column.sourceName ?? null,
        dataType: dataTypeOf(column.type, decimalType),
        sourceType: column.sourceType ?? null,
        values: column.values ?? null,
        empty: column.empty ?? null,
        min: column.min ?? null,
        max: column.max ?? null,
        examples: column.examples,
        decidingRow: column.deciding?.row ?? null,
        decidingValue: column.deciding?.value ?? null,
        note: column.notes.map((note) => describeColumnNote(note) + hint(note)).join(' ') || null,
      })),
    })),
    sources: sources.map(({ source, skipped }) => ({ source, skipped })),
  };
}

/** The report as Markdown for people. */
export function markdownReport({ tables, sources }: InferenceReport): string {
  const skipped = sources.flatMap(describeSkipped).map((line) => `${markdownSentence(line)}\n`);
  return [...skipped, ...tables.map(describeTable)].join('\n');
}

/** What was skipped in a file that declares tables, in a sentence; none if nothing was. */
export function describeSkipped({ source, skipped }: SourceReport): string[] {
  if (skipped.length === 0) return [];
  return [l10n.t('Skipped in {0}: {1}.', printable(source), describeParts(skipped))];
}

/** Parts of a file with their numbers and names, in a list. */
export function describeParts(parts: readonly SkippedPart[]): string {
  const described = parts.map(({ what, count, names }) => {
    return `${what}: ${formatCount(count)}${listedNames({ count, names })}`;
  });
  return printable(described.join(', '), maxLength);
}

/** Names in parentheses after a space, with `…` if there are more; empty without any. */
export function listedNames({ count, names }: Pick<SkippedPart, 'count' | 'names'>): string {
  return names.length === 0 ? '' : ` (${[...names, ...(count > names.length ? ['…'] : [])].join(', ')})`;
}

/** In characters. */
const maxLength = 1000;

function describeTable(table: TableReport): string {
  const header = columnFacts.map(([title]) => title());
  const lines = [
    `## ${markdownText(table.name)}`,
    '',
    describeRows(table),
    '',
    ...(table.notes.length > 0 ? [...table.notes.map((note) => `- ${markdownSentence(note)}`), ''] : []),
    row(header),
    row(header.map(() => '---')),
    ...table.columns.map((column) => row(columnFacts.map(([, cell]) => cell(column)))),
  ];
  return `${lines.join('\n')}\n`;
}

/** What the report says of a column: a title, and the text of a cell. */
const columnFacts: readonly (readonly [title: () => string, cell: (column: ColumnReport) => string])[] = [
  [() => l10n.t('Column'), describeName],
  [() => l10n.t('Data type'), ({ dataType }) => markdownText(dataType)],
  [() => l10n.t('Decided by'), describeDecision],
  [() => l10n.t('Values'), ({ values }) => (values === null ? '' : formatCount(values))],
  [() => l10n.t('Empty values'), ({ empty }) => (empty === null ? '' : formatCount(empty))],
  [() => l10n.t('Smallest'), ({ min }) => (min === null ? '' : markdownCode(min))],
  [() => l10n.t('Largest'), ({ max }) => (max === null ? '' : markdownCode(max))],
  [() => l10n.t('Examples'), ({ examples }) => examples.map(markdownCode).join(' ')],
  [() => l10n.t('Note'), ({ note }) => (note === null ? '' : markdownSentence(note))],
];

function describeRows({ rows, source, format }: TableReport): string {
  if (rows === null)
    return l10n.t('From {0} ({1}), which does not say how many rows it has', markdownCode(source), format);
  return rows === 1
    ? l10n.t('1 row from {0} ({1})', markdownCode(source), format)
    : l10n.t('{0} rows from {1} ({2})', formatCount(rows), markdownCode(source), format);
}

function describeName({ name, sourceName }: ColumnReport): string {
  if (sourceName === null || sourceName === name) return markdownText(name);
  return l10n.t('{0} (in the file: "{1}")', markdownText(name), markdownText(sourceName));
}

function describeDecision({ decidingRow, decidingValue, sourceType }: ColumnReport): string {
  if (sourceType !== null) return markdownCode(sourceType);
  if (decidingRow === null || decidingValue === null) return '';
  return l10n.t('row {0}: {1}', formatCount(decidingRow), markdownCode(decidingValue));
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

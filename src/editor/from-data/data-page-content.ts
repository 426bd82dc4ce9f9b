import { l10n } from 'vscode';
import type { DataPageContent, PageNote, PageOption } from '../../data-view/data-messages.ts';
import { limits } from '../../inference/inference-limits.ts';
import type { InferredTable } from '../../inference/inferred-table.ts';
import { type ColumnNote, noteChoices, notesByKind, type TableNote } from '../../inference/notes.ts';
import { describeValue, type ReadingOption, type ReadingOptions } from '../../inference/reading-option.ts';
import { type ReadingOptionName, readingOptions } from '../../inference/reading-options.ts';
import { describeColumnNote } from '../../inference/report/describe-column-note.ts';
import { describeTableNote } from '../../inference/report/describe-table-note.ts';
import { takeRepeatedNotes } from '../../inference/report/repeated-notes.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import { formatCount } from '../../text/format-count.ts';
import { printable } from '../../text/printable.ts';

/** Columns, of all tables, that the page shows; more can't be looked through. */
const maxColumns = 1000;
/** Notes of a table that the page shows. */
const maxNotes = 20;
/** Names that a note lists. */
const maxNames = 5;

/** The options for the formats of tables. */
export function optionsFor(tables: readonly InferredTable[]): PageOption[] {
  const formats = new Set(tables.flatMap(({ format }) => format.split(', ')));
  return (
    Object.entries<ReadingOption>(readingOptions)
      // Where nothing can be read, any option may help.
      .filter(([, option]) => formats.size === 0 || option.formats.some((format) => formats.has(format)))
      .map(([name, option]) => ({
        name: name as ReadingOptionName,
        label: option.label(),
        description: option.description(),
        control: controlOf(option),
      }))
  );
}

function controlOf(option: ReadingOption): PageOption['control'] {
  switch (option.kind) {
    case 'texts':
      return { kind: 'texts' };
    case 'text':
      return { kind: 'text', pattern: option.pattern, hint: option.hint() };
    case 'count': {
      const pattern = option.minimum === 0 ? '^\\d{1,9}$' : '^0*[1-9]\\d{0,8}$';
      return { kind: 'count', pattern, hint: l10n.t('Enter a whole number from {0}.', option.minimum) };
    }
    case 'choice': {
      const choices = option.choices.map(({ value, label }) => ({ value, label: label() }));
      return {
        kind: 'choice',
        choices: [{ label: l10n.t('Detect') }, ...choices],
        other: option.other && { pattern: option.other.pattern, hint: option.other.hint() },
      };
    }
  }
}

/** The label of a note's button. */
function describeNoteChoice(choice: ReadingChoices): string {
  const words = Object.entries(choice).map(([name, value]) => {
    const option: ReadingOption | undefined = (readingOptions as ReadingOptions)[name];
    if (option === undefined) return '';
    const values = [value].flat().map((each) => printable(describeValue(option, each)));
    return option.button?.(values.join(', ')) ?? values.join(', ');
  });
  return words.join(', ');
}

/** The tables, and what is said once about several of them. `decimalType`: the data type of fractions in notes. */
export function tablesOnPage(
  tables: readonly InferredTable[],
  decimalType?: string,
): Pick<DataPageContent, 'tables' | 'shared'> {
  const { repeated, tables: withOwnNotes } = takeRepeatedNotes(tables, decimalType);
  const summaries = new Set(tables.map((table) => describeRows(table)));
  const [summary] = tables.length > 1 && summaries.size === 1 ? summaries : [];
  return {
    shared: [
      ...(summary === undefined ? [] : [summary]),
      ...repeated.map(({ text, names }) => describeForAll(text, names)),
    ],
    tables: columnsOnPage(tables).map(({ table, columns, hidden }, index) => {
      const count = Math.max(0, ...columns.map(({ head }) => head.length));
      const title = table.notes.find((note) => note.kind === 'title');
      return {
        name: printable(table.name, limits.quotedLength),
        key: keyOf(table),
        summary: summary === undefined ? describeRows(table) : '',
        skipped:
          title?.texts.map((text, line) => ({
            label: describeSkipped(table, title.lines[line] ?? 0),
            text: printable(text, limits.quotedLength),
          })) ?? [],
        columns: columns.map(({ name, type }) => ({
          name: printable(name),
          key: keyOf(table, name),
          dataType: type === 'fraction' ? undefined : type,
        })),
        more: [...describeHidden(hidden), ...describeHiddenFiles(table)].join(' '),
        rows: Array.from({ length: count }, (_, row) =>
          columns.map(({ head }) => printable(head[row] ?? '', limits.quotedLength)),
        ),
        notes: notesOnPage(withOwnNotes[index] ?? table, decimalType),
      };
    }),
  };
}

function columnsOnPage(tables: readonly InferredTable[]) {
  let left = maxColumns;
  return tables.map((table) => {
    const columns = table.columns.slice(0, left);
    left -= columns.length;
    return { table, columns, hidden: table.columns.length - columns.length };
  });
}

function describeSkipped({ format }: InferredTable, line: number): string {
  const number = formatCount(line);
  return format === 'xlsx' ? l10n.t('Row {0}, skipped', number) : l10n.t('Line {0}, skipped', number);
}

function describeRows({ rows, source, format }: InferredTable): string {
  const file = printable(source, limits.quotedLength);
  if (rows === undefined)
    return l10n.t('From {0} ({1}), which does not say how many rows it has', file, format);
  return rows === 1
    ? l10n.t('1 row from {0} ({1})', file, format)
    : l10n.t('{0} rows from {1} ({2})', formatCount(rows), file, format);
}

/** What is noted about several columns or tables, with their names. */
function describeForAll(text: string, names: readonly string[]): string {
  const [first = '', ...others] = names.map((name) => printable(name));
  const noted = l10n.t('{0}: {1}', first, text);
  const listed = [...others.slice(0, maxNames), ...(others.length > maxNames ? ['…'] : [])].join(', ');
  return others.length === 0 ? noted : l10n.t('{0} Also in: {1}.', noted, listed);
}

/** The notes of a table, and of its columns once for each kind; first those that the user can do something about. */
function notesOnPage({ notes, columns }: InferredTable, decimalType?: string): PageNote[] {
  const all = [
    ...notes.map((note) => pageNote(note, describeTableNote(note, decimalType))),
    ...notesByKind(columns).map(({ note, names }) =>
      pageNote(note, describeForAll(describeColumnNote(note), names)),
    ),
  ].sort((a, b) => Number(b.choices.length > 0) - Number(a.choices.length > 0));
  const left = all.length - maxNotes;
  return left <= 0
    ? all
    : [
        ...all.slice(0, maxNotes),
        {
          text:
            left === 1
              ? l10n.t('1 more note is in the report.')
              : l10n.t('{0} more notes are in the report.', left),
          choices: [],
        },
      ];
}

function pageNote(note: ColumnNote | TableNote, text: string): PageNote {
  const choices = noteChoices(note).map((reading) => ({ label: describeNoteChoice(reading), reading }));
  return { text, choices };
}

function describeHidden(columns: number): string[] {
  if (columns === 0) return [];
  return columns === 1
    ? [l10n.t('1 more column is not shown here.')]
    : [l10n.t('{0} more columns are not shown here.', formatCount(columns))];
}

/** Of several files that became one table, the rows of one are shown. */
function describeHiddenFiles({ notes }: InferredTable): string[] {
  return notes.flatMap((note) =>
    note.kind === 'merged' ? [l10n.t('Only the first rows of {0} are shown.', printable(note.first))] : [],
  );
}

/** What tells a table, or one of its columns, apart from all others, also after the data was read again. */
export function keyOf({ name }: InferredTable, ...column: readonly string[]): string {
  return JSON.stringify([name, ...column]);
}

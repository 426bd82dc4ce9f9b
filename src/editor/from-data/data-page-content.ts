import { l10n } from 'vscode';
import { type ReadingOption, type ReadingOptionName, readingOptions } from '../../app/reading-options.ts';
import type { PageNote, PageOption, PageTable } from '../../data-view/data-messages.ts';
import { limits } from '../../inference/inference-limits.ts';
import { type ColumnNote, noteChoices, notesByKind, type TableNote } from '../../inference/notes.ts';
import { describeColumnNote, describeTableNote, formatCount } from '../../inference/report/describe-notes.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import type { InferredTable } from '../../inference/tables/inferred-table.ts';
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
    (Object.keys(readingOptions) as ReadingOptionName[])
      // Where nothing can be read, any option may help.
      .filter(
        (name) => formats.size === 0 || readingOptions[name].formats.some((format) => formats.has(format)),
      )
      .map((name) => {
        const option = readingOptions[name];
        return {
          name,
          label: option.label(),
          description: option.description(),
          control: controlOf(name, option),
        };
      })
  );
}

function controlOf(name: ReadingOptionName, option: ReadingOption): PageOption['control'] {
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
      const choices = option.choices.map((value) => ({ value, label: describeChoice({ [name]: value }) }));
      return {
        kind: 'choice',
        choices: [{ label: l10n.t('Detect') }, ...choices],
        other: option.other && { pattern: option.other.pattern, hint: option.other.hint() },
      };
    }
  }
}

/** A way to read data, as a choice or as a button of a note. */
function describeChoice({
  nulls,
  header,
  thousands,
  decimalComma,
  dateOrder,
  delimiter,
}: ReadingChoices): string {
  if (nulls !== undefined)
    return l10n.t('Treat {0} as Empty', nulls.map((text) => printable(text)).join(', '));
  if (header !== undefined)
    return header ? l10n.t('The first row contains the column names') : l10n.t('There is no header row');
  if (decimalComma) return l10n.t('A comma separates decimals');
  const orders = {
    dmy: l10n.t('Day, month, year'),
    mdy: l10n.t('Month, day, year'),
    ymd: l10n.t('Year, month, day'),
  };
  if (dateOrder !== undefined) return orders[dateOrder];
  const characters: Readonly<Record<string, string>> = {
    ',': l10n.t('Comma'),
    ';': l10n.t('Semicolon'),
    '\t': l10n.t('Tab'),
    '|': l10n.t('Vertical bar'),
    '.': l10n.t('Point'),
    ' ': l10n.t('Space'),
  };
  return characters[thousands ?? delimiter ?? ''] ?? l10n.t('Apostrophe');
}

/** The label of a note's button. */
function describeNoteChoice(choice: ReadingChoices): string {
  const { nulls, range, headerRow, thousands, dateOrder } = choice;
  if (nulls !== undefined) return describeChoice({ nulls });
  if (range !== undefined) return l10n.t('Read {0}', printable(range));
  if (headerRow !== undefined) return l10n.t('Read from Line {0}', formatCount(headerRow));
  const words = describeChoice(choice);
  if (thousands !== undefined) return l10n.t('Thousands separator: {0}', words);
  return dateOrder === undefined ? words : l10n.t('Order of dates: {0}', words);
}

/** `decimalType`: the data type of fractions in notes. */
export function tablesOnPage(tables: readonly InferredTable[], decimalType?: string): PageTable[] {
  let left = maxColumns;
  return tables.map((table) => {
    const columns = table.columns.slice(0, left);
    left -= columns.length;
    const hidden = table.columns.length - columns.length;
    const count = Math.max(0, ...columns.map(({ head }) => head.length));
    const title = table.notes.find((note) => note.kind === 'title');
    return {
      name: printable(table.name, limits.quotedLength),
      summary: describeRows(table),
      skipped:
        title?.texts.map((text, index) => ({
          label: describeSkipped(table, title.lines[index] ?? 0),
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
      notes: notesOnPage(table, decimalType),
    };
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

/** The notes of a table, and of its columns once for each kind; first those that the user can do something about. */
function notesOnPage({ notes, columns }: InferredTable, decimalType?: string): PageNote[] {
  const all = [
    ...notes.map((note) => pageNote(note, describeTableNote(note, decimalType))),
    ...notesByKind(columns).map(({ note, names }) => {
      const [first = '', ...others] = names.map((name) => printable(name));
      const text = l10n.t('{0}: {1}', first, describeColumnNote(note));
      const listed = [...others.slice(0, maxNames), ...(others.length > maxNames ? ['…'] : [])].join(', ');
      return pageNote(note, others.length === 0 ? text : l10n.t('{0} Also in: {1}.', text, listed));
    }),
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

/** What tells a column apart from those of all tables, also after the data was read again. */
export function keyOf({ name }: InferredTable, column: string): string {
  return JSON.stringify([name, column]);
}

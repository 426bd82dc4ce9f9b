import * as l10n from '@vscode/l10n';
import { defaultDecimalType } from '../../dataset/rules/type-names.ts';
import { type MessageTable, messageFor } from '../../message-table.ts';
import { formatCount } from '../../text/format-count.ts';
import { printable } from '../../text/printable.ts';
import { limits } from '../inference-limits.ts';
import { dataTypeOf } from '../inferred-table.ts';
import type { RowsNote, TableNote } from '../notes.ts';

const tableNotes: MessageTable<TableNote, [decimalType: string]> = {
  'header-assumed': () =>
    l10n.t(
      'The first record was used as the header, although the data type of all columns is string. Check it.',
    ),
  'only-header': () => l10n.t('There is only a header. All columns are string, as there are no values.'),
  'no-header': () => l10n.t('The first record was read as data, because its values fit the columns below.'),
  'header-like-data': () =>
    l10n.t(
      'The first record was used as the header, because its years or dates follow each other. Check it.',
    ),
  'unnamed-first-column': () =>
    l10n.t('The header has one name fewer than the rows have fields, so the first column has no name.'),
  title: (note) => {
    const texts = firstOf(note.count, note.texts, '"');
    return note.count === 1
      ? l10n.t('1 line before the table was skipped: {0}.', texts)
      : l10n.t('{0} lines before the table were skipped: {1}.', formatCount(note.count), texts);
  },
  remarks: (note) => {
    const texts = firstOf(note.count, note.texts, '"');
    return note.count === 1
      ? l10n.t('1 text beside the table was skipped, in row {0}: {1}.', rowsOf(note)[1], texts)
      : l10n.t('{0} texts beside the table were skipped, in rows {1}: {2}.', ...rowsOf(note), texts);
  },
  'odd-rows': ({ columns, row }) =>
    columns === 1
      ? l10n.t(
          '1 column would have a narrower data type but for rows with too few or too many fields, such as row {0}.',
          formatCount(row),
        )
      : l10n.t(
          '{1} columns would have narrower data types but for rows with too few or too many fields, such as row {0}.',
          formatCount(row),
          formatCount(columns),
        ),
  'few-texts': (note, decimalType) =>
    note.areStoredAsText
      ? `${describeFewTexts(note, decimalType)} ${note.count === 1 ? l10n.t('It is stored as text.') : l10n.t('They are stored as text.')}`
      : describeFewTexts(note, decimalType),
  'missing-texts': (note) => {
    const texts = note.texts.map((text) => printable(text)).join(', ');
    return note.columns === 1
      ? l10n.t('1 column would have a narrower data type if the following counted as empty: {0}.', texts)
      : l10n.t(
          '{0} columns would have narrower data types if the following counted as empty: {1}.',
          formatCount(note.columns),
          texts,
        );
  },
  'windows-1252': () =>
    l10n.t(
      'The text is not UTF-8 and was read as windows-1252. If characters are wrong, choose its encoding.',
    ),
  'like-schema': () =>
    l10n.t(
      'The file was read as data, but it looks like a JSON Schema. To read it as one, add the property {0}.',
      '"$schema": "https://json-schema.org/draft/2020-12/schema"',
    ),
  'invalid-characters': (note) => {
    const encoding = note.encoding === 'utf-8' ? 'UTF-8' : note.encoding;
    return note.count === 1
      ? l10n.t('1 character is not valid {1} and was read as U+FFFD, in row {0}.', rowsOf(note)[1], encoding)
      : l10n.t(
          '{0} characters are not valid {2} and were read as U+FFFD, first in these rows: {1}.',
          ...rowsOf(note),
          encoding,
        );
  },
  'skipped-properties': (note) => {
    const names = firstOf(note.count, note.names);
    return note.count === 1
      ? l10n.t('The property {0} was skipped, because it is not a table.', names)
      : l10n.t(
          '{0} properties were skipped, because they are not tables: {1}.',
          formatCount(note.count),
          names,
        );
  },
  'skipped-tables': (note) => {
    const names = firstOf(note.count, note.names);
    return note.count === 1
      ? l10n.t('The rows in the property {0} were skipped, because other tables are more likely.', names)
      : l10n.t(
          'The rows in {0} properties were skipped, because other tables are more likely: {1}.',
          formatCount(note.count),
          names,
        );
  },
  'empty-sheet': (note) => l10n.t('The sheet {0} is empty and was skipped.', printable(note.name)),
  'renamed-columns': (note) => {
    const names = firstOf(note.count, note.names);
    return note.count === 1
      ? l10n.t('1 column got a number, because another name differs from its own only in case: {0}.', names)
      : l10n.t(
          '{0} columns got numbers, because other names differ from their own only in case: {1}.',
          formatCount(note.count),
          names,
        );
  },
  'uncalculated-formulas': ({ count }) =>
    count === 1
      ? l10n.t(
          '1 formula has no value and counts as empty. Save the workbook in a spreadsheet program to calculate it.',
        )
      : l10n.t(
          '{0} formulas have no values and count as empty. Save the workbook in a spreadsheet program to calculate them.',
          formatCount(count),
        ),
  'other-tables': (note) => {
    const ranges = firstOf(note.count, note.ranges);
    if (note.isOfArrays)
      return note.count === 1
        ? l10n.t('The file has another table, which was skipped: arrays {0}.', ranges)
        : l10n.t(
            'The file has {0} other tables, which were skipped: arrays {1}.',
            formatCount(note.count),
            ranges,
          );
    if (note.headerRows !== undefined)
      return note.count === 1
        ? l10n.t('The file has another table, which was skipped: lines {0}.', ranges)
        : l10n.t(
            'The file has {0} other tables, which were skipped: lines {1}.',
            formatCount(note.count),
            ranges,
          );
    return note.count === 1
      ? l10n.t('The sheet has another, smaller table, which was skipped: {0}.', ranges)
      : l10n.t(
          'The sheet has {0} other, smaller tables, which were skipped: {1}.',
          formatCount(note.count),
          ranges,
        );
  },
  merged: (note) =>
    note.count === 0
      ? l10n.t('Row numbers continue across the {0} files.', formatCount(note.files))
      : l10n.t(
          'This is the table of {0} files, whose row numbers continue. Other names of it are dropped: {1}.',
          formatCount(note.files),
          firstOf(note.count, note.names),
        ),
  'missing-fields': (note) =>
    note.count === 1
      ? l10n.t('1 field is missing and counts as empty, in row {0}.', rowsOf(note)[1])
      : l10n.t('{0} fields are missing and count as empty, first in these rows: {1}.', ...rowsOf(note)),
  comments: (note) =>
    note.count === 1
      ? l10n.t('1 line that begins with # was skipped as a comment, before row {0}.', rowsOf(note)[1])
      : l10n.t(
          '{0} lines that begin with # were skipped as comments, first before these rows: {1}.',
          ...rowsOf(note),
        ),
  'repeated-header': (note) =>
    note.count === 1
      ? l10n.t('1 line that repeats the header was skipped, before row {0}.', rowsOf(note)[1])
      : l10n.t(
          '{0} lines that repeat the header, or a title above it, were skipped, first before these rows: {1}.',
          ...rowsOf(note),
        ),
  'rule-lines': (note) =>
    note.count === 1
      ? l10n.t('1 line that only separates rows was skipped, before row {0}.', rowsOf(note)[1])
      : l10n.t(
          '{0} lines that only separate or count rows were skipped, first before these rows: {1}.',
          ...rowsOf(note),
        ),
  'surplus-fields': (note) =>
    note.count === 1
      ? l10n.t('1 surplus field was ignored, in row {0}.', rowsOf(note)[1])
      : l10n.t('{0} surplus fields were ignored, first in these rows: {1}.', ...rowsOf(note)),
  'empty-surplus-fields': (note) =>
    note.count === 1
      ? l10n.t('1 empty surplus field was ignored, in row {0}.', rowsOf(note)[1])
      : l10n.t('{0} empty surplus fields were ignored, first in these rows: {1}.', ...rowsOf(note)),
  'text-after-quote': (note) =>
    note.count === 1
      ? l10n.t('1 value goes on after its closing quote, in row {0}.', rowsOf(note)[1])
      : l10n.t('{0} values go on after their closing quotes, first in these rows: {1}.', ...rowsOf(note)),
  'control-characters': (note) =>
    note.count === 1
      ? l10n.t('1 control character was kept, in row {0}.', rowsOf(note)[1])
      : l10n.t('{0} control characters were kept, first in these rows: {1}.', ...rowsOf(note)),
  'repeated-properties': (note) =>
    note.count === 1
      ? l10n.t('1 property is repeated in its object, in row {0}.', rowsOf(note)[1])
      : l10n.t('{0} properties are repeated in their objects, first in these rows: {1}.', ...rowsOf(note)),
  nulls: (note) =>
    note.count === 1
      ? l10n.t('1 null was skipped, before row {0}.', rowsOf(note)[1])
      : l10n.t('{0} nulls were skipped, first before these rows: {1}.', ...rowsOf(note)),
};

/** A note about a table in sentences for people. */
export function describeTableNote(note: TableNote, decimalType: string = defaultDecimalType): string {
  return messageFor(tableNotes, note, decimalType);
}

/** Which values keep columns from a narrower type. */
function describeFewTexts(
  { columns, column, type, count, texts, row }: Extract<TableNote, { readonly kind: 'few-texts' }>,
  decimalType: string,
): string {
  const dataType = dataTypeOf(type, decimalType);
  const facts = [
    dataType,
    firstOf(texts.length, texts.slice(0, limits.listedRows)),
    formatCount(row),
  ] as const;
  if (columns === 1)
    return count === 1
      ? l10n.t('{3} would be {0} but for 1 value: {1} (row {2}).', ...facts, printable(column))
      : l10n.t(
          '{3} would be {0} but for {4} values: {1} (first in row {2}).',
          ...facts,
          printable(column),
          formatCount(count),
        );
  return count === 1
    ? l10n.t('{3} columns would be {0} but for 1 value each: {1} (row {2}).', ...facts, formatCount(columns))
    : l10n.t(
        '{3} columns would be {0} but for {4} values each: {1} (first in row {2}).',
        ...facts,
        formatCount(columns),
        formatCount(count),
      );
}

/** How many there are, and the first rows. */
function rowsOf({ count, rows }: Pick<RowsNote, 'count' | 'rows'>): [string, string] {
  const shown = rows.map((row) => (row === 0 ? l10n.t('0 (header)') : formatCount(row)));
  return [formatCount(count), shown.join(', ')];
}

/** A list of what the data says, which `…` ends if there is more. */
function firstOf(count: number, texts: readonly string[], quote = ''): string {
  const shown = texts.map((text) => `${quote}${printable(text)}${quote}`);
  return [...shown, ...(count > texts.length ? ['…'] : [])].join(', ');
}

import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import type { ColumnNote, RowsNote, TableNote } from '../notes.ts';

/** A note about a column in sentences for people. */
export function describeColumnNote(note: ColumnNote): string {
  switch (note.kind) {
    case 'unsigned-integers':
      return l10n.t('The values are unsigned 64-bit integers, which can be beyond the range of Int64.');
    case 'bytes':
      return l10n.t('The values are bytes.');
    case 'declared-lists':
      return l10n.t('The values are lists.');
    case 'declared-maps':
      return l10n.t('The values are maps.');
    case 'several-types':
      return l10n.t('The values can have several types.');
    case 'recursive-type':
      return l10n.t('The values are structures that contain themselves.');
    case 'unknown-type':
      return l10n.t('The type is not known: {0}.', printable(note.type));
    case 'only-empty':
      return l10n.t('All values are empty.');
    case 'big-integers':
      return l10n.t('Row {0} has an integer beyond the range of Int64: {1}.', ...firstValue(note));
    case 'leading-zeros':
      return l10n.t('Row {0} has an integer with a leading zero: {1}.', ...firstValue(note));
    case 'plus-signs':
      return l10n.t('Row {0} has a number with a plus sign: {1}.', ...firstValue(note));
    case 'thousands-separators':
      return l10n.t('Row {0} has a number with thousands separators: {1}.', ...firstValue(note));
    case 'currencies':
      return l10n.t('Row {0} has an amount with a currency: {1}.', ...firstValue(note));
    case 'percentages':
      return l10n.t('Row {0} has a number with a percent sign: {1}.', ...firstValue(note));
    case 'parentheses':
      return l10n.t('Row {0} has a number in parentheses: {1}.', ...firstValue(note));
    case 'ambiguous-thousands':
      return l10n.t(
        'Row {0} has {1}, which is {2} with a thousands separator, or {3} with a decimal separator.',
        ...firstValue(note),
        printable(note.value.replace(/[.,]/, '')),
        printable(note.value.replace(',', '.')),
      );
    case 'spaced-offsets':
      return l10n.t('Some times have a space before their offset, or UTC after them.');
    case 'unusual-numbers':
      return l10n.t('Row {0} has a number that is not written as digits.digits: {1}.', ...firstValue(note));
    case 'other-dates':
      return describeDateOrder(note.order);
    case 'zero-one':
      return l10n.t('All values are 0 or 1. If they mean false and true, change the data type to bool.');
    case 'yes-no':
      return l10n.t(
        'All values are yes or no. If they mean true and false, write true and false in the data.',
      );
    case 'true-false-letters':
      return l10n.t('All values are t or f. If they mean true and false, write true and false in the data.');
    case 'decimal-commas':
      return l10n.t('The decimal separator is a comma.');
    case 'quoted-values':
      return l10n.t(
        'All values are in quotes, unlike those of other columns, so they are not read as numbers or booleans.',
      );
    case 'lists':
      return l10n.t('Some values are lists.');
    default:
      return describeCount(note);
  }
}

type CountNote = Extract<ColumnNote, { count: number }>;

function describeCount(note: CountNote): string {
  const { count } = note;
  switch (note.kind) {
    case 'spaces':
      return count === 1
        ? l10n.t('The spaces or tabs around 1 value were ignored.')
        : l10n.t('The spaces or tabs around {0} values were ignored.', formatCount(count));
    case 'quoted-empty':
      return count === 1
        ? l10n.t('1 empty value is in quotes.')
        : l10n.t('{0} empty values are in quotes.', formatCount(count));
    case 'null-text':
      return note.isEmpty ? describeEmptyText(note) : describeNullText(note);
  }
}

type NullTextNote = Extract<ColumnNote, { kind: 'null-text' }>;

function describeEmptyText({ count, text }: NullTextNote): string {
  return count === 1
    ? l10n.t('{0} occurs once and counts as empty.', printable(text))
    : l10n.t('{0} occurs {1} times and counts as empty.', printable(text), formatCount(count));
}

function describeNullText({ count, text }: NullTextNote): string {
  return count === 1
    ? l10n.t('{0} occurs once and counts as text.', printable(text))
    : l10n.t('{0} occurs {1} times and counts as text.', printable(text), formatCount(count));
}

function describeDateOrder(order: Extract<ColumnNote, { kind: 'other-dates' }>['order']): string {
  switch (order) {
    case 'day-first':
      return l10n.t(
        'The values are dates, but not in ISO 8601 format. Only the order day, month fits all of them.',
      );
    case 'month-first':
      return l10n.t(
        'The values are dates, but not in ISO 8601 format. Only the order month, day fits all of them.',
      );
    case 'either':
      return l10n.t(
        'The values are dates, but not in ISO 8601 format. They fit both day/month/year and month/day/year.',
      );
    case 'contradictory':
      return l10n.t(
        'The values are dates, but not in ISO 8601 format. Some fit only day/month/year, others only month/day/year.',
      );
    case 'clear':
      return l10n.t('The values are dates, but not in ISO 8601 format.');
  }
}

function firstValue({ row, value }: { readonly row: number; readonly value: string }): [string, string] {
  return [formatCount(row), printable(value)];
}

/** A note about a table in sentences for people. */
export function describeTableNote(note: TableNote): string {
  switch (note.kind) {
    case 'header-assumed':
      return l10n.t('The first record was used as the header, although all columns are text. Check it.');
    case 'only-header':
      return l10n.t('There is only a header. All columns are string, as there are no values.');
    case 'no-header':
      return l10n.t('The first record was read as data, because its values fit the columns below.');
    case 'header-like-data':
      return l10n.t(
        'The first record was used as the header, because its years or dates follow each other. Check it.',
      );
    case 'unnamed-first-column':
      return l10n.t(
        'The header has one name fewer than the rows have fields, so the first column has no name.',
      );
    case 'title': {
      const texts = note.texts.map((text) => `"${printable(text)}"`).join(', ');
      return note.count === 1
        ? l10n.t('1 line before the table was skipped: {0}.', texts)
        : l10n.t(
            '{0} lines before the table were skipped: {1}.',
            formatCount(note.count),
            note.count > note.texts.length ? `${texts}, …` : texts,
          );
    }
    case 'missing-texts': {
      const texts = note.texts.map((text) => printable(text)).join(', ');
      return note.columns === 1
        ? l10n.t('1 column would have a narrower data type if these texts counted as empty: {0}.', texts)
        : l10n.t(
            '{0} columns would have narrower data types if these texts counted as empty: {1}.',
            formatCount(note.columns),
            texts,
          );
    }
    case 'windows-1252':
      return l10n.t('The text is not UTF-8 and was read as windows-1252.');
    case 'skipped-property':
      return l10n.t('The property {0} is not an array of objects and was skipped.', printable(note.name));
    case 'empty-sheet':
      return l10n.t('The sheet {0} is empty and was skipped.', printable(note.name));
    case 'other-tables': {
      const ranges = note.ranges.map((range) => printable(range)).join(', ');
      return note.count === 1
        ? l10n.t('The sheet has another, smaller table, which was skipped: {0}.', ranges)
        : l10n.t(
            'The sheet has {0} other, smaller tables, which were skipped: {1}.',
            formatCount(note.count),
            note.count > note.ranges.length ? `${ranges}, …` : ranges,
          );
    }
    case 'merged':
      return l10n.t('Row numbers continue across the {0} files.', formatCount(note.files));
    default:
      return describeRows(note);
  }
}

function describeRows(note: RowsNote): string {
  const count = formatCount(note.count);
  const rows = note.rows.map(formatCount).join(', ');
  const isOne = note.count === 1;
  switch (note.kind) {
    case 'missing-fields':
      return isOne
        ? l10n.t('1 field is missing and counts as empty, in row {0}.', rows)
        : l10n.t('{0} fields are missing and count as empty, first in these rows: {1}.', count, rows);
    case 'surplus-fields':
      return isOne
        ? l10n.t('1 surplus field was ignored, in row {0}.', rows)
        : l10n.t('{0} surplus fields were ignored, first in these rows: {1}.', count, rows);
    case 'text-after-quote':
      return isOne
        ? l10n.t('1 value goes on after its closing quote, in row {0}.', rows)
        : l10n.t('{0} values go on after their closing quotes, first in these rows: {1}.', count, rows);
    case 'control-characters':
      return isOne
        ? l10n.t('1 control character was kept, in row {0}.', rows)
        : l10n.t('{0} control characters were kept, first in these rows: {1}.', count, rows);
    case 'repeated-properties':
      return isOne
        ? l10n.t('1 property is repeated in its object, in row {0}.', rows)
        : l10n.t('{0} properties are repeated in their objects, first in these rows: {1}.', count, rows);
    case 'nulls':
      return isOne
        ? l10n.t('1 null was skipped, before row {0}.', rows)
        : l10n.t('{0} nulls were skipped, first before these rows: {1}.', count, rows);
  }
}

/** A whole number with commas between its thousands. `Intl` would take 13 ms to load when it is first used. */
export function formatCount(count: number): string {
  let text = String(count);
  for (let end = text.length - 3; end > 0; end -= 3) text = `${text.slice(0, end)},${text.slice(end)}`;
  return text;
}

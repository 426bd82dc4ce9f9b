import * as l10n from '@vscode/l10n';
import { defaultDecimalType } from '../../dataset/rules/type-names.ts';
import { type MessageTable, messageFor } from '../../message-table.ts';
import { formatCount } from '../../text/format-count.ts';
import { printable } from '../../text/printable.ts';
import type { ColumnNote } from '../notes.ts';

const columnNotes: MessageTable<ColumnNote, [decimalType: string]> = {
  'unsigned-integers': () =>
    l10n.t('The values are unsigned 64-bit integers, which can be beyond the range of Int64.'),
  bytes: () => l10n.t('The values are bytes.'),
  'declared-lists': () => l10n.t('The values are lists.'),
  'declared-maps': () => l10n.t('The values are maps.'),
  'several-types': () => l10n.t('The values can have several types.'),
  'recursive-type': () => l10n.t('The values are structures that contain themselves.'),
  'unknown-type': (note) => l10n.t('The type is not known: {0}.', printable(note.type)),
  'no-data-type': (note) =>
    l10n.t('No data type corresponds to {0}, so its values are read as text.', printable(note.type)),
  'no-declared-type': () => l10n.t('The schema declares no type.'),
  'tiny-booleans': () => l10n.t('tinyint(1) stands for true and false, but it can have other integers, too.'),
  'wide-integers': () => l10n.t('The values can be beyond the range of Int64.'),
  'numbers-without-precision': () =>
    l10n.t('Without a precision, the values can be whole numbers as well as fractions.'),
  'only-empty': () => l10n.t('All values are empty.'),
  'big-integers': (note) =>
    l10n.t('Row {0} has an integer beyond the range of Int64: {1}.', ...firstValue(note)),
  'leading-zeros': (note) => l10n.t('Row {0} has an integer with a leading zero: {1}.', ...firstValue(note)),
  'thousands-separators': (note) =>
    l10n.t('Row {0} has a number with thousands separators: {1}.', ...firstValue(note)),
  'decorated-numbers': (note) =>
    l10n.t(
      'Row {0} has a number with a plus sign, a currency, a percent sign, or parentheses: {1}.',
      ...firstValue(note),
    ),
  'ambiguous-thousands': (note) =>
    l10n.t(
      'Row {0} has {1}, which is {2} with a thousands separator, or {3} with a decimal separator.',
      ...firstValue(note),
      printable(note.value.replace(/[.,]/, '')),
      printable(note.value.replace(',', '.')),
    ),
  'spaced-offsets': () => l10n.t('Some times have a space before their offset, or UTC after them.'),
  'unusual-numbers': (note) =>
    l10n.t('Row {0} has a number that is not written as digits.digits: {1}.', ...firstValue(note)),
  'trailing-minus': (note) =>
    l10n.t('Row {0} has a number with a minus sign behind it: {1}.', ...firstValue(note)),
  'bare-fractions': (note) =>
    l10n.t('Row {0} has a fraction that is not written as digits.digits: {1}.', ...firstValue(note)),
  'long-fractions': (note) =>
    l10n.t('Row {0} has a fraction with more digits than a double keeps: {1}.', ...firstValue(note)),
  'other-dates': (note) => dateOrders[note.order](),
  'zero-one': () =>
    l10n.t('All values are 0 or 1. If they mean false and true, change the data type to bool.'),
  'yes-no': () =>
    l10n.t('All values mean yes or no. If they stand for true and false, write true and false in the data.'),
  'true-false-letters': () =>
    l10n.t('All values are t or f. If they mean true and false, write true and false in the data.'),
  'decimal-commas': () => l10n.t('The decimal separator is a comma.'),
  'quoted-values': () =>
    l10n.t(
      'All values are in quotes, unlike those of other columns, so they are not read as numbers or booleans.',
    ),
  lists: () => l10n.t('Some values are lists.'),
  objects: () => l10n.t('Some values are objects.'),
  spaces: ({ count }) =>
    count === 1
      ? l10n.t('The spaces or tabs around 1 value were ignored.')
      : l10n.t('The spaces or tabs around {0} values were ignored.', formatCount(count)),
  'quoted-empty': ({ count }) =>
    count === 1
      ? l10n.t('1 empty value is in quotes.')
      : l10n.t('{0} empty values are in quotes.', formatCount(count)),
  'null-text': ({ count, text, isEmpty }) => {
    const shown = printable(text);
    if (count === 1)
      return isEmpty
        ? l10n.t('{0} occurs once and counts as empty.', shown)
        : l10n.t('{0} occurs once and counts as text.', shown);
    return isEmpty
      ? l10n.t('{0} occurs {1} times and counts as empty.', shown, formatCount(count))
      : l10n.t('{0} occurs {1} times and counts as text.', shown, formatCount(count));
  },
};

/** A note about a column in sentences for people. */
export function describeColumnNote(note: ColumnNote): string {
  return messageFor(columnNotes, note, defaultDecimalType);
}

const dateOrders: Readonly<Record<Extract<ColumnNote, { kind: 'other-dates' }>['order'], () => string>> = {
  'day-first': () =>
    l10n.t('The values are dates, but not in ISO 8601 format. Only the order day, month fits all of them.'),
  'month-first': () =>
    l10n.t('The values are dates, but not in ISO 8601 format. Only the order month, day fits all of them.'),
  either: () =>
    l10n.t(
      'The values are dates, but not in ISO 8601 format. They fit both day/month/year and month/day/year.',
    ),
  contradictory: () =>
    l10n.t(
      'The values are dates, but not in ISO 8601 format. Some fit only day/month/year, others only month/day/year.',
    ),
  clear: () => l10n.t('The values are dates, but not in ISO 8601 format.'),
  none: () =>
    l10n.t(
      'The values are dates, but some of their times are not as in RFC 3339, such as 24:00 or a comma before a fraction.',
    ),
};

function firstValue({ row, value }: { readonly row: number; readonly value: string }): [string, string] {
  return [formatCount(row), printable(value)];
}

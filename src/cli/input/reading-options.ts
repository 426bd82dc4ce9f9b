import { isDelimiter } from '../../inference/formats/delimited/dialect.ts';
import { parseRange } from '../../inference/formats/excel/cells.ts';
import { type ColumnNote, noteChoices, type TableNote } from '../../inference/notes.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import { printable } from '../../text/printable.ts';
import { type OptionDeclarations, type OptionValues, wholeNumber } from '../command.ts';
import { UsageError } from '../terminal.ts';

const dateOrders = ['dmy', 'mdy', 'ymd'] as const;

/** How data files are read, for each command that reads them. What is absent is detected. */
export const readingOptions = {
  null: { value: 'TEXT', multiple: true, help: 'treat TEXT as an empty value; can be repeated' },
  delimiter: { value: 'CHARACTER', help: 'the delimiter of text, or "tab"' },
  header: { help: 'the first record is a header' },
  'no-header': { help: 'the first record is not a header' },
  skip: { value: 'N', help: 'skip N lines or rows before the table' },
  'header-row': { value: 'N', help: 'the line or row of the header, from 1' },
  range: { value: 'RANGE', help: 'the cells of a workbook to read, such as Sheet1!A5:F200' },
  'decimal-comma': { help: 'a comma separates decimals' },
  thousands: { value: 'CHARACTER', help: 'the character between thousands' },
  'date-order': { value: 'ORDER', choices: dateOrders, help: 'read dates such as 03/04/2024 in this order' },
} as const satisfies OptionDeclarations;

/** What the options decide. Throws a `UsageError`. */
export function readingChoices(values: OptionValues<typeof readingOptions>): ReadingChoices {
  return {
    nulls: values.null,
    delimiter: readDelimiter(values.delimiter),
    header: values.header || values['no-header'] ? values.header : undefined,
    skip: values.skip === undefined ? undefined : wholeNumber('--skip', values.skip, 0),
    range: readRange(values.range),
    decimalComma: values['decimal-comma'],
    thousands: readThousands(values.thousands),
    dateOrder: dateOrders.find((order) => order === values['date-order']),
    headerRow:
      values['header-row'] === undefined ? undefined : wholeNumber('--header-row', values['header-row'], 1),
  };
}

/** The options that read the data of a note in another way, as a sentence after a space; empty if there are none. */
export function optionHint(note: ColumnNote | TableNote): string {
  const options = noteChoices(note).map(({ nulls = [], header, range, decimalComma, thousands, dateOrder }) =>
    [
      ...nulls.map((text) => option('null', text)),
      ...(header === undefined ? [] : [header ? '--header' : '--no-header']),
      ...(range === undefined ? [] : [option('range', range)]),
      ...(decimalComma ? ['--decimal-comma'] : []),
      ...(thousands === undefined ? [] : [option('thousands', thousands)]),
      ...(dateOrder === undefined ? [] : [option('date-order', dateOrder)]),
    ].join(' '),
  );
  return options.length === 0 ? '' : ` To change it, use ${options.join(' or ')}.`;
}

/** As a shell takes it. */
function option(name: keyof typeof readingOptions, text: string): string {
  const value = /^[\w.,/:-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", "'\\''")}'`;
  return text.startsWith('--') ? `--${name}=${value}` : `--${name} ${value}`;
}

function readDelimiter(delimiter: string | undefined): string | undefined {
  if (delimiter === undefined) return undefined;
  if (delimiter === 'tab' || delimiter === '\\t') return '\t';
  if (!isDelimiter(delimiter))
    throw new UsageError(
      '--delimiter must be one ASCII character that is not a letter, a digit, a quote, or a sign, such as ";", or "tab".',
    );
  return delimiter;
}

function readRange(range: string | undefined): string | undefined {
  if (range !== undefined && parseRange(range) === undefined)
    throw new UsageError('--range takes cells such as Sheet1!A5:F200.');
  return range;
}

function readThousands(character: string | undefined): string | undefined {
  if (character !== undefined && !/^[ ,.']$/.test(character))
    throw new UsageError('--thousands takes a comma, a point, a space, or an apostrophe.');
  return character;
}

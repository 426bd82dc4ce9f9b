import {
  delimiterOf,
  findWithoutCells,
  readingOptions as options,
  type ReadingOption,
  writtenDescription,
} from '../../app/reading-options.ts';
import { rangePattern } from '../../inference/formats/excel/cells.ts';
import { type ColumnNote, noteChoices, type TableNote } from '../../inference/notes.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import { plainText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { type OptionDeclarations, type OptionValues, wholeNumber } from '../command.ts';
import { UsageError } from '../terminal.ts';

/** How data files are read, for each command that reads them. What is absent is detected. */
export const readingFlags = {
  null: { value: 'TEXT', multiple: true, help: `${help(options.nulls)}; can be repeated` },
  delimiter: { value: 'CHARACTER', help: help(options.delimiter) },
  header: { help: 'the first record is a header' },
  'no-header': { help: 'the first record is not a header' },
  skip: { value: 'N', help: help(options.skip) },
  'header-row': { value: 'N', help: help(options.headerRow) },
  range: { value: 'RANGE', help: help(options.range) },
  'decimal-comma': { help: 'a comma separates decimals' },
  thousands: { value: 'CHARACTER', help: help(options.thousands) },
  'date-order': { value: 'ORDER', choices: options.dateOrder.choices, help: help(options.dateOrder) },
} as const satisfies OptionDeclarations;

/** The description as the help of an option: without its capital and its full stop. */
function help(option: ReadingOption): string {
  const text = writtenDescription(option);
  return text.charAt(0).toLowerCase() + text.slice(1, -1);
}

/** What the options decide. Throws a `UsageError`. */
export function readingChoices(values: OptionValues<typeof readingFlags>): ReadingChoices {
  if (values.header && values['no-header'])
    throw new UsageError('--header and --no-header contradict each other. Use only one of them.');
  if (values['decimal-comma'] && values.thousands === ',')
    throw new UsageError('--decimal-comma and --thousands , contradict each other. Use only one of them.');
  return {
    nulls: values.null,
    delimiter: readDelimiter(values.delimiter),
    header: values.header || values['no-header'] ? values.header : undefined,
    skip: values.skip === undefined ? undefined : wholeNumber('--skip', values.skip, options.skip.minimum),
    range: readRange(values.range),
    decimalComma: values['decimal-comma'],
    thousands: readThousands(values.thousands),
    dateOrder: values['date-order'],
    headerRow:
      values['header-row'] === undefined
        ? undefined
        : wholeNumber('--header-row', values['header-row'], options.headerRow.minimum),
  };
}

/** The options that read the data of a note in another way, as a sentence after a space; empty if there are none. */
export function optionHint(
  note: ColumnNote | TableNote,
  platform: NodeJS.Platform = process.platform,
): string {
  const options = noteChoices(note).map(
    ({ nulls = [], header, headerRow, range, decimalComma, thousands, dateOrder }) =>
      [
        ...nulls.map((text) => option('null', text, platform)),
        ...(headerRow === undefined ? [] : [`--header-row ${headerRow}`]),
        ...(header === undefined ? [] : [header ? '--header' : '--no-header']),
        ...(range === undefined ? [] : [option('range', range, platform)]),
        ...(decimalComma ? ['--decimal-comma'] : []),
        ...(thousands === undefined ? [] : [option('thousands', thousands, platform)]),
        ...(dateOrder === undefined ? [] : [option('date-order', dateOrder, platform)]),
      ].join(' '),
  );
  return options.length === 0 ? '' : ` To change it, use ${options.join(' or ')}.`;
}

/** As a shell takes it. What ends with a point or a comma is quoted, so that it is not read as the end of a sentence. */
function option(name: keyof typeof readingFlags, text: string, platform: NodeJS.Platform): string {
  const value = /^[\w.,/:-]*[\w-]$/.test(text) ? text : inQuotes(printable(text), platform);
  return text.startsWith('--') ? `--${name}=${value}` : `--${name} ${value}`;
}

function inQuotes(text: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return `'${text.replaceAll("'", "'\\''")}'`;
  // The Command Prompt knows only double quotes, in which PowerShell gives these characters a meaning.
  return /["$`%]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

function readDelimiter(delimiter: string | undefined): string | undefined {
  if (delimiter === undefined) return undefined;
  const character = delimiterOf(delimiter);
  if (character === undefined)
    throw new UsageError(
      '--delimiter must be one ASCII character that is not a letter, a digit, a quote, or a sign, such as ";", or the name "tab" or "space".',
    );
  return character;
}

function readRange(range: string | undefined): string | undefined {
  if (range !== undefined && !rangePattern.test(range))
    throw new UsageError('--range takes cells such as Sheet1!A5:F200.');
  return range;
}

/** Throws a `UsageError` for files that `--range` can't be of. */
export function refuseRange({ range }: ReadingChoices, files: readonly string[]): void {
  const file = findWithoutCells(range, files);
  if (file !== undefined)
    throw new UsageError(`--range is for Excel workbooks, and ${plainText(file)} is not one.`);
}

function readThousands(character: string | undefined): string | undefined {
  if (character !== undefined && !options.thousands.choices.some((choice) => choice === character))
    throw new UsageError('--thousands takes a comma, a point, a space, or an apostrophe.');
  return character;
}

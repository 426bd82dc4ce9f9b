import * as l10n from '@vscode/l10n';
import { delimiterPattern } from '../inference/formats/delimited/dialect.ts';
import { rangePattern } from '../inference/formats/excel/cells.ts';
import { isTextData } from '../inference/formats/formats.ts';
import type { ReadingChoices } from '../inference/source.ts';

/** An option for reading data files, for each front end. Without a value, it is detected. */
export type ReadingOption = {
  readonly label: () => string;
  /** One sentence. */
  readonly description: () => string;
  /** The formats that it is for; text that a format itself declares needs none. */
  readonly formats: readonly string[];
} & (
  | { readonly kind: 'texts' }
  /** `hint`: what to enter. */
  | { readonly kind: 'text'; readonly pattern: string; readonly hint: () => string }
  | { readonly kind: 'count'; readonly minimum: number }
  /** `other`: what other values look like. `named`: what is written for values that are white space. */
  | {
      readonly kind: 'choice';
      readonly choices: readonly (string | boolean)[];
      readonly other?: {
        readonly pattern: string;
        readonly hint: () => string;
        readonly named: Readonly<Record<string, string>>;
      };
    }
);

/** What users choose about reading. */
export type ReadingOptionName = Exclude<keyof ReadingChoices, 'expected'>;

const delimited = ['csv', 'tsv'];
const sheets = [...delimited, 'xlsx'];
const texts = [...sheets, 'json', 'ndjson', 'sqlite'];

/** All options for reading data files, in the order in which they are shown. */
export const readingOptions = {
  delimiter: {
    kind: 'choice',
    choices: [',', ';', '\t', '|', ' '],
    other: {
      pattern: delimiterPattern.source,
      hint: () => l10n.t('Enter one ASCII character that is not a letter, a digit, a quote, or a sign.'),
      named: { tab: '\t', space: ' ' },
    },
    formats: delimited,
    label: () => l10n.t('Delimiter'),
    description: () => l10n.t('The character that separates the values.'),
  },
  header: {
    kind: 'choice',
    choices: [true, false],
    formats: sheets,
    label: () => l10n.t('Header Row'),
    description: () => l10n.t('Whether the first row contains the column names.'),
  },
  headerRow: {
    kind: 'count',
    minimum: 1,
    formats: sheets,
    label: () => l10n.t('Number of the Header Row'),
    description: () => l10n.t('The line or row that contains the column names, from 1.'),
  },
  skip: {
    kind: 'count',
    minimum: 0,
    formats: sheets,
    label: () => l10n.t('Lines to Skip'),
    description: () => l10n.t('The number of lines or rows to skip before the table.'),
  },
  range: {
    kind: 'text',
    pattern: rangePattern.source,
    hint: () => l10n.t('Enter a range of cells, such as Sheet1!A5:F200.'),
    formats: ['xlsx'],
    label: () => l10n.t('Cells'),
    description: () => l10n.t('The cells of a workbook to read, such as Sheet1!A5:F200.'),
  },
  nulls: {
    kind: 'texts',
    formats: texts,
    label: () => l10n.t('Empty Values'),
    description: () => l10n.t('Texts that count as empty values, such as N/A.'),
  },
  decimalComma: {
    kind: 'choice',
    choices: [true],
    formats: delimited,
    label: () => l10n.t('Decimal Comma'),
    description: () => l10n.t('Whether a comma separates decimals.'),
  },
  thousands: {
    kind: 'choice',
    choices: [',', '.', ' ', "'"],
    formats: delimited,
    label: () => l10n.t('Thousands Separator'),
    description: () => l10n.t('The character between thousands.'),
  },
  dateOrder: {
    kind: 'choice',
    choices: ['dmy', 'mdy', 'ymd'],
    formats: texts,
    label: () => l10n.t('Order of Dates'),
    description: () => l10n.t('The order of day, month, and year in dates such as 03/04/2024.'),
  },
} as const satisfies Record<ReadingOptionName, ReadingOption>;

/** The first file that a range of cells can't be of, because its name says that it is text. */
export function findWithoutCells(range: string | undefined, names: readonly string[]): string | undefined {
  return range === undefined ? undefined : names.find(isTextData);
}

/** The description of an option whose value is written, as an argument or in a call. */
export function writtenDescription(option: ReadingOption): string {
  const description = option.description();
  if (option.kind !== 'choice' || !option.other) return description;
  const names = Object.keys(option.other.named).map((name) => `"${name}"`);
  return `${description.slice(0, -1)}, ${names.join(', or ')}.`;
}

/** The delimiter that a person or an agent writes: a character, or its name. Undefined for any other text. */
export function delimiterOf(text: string): string | undefined {
  const named = new Map([...Object.entries(readingOptions.delimiter.other.named), ['\\t', '\t']]);
  return named.get(text) ?? (delimiterPattern.test(text) ? text : undefined);
}

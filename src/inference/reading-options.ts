import * as l10n from '@vscode/l10n';
import { encodingNamed } from '../text/text-decoder.ts';
import { delimiterPattern } from './formats/delimited/dialect.ts';
import { rangePattern } from './formats/excel/cells.ts';
import { isTextData } from './formats/formats.ts';
import { type ReadingOption, type ReadingOptions, readWritten, writtenHint } from './reading-option.ts';
import type { ReadingChoices } from './source.ts';

/** What users choose about reading. */
export type ReadingOptionName = Exclude<keyof ReadingChoices, 'expected'>;

const delimited = ['csv', 'tsv'];
const rows = [...delimited, 'xlsx', 'json'];
const texts = [...rows, 'ndjson', 'sqlite'];

const comma = { value: ',', label: () => l10n.t('Comma') } as const;
const space = { value: ' ', label: () => l10n.t('Space') } as const;

/** All options for reading data files, in the order in which they are shown. Each front end makes its own of them. */
export const readingOptions = {
  only: {
    kind: 'texts',
    placeholder: 'NAME',
    formats: ['xlsx', 'json', 'sqlite', 'sql', 'json-schema', 'odcs'],
    label: () => l10n.t('Tables to Read'),
    description: () => l10n.t('Names of the tables to read, of files with several.'),
  },
  encoding: {
    kind: 'choice',
    choices: [
      { value: 'utf-8', label: () => 'UTF-8' },
      { value: 'windows-1252', label: () => l10n.t('Western European (windows-1252)') },
      { value: 'windows-1250', label: () => l10n.t('Central European (windows-1250)') },
      { value: 'windows-1251', label: () => l10n.t('Cyrillic (windows-1251)') },
      { value: 'shift_jis', label: () => l10n.t('Japanese (Shift_JIS)') },
      { value: 'gb18030', label: () => l10n.t('Simplified Chinese (GB18030)') },
      { value: 'big5', label: () => l10n.t('Traditional Chinese (Big5)') },
      { value: 'euc-kr', label: () => l10n.t('Korean (EUC-KR)') },
    ],
    other: {
      pattern: '^[\\w.:-]{1,40}$',
      hint: () => l10n.t('Enter the name of an encoding, such as iso-8859-2.'),
      isKnown: (text: string) => encodingNamed(text) !== undefined,
    },
    placeholder: 'NAME',
    formats: [...delimited, 'json', 'ndjson', 'sql'],
    label: () => l10n.t('Encoding'),
    description: () => l10n.t('The encoding of the text, such as windows-1250 or shift_jis.'),
  },
  delimiter: {
    kind: 'choice',
    choices: [
      comma,
      { value: ';', label: () => l10n.t('Semicolon') },
      { value: '\t', label: () => l10n.t('Tab'), name: 'tab', also: ['\\t'] },
      { value: '|', label: () => l10n.t('Vertical bar') },
      { ...space, name: 'space' },
    ],
    other: {
      pattern: delimiterPattern.source,
      hint: () => l10n.t('Enter one ASCII character that is not a letter, a digit, a quote, or a sign.'),
    },
    placeholder: 'CHARACTER',
    formats: delimited,
    label: () => l10n.t('Delimiter'),
    description: () => l10n.t('The character that separates the values.'),
  },
  header: {
    kind: 'choice',
    choices: [
      { value: true, label: () => l10n.t('The first row contains the column names') },
      { value: false, label: () => l10n.t('There is no header row') },
    ],
    formats: rows,
    label: () => l10n.t('Header Row'),
    description: () => l10n.t('Whether the first row contains the column names.'),
  },
  headerRow: {
    kind: 'count',
    minimum: 1,
    placeholder: 'N',
    formats: rows,
    label: () => l10n.t('Number of the Header Row'),
    description: () => l10n.t('The line or row that contains the column names, from 1.'),
    button: (row) => l10n.t('Read from Line {0}', row),
  },
  skip: {
    kind: 'count',
    minimum: 0,
    placeholder: 'N',
    formats: rows,
    label: () => l10n.t('Lines to Skip'),
    description: () => l10n.t('The number of lines or rows to skip before the table.'),
  },
  range: {
    kind: 'text',
    pattern: rangePattern.source,
    hint: () => l10n.t('Enter a range of cells, such as Sheet1!A5:F200.'),
    placeholder: 'RANGE',
    formats: ['xlsx'],
    label: () => l10n.t('Cells'),
    description: () => l10n.t('The cells of a workbook to read, such as Sheet1!A5:F200.'),
    button: (range) => l10n.t('Read {0}', range),
  },
  nulls: {
    kind: 'texts',
    flag: 'null',
    placeholder: 'TEXT',
    formats: texts,
    label: () => l10n.t('Empty Values'),
    description: () => l10n.t('Values that count as empty, such as N/A or -99.'),
    button: (values) => l10n.t('Treat {0} as Empty', values),
  },
  decimalComma: {
    kind: 'choice',
    choices: [{ value: true, label: () => l10n.t('A comma separates decimals') }],
    formats: delimited,
    label: () => l10n.t('Decimal Comma'),
    description: () => l10n.t('Whether a comma separates decimals.'),
  },
  thousands: {
    kind: 'choice',
    choices: [
      comma,
      { value: '.', label: () => l10n.t('Point') },
      { ...space, also: ['\u00a0', '\u2009', '\u202f'] },
      { value: "'", label: () => l10n.t('Apostrophe'), also: ['\u2019'] },
    ],
    placeholder: 'CHARACTER',
    formats: delimited,
    label: () => l10n.t('Thousands Separator'),
    description: () => l10n.t('The character between thousands.'),
    button: (separator) => l10n.t('Thousands separator: {0}', separator),
  },
  dateOrder: {
    kind: 'choice',
    choices: [
      { value: 'dmy', label: () => l10n.t('Day, month, year') },
      { value: 'mdy', label: () => l10n.t('Month, day, year') },
      { value: 'ymd', label: () => l10n.t('Year, month, day') },
    ],
    placeholder: 'ORDER',
    formats: texts,
    label: () => l10n.t('Order of Dates'),
    description: () => l10n.t('The order in dates such as 03/04/2024.'),
    button: (order) => l10n.t('Order of dates: {0}', order),
  },
} as const satisfies Record<ReadingOptionName, ReadingOption>;

/** A mistake in what is written about reading. `problem`: what to write, in a sentence. */
export interface ReadingMistake {
  readonly property: string;
  readonly problem: string;
}

/** Reads what an agent or a project file writes about reading. `written`: by the schemas, which say what type each value has. */
export function readReading(written: object): {
  readonly reading: ReadingChoices;
  readonly mistakes: readonly ReadingMistake[];
} {
  const mistakes: ReadingMistake[] = [];
  const reading: ReadingChoices = Object.fromEntries(
    Object.entries(written).map(([property, value]) => {
      const option = (readingOptions as ReadingOptions)[property];
      if (option === undefined || typeof value !== 'string') return [property, value];
      const read = readWritten(option, value);
      if (read === undefined) mistakes.push({ property, problem: writtenHint(option) });
      return [property, read];
    }),
  );
  if (reading.decimalComma && reading.thousands === ',') {
    const problem = l10n.t('It contradicts decimalComma. Use only one of them.');
    mistakes.push({ property: 'thousands', problem });
  }
  return { reading, mistakes };
}

/** The first file that a range of cells can't be of, because its name says that it is text. */
export function findWithoutCells(range: string | undefined, names: readonly string[]): string | undefined {
  return range === undefined ? undefined : names.find(isTextData);
}

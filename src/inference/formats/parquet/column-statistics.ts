import type { FileMetaData, SchemaElement, Statistics } from 'hyparquet';
import { damagedData } from '../../inference-error.ts';

export interface LeafStatistics {
  readonly empty: number | undefined;
  readonly extremes: { readonly min: string; readonly max: string } | undefined;
}

/** What the row groups say of their columns, taken together. */
export class ColumnStatistics {
  readonly rows: number;
  readonly #groups: FileMetaData['row_groups'];

  constructor(metadata: FileMetaData) {
    // A row group without rows says nothing.
    this.#groups = metadata.row_groups.filter(({ num_rows }) => num_rows > 0n);
    const counted = metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
    // Some writers leave it 0.
    this.rows = Number(metadata.num_rows) || counted;
    if (!Number.isSafeInteger(this.rows) || this.rows < 0 || this.rows !== counted)
      throw damagedData('Parquet');
  }

  /** `leaf`: the number of a column that no list is around. */
  of(leaf: number, element: SchemaElement): LeafStatistics {
    const empty = this.#emptyIn(leaf);
    const isAllEmpty = empty === this.rows;
    return { empty, extremes: isAllEmpty ? undefined : extremesIn(this.#groups, leaf, element) };
  }

  /** Whether the smallest or the largest value of a decimal without a fraction may not be one of Int64. */
  isBeyondInt64(leaf: number): boolean {
    return this.#groups.some(({ columns }) => {
      const { min, max, min_value, max_value } = columns[leaf]?.meta_data?.statistics ?? {};
      return [min, max, min_value, max_value].some((value) => {
        const number = value instanceof Uint8Array ? bigEndian(value) : value;
        if (!isExtreme(number)) return false;
        // A double at the border may have been rounded to it.
        return typeof number === 'bigint'
          ? BigInt.asIntN(64, number) !== number
          : Math.abs(number) >= 2 ** 63;
      });
    });
  }

  /** Ends at the first row group that doesn't have the column, so that few row groups can't be searched for many columns. */
  #emptyIn(leaf: number): number | undefined {
    let empty = 0;
    for (const { columns } of this.#groups) {
      const count = columns[leaf]?.meta_data?.statistics?.null_count;
      if (count === undefined) return undefined;
      empty += Number(count);
    }
    // A lie, or a writer that counts otherwise.
    return empty < 0 || empty > this.rows ? undefined : empty;
  }
}

/** A decimal in two's complement. */
function bigEndian(bytes: Uint8Array): bigint {
  const value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return BigInt.asIntN(8 * bytes.length, value);
}

type Extreme = number | bigint;

function extremesIn(groups: FileMetaData['row_groups'], leaf: number, element: SchemaElement) {
  const format = formatOf(element);
  if (format === undefined || groups.length === 0) return undefined;
  let min: Extreme | undefined;
  let max: Extreme | undefined;
  for (const { columns } of groups) {
    const chunk = columns[leaf];
    const statistics: Statistics | undefined = chunk?.meta_data?.statistics;
    if (statistics !== undefined && statistics.null_count === chunk?.meta_data?.num_values) continue;
    // The deprecated `min` and `max` of a file without the others compare signed integers in the right order, too.
    const least = statistics?.min_value ?? statistics?.min;
    const most = statistics?.max_value ?? statistics?.max;
    if (!isExtreme(least) || !isExtreme(most) || least > most) return undefined;
    if (min === undefined || least < min) min = least;
    if (max === undefined || most > max) max = most;
  }
  if (min === undefined || max === undefined) return undefined;
  const texts = { min: format(min), max: format(max) };
  return texts.min === undefined || texts.max === undefined ? undefined : { min: texts.min, max: texts.max };
}

function isExtreme(value: unknown): value is Extreme {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
}

/** How the extremes of a column are written; `undefined` where they have no exact form. */
function formatOf(element: SchemaElement): ((value: Extreme) => string | undefined) | undefined {
  const { type, logical_type: logical, converted_type: converted } = element;
  if (logical?.type === 'DATE' || converted === 'DATE') return (days) => isoDate(Number(days));
  if (logical?.type === 'TIMESTAMP') {
    const perSecond = { MILLIS: 1_000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n }[logical.unit];
    return (value) => isoTimestamp(BigInt(value), perSecond, logical.isAdjustedToUTC);
  }
  if (converted === 'TIMESTAMP_MILLIS') return (value) => isoTimestamp(BigInt(value), 1_000n, true);
  if (converted === 'TIMESTAMP_MICROS') return (value) => isoTimestamp(BigInt(value), 1_000_000n, true);
  if (logical !== undefined && logical.type !== 'INTEGER') return undefined;
  if (converted !== undefined && !/^U?INT_/.test(converted)) return undefined;
  if (type === 'INT32' || type === 'INT64') return String;
  if (type === 'FLOAT' || type === 'DOUBLE') return decimalText;
  return undefined;
}

/** A double as a fraction is written. */
function decimalText(value: Extreme): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Days from 1970-01-01 that a four-digit year has: 0001-01-01 to 9999-12-31. */
const firstDay = -719_162;
const lastDay = 2_932_896;

/** The date so many days after 1970-01-01; `undefined` where its year has not four digits. */
function isoDate(days: number): string | undefined {
  if (!Number.isInteger(days) || days < firstDay || days > lastDay) return undefined;
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

/** A point in time in units since 1970, with the digits of its fraction that are not zero. */
function isoTimestamp(value: bigint, unitsPerSecond: bigint, isUtc: boolean): string | undefined {
  const fraction = ((value % unitsPerSecond) + unitsPerSecond) % unitsPerSecond;
  const seconds = Number((value - fraction) / unitsPerSecond);
  const date = isoDate(Math.floor(seconds / 86_400));
  if (date === undefined) return undefined;
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  const digits = String(unitsPerSecond + fraction).slice(1);
  const shown = /^\d*[1-9]/.exec(digits);
  return `${date}T${time}${shown ? `.${shown[0]}` : ''}${isUtc ? 'Z' : ''}`;
}

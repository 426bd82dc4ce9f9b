import type { ColumnChunk, FileMetaData, SchemaElement, Statistics } from 'hyparquet';
import { isoDate, isoTimestamp } from '../../values/iso-text.ts';
import { damaged } from './check-footer.ts';

export interface LeafStatistics {
  readonly empty: number | undefined;
  readonly extremes: { readonly min: string; readonly max: string } | undefined;
}

/** What the row groups say of their columns, taken together. */
export class ColumnStatistics {
  readonly rows: number;
  readonly #groups: FileMetaData['row_groups'];

  constructor(metadata: FileMetaData) {
    this.#groups = metadata.row_groups;
    this.rows = Number(metadata.num_rows);
    const counted = this.#groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
    if (!Number.isSafeInteger(this.rows) || this.rows < 0 || this.rows !== counted) throw damaged();
  }

  /** `leaf`: the number of a column that no list is around. */
  of(leaf: number, element: SchemaElement): LeafStatistics {
    // A row group without rows says nothing.
    const chunks = this.#groups.filter(({ num_rows }) => num_rows > 0n).map(({ columns }) => columns[leaf]);
    const empty = this.#emptyIn(chunks, element);
    const isAllEmpty = empty === this.rows;
    return { empty, extremes: isAllEmpty ? undefined : extremesIn(chunks, element) };
  }

  #emptyIn(chunks: readonly (ColumnChunk | undefined)[], element: SchemaElement): number | undefined {
    let empty = 0;
    for (const chunk of chunks) {
      const count = chunk?.meta_data?.statistics?.null_count;
      if (count === undefined) return undefined;
      empty += Number(count);
    }
    // A lie, or a writer that counts otherwise.
    if (empty < 0 || empty > this.rows) return undefined;
    return element.type === undefined ? undefined : empty;
  }
}

type Extreme = number | bigint;

function extremesIn(chunks: readonly (ColumnChunk | undefined)[], element: SchemaElement) {
  const format = formatOf(element);
  if (format === undefined || chunks.length === 0) return undefined;
  let min: Extreme | undefined;
  let max: Extreme | undefined;
  for (const chunk of chunks) {
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

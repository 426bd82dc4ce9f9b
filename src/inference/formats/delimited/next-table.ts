import { limits } from '../../inference-limits.ts';
import { typeOf } from '../../values/data-types.ts';
import { dataKinds, kind } from '../../values/kinds.ts';
import { type Dialect, isLineBreak } from './dialect.ts';
import { type HeadRecord, readRecords } from './head-record.ts';
import { type HeadReading, HeadRecords } from './table-layout.ts';

/** By so many records after a blank line it is decided whether they are another table. */
const maxRecords = 10;

/** So many records at the start of a text may be a table above another one, which then tells nothing about the first. */
const maxRecordsAbove = 50;

/** Without a text above numbers, so many rows of another width are another table. */
const rowsOfTexts = 3;

/** The table that is being read where another one may begin. */
export interface TableAbove {
  /** Those of its header; empty without one. */
  readonly names: readonly string[];
  /** For each column the kinds of its values. */
  readonly kinds: readonly number[];
  /** Whether its rows have different numbers of fields. */
  readonly isRagged: boolean;
}

interface RecordReading extends HeadReading {
  readonly dialect: Dialect & { readonly hasComments: boolean };
}

/**
 * Whether another table begins at the start of `bytes`, which are below a blank line: with a header of its own above values
 * of other types or of another number, and maybe a title. A header that is repeated begins none. Returns the bytes of its
 * title, its header and its first rows.
 */
export function findNextTable(
  bytes: Uint8Array,
  isLast: boolean,
  above: TableAbove,
  reading: RecordReading,
): number | undefined {
  const records = firstRecords(bytes, isLast, above, reading);
  for (let start = 0, end = 0; start < records.length; start = end) {
    do end++;
    while (end < records.length && !records[end]?.isAfterBlank);
    const block = records.slice(start, end);
    // A byte more shows that a line feed follows, or none.
    if (new TableRecords(bytes, block, reading).beginTable(above)) return (block.at(-1)?.next ?? 0) + 1;
    // Above the table there is only a title.
    if (block.some(({ filled }) => filled > 1)) return undefined;
  }
  return undefined;
}

/**
 * The records at the start of a text that are a table above another one: one of at least three columns, or the larger one.
 * `undefined` where none is found.
 */
export function recordsAboveNext(
  bytes: Uint8Array,
  isLast: boolean,
  records: readonly HeadRecord[],
  reading: RecordReading,
): readonly HeadRecord[] | undefined {
  for (let end = 2; end < Math.min(records.length, maxRecordsAbove); end++) {
    if (!records[end]?.isAfterBlank) continue;
    const block = records.slice(0, end);
    const above = new TableRecords(bytes, block, reading).asTable();
    if (above === undefined || (above.kinds.length < 3 && end * 2 < records.length)) continue;
    let start = block.at(-1)?.next ?? 0;
    while (isLineBreak(bytes[start])) start++;
    if (findNextTable(bytes.subarray(start), isLast, above, reading) !== undefined) return block;
  }
  return undefined;
}

/** No records where the first ones show that the table above goes on. */
function firstRecords(bytes: Uint8Array, isLast: boolean, { kinds }: TableAbove, reading: RecordReading) {
  const head = bytes.subarray(0, limits.headBytes);
  const { dialect } = reading;
  const read = (most: number) =>
    readRecords(head, isLast && head.length === bytes.length, dialect, most).records.filter(
      ({ isComment }) => !isComment || !dialect.hasComments,
    );
  const [first, second] = read(2);
  if (first === undefined || (second?.isAfterBlank && first.filled >= kinds.length)) return [];
  if (new TableRecords(head, [first], reading).hasData(0)) return [];
  return read(maxRecords);
}

/** Records that may be a table, or the beginning of one. */
class TableRecords extends HeadRecords {
  /** The record with different names for all fields of the records below; `undefined` if there is none. */
  #findNames(): number | undefined {
    if (this.length < 2) return undefined;
    const { first, header, headerRecords } = this.layout(undefined, false);
    const last = first + headerRecords - 1;
    const width = this.records[last]?.fields.length ?? 0;
    const rows = this.records.slice(last + 1);
    if (header !== 'names' || width < 2 || rows.length === 0 || this.hasData(last)) return undefined;
    const areWhole = rows.every(({ fields }) => fields.length === width);
    return areWhole && this.areDifferent(last) ? last : undefined;
  }

  /** `undefined` if it is not certain that they are one. */
  asTable(): TableAbove | undefined {
    const last = this.#findNames();
    if (last === undefined || !this.isCertain(last)) return undefined;
    return { names: this.namesAt(last), kinds: this.kindsBelow(last), isRagged: false };
  }

  beginTable({ names, kinds, isRagged }: TableAbove): boolean {
    const last = this.#findNames();
    if (last === undefined) return false;
    const found = this.namesAt(last);
    const rows = this.length - last - 1;
    if (found.length !== kinds.length)
      return this.isCertain(last) || (!isRagged && rows >= rowsOfTexts && !this.records[last]?.isSpaced);
    const shared = found.filter((name, column) => name === names[column]).length;
    if (shared === found.length || !this.isCertain(last, (column) => isMixed(kinds[column]))) return false;
    // One text above a number may stand for a missing value.
    const misfits = this.misfits(last).filter((column) => !hasTexts(kinds[column]));
    return shared > 0 || misfits.length > 1 || this.#hasOtherTypes(last, kinds);
  }

  #hasOtherTypes(header: number, above: readonly number[]): boolean {
    return this.kindsBelow(header).some((kinds, column) => {
      const known = above[column] ?? 0;
      if (known === 0 || kinds === 0 || isMixed(known)) return false;
      return (typeOf(kinds) === 'string') !== (typeOf(known) === 'string');
    });
  }
}

function hasTexts(kinds = 0): boolean {
  return (kinds & kind.text) !== 0;
}

/** Whether a column has texts beside other values. */
function isMixed(kinds = 0): boolean {
  return hasTexts(kinds) && (kinds & dataKinds) !== 0;
}

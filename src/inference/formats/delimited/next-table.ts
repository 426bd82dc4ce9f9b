import { decodeText } from '../../bytes/encoding.ts';
import { limits } from '../../inference-limits.ts';
import { typeOf } from '../../values/data-types.ts';
import { dataKinds, kind } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { type Dialect, isLineBreak, readRecord } from './dialect.ts';
import { cellBytes } from './header-cells.ts';
import { filledFields, type HeadRecord, HeadRecords, isComment } from './table-layout.ts';

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

/** Looks at the records below blank lines for the beginning of another table. */
export class NextTableFinder {
  /** The bytes of the title, the header and the first rows of the table that was found. */
  length = 0;
  readonly #dialect: Dialect & { readonly hasComments: boolean };
  readonly #nulls: NullTexts | undefined;

  constructor(dialect: Dialect & { readonly hasComments: boolean }, nulls: NullTexts | undefined) {
    this.#dialect = dialect;
    this.#nulls = nulls;
  }

  /**
   * Whether another table begins at the start of `bytes`, which are below a blank line: with a header of its own above values
   * of other types or of another number, and maybe a title. `undefined`: that is seen with more bytes. A header that is
   * repeated begins none.
   */
  begins(bytes: Uint8Array, isLast: boolean, above: TableAbove): boolean | undefined {
    const records = this.#readRecords(bytes, isLast, above);
    if (records === undefined) return undefined;
    for (let start = 0, end = 0; start < records.length; start = end) {
      do end++;
      while (end < records.length && !records[end]?.isAfterBlank);
      const block = records.slice(start, end);
      // A byte more shows that a line feed follows, or none.
      this.length = (block.at(-1)?.next ?? 0) + 1;
      if (this.#recordsOf(bytes, block).beginTable(above)) return true;
      // Above the table there is only a title.
      if (block.some((record) => filledFields(record) > 1)) return false;
    }
    return false;
  }

  /**
   * The records at the start of a text that are a table above another one: one of at least three columns, or the larger one.
   * `undefined` where none is found.
   */
  aboveNext(bytes: Uint8Array, isLast: boolean, records: readonly HeadRecord[]) {
    for (let end = 2; end < Math.min(records.length, maxRecordsAbove); end++) {
      if (!records[end]?.isAfterBlank) continue;
      const block = records.slice(0, end);
      const above = this.#recordsOf(bytes, block).asTable();
      if (above === undefined || (above.kinds.length < 3 && end * 2 < records.length)) continue;
      let start = block.at(-1)?.next ?? 0;
      while (isLineBreak(bytes[start])) start++;
      if (this.begins(bytes.subarray(start), isLast, above)) return block;
    }
    return undefined;
  }

  #recordsOf(bytes: Uint8Array, records: readonly HeadRecord[]): TableRecords {
    return new TableRecords(bytes, records, this.#dialect, this.#nulls);
  }

  /** No records where the first ones show that the table goes on; `undefined` if there are too few bytes. */
  #readRecords(bytes: Uint8Array, isLast: boolean, { kinds }: TableAbove) {
    const head = bytes.subarray(0, limits.headBytes);
    const isWhole = isLast && head.length === bytes.length;
    const records: HeadRecord[] = [];
    let isAfterBlank = false;
    let length = 0;
    while (records.length < maxRecords && length < head.length) {
      const record = readRecord(head, length, head.length, this.#dialect, isWhole);
      if (record === undefined || record === 'unclosed-quote') break;
      length = record.next;
      // The table may begin below the last one of several blank lines.
      if (record.isBlank && records.length === 0) return [];
      if (record.isBlank) {
        isAfterBlank = true;
        const [only, second] = records;
        if (second === undefined && filledFields(only) >= kinds.length) return [];
        continue;
      }
      if (this.#dialect.hasComments && isComment(head, record)) continue;
      const next = { ...record, isAfterBlank };
      if (records.length === 0 && this.#recordsOf(head, [next]).hasData(0)) return [];
      records.push(next);
      isAfterBlank = false;
    }
    const isEnough = records.length === maxRecords || isWhole || head.length === limits.headBytes;
    return isEnough ? records : undefined;
  }
}

/** Records that may be a table, or the beginning of one. */
class TableRecords extends HeadRecords {
  readonly #records: readonly HeadRecord[];
  readonly #namesAt: (index: number) => string[];

  constructor(
    bytes: Uint8Array,
    records: readonly HeadRecord[],
    dialect: Dialect,
    nulls: NullTexts | undefined,
  ) {
    super(bytes, records, dialect, { ...(nulls && { nulls }) });
    this.#records = records;
    this.#namesAt = (index) =>
      records[index]?.fields.map((field) => decodeText(cellBytes(bytes, field, dialect), 'utf-8')) ?? [];
  }

  /** The record with different names for all fields of the records below; `undefined` if there is none. */
  #findNames(): number | undefined {
    if (this.length < 2) return undefined;
    const { first, header, headerRecords } = this.layout(undefined, false);
    const last = first + headerRecords - 1;
    const width = this.#records[last]?.fields.length ?? 0;
    const rows = this.#records.slice(last + 1);
    if (header !== 'names' || width < 2 || rows.length === 0 || this.hasData(last)) return undefined;
    const areWhole = rows.every(({ fields }) => fields.length === width);
    return areWhole && this.areDifferent(last) ? last : undefined;
  }

  /** `undefined` if it is not certain that they are one. */
  asTable(): TableAbove | undefined {
    const last = this.#findNames();
    if (last === undefined || !this.isCertain(last)) return undefined;
    return { names: this.#namesAt(last), kinds: this.kindsBelow(last), isRagged: false };
  }

  beginTable({ names, kinds, isRagged }: TableAbove): boolean {
    const last = this.#findNames();
    if (last === undefined) return false;
    const found = this.#namesAt(last);
    const rows = this.length - last - 1;
    if (found.length !== kinds.length)
      return this.isCertain(last) || (!isRagged && rows >= rowsOfTexts && !this.#isSpaced(last));
    const shared = found.filter((name, column) => name === names[column]).length;
    if (shared === found.length || !this.isCertain(last, (column) => isMixed(kinds[column]))) return false;
    // One text above a number may stand for a missing value.
    const misfits = this.misfits(last).filter((column) => !hasTexts(kinds[column]));
    return shared > 0 || misfits.length > 1 || this.#hasOtherTypes(last, kinds);
  }

  /** After a delimiter there is a space in sentences. */
  #isSpaced(index: number): boolean {
    return this.#records[index]?.fields.some(({ isSpaced }) => isSpaced) ?? false;
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

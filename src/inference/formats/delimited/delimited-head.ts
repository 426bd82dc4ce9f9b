import { valueText } from '../../bytes/encoding.ts';
import { comparedLength, type HeadRow } from '../../head/head-row.ts';
import {
  findNextPart,
  mayBeNext,
  type NextPart,
  rowsOfNext,
  type TableAbove,
} from '../../head/next-table.ts';
import { limits } from '../../inference-limits.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { kind } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { copyValue } from '../../values/values.ts';
import { byte, type Dialect, type Field } from './dialect.ts';
import { type HeadRecord, readRecords } from './head-record.ts';

/** How records are read. */
export interface HeadReading {
  readonly dialect: Dialect;
  readonly nulls?: NullTexts | undefined;
}

/** A record as the finder of tables knows it. Its number is where it starts. */
export interface RecordRow extends HeadRow {
  readonly record: HeadRecord;
}

/** Records at the start of a text as the finder of tables knows them. */
export function headRows(
  bytes: Uint8Array,
  records: readonly HeadRecord[],
  { dialect, nulls }: HeadReading,
): RecordRow[] {
  const dates = new IsoDateReader();
  return records.map((record): RecordRow => {
    const { fields, start: number, isAfterBlank, isComment, isSpaced } = record;
    const columns: number[] = [];
    const kinds: number[] = [];
    for (const [column, { start, end, hasEscapes, isMalformed }] of fields.entries()) {
      if (start === end) continue;
      columns.push(column);
      if (nulls && nulls.find(bytes, start, end) >= 0) kinds.push(0);
      else if (hasEscapes || isMalformed) kinds.push(kind.text);
      else kinds.push(classify(bytes, start, end, dialect.delimiter === byte.comma, dates));
    }
    const read = (index: number, maxBytes: number) => {
      const field = fields[columns[index] ?? -1];
      return field ? fieldText(bytes, field, dialect, maxBytes) : '';
    };
    return {
      record,
      number,
      columns,
      kinds,
      fields: fields.length,
      isAfterBlank,
      isComment,
      isSpaced,
      textOf: (index) => read(index, comparedLength),
      nameOf: (index) => read(index, limits.recordBytes),
    };
  });
}

function fieldText(
  bytes: Uint8Array,
  { start, end, hasEscapes }: Field,
  { quoteEscape }: Dialect,
  maxBytes: number,
): string {
  return valueText(copyValue(bytes, start, end, hasEscapes ? quoteEscape : 'none', maxBytes));
}

/** What begins at the start of `bytes`, which are below a blank row, with the bytes of its first rows. */
export function findNext(
  bytes: Uint8Array,
  isLast: boolean,
  above: TableAbove,
  { dialect, nulls }: HeadReading & { readonly dialect: Dialect & { readonly hasComments: boolean } },
): { readonly kind: NextPart['kind']; readonly bytes: number } | undefined {
  const head = bytes.subarray(0, limits.headBytes);
  const isWhole = isLast && head.length === bytes.length;
  const read = (most: number) => {
    const { records } = readRecords(head, isWhole, dialect, most);
    return dialect.hasComments ? records.filter(({ isComment }) => !isComment) : records;
  };
  if (!mayBeNext(headRows(head, read(2), { dialect, nulls }), above)) return undefined;
  const records = read(rowsOfNext);
  const part = findNextPart(headRows(head, records, { dialect, nulls }), above);
  const end = part && (records[part.rows - 1]?.next ?? 0);
  if (part === undefined || end === undefined) return undefined;
  // A byte more shows that a line feed follows a table's rows, or none.
  return { kind: part.kind, bytes: part.kind === 'table' ? end + 1 : end };
}

import { limits } from '../../inference-limits.ts';
import { byte, type DelimitedRecord, type Dialect, readRecord } from './dialect.ts';

/** A record that is not blank, at the start of a text. */
export interface HeadRecord extends DelimitedRecord {
  readonly isAfterBlank: boolean;
  /** Whether it begins with `#`. */
  readonly isComment: boolean;
  /** Whether there are spaces behind its delimiters. */
  readonly isSpaced: boolean;
  /** The number of its fields without the empty ones at its end. */
  readonly filled: number;
}

/** The complete records at the start of a text, and whether a quote in it is never closed. `isLast`: `head` is all of it. */
export function readRecords(head: Uint8Array, isLast: boolean, dialect: Dialect, most = head.length) {
  const records: HeadRecord[] = [];
  let isAfterBlank = false;
  for (let start = 0; start < head.length && records.length < most; ) {
    const record = readRecord(head, start, head.length, dialect, isLast);
    if (record === undefined) break;
    if (record === 'unclosed-quote') return { records, isUnclosed: true };
    const { fields, isBlank } = record;
    const [first] = fields;
    if (!isBlank)
      records.push({
        ...record,
        isAfterBlank,
        isComment: first?.isQuoted === false && first.start < first.end && head[first.start] === byte.hash,
        isSpaced: fields.some((field) => field.isSpaced),
        filled: fields.findLastIndex((field) => field.end > field.start) + 1,
      });
    isAfterBlank = isBlank;
    // It isn't complete, and neither a table by this delimiter nor worth reading on.
    if (fields.length > limits.columns) break;
    start = record.next;
  }
  return { records, isUnclosed: false };
}

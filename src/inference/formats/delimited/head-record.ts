import { limits } from '../../inference-limits.ts';
import { byte, type DelimitedRecord, type Dialect, readRecord } from './dialect.ts';
import { ruleEnd } from './skipped-records.ts';

/** A record with a value, at the start of a text. */
export interface HeadRecord extends DelimitedRecord {
  readonly start: number;
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
    const { fields } = record;
    const [first] = fields;
    const filled = fields.findLastIndex((field) => field.end > field.start) + 1;
    const isTooLong = fields.length > limits.columns;
    const isBlank = dialect.delimiter === undefined ? record.isBlank : filled === 0 && !isTooLong;
    if (!isBlank && ruleEnd(head, start, head.length, dialect) < 0)
      records.push({
        ...record,
        start,
        isAfterBlank,
        isComment: first?.isQuoted === false && first.start < first.end && head[first.start] === byte.hash,
        isSpaced: fields.slice(1).some((field) => field.isSpaced),
        filled,
      });
    isAfterBlank = isBlank;
    // It isn't complete, and neither a table by this delimiter nor worth reading on.
    if (isTooLong) break;
    start = record.next;
  }
  return { records, isUnclosed: false };
}

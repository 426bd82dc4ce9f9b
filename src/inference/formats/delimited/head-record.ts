import { limits } from '../../inference-limits.ts';
import { byte, type DelimitedRecord, type Dialect, readRecord } from './dialect.ts';

/** A record that is not blank, at the start of a text. */
export interface HeadRecord extends DelimitedRecord {
  readonly isAfterBlank: boolean;
}

/** The complete records at the start of a text, and whether a quote in it is never closed. `isLast`: `head` is all of it. */
export function readRecords(head: Uint8Array, isLast: boolean, dialect: Dialect, most = head.length) {
  const records: HeadRecord[] = [];
  let isAfterBlank = false;
  for (let start = 0; start < head.length && records.length < most; ) {
    const record = readRecord(head, start, head.length, dialect, isLast);
    if (record === undefined) break;
    if (record === 'unclosed-quote') return { records, isUnclosed: true };
    if (!record.isBlank) records.push({ ...record, isAfterBlank });
    isAfterBlank = record.isBlank;
    // It isn't complete, and neither a table by this delimiter nor worth reading on.
    if (record.fields.length > limits.columns) break;
    start = record.next;
  }
  return { records, isUnclosed: false };
}

/** Whether a record begins with `#`. */
export function isComment(bytes: Uint8Array, { fields: [first] }: DelimitedRecord): boolean {
  return (
    first !== undefined && !first.isQuoted && first.start < first.end && bytes[first.start] === byte.hash
  );
}

/** The number of a record's fields without the empty ones at its end. */
export function filledFields(record: DelimitedRecord | undefined): number {
  return (record?.fields.findLastIndex(({ start, end }) => end > start) ?? -1) + 1;
}

import { detectDialect } from '../../../src/inference/formats/delimited/detect-dialect.ts';
import { readRecord } from '../../../src/inference/formats/delimited/dialect.ts';
import { classify } from '../../../src/inference/values/classify.ts';
import { typeOf } from '../../../src/inference/values/data-types.ts';
import { IsoDateReader } from '../../../src/inference/values/iso-date.ts';
import { kind } from '../../../src/inference/values/kinds.ts';

interface Column {
  kinds: number;
  empty: number;
  quotedEmpty: number;
  quoted: number;
  spaced: number;
}

/** What a scan of delimited text without a header should find, record by record; a string is a failure. */
export function modelOf(text: string, delimiter: string) {
  const bytes = new TextEncoder().encode(text);
  const dialect = detectDialect(bytes, true, { delimiter, header: false });
  const dates = new IsoDateReader();
  let columns: Column[] | undefined;
  let rows = 0;
  let missing = 0;
  let surplus = 0;
  let blank = 0;
  for (let start = dialect.rowsStart; start < bytes.length; ) {
    const record = readRecord(bytes, start, bytes.length, dialect, true);
    if (record === 'unclosed-quote' || record === undefined) return 'unclosed-quote';
    const line = text && new TextDecoder().decode(bytes.subarray(start, record.next));
    start = record.next;
    // Neither records without values nor lines of dashes are rows.
    const isEmptyRecord = record.fields.every((field) => field.start === field.end);
    if (columns === undefined && dialect.width !== 1 && isEmptyRecord) continue;
    if (dialect.width !== 1 && isRule(line, rows === 0 ? 2 : 3)) continue;
    if (record.isBlank && columns === undefined) {
      blank++;
      continue;
    }
    columns ??= Array.from({ length: dialect.width }, () => ({
      kinds: 0,
      empty: 0,
      quotedEmpty: 0,
      quoted: 0,
      spaced: 0,
    }));
    if (isEmptyRecord && columns.length > 1) continue;
    rows++;
    missing += Math.max(0, columns.length - record.fields.length);
    const filled = record.fields.findLastIndex((field) => field.start < field.end) + 1;
    surplus += Math.max(0, filled - columns.length);
    for (const [index, column] of columns.entries()) {
      const field = record.fields[index];
      const isEmpty = field === undefined || field.start === field.end;
      if (isEmpty) column.empty++;
      if (field === undefined || (isEmpty && !field.isQuoted)) continue;
      if (isEmpty) column.quotedEmpty++;
      else if (field.isQuoted) column.quoted++;
      else if (field.isSpaced) column.spaced++;
      if (isEmpty) continue;
      const isText = field.hasEscapes || field.isMalformed;
      column.kinds |= isText ? kind.text : classify(bytes, field.start, field.end, delimiter === ',', dates);
    }
  }
  if (columns === undefined) return 'no-record';
  if (columns.length === 1 && columns[0] !== undefined) {
    columns[0].empty += blank;
    rows += blank;
  }
  return {
    rows,
    missing,
    surplus,
    columns: (columns.length > 1 ? columns.filter(({ kinds }) => kinds !== 0) : columns).map(
      ({ kinds, ...counts }) => ({ type: typeOf(kinds), ...counts }),
    ),
  };
}

function isRule(line: string, dashes: number): boolean {
  return /^[-+=|, ]*$/.test(line.replace(/[\r\n]+$/, '')) && new RegExp(`[-=]{${dashes}}`).test(line);
}

import { ByteWindow } from '../../bytes/byte-window.ts';
import {
  decodeText,
  isC1Control,
  isControl,
  type TextEncoding,
  utf8SequenceEnd,
} from '../../bytes/encoding.ts';
import { ColumnProfile } from '../../columns/column-profile.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import { numberedColumn, uniqueNames } from '../../names.ts';
import type { TableNote } from '../../notes.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { dataKinds, typeOf } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { copyValue } from '../../values/values.ts';
import type { FormatInput, ProfiledTable } from '../format.ts';
import { type DetectedDialect, detectDialect } from './detect-dialect.ts';
import { byte, type DelimitedRecord, type Dialect, type Field, readRecord } from './dialect.ts';
import { FieldReader, RecordScanner } from './record-scanner.ts';

/** Reads delimited text: one table. */
export async function readDelimited({
  chunks,
  choices,
  nulls,
  leastStep,
  checkpoint,
}: FormatInput): Promise<readonly ProfiledTable[]> {
  const window = new ByteWindow(chunks, checkpoint, leastStep);
  const dialect = await readDialect(window, choices.delimiter?.charCodeAt(0));
  window.start += dialect.separatorLineLength;

  const { record, blankLines } = await readFirstRecord(window, dialect);
  const { fields } = record;
  if (fields.length > limits.columns)
    throw new InferenceError({ kind: 'too-many-columns', limit: limits.columns });
  const hasHeader = choices.header ?? isHeader(window.bytes, record, dialect, nulls);
  const cells = hasHeader ? fields.map((field) => cellBytes(window.bytes, field, dialect)) : [];
  let isUtf8 = true;
  if (hasHeader) {
    isUtf8 = checkHeader(window.bytes, window.start, record.next, dialect);
    window.start = record.next;
  }

  const profiles = fields.map(() => new ColumnProfile(nulls));
  const scanner = new RecordScanner(profiles, dialect, new FieldReader(nulls, dialect));
  if (!hasHeader && fields.length === 1) scanner.addEmptyRows(blankLines);
  for (;;) {
    const { bytes, start, end, isLast, position } = window;
    window.start = scanner.scan(bytes, start, end, isLast, position);
    if (isLast) break;
    await window.more();
  }

  const encoding: TextEncoding = isUtf8 && scanner.isUtf8 ? 'utf-8' : 'windows-1252';
  if (encoding === 'utf-8' && scanner.c1ControlRow !== undefined)
    throw new InferenceError({ kind: 'binary', row: scanner.c1ControlRow });
  const sourceNames = fields.map((_, index) =>
    cells[index] === undefined ? undefined : decodeText(cells[index], encoding),
  );
  const names = uniqueNames(
    sourceNames.map((name) => name ?? ''),
    numberedColumn,
  );
  const areAllText = profiles.every(({ kinds }) => (typeOf(kinds) ?? 'string') === 'string');
  return [
    {
      name: undefined,
      format: dialect.delimiter === byte.tab ? 'tsv' : 'csv',
      rows: scanner.rows,
      encoding,
      columns: profiles.map((profile, index) => ({
        name: names[index] ?? '',
        sourceName: sourceNames[index],
        profile,
      })),
      notes: [
        ...headerNotes(hasHeader, choices.header === undefined, scanner.rows, areAllText),
        ...(encoding === 'windows-1252' ? [{ kind: 'windows-1252' } as const] : []),
        ...scanner.ragged.notes(),
      ],
    },
  ];
}

/** Decides by the start of the window; by more of it where the first record is longer, as the header of a wide table. */
async function readDialect(window: ByteWindow, delimiter: number | undefined): Promise<DetectedDialect> {
  for (let length: number = limits.headBytes; ; length *= 2) {
    await window.atLeast(length);
    const head = window.bytes.subarray(window.start, Math.min(window.end, window.start + length));
    const isWhole = window.isLast && window.end - window.start <= length;
    const dialect = detectDialect(head, isWhole, delimiter);
    if (dialect.isDecided || isWhole || length >= limits.recordBytes) return dialect;
  }
}

function headerNotes(
  hasHeader: boolean,
  isAssumed: boolean,
  rows: number,
  areAllText: boolean,
): readonly TableNote[] {
  if (!hasHeader) return [];
  if (rows === 0) return [{ kind: 'only-header' }];
  return isAssumed && areAllText ? [{ kind: 'header-assumed' }] : [];
}

/** The first record that is not blank, at the start of the window. */
async function readFirstRecord(
  window: ByteWindow,
  dialect: DetectedDialect,
): Promise<{ readonly record: DelimitedRecord; readonly blankLines: number }> {
  let blankLines = 0;
  for (;;) {
    const { bytes, start, end, isLast } = window;
    if (start === end && isLast) throw new InferenceError({ kind: 'no-record' });
    const record = readRecord(bytes, start, end, dialect, isLast);
    if (record === 'unclosed-quote') throw new InferenceError({ kind: 'unclosed-quote', row: 0 });
    const length = (record?.next ?? end) - start;
    if (length > limits.recordBytes)
      throw new InferenceError({
        kind: 'record-too-long',
        row: 0,
        megabytes: limits.recordBytes / 1024 ** 2,
      });
    if (record === undefined) await window.more();
    else if (record.isBlank) {
      blankLines++;
      window.start = record.next;
    } else return { record, blankLines };
  }
}

/** The bytes of a header's cell, whole: its limit is that of a record. */
function cellBytes(
  bytes: Uint8Array,
  { start, end, hasEscapes }: Field,
  { quoteEscape }: DetectedDialect,
): Uint8Array {
  const escaping = quoteEscape === 'backslash' ? 'backslashes' : 'doubled-quotes';
  return copyValue(bytes, start, end, hasEscapes ? escaping : 'none', limits.recordBytes);
}

/** Whether a header is UTF-8. Throws an `InferenceError` for control characters. */
function checkHeader(bytes: Uint8Array, start: number, end: number, { delimiter }: DetectedDialect): boolean {
  let isUtf8 = true;
  let hasC1Control = false;
  for (let i = start; i < end; ) {
    if ((bytes[i] as number) < 0x80) {
      if (isControl(bytes[i] as number) && bytes[i] !== delimiter)
        throw new InferenceError({ kind: 'binary', row: 0 });
      i++;
      continue;
    }
    hasC1Control ||= isC1Control(bytes, i);
    const next = utf8SequenceEnd(bytes, i, end);
    if (next < 0) isUtf8 = false;
    i = next < 0 ? i + 1 : next;
  }
  if (isUtf8 && hasC1Control) throw new InferenceError({ kind: 'binary', row: 0 });
  return isUtf8;
}

/** Whether a first record is a header: no cell of it reads as a number, a date or a boolean, quoted or not. */
function isHeader(
  bytes: Uint8Array,
  { fields }: DelimitedRecord,
  { delimiter }: Dialect,
  nulls: NullTexts,
): boolean {
  const dates = new IsoDateReader();
  const isComma = delimiter === byte.comma;
  return !fields.some(({ start, end, hasEscapes, isMalformed }) => {
    if (start === end || hasEscapes || isMalformed || nulls.isEmpty(nulls.find(bytes, start, end)))
      return false;
    return (classify(bytes, start, end, isComma, dates) & dataKinds) !== 0;
  });
}

import { utf8SequenceEnd } from '../../../text/utf8.ts';
import type { ByteWindow } from '../../bytes/byte-window.ts';
import { decodeText, type TextEncoding } from '../../bytes/encoding.ts';
import { namedColumns } from '../../columns/column-profile.ts';
import { headerNotes } from '../../columns/header-notes.ts';
import { checkColumnCount, checkRecordLength, InferenceError } from '../../inference-error.ts';
import type { TableNote } from '../../notes.ts';
import { pointKinds } from '../../values/kinds.ts';
import { quotedText } from '../../values/values.ts';
import type { FormatInput, ProfiledTable } from '../data-format.ts';
import type { DetectedDialect } from './detect-dialect.ts';
import { byte, countLines, type DelimitedRecord, readRecord } from './dialect.ts';
import { FieldReader, mayHaveDecimalCommas } from './field-reader.ts';
import { cellBytes, joinNames } from './header-cells.ts';
import type { NextTableFinder } from './next-table.ts';
import { RecordScanner } from './record-scanner.ts';

/** One of the tables of a text. */
export interface TextTable {
  readonly dialect: DetectedDialect;
  readonly scanner: RecordScanner;
  readonly isUtf8: boolean;
  /** From its header to its last row, from 1. */
  readonly lines: { readonly first: number; readonly last: number };
  /** Lines up to the next table, or to the end of the text. */
  readonly linesRead: number;
  /** Its cells. */
  readonly size: number;
  /** `isDetected`: nobody said whether there is a header. */
  profiled(encoding: TextEncoding, isDetected: boolean): ProfiledTable;
}

/** Reads a table at the start of the window, to its end. `before`: the lines above it. */
export async function readTextTable(
  window: ByteWindow,
  dialect: DetectedDialect,
  before: number,
  { choices, nulls, profiles: columnProfiles }: FormatInput,
  nextTable: NextTableFinder | undefined,
): Promise<TextTable> {
  const lines = { others: before + countLines(window.bytes, window.start, window.start + dialect.start) };
  window.start += dialect.start;
  const above = lines.others;

  const hasHeader = dialect.header !== 'none';
  let isUtf8 = true;
  /** The names of each record of the header. */
  const header: (Uint8Array | undefined)[][] = [];
  let blank = 0;
  let blankAbove: number | undefined;
  do {
    const { record, blankLines } = await readFirstRecord(window, dialect);
    const { fields } = record;
    checkColumnCount(Math.max(fields.length, dialect.width));
    blank += blankLines;
    blankAbove ??= blank;
    if (!hasHeader) break;
    header.push(fields.map((field) => cellBytes(window.bytes, field, dialect)));
    lines.others += countLines(window.bytes, window.start, record.next);
    isUtf8 = checkHeader(window.bytes, window.start, record.next) && isUtf8;
    window.start = record.next;
  } while (header.length < dialect.headerRecords);
  if (hasHeader || dialect.width > 1) lines.others += blank;
  const cells = joinNames(header, dialect.width);
  if (dialect.header === 'unnamed-first') cells.unshift(undefined);

  const profiles = Array.from({ length: dialect.width }, (_, index) => {
    const kinds = countedIn(cells[index], columnProfiles.counted);
    // Of decimals with points and with commas, the fewer don't fit.
    const hasCommas = mayHaveDecimalCommas(dialect.delimiter, choices);
    return columnProfiles.add(kinds !== 0 && hasCommas ? kinds | pointKinds : kinds, lines);
  });
  const scanner = new RecordScanner(profiles, dialect, new FieldReader(nulls, dialect, choices), lines, {
    names: cells.map((cell) => (cell ? decodeText(cell, 'utf-8') : '')),
    nextTable,
  });
  if (!hasHeader && dialect.width === 1) scanner.addEmptyRows(blank);
  for (;;) {
    const { bytes, start, end, isLast, position } = window;
    window.start = scanner.scan(bytes, start, end, isLast, position);
    if (isLast || scanner.isAtNextTable) break;
    await window.more();
  }

  return {
    dialect,
    scanner,
    isUtf8: isUtf8 && scanner.isUtf8,
    lines: { first: above + blankAbove + 1, last: scanner.lastLine },
    linesRead: lines.others + scanner.rows,
    size: scanner.rows * profiles.length,
    profiled(encoding, isDetected) {
      if (encoding === 'utf-8') scanner.controls.merge(scanner.c1Controls);
      return {
        name: undefined,
        format: dialect.delimiter === byte.tab ? 'tsv' : 'csv',
        rows: scanner.rows,
        encoding,
        columns: namedColumns(
          profiles.map((profile, index) => ({
            sourceName: cells[index] && decodeText(cells[index], encoding),
            profile,
          })),
        ),
        notes: [
          ...titleNotes(dialect, encoding, before),
          ...scanner.comments.notes('comments'),
          ...headerNotes(dialect.header, isDetected, dialect.first, scanner.rows, profiles),
          ...(encoding === 'windows-1252' ? [{ kind: 'windows-1252' } as const] : []),
          ...scanner.controls.notes('control-characters'),
          ...scanner.ragged.notes(),
        ],
        oddRows: scanner.ragged.oddRows(profiles.map(({ kinds }) => kinds !== 0)),
      };
    },
  };
}

/** `before`: the lines above the title. */
function titleNotes({ first, title }: DetectedDialect, encoding: TextEncoding, before: number): TableNote[] {
  if (first === 0) return [];
  const lines = title.map(({ line }) => before + line);
  const texts = title.map(({ text }) => quotedText(text, encoding));
  const [line] = lines;
  return [{ kind: 'title', count: first, lines, texts, ...(line !== undefined && { line }) }];
}

/** By its name in either encoding: which one it is shows at the end of the file. */
function countedIn(cell: Uint8Array | undefined, counted: (name: string) => number): number {
  if (cell === undefined) return counted('');
  return counted(decodeText(cell, 'utf-8')) | counted(decodeText(cell, 'windows-1252'));
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
    checkRecordLength(length, 0);
    if (record === undefined) await window.more();
    else if (record.isBlank) {
      blankLines++;
      window.start = record.next;
    } else return { record, blankLines };
  }
}

/** Whether a header is UTF-8. Throws an `InferenceError` for NUL. */
function checkHeader(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; ) {
    if (bytes[i] === 0) throw new InferenceError({ kind: 'binary', row: 0 });
    const next = (bytes[i] as number) < 0x80 ? i + 1 : utf8SequenceEnd(bytes, i, end);
    if (next < 0) return false;
    i = next;
  }
  return true;
}

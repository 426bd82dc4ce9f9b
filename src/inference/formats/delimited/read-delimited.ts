import { utf8SequenceEnd } from '../../../text/utf8.ts';
import { ByteWindow } from '../../bytes/byte-window.ts';
import { decodeText, type TextEncoding } from '../../bytes/encoding.ts';
import { namedColumns } from '../../columns/column-profile.ts';
import { checkColumnCount, checkRecordLength, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import type { TableNote } from '../../notes.ts';
import type { ReadingChoices } from '../../source.ts';
import { typeOf } from '../../values/data-types.ts';
import { pointKinds } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { copyValue, quotedText } from '../../values/values.ts';
import type { FormatInput, ProfiledTable } from '../data-format.ts';
import { type DetectedDialect, detectDialect } from './detect-dialect.ts';
import {
  byte,
  countLines,
  type DelimitedRecord,
  escapings,
  type Field,
  isLineBreak,
  readRecord,
} from './dialect.ts';
import { FieldReader, mayHaveDecimalCommas } from './field-reader.ts';
import { RecordScanner } from './record-scanner.ts';

/** Reads delimited text: one table. */
export async function readDelimited({
  chunks,
  choices,
  nulls,
  profiles: columnProfiles,
  leastStep,
  checkpoint,
}: FormatInput): Promise<readonly ProfiledTable[]> {
  const window = new ByteWindow(chunks, checkpoint, leastStep);
  const { headerRow, skip = headerRow === undefined ? 0 : headerRow - 1 } = choices;
  await skipLines(window, skip);
  const isStart = skip > 0 || headerRow !== undefined;
  const hasNames = headerRow === undefined ? choices.header : true;
  const dialect = await readDialect(window, { ...choices, header: hasNames }, nulls, isStart);
  const lines = { others: skip + countLines(window.bytes, window.start, window.start + dialect.start) };
  window.start += dialect.start;

  const hasHeader = dialect.header !== 'none';
  let isUtf8 = true;
  /** The names of each record of the header. */
  const header: (Uint8Array | undefined)[][] = [];
  let blank = 0;
  do {
    const { record, blankLines } = await readFirstRecord(window, dialect);
    const { fields } = record;
    checkColumnCount(Math.max(fields.length, dialect.width));
    blank += blankLines;
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
  const scanner = new RecordScanner(profiles, dialect, new FieldReader(nulls, dialect, choices), lines);
  if (!hasHeader && dialect.width === 1) scanner.addEmptyRows(blank);
  for (;;) {
    const { bytes, start, end, isLast, position } = window;
    window.start = scanner.scan(bytes, start, end, isLast, position);
    if (isLast) break;
    await window.more();
  }

  const encoding: TextEncoding = isUtf8 && scanner.isUtf8 ? 'utf-8' : 'windows-1252';
  if (encoding === 'utf-8') scanner.controls.merge(scanner.c1Controls);
  const areAllText = profiles.every(({ kinds }) => (typeOf(kinds) ?? 'string') === 'string');
  return [
    {
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
        ...titleNotes(dialect, encoding),
        ...scanner.comments.notes('comments'),
        ...headerNotes(dialect, hasNames === undefined, scanner.rows, areAllText),
        ...(encoding === 'windows-1252' ? [{ kind: 'windows-1252' } as const] : []),
        ...scanner.controls.notes('control-characters'),
        ...scanner.ragged.notes(),
      ],
      oddRows: scanner.ragged.oddRows(profiles.map(({ kinds }) => kinds !== 0)),
    },
  ];
}

function titleNotes({ first, title }: DetectedDialect, encoding: TextEncoding): TableNote[] {
  if (first === 0) return [];
  const lines = title.map(({ line }) => line);
  return [{ kind: 'title', count: first, lines, texts: title.map(({ text }) => quotedText(text, encoding)) }];
}

/** By its name in either encoding: which one it is shows at the end of the file. */
function countedIn(cell: Uint8Array | undefined, counted: (name: string) => number): number {
  if (cell === undefined) return counted('');
  return counted(decodeText(cell, 'utf-8')) | counted(decodeText(cell, 'windows-1252'));
}

/** The names of columns below those of groups of them, which go on up to the next group. */
function joinNames(header: readonly (Uint8Array | undefined)[][], width: number): (Uint8Array | undefined)[] {
  const names = header.findLast((cells) => cells.some((cell) => cell?.length)) ?? header.at(-1) ?? [];
  const groups = header.slice(0, header.indexOf(names));
  if (groups.length === 0) return names;
  const texts = Array.from({ length: width }, (): Uint8Array[] => []);
  for (const cells of [...groups, names]) {
    let last: Uint8Array | undefined;
    for (const [column, parts] of texts.entries()) {
      const cell = cells[column];
      last = cells !== names && !cell?.length ? last : cell;
      if (last?.length) parts.push(last);
    }
  }
  return texts.map((parts) =>
    Uint8Array.from(parts.flatMap((part, index) => [...(index > 0 ? [byte.space] : []), ...part])),
  );
}

/** Moves the window behind so many lines, whatever is in them. */
async function skipLines(window: ByteWindow, count: number): Promise<void> {
  for (let line = 0; line < count; ) {
    const { bytes, start, end, isLast } = window;
    let i = start;
    while (i < end && !isLineBreak(bytes[i])) i++;
    // A line feed may follow.
    if (i + 1 < end || isLast) {
      window.start = Math.min(
        end,
        bytes[i] === byte.carriageReturn && bytes[i + 1] === byte.lineFeed ? i + 2 : i + 1,
      );
      line++;
    } else {
      checkRecordLength(i - start, 0);
      await window.more();
    }
  }
}

/** Decides by the start of the window; by more of it where the first record is longer, as the header of a wide table. */
async function readDialect(
  window: ByteWindow,
  choices: ReadingChoices,
  nulls: NullTexts,
  isStart: boolean,
): Promise<DetectedDialect> {
  for (let length: number = limits.headBytes; ; length *= 2) {
    await window.atLeast(length);
    const head = window.bytes.subarray(window.start, Math.min(window.end, window.start + length));
    const isWhole = window.isLast && window.end - window.start <= length;
    const dialect = detectDialect(head, isWhole, choices, nulls, isStart);
    if (dialect.isDecided || isWhole || length >= limits.recordBytes) return dialect;
  }
}

function headerNotes(
  { header, isHeaderLikeData, first }: DetectedDialect,
  isAssumed: boolean,
  rows: number,
  areAllText: boolean,
): readonly TableNote[] {
  if (header === 'none') return isAssumed ? [{ kind: 'no-header' }] : [];
  if (rows === 0) return [{ kind: 'only-header' }];
  if (header === 'unnamed-first') return [{ kind: 'unnamed-first-column' }];
  if (isHeaderLikeData) return [{ kind: 'header-like-data' }];
  return isAssumed && areAllText && first === 0 ? [{ kind: 'header-assumed' }] : [];
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

/** The bytes of a header's cell, whole: its limit is that of a record. */
function cellBytes(
  bytes: Uint8Array,
  { start, end, hasEscapes }: Field,
  { quoteEscape }: DetectedDialect,
): Uint8Array {
  return copyValue(bytes, start, end, hasEscapes ? escapings[quoteEscape] : 'none', limits.recordBytes);
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

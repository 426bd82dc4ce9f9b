import type { ByteWindow } from '../../bytes/byte-window.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import type { OtherTable } from '../../head/largest-table.ts';
import { finishTable } from '../../head/table-end.ts';
import { checkColumnCount, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { pointKinds } from '../../values/kinds.ts';
import { quotedText } from '../../values/values.ts';
import { findNext } from './delimited-head.ts';
import type { DetectedDialect } from './detect-dialect.ts';
import { byte, countLines } from './dialect.ts';
import { FieldReader } from './field-reader.ts';
import { RecordScanner } from './record-scanner.ts';

/** One of the tables of a text. */
export interface TextTable {
  readonly table: ProfiledTable;
  readonly dialect: DetectedDialect;
  readonly rows: number;
  /** The number of its columns. */
  readonly width: number;
  /** The lines from its header to its last row, from 1. */
  readonly range: OtherTable;
  /** Lines up to the next table, or to the end of the text. */
  readonly linesRead: number;
  /** The bytes by which another table was found below it. */
  readonly next: number | undefined;
}

/** Reads a table at the start of the window, to its end. `before`: the lines above it. */
export async function readTextTable(
  window: ByteWindow,
  dialect: DetectedDialect,
  before: number,
  { choices, nulls, profiles: columnProfiles, encoding, utf8 }: FormatInput,
): Promise<TextTable> {
  const { names, rowsStart, width } = dialect;
  const { bytes, start } = window;
  checkColumnCount(Math.max(names.length, width));
  const lines = { others: before + countLines(bytes, start, start + rowsStart) };
  const hasHeader = dialect.header !== 'none';
  if (hasHeader && bytes.subarray(start, start + rowsStart).includes(0))
    throw new InferenceError({ kind: 'binary', row: 0 });
  const tableEnd = dialect.tableEnd && window.position + start + dialect.tableEnd;
  window.start += rowsStart;

  const fields = new FieldReader(nulls, dialect, choices);
  const profiles = Array.from({ length: width }, (_, index) => {
    const kinds = columnProfiles.counted(names[index] ?? '');
    // Of decimals with points and with commas, the fewer don't fit.
    return columnProfiles.add(kinds !== 0 && !fields.isCommaDelimited ? kinds | pointKinds : kinds, lines);
  });
  // Without names, nothing shows where another table begins.
  const scanner = new RecordScanner(profiles, dialect, fields, lines, {
    stopsBelowBlank: choices.header !== false,
    hasReplacements: encoding !== 'utf-8',
  });
  const { ragged, characters, skipped } = scanner;
  characters.add(0, bytes, start, start + rowsStart);
  let next: number | undefined;
  while (next === undefined) {
    const rest =
      tableEnd === undefined ? Number.POSITIVE_INFINITY : tableEnd - (window.position + window.start);
    const end = Math.min(window.end, window.start + rest);
    const isLast = window.isLast || end < window.end;
    window.start = scanTo(scanner, window, end, isLast);
    if (scanner.isBelowBlank) {
      await window.atLeast(limits.headBytes);
      const kinds = profiles.map((profile) => profile.kinds);
      const isRagged = ragged.missing.count > 0 || ragged.surplus.count > 0;
      const below = window.bytes.subarray(window.start, window.end);
      const part = findNext(below, window.isLast, { names, kinds, isRagged }, { dialect, nulls });
      if (part?.kind === 'table') next = part.bytes;
      else if (part?.kind === 'repeated') {
        const count = countLines(window.bytes, window.start, window.start + part.bytes);
        skipped.addLines(skipped.repeated, scanner.rows, count, count);
        window.start += part.bytes;
      }
    } else if (end < window.end) next = limits.headBytes;
    else if (window.isLast) break;
    else await window.more();
  }

  if (encoding === 'utf-8') {
    utf8.valid += characters.utf8.valid;
    utf8.invalid += characters.utf8.invalid;
  }
  const firstLine = before + dialect.firstLine;
  const end = finishTable({
    rows: scanner.rows,
    columns: profiles.map((profile, place) => ({ sourceName: names[place] || undefined, profile, place })),
    own: dialect.own,
    header: dialect.header,
    titles: dialect.title.map(({ line, text }) => ({ line: before + line, text: quotedText(text) })),
    skipped: [
      ...skipped.comments.notes('comments'),
      ...skipped.repeated.notes('repeated-header'),
      ...skipped.rules.notes('rule-lines'),
    ],
    others: [
      ...characters.invalid.notes('invalid-characters').map((note) => ({ ...note, encoding })),
      ...characters.controls.notes('control-characters'),
    ],
    ragged,
    choices,
    expected: choices.expected,
  });
  const table = {
    ...end.table,
    name: undefined,
    format: dialect.delimiter === byte.tab ? 'tsv' : 'csv',
    text: {
      kind: 'records' as const,
      delimiter: dialect.delimiter,
      quoteEscape: dialect.quoteEscape,
      names: end.names,
      headerLine: hasHeader ? firstLine : undefined,
      unnamed: dialect.header === 'unnamed-first' ? 1 : 0,
    },
  };
  return {
    table,
    dialect,
    rows: scanner.rows,
    width: end.table.columns.length,
    range: { top: firstLine, left: 0, bottom: scanner.lastLine, right: 0, hasHeader },
    linesRead: lines.others + scanner.rows,
    next,
  };
}

/** Scans up to `end`, where another table may begin. Returns where to go on. */
function scanTo(scanner: RecordScanner, window: ByteWindow, end: number, isLast: boolean): number {
  const { bytes, start, position } = window;
  const first = bytes[end];
  const next = scanner.scan(bytes, start, end, isLast, position);
  // The byte there was overwritten.
  if (end < window.end && first !== undefined) bytes[end] = first;
  return next;
}

import type { ByteWindow } from '../../bytes/byte-window.ts';
import type { LineCount } from '../../columns/column-profile.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { checkRecordLength, InferenceError } from '../../inference-error.ts';
import { findValueEnd, JsonWindow } from './json-window.ts';
import { checkNoComment } from './looks-like-json.ts';
import { ObjectProfiler, objectTable } from './object-profiler.ts';
import { checkObjectRows } from './read-json-data.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Reads one JSON object a line, or objects one after the other: one table. */
export async function readNdjson(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const { head, nulls, profiles, checkpoint } = input;
  checkNoComment(head);
  checkObjectRows(input);
  const window = new JsonWindow(input.chunks, checkpoint, input.leastStep);
  const lines = startsWithLine(head) ? { others: 0 } : undefined;
  const objects = new ObjectProfiler({ nulls, profiles, lines }, checkpoint.budget);
  await (lines ? readLines(objects, window, lines) : readValues(objects, window));
  if (objects.rows === 0) throw new InferenceError({ kind: 'no-record' });
  return [objectTable(objects, 'ndjson', undefined)];
}

/** Whether the first value is on one line, and neither another value nor a carriage return alone comes after it. */
function startsWithLine(head: Uint8Array): boolean {
  const space = /^\s*/.exec(String.fromCharCode(...head.subarray(0, 1024)))?.[0].length ?? 0;
  const end = findValueEnd(head, space, head.length) ?? head.length;
  if (head.subarray(space, end).some((value) => value === lineFeed || value === carriageReturn)) return false;
  return !/^[ \t]*(?:\r(?!\n|$)|\{)/.test(String.fromCharCode(...head.subarray(end, end + 1024)));
}

async function readLines(objects: ObjectProfiler, window: ByteWindow, lines: LineCount): Promise<void> {
  do {
    await window.more();
    const { bytes, isLast, end } = window;
    // The last line may have no line break. Elsewhere the last line may go on in the next bytes.
    if (isLast) bytes[end] = lineFeed;
    const last = isLast ? end : bytes.lastIndexOf(lineFeed, end - 1);
    if (last >= window.start) readWholeLines(objects, bytes, window.start, last, lines);
    window.start = Math.min(Math.max(window.start, last + 1), end);
    checkRecordLength(window.end - window.start, objects.rows + 1);
  } while (!window.isLast);
}

/** The last of the lines ends at `last`. */
function readWholeLines(
  objects: ObjectProfiler,
  bytes: Uint8Array,
  start: number,
  last: number,
  lines: LineCount,
): void {
  let i = start;
  while (i <= last) {
    const lineStart = i;
    const { rows } = objects;
    i = objects.skipSpace(bytes, i);
    if (bytes[i] !== lineFeed) {
      i = objects.readRow(bytes, i);
      if (bytes[i] !== lineFeed) i = objects.skipSpace(bytes, i);
      if (bytes[i] !== lineFeed) throw new InferenceError({ kind: 'invalid-json', row: objects.rows });
      checkRecordLength(i - lineStart, objects.rows);
    }
    if (objects.rows === rows) lines.others++;
    i++;
  }
}

async function readValues(objects: ObjectProfiler, window: JsonWindow): Promise<void> {
  while ((await window.peek()) !== undefined) {
    const end = await window.valueEnd(objects.rows + 1);
    if (objects.readRow(window.bytes, window.start) !== end)
      throw new InferenceError({ kind: 'invalid-json', row: objects.rows });
    window.start = end;
  }
}

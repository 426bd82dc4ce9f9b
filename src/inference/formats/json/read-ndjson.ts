import { ByteWindow } from '../../bytes/byte-window.ts';
import type { LineCount } from '../../columns/column-profile.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import type { FormatInput, ProfiledTable } from '../format.ts';
import { ObjectProfiler, objectTable } from './object-profiler.ts';

const lineFeed = 0x0a;

/** Reads one JSON object a line: one table. */
export async function readNdjson({
  chunks,
  nulls,
  counted,
  leastStep,
  checkpoint,
}: FormatInput): Promise<readonly ProfiledTable[]> {
  const window = new ByteWindow(chunks, checkpoint, leastStep);
  const lines = { others: 0 };
  const objects = new ObjectProfiler({ nulls, counted, lines }, checkpoint.budget);
  do {
    await window.more();
    const { bytes, isLast, end } = window;
    // The last line may have no line break. Elsewhere the last line may go on in the next bytes.
    if (isLast) bytes[end] = lineFeed;
    const last = isLast ? end : bytes.lastIndexOf(lineFeed, end - 1);
    if (last >= window.start) readLines(objects, bytes, window.start, last, lines);
    window.start = Math.min(Math.max(window.start, last + 1), end);
    if (window.end - window.start > limits.recordBytes) throw tooLong(objects.rows + 1);
  } while (!window.isLast);
  if (objects.rows === 0) throw new InferenceError({ kind: 'no-record' });
  return [objectTable(objects, 'ndjson', undefined)];
}

/** Reads whole lines, the last of which ends at `last`. */
function readLines(
  objects: ObjectProfiler,
  bytes: Uint8Array,
  start: number,
  last: number,
  lines: LineCount,
): void {
  let i = start;
  while (i <= last) {
    const lineStart = i;
    i = objects.skipSpace(bytes, i);
    if (bytes[i] !== lineFeed) {
      i = objects.readRow(bytes, i);
      if (bytes[i] !== lineFeed) i = objects.skipSpace(bytes, i);
      if (bytes[i] !== lineFeed) throw new InferenceError({ kind: 'invalid-json', row: objects.rows });
      if (i - lineStart > limits.recordBytes) throw tooLong(objects.rows);
    } else lines.others++;
    i++;
  }
}

function tooLong(row: number): InferenceError {
  return new InferenceError({ kind: 'record-too-long', row, megabytes: limits.recordBytes / 1024 ** 2 });
}

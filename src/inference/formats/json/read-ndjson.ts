import { ByteWindow } from '../../bytes/byte-window.ts';
import type { Checkpoint } from '../../bytes/checkpoint.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import type { FormatInput, FormatOptions, ProfiledTable } from '../format.ts';
import { ObjectProfiler } from './object-profiler.ts';
import { objectTable } from './object-table.ts';

const lineFeed = 0x0a;

/** Reads one JSON object a line: one table. */
export async function readNdjson(
  { chunks }: FormatInput,
  options: FormatOptions,
  checkpoint: Checkpoint,
): Promise<readonly ProfiledTable[]> {
  const window = new ByteWindow(chunks, checkpoint, options.leastStep);
  const objects = new ObjectProfiler(options.nulls);
  for (;;) {
    await window.more();
    const { bytes, isLast } = window;
    if (isLast) bytes[window.end] = lineFeed;
    const end = isLast ? window.end + 1 : window.end;
    let start = window.start;
    for (;;) {
      const lineEnd = bytes.indexOf(lineFeed, start);
      const isMissing = lineEnd < 0 || lineEnd >= end;
      if ((isMissing ? end : lineEnd) - start > limits.recordBytes) throw tooLong(objects.rows + 1);
      if (isMissing) break;
      readLine(objects, bytes, start, lineEnd);
      start = lineEnd + 1;
    }
    window.start = Math.min(start, window.end);
    if (isLast) break;
  }
  if (objects.rows === 0) throw new InferenceError({ kind: 'no-record' });
  return [objectTable(objects, 'ndjson', undefined)];
}

function readLine(objects: ObjectProfiler, bytes: Uint8Array, start: number, lineEnd: number): void {
  const first = objects.skipSpace(bytes, start);
  if (first >= lineEnd) return;
  const end = objects.readRow(bytes, first);
  if (end > lineEnd || objects.skipSpace(bytes, end) < lineEnd)
    throw new InferenceError({ kind: 'invalid-json', row: objects.rows });
}

function tooLong(row: number): InferenceError {
  return new InferenceError({ kind: 'record-too-long', row, megabytes: limits.recordBytes / 1024 ** 2 });
}

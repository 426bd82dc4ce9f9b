import assert from 'node:assert/strict';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { InferenceFailure } from '../../../src/inference/inference-error.ts';
import { type InferredTable, withUniqueNames } from '../../../src/inference/inferred-table.ts';
import { type InferenceOptions, profileSource } from '../../../src/inference/profile-source.ts';
import type { ColumnReport, TableReport } from '../../../src/inference/report/report.ts';
import { inferenceReport } from '../../../src/inference/report/report.ts';
import type { DataSource, InferencePorts } from '../../../src/inference/source.ts';
import { describeSource } from '../../../src/inference/tables/infer-tables.ts';
import type { Result } from '../../../src/result.ts';

export type Content = string | Uint8Array;

export interface TextOptions extends InferenceOptions {
  readonly fileName?: string;
  /** Bytes of each chunk; the whole content by default. */
  readonly chunkSize?: number;
}

export const ports: InferencePorts = {
  gunzip(compressed) {
    const decompressed = createGunzip();
    pipeline(Readable.from(copies(compressed), { objectMode: false }), decompressed, () => undefined);
    return decompressed;
  },
};

async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.slice();
}

export function bytesOf(content: Content): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}

/** A source in memory, whose chunks are overwritten once the next one is requested. */
export function memorySource(name: string, content: Content, chunkSize = 1 << 20): DataSource {
  const bytes = bytesOf(content);
  return {
    name,
    label: name,
    async *stream() {
      for (let start = 0; start < bytes.length; start += chunkSize) {
        const chunk = bytes.slice(start, start + chunkSize);
        yield chunk;
        chunk.fill(0x21);
      }
    },
  };
}

export async function tryInfer(
  content: Content,
  { fileName = 'data.csv', chunkSize, ...options }: TextOptions = {},
): Promise<Result<InferredTable[], InferenceFailure>> {
  const result = await profileSource(memorySource(fileName, content, chunkSize), ports, {
    // Small windows, so that values cross their borders often.
    leastStep: 16,
    ...options,
  });
  if (!result.ok) return result;
  return { ok: true, value: withUniqueNames(describeSource(result.value, options)) };
}

/** The report of all tables of a file. */
export async function inferAll(content: Content, options: TextOptions = {}): Promise<readonly TableReport[]> {
  const result = await tryInfer(content, options);
  assert.ok(result.ok, `failed: ${JSON.stringify(result)}`);
  return inferenceReport(result.value, 'Double').tables;
}

/** The report of a file with one table. */
export async function inferTable(content: Content, options: TextOptions = {}): Promise<TableReport> {
  const [table, ...others] = await inferAll(content, options);
  assert.ok(table);
  assert.equal(others.length, 0);
  return table;
}

/** Names and data types, such as `id:Int64`. */
export function typesOf({ columns }: TableReport): string[] {
  return columns.map(({ name, dataType }) => `${name}:${dataType}`);
}

/** The report of one column with these values, in a file with another column of text. */
export async function inferColumn(
  values: readonly string[],
  options: TextOptions = {},
): Promise<ColumnReport> {
  const delimiter = options.delimiter ?? ';';
  const lines = values.map((value) => `${value}${delimiter}text\n`);
  const table = await inferTable(`value${delimiter}other\n${lines.join('')}`, {
    delimiter,
    header: true,
    ...options,
  });
  assert.equal(table.rows, values.length);
  const [column] = table.columns;
  assert.ok(column);
  return column;
}

export async function failureOf(content: Content, options: TextOptions = {}): Promise<InferenceFailure> {
  const result = await tryInfer(content, options);
  assert.ok(!result.ok, 'inferred');
  return result.failure;
}

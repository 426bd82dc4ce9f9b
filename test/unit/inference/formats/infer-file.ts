import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource, nodePorts } from '../../../../src/data-files/file-source.ts';
import type { InferenceFailure } from '../../../../src/inference/inference-error.ts';
import { withUniqueNames } from '../../../../src/inference/inferred-table.ts';
import { type InferenceOptions, profileSource } from '../../../../src/inference/profile-source.ts';
import { inferenceReport, type TableReport } from '../../../../src/inference/report/report.ts';
import { describeSource } from '../../../../src/inference/tables/infer-tables.ts';

/** A folder that a test's files are in, until it ends. */
export class DataFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'dataset-studio-'));

  write(name: string, content: Uint8Array | ArrayBuffer | string): string {
    const path = join(this.path, name);
    writeFileSync(path, typeof content === 'string' ? content : new Uint8Array(content));
    return path;
  }

  file(name: string): string {
    return join(this.path, name);
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}

/** The report of all tables of a file on disk. */
export async function inferFile(
  path: string,
  options: InferenceOptions = {},
): Promise<readonly TableReport[]> {
  const result = await profileSource(fileSource(path), nodePorts, options);
  assert.ok(result.ok, `failed: ${JSON.stringify(result)}`);
  return inferenceReport(withUniqueNames(describeSource(result.value, options)), 'Double').tables;
}

/** The report of a file with one table. */
export async function inferOnlyTable(path: string, options: InferenceOptions = {}): Promise<TableReport> {
  const [table, ...others] = await inferFile(path, options);
  assert.ok(table);
  assert.equal(others.length, 0);
  return table;
}

export async function failureOfFile(path: string): Promise<InferenceFailure> {
  const result = await profileSource(fileSource(path), nodePorts);
  assert.ok(!result.ok, 'inferred');
  return result.failure;
}

/** Names and data types, such as `{ id: 'Int64' }`. */
export function types({ columns }: TableReport): Readonly<Record<string, string>> {
  return Object.fromEntries(columns.map(({ name, dataType }) => [name, dataType]));
}

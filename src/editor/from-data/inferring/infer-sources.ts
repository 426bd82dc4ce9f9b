import type { InferenceFailure } from '../../../inference/failure.ts';
import { type ProfiledSource, profileSource } from '../../../inference/infer.ts';
import { describeInferenceFailure } from '../../../inference/messages/failure.ts';
import type { DataSource, InferencePorts } from '../../../inference/source.ts';
import { inferTables } from '../../../inference/tables/infer-tables.ts';
import type { InferredTable } from '../../../inference/tables/inferred-table.ts';
import type { ReadingChoices } from './reading-choices.ts';

/** What data files contain. Plain values, so that a worker can send it. */
export interface InferredFiles {
  /** A table for each file, sheet or database table. */
  readonly tables: readonly InferredTable[];
  /** The same after tables with the same columns became one; `undefined` if there are none. */
  readonly merged: readonly InferredTable[] | undefined;
  readonly failures: readonly FileFailure[];
}

/** A file that can't be read. */
export interface FileFailure {
  /** The file's label. */
  readonly file: string;
  /** Sentences for people. */
  readonly message: string;
}

export interface InferSourcesOptions {
  readonly ports: InferencePorts;
  readonly signal?: AbortSignal;
  readonly reading?: ReadingChoices;
  /** Called with the bytes of all sources that were read. */
  readonly onProgress?: (bytes: number) => void;
  /** Describes what a source throws. */
  readonly describeReadFailure: (error: unknown) => string;
}

/** Reads sources whole, one after another. Resolves to `undefined` if it is cancelled. */
export async function inferSources(
  sources: readonly DataSource[],
  { ports, signal, reading = {}, onProgress, describeReadFailure }: InferSourcesOptions,
): Promise<InferredFiles | undefined> {
  const profiled: ProfiledSource[] = [];
  const failures: FileFailure[] = [];
  let bytesBefore = 0;
  for (const source of sources) {
    const result = await profileSource(source, ports, {
      ...reading,
      ...(signal && { signal }),
      onProgress: ({ bytes }) => onProgress?.(bytesBefore + bytes),
    });
    if (signal?.aborted) return undefined;
    if (result.ok) profiled.push(result.value);
    else failures.push({ file: source.label, message: describe(result.failure, describeReadFailure) });
    bytesBefore += source.size ?? 0;
  }
  const { nulls = [] } = reading;
  // Merging changes the profiles, so it comes last.
  const tables = inferTables(profiled, { nulls });
  const merged = inferTables(profiled, { merge: true, nulls });
  return { tables, merged: merged.length < tables.length ? merged : undefined, failures };
}

function describe(failure: InferenceFailure, describeReadFailure: (error: unknown) => string): string {
  return failure.kind === 'unreadable'
    ? describeReadFailure(failure.error)
    : describeInferenceFailure(failure);
}

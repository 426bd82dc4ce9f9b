import type { InferenceFailure } from './inference-error.ts';
import { type ProfiledSource, profileSource } from './profile-source.ts';
import type { DataSource, InferencePorts, ReadingChoices } from './source.ts';
import { inferTables } from './tables/infer-tables.ts';
import type { InferredTable } from './tables/inferred-table.ts';

/** A data file to read. */
export type DataFile = {
  /** The name without its folder: formats and tables are named by it. */
  readonly name: string;
  /** What the report and messages call it. Only shown: nothing is opened by it. */
  readonly label: string;
  /** Absolute; the only path that is opened. Of a file that isn't on a disk, the path of its URI; empty for standard input. */
  readonly path: string;
} & (
  | { readonly kind: 'disk' | 'input' }
  /** A file that isn't on a disk, or that an editor has changed. */
  | { readonly kind: 'memory'; readonly content: Uint8Array }
);

/** What data files contain. Plain values, so that a thread can send them. */
export interface InferredFiles {
  /** A table for each file, sheet or database table. */
  readonly tables: readonly InferredTable[];
  /** The same after tables with the same columns became one; `undefined` if there are none. */
  readonly merged: readonly InferredTable[] | undefined;
  readonly failures: readonly FailedFile[];
}

/** A file that can't be read, by its label. */
export interface FailedFile {
  readonly file: string;
  readonly failure: InferenceFailure;
}

export interface FilesProgress {
  readonly label: string;
  /** Bytes of this file that were read. */
  readonly bytes: number;
  readonly size: number | undefined;
  /** The part of all files that was read, up to 1; not a number where a size is unknown. */
  readonly part: number;
}

export interface ReadFilesOptions {
  readonly signal: AbortSignal;
  readonly reading?: ReadingChoices | undefined;
  readonly onProgress?: ((progress: FilesProgress) => void) | undefined;
}

/** Reads data files whole, where that keeps nobody waiting. Resolves to `undefined` if it is cancelled. */
export type ReadFiles = (
  files: readonly DataFile[],
  options: ReadFilesOptions,
) => Promise<InferredFiles | undefined>;

/** Reads sources whole, one after another, in this thread. Resolves to `undefined` if it is cancelled. */
export async function inferSources(
  sources: readonly DataSource[],
  ports: InferencePorts,
  { signal, reading = {}, onProgress }: Partial<ReadFilesOptions> = {},
): Promise<InferredFiles | undefined> {
  const profiled: ProfiledSource[] = [];
  const failures: FailedFile[] = [];
  const total = sources.reduce((sum, { size }) => sum + (size ?? Number.NaN), 0);
  let before = 0;
  for (const source of sources) {
    const { label, size } = source;
    const report = (bytes: number) => onProgress?.({ label, size, bytes, part: (before + bytes) / total });
    report(0);
    const result = await profileSource(source, ports, {
      ...reading,
      signal,
      onProgress: ({ bytes }) => report(bytes),
    });
    if (signal?.aborted) return undefined;
    if (result.ok) profiled.push(result.value);
    else failures.push({ file: label, failure: result.failure });
    before += size ?? 0;
  }
  // Merging changes the profiles, so it comes last.
  const tables = inferTables(profiled, reading);
  if (reading.expected !== undefined) return { tables, merged: undefined, failures };
  const merged = inferTables(profiled, reading, true);
  return { tables, merged: merged.length < tables.length ? merged : undefined, failures };
}

import type { ListedValue } from './columns/column-profiles.ts';
import type { ListedColumn } from './columns/unfit-values.ts';
import type { SchemaContents } from './data-format.ts';
import type { InferenceFailure } from './inference-error.ts';
import { type InferredTable, withUniqueNames } from './inferred-table.ts';
import { profileSource } from './profile-source.ts';
import { type DataSource, type InferencePorts, type ReadingChoices, readingOf } from './source.ts';
import { describeSource } from './tables/infer-tables.ts';
import { MergedTables } from './tables/merged-tables.ts';

/** A data file to read. */
export type DataFile = {
  /** The name without its folder: formats and tables are named by it. */
  readonly name: string;
  /** What the report and messages call it. Only shown: nothing is opened by it. */
  readonly label: string;
  /** Absolute; the only path that is opened. Of a file that isn't on a disk, the path of its URI; empty for standard input. */
  readonly path: string;
  /** Whether a folder or a glob contains it, so that it is left out if it only looks like a schema. */
  readonly isFound?: boolean | undefined;
  /** How it is read where the choices for all files say nothing, as a project file says. */
  readonly reading?: ReadingChoices | undefined;
} & (
  | { readonly kind: 'disk' | 'input' }
  /** A file that isn't on a disk, or that an editor has changed. */
  | { readonly kind: 'memory'; readonly content: Uint8Array }
);

/** What data files contain. Plain values, so that a thread can send them. */
export interface InferredFiles {
  /** A table for each file, sheet or database table; none if `onFile` receives them. */
  readonly tables: readonly InferredTable[];
  /** The same after tables of several files with the same columns became one; `undefined` if there are none. */
  readonly merged: readonly InferredTable[] | undefined;
  /** Whether a file has several tables, whose names say that they are different ones: merging is not proposed. */
  readonly namesTables: boolean;
  readonly failures: readonly FailedFile[];
  /** Those that declare tables and have no data. */
  readonly schemas: readonly SchemaSource[];
}

/** A schema, by the label of its file. */
export interface SchemaSource extends SchemaContents {
  readonly source: string;
  /** How many of them. */
  readonly tables: number;
}

/** A file that can't be read, by its label. */
export interface FailedFile {
  readonly file: string;
  readonly failure: InferenceFailure;
}

/** What one file contains, which no other file changes. Equal names are not told apart yet. */
export interface InferredFile {
  /** The label. */
  readonly file: string;
  readonly tables: readonly InferredTable[];
  readonly failure: InferenceFailure | undefined;
  readonly schema?: SchemaSource | undefined;
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
  /** Receives each file once it is read, in their order, so that not all have to be kept. */
  readonly onFile?: ((file: InferredFile) => void) | undefined;
  /** Whether tables with the same columns become one. By default, the result has both. */
  readonly merge?: boolean | undefined;
  /** Columns of the only file, which was read before, whose values are listed. */
  readonly listed?: readonly ListedColumn[] | undefined;
  /** Receives the values that are listed. Another thread reads on when the promise is resolved. */
  readonly onValues?: ((values: readonly ListedValue[]) => Promise<void>) | undefined;
}

/** Reads data files whole, where that keeps nobody waiting. Resolves to `undefined` if it is cancelled. */
export type ReadFiles = (
  files: readonly DataFile[],
  options: ReadFilesOptions,
) => Promise<InferredFiles | undefined>;

/** Milliseconds between two reports of progress. */
const progressInterval = 100;

/** Reads sources whole, one after another, in this thread. What is kept of a file is small before the next one is read. */
export async function inferSources(
  sources: readonly DataSource[],
  ports: InferencePorts,
  { reading = {}, onProgress, onFile, merge, listed, onValues }: Omit<ReadFilesOptions, 'signal'> = {},
): Promise<InferredFiles> {
  const files = new FilesRead();
  const receive = onFile ?? ((file: InferredFile) => files.add(file));
  const merged = merge === false || reading.expected !== undefined ? undefined : new MergedTables();
  const total = sources.reduce((sum, { size }) => sum + (size ?? Number.NaN), 0);
  let before = 0;
  for (const source of sources) {
    const { label, size } = source;
    const chosen = readingOf(source.reading, reading);
    let reported = 0;
    const report = (bytes: number) => {
      if (bytes > 0 && performance.now() - reported < progressInterval) return;
      reported = performance.now();
      onProgress?.({ label, size, bytes, part: (before + bytes) / total });
    };
    report(0);
    const result = await profileSource(source, ports, {
      ...chosen,
      onBytes: report,
      listed,
      onValue: (value) => void onValues?.([value]),
    });
    if (result.ok) {
      const { contents, tables } = result.value;
      receive({
        file: label,
        tables: merge ? [] : describeSource(result.value, chosen),
        failure: undefined,
        ...(contents && { schema: { source: label, tables: tables.length, ...contents } }),
      });
      // Merging changes the profiles, so it comes last.
      for (const table of tables) merged?.add({ ...table, label }, tables.length > 1);
    } else receive({ file: label, tables: [], failure: result.failure });
    before += size ?? 0;
  }
  const tablesMerged =
    merged?.isSmaller || merge ? merged?.tables(readingOf(sources[0]?.reading, reading)) : undefined;
  return files.result(tablesMerged);
}

/** Collects files that are read. */
export class FilesRead {
  readonly #tables: InferredTable[] = [];
  readonly #failures: FailedFile[] = [];
  readonly #schemas: SchemaSource[] = [];
  #namesTables = false;

  add({ file, tables, failure, schema }: InferredFile): void {
    if (schema !== undefined) this.#schemas.push(schema);
    if (tables.length > 1) this.#namesTables = true;
    for (const table of tables) this.#tables.push(table);
    if (failure !== undefined) this.#failures.push({ file, failure });
  }

  result(merged: InferredFiles['merged']): InferredFiles {
    return {
      tables: withUniqueNames(this.#tables),
      merged,
      namesTables: this.#namesTables,
      failures: this.#failures,
      schemas: this.#schemas,
    };
  }
}

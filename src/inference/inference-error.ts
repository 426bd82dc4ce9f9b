import { limits } from './inference-limits.ts';
import { SourceChangedError } from './source.ts';

/** Why no table can be inferred from a file. Rows count from 1 below the header; 0 is the header itself. */
export type InferenceFailure =
  /** `code`: that of `node:fs`, where it has one. */
  | { readonly kind: 'unreadable'; readonly code: string | undefined }
  /** The thread took more memory than it may. */
  | { readonly kind: 'out-of-memory' }
  /** The thread gave no sign of life for a long time. */
  | { readonly kind: 'no-progress' }
  /** An error of ours. `error`: its class and its place in the code. */
  | { readonly kind: 'unexpected'; readonly error: string }
  /** The whole request took longer than it may. */
  | { readonly kind: 'took-too-long' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'damaged-gzip' }
  | { readonly kind: 'unsupported-format' }
  /** By its name, it is a dataset, and not data. */
  | { readonly kind: 'dataset' }
  /** An encoding that the platform doesn't have. */
  | { readonly kind: 'unknown-encoding'; readonly name: string }
  /** A binary file of a known format that is cut off or contradicts itself. */
  | { readonly kind: 'damaged'; readonly format: string }
  | { readonly kind: 'encrypted'; readonly format: string }
  /** HTML or XML, which programs also export as `.xls`. */
  | { readonly kind: 'markup' }
  /** An Excel file of the format before `.xlsx`. */
  | { readonly kind: 'old-excel' }
  /** A format that needs random access came from a stream. */
  | { readonly kind: 'stream-too-large'; readonly format: string }
  | { readonly kind: 'metadata-too-large'; readonly format: string }
  | { readonly kind: 'type-too-deep' }
  /** More time or memory than the size of the source justifies. */
  | { readonly kind: 'too-much-work' }
  | { readonly kind: 'sqlite-unavailable' }
  | { readonly kind: 'sqlite-needs-file' }
  | { readonly kind: 'no-database-table' }
  | { readonly kind: 'binary'; readonly row: number }
  | { readonly kind: 'no-record' }
  | { readonly kind: 'empty-array' }
  /** A range names a sheet that the workbook doesn't have. */
  | { readonly kind: 'no-sheet'; readonly name: string }
  /** An Excel workbook in the binary format `.xlsb`. */
  | { readonly kind: 'binary-excel' }
  /** The user names a table that the file doesn't have. `tableNames`: the first few that it has. */
  | {
      readonly kind: 'no-such-table';
      readonly name: string;
      readonly near: string | undefined;
      readonly tableNames: readonly string[];
    }
  | { readonly kind: 'no-column' }
  | { readonly kind: 'unclosed-quote'; readonly row: number }
  | { readonly kind: 'record-too-long'; readonly row: number }
  | { readonly kind: 'too-many-columns' }
  | { readonly kind: 'too-many-tables' }
  | { readonly kind: 'name-too-long'; readonly row: number }
  | { readonly kind: 'too-deep'; readonly row: number }
  | { readonly kind: 'invalid-json'; readonly row: number }
  /** The user says where the header is, or skips rows, and the rows are JSON objects. */
  | { readonly kind: 'rows-of-objects' }
  /** JSON with comments, as configuration files have. */
  | { readonly kind: 'json-comments' }
  | { readonly kind: 'not-utf-8'; readonly row: number }
  | { readonly kind: 'not-an-object'; readonly row: number }
  /** JSON that is neither an array of objects nor an object of such arrays. */
  | { readonly kind: 'no-table' }
  /** A script in SQL that creates no table, or none that can be read. */
  | { readonly kind: 'no-create-table' }
  /** A document that is no schema, or describes no table. */
  | { readonly kind: 'no-schema' }
  | { readonly kind: 'yaml-too-large' }
  | { readonly kind: 'invalid-yaml'; readonly line: number };

/**
 * Carries a failure out of the depth of a scan. `profileSource` turns it into a `Result`; nothing else catches it.
 */
export class InferenceError extends Error {
  readonly failure: InferenceFailure;

  constructor(failure: InferenceFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** What is thrown for a binary file of a known format that is cut off or contradicts itself. */
export function damagedData(format: string): InferenceError {
  return new InferenceError({ kind: 'damaged', format });
}

/** Each of these throws an `InferenceError` where a file goes beyond one of the limits. */
export function checkColumnCount(count: number): void {
  if (count > limits.columns) throw new InferenceError({ kind: 'too-many-columns' });
}

export function checkTableCount(count: number): void {
  if (count > limits.tables) throw new InferenceError({ kind: 'too-many-tables' });
}

/** In bytes. */
export function checkRecordLength(length: number, row: number): void {
  if (length > limits.recordBytes) throw new InferenceError({ kind: 'record-too-long', row });
}

/** Of a column's name, or a property's. */
export function checkNameLength(length: number, row: number): void {
  if (length > limits.nameLength) throw new InferenceError({ kind: 'name-too-long', row });
}

/** Of arrays and objects in JSON. */
export function checkDepth(depth: number, row: number): void {
  if (depth > limits.jsonDepth) throw new InferenceError({ kind: 'too-deep', row });
}

export function checkTypeDepth(depth: number): void {
  if (depth > limits.typeDepth) throw new InferenceError({ kind: 'type-too-deep' });
}

/** In bytes. */
export function checkMetadataLength(length: number, format: string): void {
  if (length > limits.metadataBytes) throw new InferenceError({ kind: 'metadata-too-large', format });
}

/** What a source threw, as a failure. */
export function sourceFailure(error: unknown): InferenceError {
  if (error instanceof SourceChangedError) return new InferenceError({ kind: 'changed' });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return new InferenceError({ kind: 'unreadable', code: typeof code === 'string' ? code : undefined });
}

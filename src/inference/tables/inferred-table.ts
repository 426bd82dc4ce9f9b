import type { ColumnType } from '../columns/column-type.ts';
import type { ColumnNote, TableNote } from '../notes.ts';

/** A table that was inferred from a file or a part of one. */
export interface InferredTable {
  readonly name: string;
  /** The label of the file, or of several files that became one table. */
  readonly source: string;
  readonly format: string;
  /** `undefined`: the file doesn't say it. */
  readonly rows: number | undefined;
  readonly columns: readonly InferredColumn[];
  readonly notes: readonly TableNote[];
}

export interface InferredColumn {
  readonly name: string;
  /** The name in the file; `undefined` where it has none. */
  readonly sourceName: string | undefined;
  readonly type: ColumnType;
  /** Values that are not empty; `undefined`: the file doesn't say it. */
  readonly values: number | undefined;
  readonly empty: number | undefined;
  /** As written; for `Int64`, fractions and `DateTime`. */
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly examples: readonly string[];
  readonly deciding: { readonly row: number; readonly value: string } | undefined;
  readonly notes: readonly ColumnNote[];
}

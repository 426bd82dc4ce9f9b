import type { Dataset } from '../dataset/dataset.ts';
import type { UnfitByType } from './columns/unfit-values.ts';
import type { TextLayout } from './data-format.ts';
import type { ColumnNote, TableNote } from './notes.ts';
import type { OddRows } from './ragged-rows.ts';
import { tidyName, uniqueNames } from './unique-names.ts';
import type { ColumnType } from './values/data-types.ts';

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
  /** Rows with fewer or more fields than the header; absent where the data isn't checked. */
  readonly oddRows?: OddRows | undefined;
  /** Of delimited text; absent where the data isn't checked. */
  readonly text?: TextLayout | undefined;
}

export interface InferredColumn {
  readonly name: string;
  /** The name in the file; `undefined` where it has none. */
  readonly sourceName: string | undefined;
  readonly type: ColumnType;
  /** As a schema writes it. */
  readonly sourceType?: string | undefined;
  /** The line of a schema that declares it, from 1. */
  readonly line?: number;
  /** Values that are not empty; `undefined`: the file doesn't say it. */
  readonly values: number | undefined;
  readonly empty: number | undefined;
  /** As written; for `Int64`, fractions and `DateTime`. */
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly examples: readonly string[];
  /** The values of the first rows, as far as they are read and not empty. */
  readonly head: readonly (string | undefined)[];
  readonly deciding: { readonly row: number; readonly value: string } | undefined;
  readonly notes: readonly ColumnNote[];
  /** Values that don't fit the types that the data is checked for; absent where it isn't. */
  readonly unfit?: UnfitByType;
}

/** The dataset of tables. `decimalType`: the data type of columns with fractions. */
export function toDataset(name: string, tables: readonly InferredTable[], decimalType: string): Dataset {
  return {
    name: tidyName(name) || 'Dataset',
    tables: tables.map((table) => ({
      name: table.name,
      columns: table.columns.map((column) => ({
        name: column.name,
        dataType: dataTypeOf(column.type, decimalType),
      })),
    })),
  };
}

/** Tables whose names differ in more than case. */
export function withUniqueNames(tables: readonly InferredTable[]): InferredTable[] {
  const names = uniqueNames(
    tables.map(({ name }) => name),
    tableNumber,
  );
  return tables.map((table, index) => ({ ...table, name: names[index] ?? '' }));
}

/** The name of a table that has none, by its position from 1. */
export function tableNumber(position: number): string {
  return `Table${position}`;
}

export function dataTypeOf(type: ColumnType, decimalType: string): string {
  return type === 'fraction' ? decimalType : type;
}

export function hasFractions(tables: readonly InferredTable[]): boolean {
  return tables.some(({ columns }) => columns.some(({ type }) => type === 'fraction'));
}

import type { Path } from '../finding.ts';

/** A value that a document can contain. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A change of a document's structure. Each is applied to the result of the one before. */
export type EditOperation =
  /** Replaces a value, or adds a property. */
  | { readonly kind: 'set'; readonly path: Path; readonly value: Json }
  /** Removes a property or an item of a list. */
  | { readonly kind: 'remove'; readonly path: Path }
  /**
   * Inserts items into the list at `path`, before the one at `index`, or at the end. A list that is missing or `null`
   * is created.
   */
  | {
      readonly kind: 'insert';
      readonly path: Path;
      readonly index?: number;
      readonly values: readonly Json[];
    }
  /** Moves an item within its list. `to` is its index afterwards. */
  | { readonly kind: 'move'; readonly path: Path; readonly to: number }
  /** Inserts a copy of a table or column after it, with another name. */
  | { readonly kind: 'duplicate'; readonly path: Path; readonly name: string };

/** The path of a table. */
export function tablePath(table: number): Path {
  return ['tables', table];
}

/** The path of a column. */
export function columnPath(table: number, column: number): Path {
  return ['tables', table, 'columns', column];
}

/** Renames the dataset (path `[]`), a table or a column. */
export function rename(path: Path, name: string): EditOperation {
  return { kind: 'set', path: [...path, 'name'], value: name };
}

export function setDataType(table: number, column: number, dataType: string): EditOperation {
  return { kind: 'set', path: [...columnPath(table, column), 'dataType'], value: dataType };
}

/** Adds tables before the one at `index`, or at the end. */
export function addTables(values: readonly Json[], index?: number): EditOperation {
  return { kind: 'insert', path: ['tables'], values, ...(index === undefined ? {} : { index }) };
}

/** Adds columns to a table before the one at `index`, or at the end. */
export function addColumns(table: number, values: readonly Json[], index?: number): EditOperation {
  const path = [...tablePath(table), 'columns'];
  return { kind: 'insert', path, values, ...(index === undefined ? {} : { index }) };
}

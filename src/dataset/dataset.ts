import { isRecord } from '../is-record.ts';
import type { Path } from './problem.ts';

/** A dataset as the service takes it (specification, section 2.4). */
export interface Dataset {
  readonly name: string;
  readonly tables: readonly Table[];
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  /** `Int64`, `string`, `bool`, `DateTime`, or another that the service may know. */
  readonly dataType: string;
}

export type DocumentFormat = 'json' | 'yaml';

/**
 * Whether a file is named like a dataset file, in any case. That is asked of files that a search finds, together with what their
 * project says (`Projects.judge`). A file that the user names only needs a format.
 */
export function hasDatasetName(path: string): boolean {
  return /\.dataset\.(?:json|ya?ml)$/i.test(path);
}

/** The names of dataset files, for messages about a search. */
export const datasetEndings = '.dataset.json, .dataset.yaml, or .dataset.yml';

/** The format of a file by its extension, in any case; undefined if it can't be read as a dataset. */
export function formatOf(path: string): DocumentFormat | undefined {
  const ending = /\.(json|ya?ml)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return undefined;
  return ending === 'json' ? 'json' : 'yaml';
}

// Access to a parsed document that can violate any rule: missing properties, wrong types, inherited names such as
// `constructor`. Nothing here throws.

/** An object's own property; `undefined` for everything else. */
export function propertyValue(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a path of a JSON value; `undefined` if there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** The tables of a dataset or the columns of a table; none if they aren't an array. */
export function itemsOf(value: unknown, key: 'tables' | 'columns'): readonly unknown[] {
  const items = propertyValue(value, key);
  return Array.isArray(items) ? items : [];
}

/** The name of a dataset, a table or a column; `undefined` if it isn't a string. */
export function nameIn(value: unknown): string | undefined {
  const name = propertyValue(value, 'name');
  return typeof name === 'string' ? name : undefined;
}

/** The summary of a document in a confirmation. Also counts the tables and columns of a document with problems. */
export interface DatasetSummary {
  /** Absent if it isn't a string. */
  readonly name?: string;
  readonly tables: number;
  /** In all tables together. */
  readonly columns: number;
}

/** `undefined` for a value that isn't an object, and so can't be a dataset. */
export function summaryOf(value: unknown): DatasetSummary | undefined {
  if (!isRecord(value)) return undefined;
  const name = nameIn(value);
  const tables = itemsOf(value, 'tables');
  return {
    ...(name === undefined ? {} : { name }),
    tables: tables.length,
    columns: tables.reduce<number>((sum, table) => sum + itemsOf(table, 'columns').length, 0),
  };
}

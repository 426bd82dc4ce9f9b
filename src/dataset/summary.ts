import { isRecord } from '../is-record.ts';
import { itemsOf, nameIn } from './loose-value.ts';

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

/** What a confirmation says about a document. Counts what is there, even if the document has problems. */
export interface DatasetSummary {
  /** Absent if it isn't a string. */
  readonly name?: string;
  readonly tables: number;
  /** In all tables together. */
  readonly columns: number;
}

/** `undefined` for a value that isn't an object, and so can't be a dataset. */
export function summaryOf(value: unknown): DatasetSummary | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { name, tables } = value as { name?: unknown; tables?: unknown };
  const list: unknown[] = Array.isArray(tables) ? tables : [];
  return {
    ...(typeof name === 'string' ? { name } : {}),
    tables: list.length,
    columns: list.reduce((sum: number, table) => sum + columnsOf(table), 0),
  };
}

function columnsOf(table: unknown): number {
  if (typeof table !== 'object' || table === null) return 0;
  const { columns } = table as { columns?: unknown };
  return Array.isArray(columns) ? columns.length : 0;
}

import { describeColumns } from '../columns/describe-column.ts';
import type { ProfiledSource } from '../infer.ts';
import { uniqueNames } from '../names.ts';
import { NullTexts } from '../values/null-texts.ts';
import type { InferredTable } from './inferred-table.ts';
import { mergeTables } from './merge-tables.ts';

export interface TableOptions {
  /** Makes one table of those with the same columns. */
  readonly merge?: boolean;
  /** The texts that counted as empty when the sources were profiled. */
  readonly nulls?: readonly string[];
}

/** Decides the names of tables and the types of their columns, once all sources are read. */
export function inferTables(
  sources: readonly ProfiledSource[],
  { merge = false, nulls = [] }: TableOptions = {},
): InferredTable[] {
  const tables = sources.flatMap(({ source, tables }) =>
    tables.map((table) => ({ ...table, label: source.label })),
  );
  const kept = merge ? mergeTables(tables) : tables;
  const names = uniqueNames(
    kept.map(({ name }) => name),
    (position) => `Table${position}`,
  );
  return kept.map(({ label, format, rows, columns, encoding, notes }, index) => ({
    name: names[index] ?? '',
    source: label,
    format,
    rows,
    columns: describeColumns(columns, rows, encoding, new NullTexts(nulls)),
    notes,
  }));
}

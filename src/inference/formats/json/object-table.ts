import { InferenceError } from '../../failure.ts';
import type { ProfiledTable } from '../format.ts';
import type { ObjectProfiler } from './object-profiler.ts';

/** The table that objects are the rows of. Throws an `InferenceError` if they have no properties. */
export function objectTable(
  objects: ObjectProfiler,
  format: string,
  name: string | undefined,
): ProfiledTable {
  const { rows, repeated, repeatedRows, shape } = objects;
  const columns = shape.columns(rows);
  if (columns.length === 0) throw new InferenceError({ kind: 'no-column' });
  return {
    name,
    format,
    rows,
    columns,
    encoding: 'utf-8',
    notes: repeated === 0 ? [] : [{ kind: 'repeated-properties', count: repeated, rows: repeatedRows }],
  };
}

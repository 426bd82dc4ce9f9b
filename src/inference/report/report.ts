import { describeColumnNote } from '../messages/column-note.ts';
import { describeTableNote } from '../messages/table-note.ts';
import type { InferredTable } from '../tables/inferred-table.ts';
import { dataTypeOf } from '../tables/to-dataset.ts';

/** What is known of the data, in the form that other programs read. Absent facts are `null`. */
export interface InferenceReport {
  readonly tables: readonly TableReport[];
}

export interface TableReport {
  readonly name: string;
  readonly source: string;
  readonly format: string;
  readonly rows: number | null;
  readonly notes: readonly string[];
  readonly columns: readonly ColumnReport[];
}

export interface ColumnReport {
  readonly name: string;
  readonly sourceName: string | null;
  readonly dataType: string;
  /** Values that are not empty. */
  readonly values: number | null;
  readonly empty: number | null;
  readonly min: string | null;
  readonly max: string | null;
  readonly examples: readonly string[];
  /** The first row after which the type is always the final one, from 1 below the header. */
  readonly decidingRow: number | null;
  readonly decidingValue: string | null;
  readonly note: string | null;
}

export function inferenceReport(tables: readonly InferredTable[], decimalType: string): InferenceReport {
  return {
    tables: tables.map(({ name, source, format, rows, notes, columns }) => ({
      name,
      source,
      format,
      rows: rows ?? null,
      notes: notes.map(describeTableNote),
      columns: columns.map((column) => ({
        name: column.name,
        sourceName: column.sourceName ?? null,
        dataType: dataTypeOf(column.type, decimalType),
        values: column.values ?? null,
        empty: column.empty ?? null,
        min: column.min ?? null,
        max: column.max ?? null,
        examples: column.examples,
        decidingRow: column.deciding?.row ?? null,
        decidingValue: column.deciding?.value ?? null,
        note: column.notes.length === 0 ? null : column.notes.map(describeColumnNote).join(' '),
      })),
    })),
  };
}

import type { InferredTable } from '../inferred-table.ts';
import { noteChoices } from '../notes.ts';
import { describeColumnNote } from './describe-column-note.ts';
import { describeTableNote } from './describe-table-note.ts';

/** A note that several tables have in the same words. */
export interface RepeatedNote {
  readonly text: string;
  /** The tables, or as `table.column` the columns, in their order. */
  readonly names: readonly string[];
}

/**
 * Takes out of the tables what is noted in the same words about several of them. Notes that offer something to choose stay with
 * each table.
 */
export function takeRepeatedNotes(
  tables: readonly InferredTable[],
  decimalType?: string,
): { readonly repeated: readonly RepeatedNote[]; readonly tables: readonly InferredTable[] } {
  const found = new Map<string, { readonly names: string[]; readonly tables: Set<InferredTable> }>();
  const tableText = (note: InferredTable['notes'][number]) =>
    noteChoices(note).length > 0 ? undefined : describeTableNote(note, decimalType);
  const columnText = (note: InferredTable['columns'][number]['notes'][number]) =>
    noteChoices(note).length > 0 ? undefined : describeColumnNote(note);
  const add = (text: string | undefined, table: InferredTable, name: string) => {
    if (text === undefined) return;
    const group = found.get(text) ?? { names: [], tables: new Set() };
    found.set(text, group);
    group.names.push(name);
    group.tables.add(table);
  };
  for (const table of tables) {
    for (const note of table.notes) add(tableText(note), table, table.name);
    for (const column of table.columns)
      for (const note of column.notes) add(columnText(note), table, `${table.name}.${column.name}`);
  }
  const isOwn = (text: string | undefined) => text === undefined || (found.get(text)?.tables.size ?? 0) < 2;
  return {
    repeated: [...found].flatMap(([text, { names }]) => (isOwn(text) ? [] : [{ text, names }])),
    tables: tables.map((table) => ({
      ...table,
      notes: table.notes.filter((note) => isOwn(tableText(note))),
      columns: table.columns.map((column) => ({
        ...column,
        notes: column.notes.filter((note) => isOwn(columnText(note))),
      })),
    })),
  };
}

import { decodeText } from '../bytes/encoding.ts';
import type { ColumnProfile } from '../columns/column-profile.ts';
import type { ProfiledTable } from '../formats/format.ts';
import { limits } from '../limits.ts';
import type { TableNote } from '../notes.ts';

/** A table with the label of its file. */
export interface SourcedTable extends ProfiledTable {
  readonly name: string;
  readonly label: string;
}

/** Makes one table of those with the same columns, in whatever order; it has the name and the order of the first. */
export function mergeTables(tables: readonly SourcedTable[]): SourcedTable[] {
  const groups = new Map<string, SourcedTable[]>();
  for (const table of tables) {
    const key = JSON.stringify(table.columns.map(({ name }) => name).sort());
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [table]);
    else group.push(table);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.length === 0 ? first : merge(first, others)],
  );
}

function merge(first: SourcedTable, others: readonly SourcedTable[]): SourcedTable {
  const all = [first, ...others];
  let rows = 0;
  let areRowsKnown = true;
  const notes: TableNote[] = [];
  for (const table of all) {
    const columns = new Map(table.columns.map(({ name, profile }) => [name, profile]));
    for (const { name, profile } of first.columns) {
      const other = columns.get(name);
      if (other === undefined) continue;
      if (table.encoding !== 'utf-8') convertToUtf8(other, table);
      if (table !== first) profile.merge(other, rows);
    }
    addNotes(notes, table.notes, rows);
    rows += table.rows ?? 0;
    areRowsKnown &&= table.rows !== undefined;
  }
  const kept = notes.filter((note) => !isAboutWholeTable(note) || all.every((table) => has(table, note)));
  return {
    ...first,
    rows: areRowsKnown ? rows : undefined,
    encoding: 'utf-8',
    label: all.map(({ label }) => label).join(', '),
    format: [...new Set(all.map(({ format }) => format))].join(', '),
    notes: [...kept, { kind: 'merged', files: all.length }],
  };
}

function convertToUtf8(profile: ColumnProfile, { encoding }: SourcedTable): void {
  profile.mapValues((value) => new TextEncoder().encode(decodeText(value, encoding)));
}

/** Adds the notes of a table whose first row follows `offset` others. */
function addNotes(notes: TableNote[], added: readonly TableNote[], offset: number): void {
  for (const note of added) {
    const index = notes.findIndex(({ kind }) => kind === note.kind && !('name' in note));
    const known = notes[index];
    if (!('rows' in note)) {
      if (known === undefined) notes.push(note);
      continue;
    }
    const rows = note.rows.map((row) => row + offset);
    if (known === undefined || !('rows' in known)) notes.push({ ...note, rows });
    else
      notes[index] = {
        ...known,
        count: known.count + note.count,
        rows: [...known.rows, ...rows].slice(0, limits.listedRows),
      };
  }
}

/** A note that is true of the merged table only if it is true of all tables. */
function isAboutWholeTable({ kind }: TableNote): boolean {
  return kind === 'header-assumed' || kind === 'only-header';
}

function has({ notes }: SourcedTable, { kind }: TableNote): boolean {
  return notes.some((note) => note.kind === kind);
}

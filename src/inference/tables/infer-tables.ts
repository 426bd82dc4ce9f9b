import { decodeText } from '../bytes/encoding.ts';
import type { ColumnProfile } from '../columns/column-profile.ts';
import { describeColumns } from '../columns/describe-column.ts';
import type { ProfiledTable } from '../formats/data-format.ts';
import { limits } from '../inference-limits.ts';
import type { TableNote } from '../notes.ts';
import type { ProfiledSource } from '../profile-source.ts';
import type { ReadingChoices } from '../source.ts';
import { tidyName, uniqueNames } from '../unique-names.ts';
import { NullTexts } from '../values/null-texts.ts';
import type { InferredTable } from './inferred-table.ts';

/**
 * Decides the names of tables and the types of their columns, once all sources are read. The choices
 * are those that the sources were profiled with. `merge`: makes one table of those with the same columns.
 */
export function inferTables(
  sources: readonly ProfiledSource[],
  { nulls = [], dateOrder, expected }: Pick<ReadingChoices, 'nulls' | 'dateOrder' | 'expected'> = {},
  merge = false,
): InferredTable[] {
  const tables = sources.flatMap(({ source, tables }) =>
    tables.map((table) => ({ ...table, label: source.label })),
  );
  const kept = merge ? mergeTables(tables) : tables;
  const names = uniqueNames(
    kept.map(({ name }) => name),
    (position) => `Table${position}`,
  );
  const nullTexts = new NullTexts(nulls);
  return kept.map(({ name, label, format, rows, columns, encoding, notes, oddRows }, index) => {
    const described = describeColumns(columns, rows, encoding, nullTexts, dateOrder, expected !== undefined);
    return {
      name: names[index] ?? '',
      ...(expected && { ownName: tidyName(name) || names[index] || '', oddRows }),
      source: label,
      format,
      rows,
      columns: described.columns,
      notes: [...notes, ...described.notes],
    };
  });
}

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

const aboutWholeTable: ReadonlySet<TableNote['kind']> = new Set([
  'header-assumed',
  'only-header',
  'no-header',
]);

/** A note that is true of the merged table only if it is true of all tables. */
function isAboutWholeTable({ kind }: TableNote): boolean {
  return aboutWholeTable.has(kind);
}

function has({ notes }: SourcedTable, { kind }: TableNote): boolean {
  return notes.some((note) => note.kind === kind);
}

import { decodeText } from '../bytes/encoding.ts';
import { limits } from '../inference-limits.ts';
import type { TableNote } from '../notes.ts';
import type { ReadingChoices } from '../source.ts';
import { describeTable, type SourcedTable } from './infer-tables.ts';
import { type InferredTable, withUniqueNames } from './inferred-table.ts';

/** Makes one table of those with the same columns, in whatever order; it has the name and the order of the first. */
export class MergedTables {
  readonly #groups = new Map<string, MergedTable>();
  #count = 0;

  add(table: SourcedTable): void {
    this.#count++;
    const key = JSON.stringify(table.columns.map(({ name }) => name).sort());
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, new MergedTable(table));
    else group.add(table);
  }

  /** Whether some tables became one. */
  get isSmaller(): boolean {
    return this.#groups.size < this.#count;
  }

  tables(choices: ReadingChoices): InferredTable[] {
    return withUniqueNames([...this.#groups.values()].map(({ table }) => describeTable(table, choices)));
  }
}

/** Tables with the same columns. */
class MergedTable {
  readonly #first: SourcedTable;
  readonly #labels: string[] = [];
  readonly #formats = new Set<string>();
  readonly #notes: TableNote[] = [];
  /** How many tables have a note that is about a whole table. */
  readonly #counts = new Map<TableNote['kind'], number>();
  #rows = 0;
  #areRowsKnown = true;

  constructor(first: SourcedTable) {
    this.#first = first;
    this.#count(first);
  }

  add(table: SourcedTable): void {
    // Of a single table nothing changes.
    if (this.#labels.length === 1) convertToUtf8(this.#first);
    convertToUtf8(table);
    const columns = new Map(table.columns.map(({ name, profile }) => [name, profile]));
    for (const { name, profile } of this.#first.columns) {
      const other = columns.get(name);
      if (other !== undefined) profile.merge(other, this.#rows);
    }
    this.#count(table);
  }

  #count({ label, format, rows, notes }: SourcedTable): void {
    this.#labels.push(label);
    this.#formats.add(format);
    addNotes(this.#notes, notes, this.#rows);
    for (const kind of new Set(notes.map((note) => note.kind)))
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    this.#rows += rows ?? 0;
    this.#areRowsKnown &&= rows !== undefined;
  }

  get table(): SourcedTable {
    const files = this.#labels.length;
    if (files === 1) return this.#first;
    const isOfAll = ({ kind }: TableNote) => !aboutWholeTable.has(kind) || this.#counts.get(kind) === files;
    return {
      ...this.#first,
      rows: this.#areRowsKnown ? this.#rows : undefined,
      encoding: 'utf-8',
      label: this.#labels.join(', '),
      format: [...this.#formats].join(', '),
      notes: [...this.#notes.filter(isOfAll), { kind: 'merged', files, first: this.#first.label }],
    };
  }
}

function convertToUtf8({ columns, encoding }: SourcedTable): void {
  if (encoding === 'utf-8') return;
  for (const { profile } of columns)
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

/** Notes that are true of the merged table only if they are true of all tables. */
const aboutWholeTable: ReadonlySet<TableNote['kind']> = new Set([
  'header-assumed',
  'only-header',
  'no-header',
]);

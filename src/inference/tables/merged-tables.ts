import { foldedName } from '../../dataset/rules/names.ts';
import { limits } from '../inference-limits.ts';
import { type InferredTable, withUniqueNames } from '../inferred-table.ts';
import type { TableNote } from '../notes.ts';
import type { ReadingChoices } from '../source.ts';
import { describeTable, type SourcedTable } from './infer-tables.ts';

/**
 * Makes one table of those of several files with the same columns, in whatever order and case; it has the name and the order of
 * the first. Tables that their file names stay apart: they are merged only with those of the same name in other files.
 */
export class MergedTables {
  readonly #groups = new Map<string, MergedTable>();
  #count = 0;

  /** `isNamed`: its file has other tables, so that its name tells it from them. */
  add(table: SourcedTable, isNamed: boolean): void {
    this.#count++;
    const columns = table.columns.map(({ name }) => foldedName(name)).sort();
    const key = JSON.stringify([isNamed ? foldedName(table.name) : '', columns]);
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
  /** What is known of each table beside its columns. */
  readonly #facts: Pick<SourcedTable, 'name' | 'label' | 'format' | 'rows' | 'notes'>[] = [];
  readonly #notes: TableNote[] = [];
  /** Of tables with such rows. */
  readonly #odd: (Required<Pick<SourcedTable, 'isOddRow'>> & {
    readonly before: number;
    readonly rows: number;
  })[] = [];
  #rows = 0;

  constructor(first: SourcedTable) {
    this.#first = first;
    this.#addFacts(first);
  }

  add(table: SourcedTable): void {
    const columns = new Map(table.columns.map(({ name, profile }) => [foldedName(name), profile]));
    for (const { name, profile } of this.#first.columns) {
      const other = columns.get(foldedName(name));
      if (other !== undefined) profile.merge(other, this.#rows);
    }
    this.#addFacts(table);
  }

  #addFacts({ name, label, format, rows, notes, isOddRow }: SourcedTable): void {
    this.#facts.push({ name, label, format, rows, notes });
    if (isOddRow) this.#odd.push({ isOddRow, before: this.#rows, rows: rows ?? 0 });
    addNotes(this.#notes, notes, this.#rows);
    this.#rows += rows ?? 0;
  }

  get table(): SourcedTable {
    const files = this.#facts.length;
    if (files === 1) return this.#first;
    const names = new Set(this.#facts.map(({ name }) => name));
    names.delete(this.#first.name);
    const isOfAll = ({ kind }: TableNote) =>
      !aboutWholeTable.has(kind) ||
      this.#facts.every(({ notes }) => notes.some((note) => note.kind === kind));
    return {
      ...this.#first,
      rows: this.#facts.every(({ rows }) => rows !== undefined) ? this.#rows : undefined,
      label: this.#facts.map(({ label }) => label).join(', '),
      format: [...new Set(this.#facts.map(({ format }) => format))].join(', '),
      isOddRow: (row) =>
        this.#odd.some(
          ({ isOddRow, before, rows }) => row > before && row <= before + rows && isOddRow(row - before),
        ),
      notes: [
        ...this.#notes.filter(isOfAll),
        {
          kind: 'merged',
          files,
          first: this.#first.label,
          count: names.size,
          names: [...names].slice(0, limits.listedRows),
        },
      ],
    };
  }
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

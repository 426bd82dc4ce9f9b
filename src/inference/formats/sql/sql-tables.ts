import { foldedName } from '../../../dataset/rules/names.ts';
import { checkColumnCount } from '../../inference-error.ts';
import type { WorkBudget } from '../../work-budget.ts';
import type { SqlColumn } from './sql-columns.ts';

/** What a table takes in memory, in bytes, beside its columns. */
const tableSize = 1000;

export interface SqlTable {
  /** Its name, after those of what it is in. */
  path: readonly string[];
  columns: readonly SqlColumn[];
}

/** The tables that there are after the statements so far, in the order in which they were created. */
export class SqlTables {
  /** Where names without a schema belong. */
  schema: readonly string[] = [];
  readonly #byName = new Map<string, SqlTable[]>();
  readonly #all = new Set<SqlTable>();
  readonly budget: WorkBudget;

  constructor(budget: WorkBudget) {
    this.budget = budget;
  }

  /** With their names, which have the schema only where two would be equal without it. */
  named(): { readonly name: string; readonly columns: readonly SqlColumn[] }[] {
    return [...this.#all].map(({ path, columns }) => {
      const isOnly = this.#named(path).length < 2;
      return { name: isOnly ? (path.at(-1) ?? '') : path.join('.'), columns };
    });
  }

  /** The first table of a name remains, as in a database. Returns whether it is another one. */
  create(path: readonly string[], columns: readonly SqlColumn[], replaces: boolean): boolean {
    const full = this.#full(path);
    const known = this.#named(full).find((table) => isSame(table.path, full));
    if (known !== undefined && !replaces) {
      this.budget.work(40 * columns.length);
      return !areEqual(known.columns, columns);
    }
    if (known !== undefined) this.#remove(known);
    this.#add({ path: full, columns: [] }, columns);
    return false;
  }

  /** The table that a statement names; with or without its schema. */
  find(path: readonly string[]): SqlTable | undefined {
    const full = this.#full(path);
    const named = this.#named(full);
    return (
      named.find((table) => isSame(table.path, full)) ?? named.findLast((table) => isPart(table.path, path))
    );
  }

  drop(path: readonly string[]): void {
    const table = this.find(path);
    if (table !== undefined) this.#remove(table);
  }

  rename(table: SqlTable, path: readonly string[]): void {
    this.#remove(table);
    this.#add(
      { ...table, path: path.length > 1 ? path : [...table.path.slice(0, -1), ...path] },
      table.columns,
    );
  }

  change(table: SqlTable, columns: readonly SqlColumn[]): void {
    checkColumnCount(columns.length);
    this.budget.work(columns.length);
    table.columns = columns;
  }

  #add(table: SqlTable, columns: readonly SqlColumn[]): void {
    this.change(table, columns);
    this.#all.add(table);
    // Of many tables, a few may be chosen.
    this.budget.keep(tableSize + 8 * columns.length);
    const key = keyOf(table.path);
    this.#byName.set(key, [...this.#named(table.path), table]);
  }

  #remove(table: SqlTable): void {
    this.#all.delete(table);
    const others = this.#named(table.path).filter((each) => each !== table);
    if (others.length > 0) this.#byName.set(keyOf(table.path), others);
    else this.#byName.delete(keyOf(table.path));
  }

  #full(path: readonly string[]): readonly string[] {
    return path.length === 1 ? [...this.schema, ...path] : path;
  }

  #named(path: readonly string[]): readonly SqlTable[] {
    const named = this.#byName.get(keyOf(path)) ?? [];
    this.budget.work(10 + named.length);
    return named;
  }
}

function areEqual(columns: readonly SqlColumn[], others: readonly SqlColumn[]): boolean {
  return (
    columns.length === others.length &&
    columns.every(
      ({ name, type }, index) => name === others[index]?.name && type?.text === others[index]?.type?.text,
    )
  );
}

function keyOf(path: readonly string[]): string {
  return foldedName(path.at(-1) ?? '');
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && isPart(path, other);
}

/** Whether one is the other without a schema. */
function isPart(path: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(path.length, other.length);
  return foldedName(path.slice(-length).join('.')) === foldedName(other.slice(-length).join('.'));
}

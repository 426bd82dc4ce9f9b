import type { RuleCode, Severity } from '../dataset/problem.ts';

/** What the designer shows of a document, which may be broken or violate any rule. Texts are as in the document. */
export interface Design {
  readonly dataset: DesignItem;
  readonly tables: readonly DesignTable[];
}

export interface DesignItem {
  /** `undefined` if the document has no name there, or one that isn't a string. */
  readonly name: string | undefined;
  readonly problems: readonly DesignProblem[];
}

export interface DesignTable extends DesignItem {
  readonly columns: readonly DesignColumn[];
}

export interface DesignColumn extends DesignItem {
  readonly dataType: string | undefined;
}

/** A problem at its field. */
export interface DesignProblem {
  readonly field: ItemPart;
  readonly code: RuleCode;
  readonly severity: Severity;
  readonly message: string;
}

/** The item at an address, if there is one. */
export function itemIn(design: Design, item: Item): DesignItem | DesignTable | DesignColumn | undefined {
  const [table, column] = item;
  if (table === undefined) return design.dataset;
  return column === undefined ? design.tables[table] : design.tables[table]?.columns[column];
}

/** Of an address that may no longer exist, the nearest one that does. */
export function nearestItem(design: Design, [table, column]: Item): Item {
  if (table === undefined || design.tables.length === 0) return [];
  const nearest = Math.min(table, design.tables.length - 1);
  const columns = design.tables[nearest]?.columns.length ?? 0;
  if (column === undefined || columns === 0) return [nearest];
  return [nearest, Math.min(column, columns - 1)];
}

/** What can be selected in the designer: the dataset (`[]`), a table (`[table]`) or a column (`[table, column]`), by indexes. */
export type Item = readonly [] | readonly [table: number] | readonly [table: number, column: number];

/** The part of an item that a text position or a problem is about. */
export type ItemPart = 'name' | 'dataType' | 'item';

export function isSameItem(a: Item | undefined, b: Item | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a[0] === b[0] && a[1] === b[1];
}

/** Whether two items are in one list. */
export function areSiblings(a: Item, b: Item): boolean {
  return a.length > 0 && a.length === b.length && (a.length === 1 || a[0] === b[0]);
}

/** The item of the same list at an index. The dataset is in no list. */
export function siblingAt(item: Item, index: number): Item {
  if (item.length === 0) return item;
  return item.length === 1 ? [index] : [item[0], index];
}

/** The tables, or the columns of a table, that an item is one of; the dataset is in none. */
export function listOf(design: Design, item: Item): readonly DesignItem[] {
  if (item.length === 0) return [];
  return item.length === 1 ? design.tables : (design.tables[item[0]]?.columns ?? []);
}

/** The item that contains an item; the dataset contains itself. */
export function parentOf(item: Item): Item {
  return item.length === 2 ? [item[0]] : [];
}

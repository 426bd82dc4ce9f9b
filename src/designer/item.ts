/** What can be selected in the designer: the dataset (`[]`), a table (`[table]`) or a column (`[table, column]`), by indexes. */
export type Item = readonly [] | readonly [table: number] | readonly [table: number, column: number];

/** The part of an item that a text position or a problem is about. */
export type Field = 'name' | 'dataType' | 'item';

export function isSameItem(a: Item | undefined, b: Item | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a[0] === b[0] && a[1] === b[1];
}

/** The item that contains an item; the dataset contains itself. */
export function parentOf(item: Item): Item {
  return item.length === 2 ? [item[0]] : [];
}

import type { Design, DesignItem, DesignTable } from './design.ts';
import type { Item } from './item.ts';

/** The difference of two designs: a run of tables is replaced, and perhaps the dataset's own fields. */
export interface DesignUpdate {
  /** The new dataset fields, if they changed. */
  readonly dataset?: DesignItem;
  /** Index of the first table that is replaced. */
  readonly from: number;
  readonly removed: number;
  readonly inserted: readonly DesignTable[];
}

export function updateBetween(before: Design, after: Design): DesignUpdate {
  let from = 0;
  while (from < before.tables.length && isSame(before.tables[from], after.tables[from])) from++;
  let end = 0;
  const rest = Math.min(before.tables.length, after.tables.length) - from;
  while (end < rest && isSame(before.tables.at(-1 - end), after.tables.at(-1 - end))) end++;
  return {
    ...(isSame(before.dataset, after.dataset) ? {} : { dataset: after.dataset }),
    from,
    removed: before.tables.length - from - end,
    inserted: after.tables.slice(from, after.tables.length - end),
  };
}

/** The new design. Tables that didn't change are the same objects as before. */
export function withUpdate(
  { dataset, tables }: Design,
  { dataset: newDataset = dataset, from, removed, inserted }: DesignUpdate,
): Design {
  return { dataset: newDataset, tables: tables.toSpliced(from, removed, ...inserted) };
}

/** Where an item is after an update, if it still exists: tables after the replaced ones move. */
export function itemAfter(item: Item, { from, removed, inserted }: DesignUpdate): Item {
  const [table, column] = item;
  if (table === undefined || table < from + Math.min(removed, inserted.length)) return item;
  const moved = Math.max(table - removed + inserted.length, 0);
  return column === undefined ? [moved] : [moved, column];
}

/** A design with the problems of an earlier one where nothing else changed, until its own are known. */
export function withProblemsOf(before: Design, after: Design): Design {
  const tables = after.tables.map((table, index) => {
    const earlier = before.tables[index];
    if (earlier === undefined || !isSame(withoutProblems(earlier), withoutProblems(table))) return table;
    return earlier;
  });
  const isSameDataset = before.dataset.name === after.dataset.name;
  return { dataset: isSameDataset ? before.dataset : after.dataset, tables };
}

function withoutProblems({ name, columns }: DesignTable): unknown {
  return { name, columns: columns.map((column) => ({ name: column.name, dataType: column.dataType })) };
}

/** Compares values that consist of plain objects, arrays and scalars. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  const entries = Object.entries(a);
  const other: Readonly<Record<string, unknown>> = { ...b };
  return (
    entries.length === Object.keys(other).length && entries.every(([key, value]) => isSame(value, other[key]))
  );
}

import type { Design, DesignItem, DesignTable, Item } from './design.ts';

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
  while (from < before.tables.length && isSameTable(before.tables[from], after.tables[from])) from++;
  let end = 0;
  const rest = Math.min(before.tables.length, after.tables.length) - from;
  while (end < rest && isSameTable(before.tables.at(-1 - end), after.tables.at(-1 - end))) end++;
  const isSameDataset =
    before.dataset.name === after.dataset.name && hasSameProblems(before.dataset, after.dataset);
  return {
    ...(isSameDataset ? {} : { dataset: after.dataset }),
    from,
    removed: before.tables.length - from - end,
    inserted: after.tables.slice(from, after.tables.length - end),
  };
}

/** Whether an update changes nothing: the document was read again because settings or other files have changed. */
export function isEmptyUpdate({ dataset, removed, inserted }: DesignUpdate): boolean {
  return dataset === undefined && removed === 0 && inserted.length === 0;
}

/** The new design. Tables that didn't change are the same objects as before. */
export function withUpdate(
  { dataset, tables }: Design,
  { dataset: newDataset = dataset, from, removed, inserted }: DesignUpdate,
): Design {
  return {
    dataset: newDataset,
    tables: [...tables.slice(0, from), ...inserted, ...tables.slice(from + removed)],
  };
}

/** Where an item is after an update, if it still exists: tables after the replaced ones move. */
export function itemAfter(item: Item, { from, removed, inserted }: DesignUpdate): Item {
  const [table, column] = item;
  if (table === undefined || table < from + Math.min(removed, inserted.length)) return item;
  const moved = Math.max(table - removed + inserted.length, 0);
  return column === undefined ? [moved] : [moved, column];
}

function isSameTable(a: DesignTable | undefined, b: DesignTable | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return (
    a.name === b.name &&
    hasSameProblems(a, b) &&
    a.columns.length === b.columns.length &&
    a.columns.every((column, index) => {
      const other = b.columns[index];
      return (
        column.name === other?.name && column.dataType === other?.dataType && hasSameProblems(column, other)
      );
    })
  );
}

function hasSameProblems(a: DesignItem, b: DesignItem | undefined): boolean {
  // Most have none, and share one empty list.
  return a.problems === b?.problems || JSON.stringify(a.problems) === JSON.stringify(b?.problems);
}

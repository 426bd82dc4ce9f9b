import type { Design, DesignColumn, DesignItem, DesignTable, Item } from './design.ts';

/** What is replaced in a list. */
interface Run<Part> {
  /** Index of the first part that is replaced. */
  readonly from: number;
  readonly removed: number;
  readonly inserted: readonly Part[];
}

/** The difference of two designs: a run of tables is replaced, and perhaps the dataset's own fields. */
export interface DesignUpdate extends Run<DesignTable> {
  /** The new dataset fields, if they changed. */
  readonly dataset?: DesignItem;
}

export function updateBetween(before: Design, after: Design): DesignUpdate {
  const isSameDataset =
    before.dataset.name === after.dataset.name && hasSameProblems(before.dataset, after.dataset);
  return {
    ...(isSameDataset ? {} : { dataset: after.dataset }),
    ...replacedRun(before.tables, after.tables, isSameTable),
  };
}

function replacedRun<Part>(
  before: readonly Part[],
  after: readonly Part[],
  isSame: (a: Part | undefined, b: Part | undefined) => boolean,
): Run<Part> {
  let from = 0;
  while (from < before.length && isSame(before[from], after[from])) from++;
  let end = 0;
  const rest = Math.min(before.length, after.length) - from;
  while (end < rest && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  return { from, removed: before.length - from - end, inserted: after.slice(from, after.length - end) };
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

/**
 * Says where each item of a design is after an update: what follows added or removed tables and columns moves. `undefined`
 * if it is gone.
 */
export function itemsAfter({ tables }: Design, update: DesignUpdate): (item: Item) => Item | undefined {
  const { from, removed, inserted } = update;
  /** By the index of the table. Thousands of its columns may be selected. */
  const runs = new Map<number, Run<DesignColumn>>();
  const runOf = (table: number): Run<DesignColumn> | undefined => {
    const after = table < from + removed ? inserted[table - from] : undefined;
    const run =
      runs.get(table) ?? (after && replacedRun(tables[table]?.columns ?? [], after.columns, hasSameName));
    if (run) runs.set(table, run);
    return run;
  };
  return (item) => {
    const [table, column] = item;
    if (table === undefined) return item;
    const moved = indexAfter(table, update);
    if (moved === undefined || column === undefined) return moved === undefined ? undefined : [moved];
    const run = runOf(table);
    const movedColumn = run ? indexAfter(column, run) : column;
    return movedColumn === undefined ? undefined : [moved, movedColumn];
  };
}

function indexAfter(index: number, { from, removed, inserted }: Run<unknown>): number | undefined {
  if (index < from + Math.min(removed, inserted.length)) return index;
  return index < from + removed ? undefined : index - removed + inserted.length;
}

function hasSameName(a: DesignColumn | undefined, b: DesignColumn | undefined): boolean {
  return a !== undefined && b !== undefined && a.name === b.name;
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

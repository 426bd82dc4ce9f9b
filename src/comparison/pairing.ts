import { itemsOf, nameIn, propertyValue } from '../dataset/dataset.ts';
import { isRecord } from '../is-record.ts';

/** An item of both lists, by its indexes. */
export interface Pair {
  readonly oldIndex: number;
  readonly newIndex: number;
}

/** The items of two lists, identified by their names. */
export interface Pairing {
  /** Of items with the same name, in the new order. */
  readonly same: readonly Pair[];
  /** Indexes in the old list. */
  readonly onlyOld: readonly number[];
  /** Indexes in the new list. */
  readonly onlyNew: readonly number[];
}

type List = readonly unknown[];

/** Pairs by exact names; of equal names the first with the first, and so on. Items without a name count as equal. */
export function pairByName(oldList: List, newList: List): Pairing {
  const candidates = new Map<string, { readonly indexes: number[]; next: number }>();
  oldList.forEach((item, index) => {
    const key = identity(item);
    const known = candidates.get(key);
    if (known) known.indexes.push(index);
    else candidates.set(key, { indexes: [index], next: 0 });
  });
  const same: Pair[] = [];
  const onlyNew: number[] = [];
  const isPaired = new Uint8Array(oldList.length);
  newList.forEach((item, newIndex) => {
    const known = candidates.get(identity(item));
    const oldIndex = known?.indexes[known.next++];
    if (oldIndex === undefined) onlyNew.push(newIndex);
    else {
      same.push({ oldIndex, newIndex });
      isPaired[oldIndex] = 1;
    }
  });
  const onlyOld = [...oldList.keys()].filter((index) => isPaired[index] === 0);
  return { same, onlyOld, onlyNew };
}

function identity(item: unknown): string {
  const name = nameIn(item);
  if (name !== undefined) return `"${name}`;
  return isRecord(item) ? 'object' : 'other';
}

/** Columns that were renamed: exactly one pair has the same type and position. */
export function renamedColumns(oldList: List, newList: List, { onlyOld, onlyNew }: Pairing): Pair[] {
  const added = new Set(onlyNew);
  return onlyOld
    .filter((index) => added.has(index))
    .map((index) => ({ oldIndex: index, newIndex: index }))
    .filter(({ oldIndex }) => {
      const [before, after] = [oldList[oldIndex], newList[oldIndex]];
      return isRecord(before) && isRecord(after) && typeKey(before) === typeKey(after);
    });
}

/** Tables that were renamed: exactly one pair has the same columns, in any order. */
export function renamedTables(oldList: List, newList: List, { onlyOld, onlyNew }: Pairing): Pair[] {
  const added = byColumns(newList, onlyNew);
  const pairs: Pair[] = [];
  for (const [columns, oldIndexes] of byColumns(oldList, onlyOld)) {
    const newIndexes = added.get(columns) ?? [];
    const [oldIndex] = oldIndexes;
    const [newIndex] = newIndexes;
    if (oldIndexes.length !== 1 || newIndexes.length !== 1) continue;
    if (oldIndex !== undefined && newIndex !== undefined) pairs.push({ oldIndex, newIndex });
  }
  return pairs;
}

function byColumns(list: List, indexes: readonly number[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const index of indexes) {
    const table = list[index];
    if (!isRecord(table)) continue;
    const columns = itemsOf(table, 'columns').map((column) =>
      JSON.stringify([identity(column), typeKey(column)]),
    );
    const key = columns.sort().join('\n');
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  return groups;
}

/** Types that aren't strings count as equal: their changes are reported separately. */
function typeKey(column: unknown): string {
  const type = propertyValue(column, 'dataType');
  return typeof type === 'string' ? `"${type}` : typeof type;
}

/**
 * Finds the items that moved, given their old positions in the new order: the smallest set that explains the order, which is
 * all items outside of a longest increasing subsequence. Takes time n log n (patience sorting).
 *
 * @param positions distinct numbers
 * @returns indexes into `positions`
 */
export function movedItems(positions: readonly number[]): ReadonlySet<number> {
  /** At index `length - 1`: the index of the smallest position that ends an increasing subsequence of that length. */
  const ends: number[] = [];
  const previous = new Array<number>(positions.length);
  positions.forEach((position, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(positions, at(ends, middle)) < position) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : at(ends, low - 1);
    ends[low] = index;
  });
  const moved = new Set(positions.keys());
  for (let index = ends.at(-1) ?? -1; index >= 0; index = at(previous, index)) moved.delete(index);
  return moved;
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? -1;
}

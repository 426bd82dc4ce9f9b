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

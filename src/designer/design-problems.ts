import type { Problem } from '../dataset/problem.ts';
import { offsetsIn } from '../dataset/text-positions.ts';
import type { Design, DesignProblem } from './design.ts';
import type { Item } from './item.ts';
import { type Places, placeAt } from './places.ts';

/** A design with the problems of its text. Tables without problems are the same objects as before. */
export function withProblems(
  { dataset, tables }: Design,
  places: Places,
  text: string,
  problems: readonly Problem[],
): Design {
  const byItem = new Map<string, DesignProblem[]>();
  const tablesWithProblems = new Set<number>();
  const offsetOf = offsetsIn(text);
  for (const { code, severity, message, range } of problems) {
    // A syntax error is shown for the whole document.
    if (code === 'syntax') continue;
    const { item, field } = placeAt(places, offsetOf(range.start));
    const found = byItem.get(keyOf(item)) ?? [];
    found.push({ field, code, severity, message });
    byItem.set(keyOf(item), found);
    if (item[0] !== undefined) tablesWithProblems.add(item[0]);
  }
  const add = <Part extends { readonly problems: readonly DesignProblem[] }>(
    part: Part,
    item: Item,
  ): Part => {
    const found = byItem.get(keyOf(item));
    return found === undefined ? part : { ...part, problems: found };
  };
  return {
    dataset: add(dataset, []),
    tables: tables.map((table, index) =>
      tablesWithProblems.has(index)
        ? add({ ...table, columns: table.columns.map((column, at) => add(column, [index, at])) }, [index])
        : table,
    ),
  };
}

function keyOf(item: Item): string {
  return item.join();
}

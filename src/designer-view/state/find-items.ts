import type { Design, DesignProblem } from '../../designer/design.ts';
import type { Item } from '../../designer/item.ts';

/** Of the data types that aren't known, so many are offered. */
const maxUsedTypes = 50;

/** The tables and columns whose name contains a text, in any case. */
export function search({ tables }: Design, query: string): Item[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const found: Item[] = [];
  for (const [table, { name, columns }] of tables.entries()) {
    if (name?.toLowerCase().includes(wanted)) found.push([table]);
    for (const [column, { name: columnName }] of columns.entries()) {
      if (columnName?.toLowerCase().includes(wanted)) found.push([table, column]);
    }
  }
  return found;
}

/** In how many other tables a column of the same name occurs. */
export function tablesWithSameName({ tables }: Design, [table, column]: Item): number {
  if (table === undefined || column === undefined) return 0;
  const name = sameNameKey(tables[table]?.columns[column]?.name);
  if (name === '') return 0;
  return tables.filter(
    ({ columns }, index) => index !== table && columns.some((each) => sameNameKey(each.name) === name),
  ).length;
}

/** The data types to choose from: the known ones first, then what the document uses. */
export function dataTypesIn({ tables }: Design, known: readonly string[]): string[] {
  const used = new Set(known);
  for (const { columns } of tables) {
    for (const { dataType } of columns) if (dataType) used.add(dataType);
  }
  return [...used].slice(0, known.length + maxUsedTypes);
}

/** Equal for names that are the same in any case. */
export function sameNameKey(name: string | undefined): string {
  return name?.trim().toLowerCase() ?? '';
}

/** The problems of all items. */
export function allProblems({ dataset, tables }: Design): DesignProblem[] {
  return [
    ...dataset.problems,
    ...tables.flatMap(({ problems, columns }) => [
      ...problems,
      ...columns.flatMap((column) => column.problems),
    ]),
  ];
}

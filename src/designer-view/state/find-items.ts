import type { Design } from '../../designer/design.ts';
import type { Item } from '../../designer/item.ts';

/** Of the data types that aren't known, so many are offered. */
const maxUsedTypes = 50;

/** All items of a design in the document's order. */
export function* itemsOf({ tables }: Design): Generator<Item> {
  yield [];
  for (const [table, { columns }] of tables.entries()) {
    yield [table];
    for (const column of columns.keys()) yield [table, column];
  }
}

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

/** The item before or after another one in the document's order; itself at the ends. */
export function stepFrom(design: Design, item: Item, step: 1 | -1): Item {
  const [table, column] = item;
  const columnsOf = (index: number) => design.tables[index]?.columns.length ?? 0;
  if (step === 1) {
    if (table === undefined) return design.tables.length > 0 ? [0] : item;
    const next = (column ?? -1) + 1;
    if (next < columnsOf(table)) return [table, next];
    return table + 1 < design.tables.length ? [table + 1] : item;
  }
  if (table === undefined) return item;
  if (column !== undefined) return column > 0 ? [table, column - 1] : [table];
  if (table === 0) return [];
  const last = columnsOf(table - 1) - 1;
  return last < 0 ? [table - 1] : [table - 1, last];
}

/** The next item with a problem, after the last one the first. */
export function nextWithProblem(design: Design, item: Item, step: 1 | -1): Item | undefined {
  const withProblems: Item[] = [];
  for (const each of itemsOf(design)) if (problemsAt(design, each) > 0) withProblems.push(each);
  if (step === -1) return withProblems.findLast((each) => isBefore(each, item)) ?? withProblems.at(-1);
  return withProblems.find((each) => isBefore(item, each)) ?? withProblems[0];
}

/** The number of problems that are shown at items. */
export function countProblems({ dataset, tables }: Design): number {
  let count = dataset.problems.length;
  for (const { problems, columns } of tables) {
    count += problems.length;
    for (const column of columns) count += column.problems.length;
  }
  return count;
}

function problemsAt({ dataset, tables }: Design, [table, column]: Item): number {
  if (table === undefined) return dataset.problems.length;
  const found = column === undefined ? tables[table] : tables[table]?.columns[column];
  return found?.problems.length ?? 0;
}

/** Whether an item comes earlier in the document's order. */
export function isBefore([tableA = -1, columnA = -1]: Item, [tableB = -1, columnB = -1]: Item): boolean {
  return tableA < tableB || (tableA === tableB && columnA < columnB);
}

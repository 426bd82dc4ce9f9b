import { type Design, type DesignProblem, type Item, itemIn, nearestItem } from '../../designer/design.ts';

/** All items of a design in the document's order. */
function* itemsOf({ tables }: Design): Generator<Item> {
  yield [];
  for (const [table, { columns }] of tables.entries()) {
    yield [table];
    for (const column of columns.keys()) yield [table, column];
  }
}

/** Whether an item comes earlier in the document's order. */
export function isBefore([tableA = -1, columnA = -1]: Item, [tableB = -1, columnB = -1]: Item): boolean {
  return tableA < tableB || (tableA === tableB && columnA < columnB);
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

/** The first item in another one; a column contains none. */
export function firstIn(design: Design, item: Item): Item {
  if (item.length === 2) return item;
  return nearestItem(design, item.length === 0 ? [0] : [item[0], 0]);
}

/** The table before or after an item; the dataset before the first table. */
export function stepByTable({ tables }: Design, item: Item, step: 1 | -1): Item {
  const [table = -1, column] = item;
  const target = step === -1 && column !== undefined ? table : table + step;
  if (target < 0) return [];
  return target < tables.length ? [target] : item;
}

export function lastItem({ tables }: Design): Item {
  const table = tables.length - 1;
  const column = (tables[table]?.columns.length ?? 0) - 1;
  if (table < 0) return [];
  return column < 0 ? [table] : [table, column];
}

/** The next item with a problem, after the last one the first. */
export function nextWithProblem(design: Design, item: Item, step: 1 | -1): Item | undefined {
  const withProblems: Item[] = [];
  for (const each of itemsOf(design)) {
    if ((itemIn(design, each)?.problems.length ?? 0) > 0) withProblems.push(each);
  }
  return nextOf(withProblems, item, step);
}

/** The next of some items in the document's order, after the last one the first. */
export function nextOf(items: readonly Item[], item: Item, step: 1 | -1): Item | undefined {
  return step === 1
    ? (items.find((each) => isBefore(item, each)) ?? items[0])
    : (items.findLast((each) => isBefore(each, item)) ?? items.at(-1));
}

/** Of the data types that aren't known, so many are offered. */
const maxUsedTypes = 50;

/**
 * What a search looks for, in lower case: a part of a name, a part of a data type (`type:Int64`, `type:"two words"`), or both.
 */
export function parseQuery(query: string): { readonly name: string; readonly dataType: string } {
  let dataType = '';
  const name = query.replace(/(?:^|\s)type:(?:"([^"]*)"?|(\S*))/gi, (_, quoted?: string, word = '') => {
    dataType = quoted ?? word;
    return '';
  });
  return { name: name.trim().toLowerCase(), dataType: dataType.trim().toLowerCase() };
}

/** The tables and columns whose name contains a text, or the columns of a data type, in any case. */
export function search({ tables }: Design, query: string): Item[] {
  const { name, dataType } = parseQuery(query);
  if (name === '' && dataType === '') return [];
  const contains = (text: string | undefined, part: string) =>
    part === '' || text?.toLowerCase().includes(part) === true;
  const found: Item[] = [];
  for (const [table, { name: tableName, columns }] of tables.entries()) {
    if (dataType === '' && contains(tableName, name)) found.push([table]);
    for (const [column, each] of columns.entries()) {
      if (contains(each.name, name) && contains(each.dataType, dataType)) found.push([table, column]);
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

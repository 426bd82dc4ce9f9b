import { itemAt, type PropertyNode, propertyOf, type TreeNode } from '../dataset/document-tree.ts';
import type { ParsedDocument } from '../dataset/parsed-document.ts';
import type { Problem, Span } from '../dataset/problem.ts';
import { offsetsIn } from '../dataset/text-positions.ts';
import type {
  Design,
  DesignColumn,
  DesignItem,
  DesignProblem,
  DesignTable,
  Item,
  ItemPart,
} from './design.ts';

/** What the designer needs of a document. A plain value, which a worker can return. */
export interface DesignReading {
  /** Without problems. Of a broken text, what could be parsed. */
  readonly design: Design;
  readonly places: Places;
  /** Whether the text is valid JSON or YAML and not empty. */
  readonly isValid: boolean;
}

export async function readDesign(document: ParsedDocument): Promise<DesignReading> {
  const { text } = document;
  const { root, errors } = await document.tree;
  // In a merge conflict, what could be parsed would have the tables of both sides.
  const isConflict = errors.some(({ affects }) => affects === 'all');
  const tables: DesignTable[] = [];
  const places: TablePlace[] = [];
  for (const table of isConflict ? [] : listOf(root, 'tables')) {
    const columns: DesignColumn[] = [];
    const columnPlaces: ItemPlace[] = [];
    for (const column of listOf(table, 'columns')) {
      const name = propertyOf(column, 'name');
      const dataType = propertyOf(column, 'dataType');
      columns.push({ name: stringOf(name), dataType: stringOf(dataType), problems: noProblems });
      columnPlaces.push(placeOf(column, text, name, dataType));
    }
    const name = propertyOf(table, 'name');
    tables.push({ name: stringOf(name), columns, problems: noProblems });
    places.push({ ...placeOf(table, text, name), columns: columnPlaces });
  }
  const name = propertyOf(root, 'name');
  return {
    design: { dataset: { name: stringOf(name), problems: noProblems }, tables },
    places: { dataset: root && placeOf(root, text, name), tables: places },
    isValid: root !== undefined && errors.length === 0,
  };
}

/** One for all items: most have no problems. */
const noProblems: DesignItem['problems'] = [];

function listOf(node: TreeNode | undefined, key: 'tables' | 'columns'): readonly TreeNode[] {
  const list = propertyOf(node, key)?.value;
  return list?.type === 'array' ? list.items : [];
}

function stringOf(property: PropertyNode | undefined): string | undefined {
  const value = property?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

function placeOf(
  { start, end }: TreeNode,
  text: string,
  name: PropertyNode | undefined,
  dataType?: PropertyNode,
): ItemPlace {
  return { start, end, name: name && fieldOf(name, text), dataType: dataType && fieldOf(dataType, text) };
}

function fieldOf({ keySpan, value }: PropertyNode, text: string): FieldPlace {
  if (value === undefined) return { start: keySpan.start, end: keySpan.end, value: undefined };
  const { start, end } = value;
  const quotes =
    value.type === 'scalar' && end - start > 1 && (text[start] === '"' || text[start] === "'") ? 1 : 0;
  return {
    start: keySpan.start,
    end: Math.max(keySpan.end, end),
    value: { start: start + quotes, end: end - quotes },
  };
}

/** From a property's key to the end of its value. */
export interface FieldPlace extends Span {
  /** The value without its quotes; `undefined` if a broken document has none. */
  readonly value: Span | undefined;
}

export interface ItemPlace extends Span {
  readonly name: FieldPlace | undefined;
  readonly dataType: FieldPlace | undefined;
}

export interface TablePlace extends ItemPlace {
  readonly columns: readonly ItemPlace[];
}

/** Where the items of a design are in the text. */
export interface Places {
  /** `undefined` if nothing could be parsed. */
  readonly dataset: ItemPlace | undefined;
  readonly tables: readonly TablePlace[];
}

/** The item and the field that an offset of the text is in; the dataset, if it is in no table. */
export function placeAt(
  { dataset, tables }: Places,
  offset: number,
): { readonly item: Item; readonly field: ItemPart } {
  const table = itemAt(tables, offset, (place) => place);
  if (table === undefined) return { item: [], field: fieldAt(dataset, offset) };
  const index = tables.indexOf(table);
  const column = itemAt(table.columns, offset, (place) => place);
  return column === undefined
    ? { item: [index], field: fieldAt(table, offset) }
    : { item: [index, table.columns.indexOf(column)], field: fieldAt(column, offset) };
}

/** The text of an item's field without its quotes, or of the item if it has no such field. */
export function spanOf(
  { dataset, tables }: Places,
  [table, column]: Item,
  field: ItemPart,
): Span | undefined {
  const owner = table === undefined ? dataset : tables[table];
  const item = table === undefined || column === undefined ? owner : tables[table]?.columns[column];
  if (item === undefined) return undefined;
  const { start, end } = (field === 'item' ? undefined : item[field]?.value) ?? item;
  return { start, end };
}

function fieldAt(item: ItemPlace | undefined, offset: number): ItemPart {
  const contains = (span: Span | undefined) =>
    span !== undefined && span.start <= offset && offset <= span.end;
  if (contains(item?.name)) return 'name';
  return contains(item?.dataType) ? 'dataType' : 'item';
}

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

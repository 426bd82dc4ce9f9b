import {
  type ArrayNode,
  type ObjectNode,
  pathTo,
  propertyOf,
  type TreeNode,
} from '../dataset/document-tree.ts';
import type { Span } from '../dataset/finding.ts';
import type { Problem } from '../dataset/problem.ts';
import { offsetsIn } from '../dataset/text-positions.ts';
import type { Design, DesignColumn, DesignItem, DesignProblem, DesignTable } from './design.ts';
import type { Field, Item } from './item.ts';

/** The design of a document's tree, with the problems of its text. `undefined`: nothing could be parsed. */
export function readDesign(root: TreeNode | undefined, text: string, problems: readonly Problem[]): Design {
  const problemsOf = problemsByItem(root, text, problems);
  return {
    dataset: readItem(root, problemsOf([])),
    tables: listOf(root, 'tables').map((table, index): DesignTable => {
      const columns = listOf(table, 'columns');
      return {
        ...readItem(table, problemsOf([index])),
        columns: columns.map((column, position): DesignColumn => {
          const dataType = textOf(propertyOf(column, 'dataType')?.value);
          return { ...readItem(column, problemsOf([index, position])), dataType };
        }),
      };
    }),
  };
}

/** The item and the field that an offset of the text is in; the dataset, if it is in no table. */
export function placeAt(
  root: TreeNode | undefined,
  offset: number,
): { readonly item: Item; readonly field: Field } {
  const path = root === undefined ? [] : pathTo(root, offset);
  const table = indexIn(path, 1, 'tables');
  const column = table === undefined ? undefined : indexIn(path, 3, 'columns');
  const item: Item = table === undefined ? [] : column === undefined ? [table] : [table, column];
  const owner = path[item.length * 2];
  const property = owner?.type === 'object' ? propertyAt(owner, offset) : undefined;
  return { item, field: property === 'name' || property === 'dataType' ? property : 'item' };
}

/** The text of an item's field without its quotes, or of the item if it has no such field. */
export function spanOf(root: TreeNode | undefined, text: string, item: Item, field: Field): Span | undefined {
  const node = nodeOf(root, item);
  const value = field === 'item' ? undefined : propertyOf(node, field)?.value;
  if (value?.type === 'scalar' && value.end - value.start > 1 && /["']/.test(text[value.start] ?? ''))
    return { start: value.start + 1, end: value.end - 1 };
  const { start, end } = value ?? node ?? { start: 0, end: 0 };
  return node && { start, end };
}

function nodeOf(root: TreeNode | undefined, [table, column]: Item): TreeNode | undefined {
  if (table === undefined) return root;
  const node = listOf(root, 'tables')[table];
  return column === undefined ? node : listOf(node, 'columns')[column];
}

function readItem(node: TreeNode | undefined, problems: readonly DesignProblem[]): DesignItem {
  return { name: textOf(propertyOf(node, 'name')?.value), problems };
}

function textOf(node: TreeNode | undefined): string | undefined {
  return node?.type === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

function listOf(node: TreeNode | undefined, property: 'tables' | 'columns'): readonly TreeNode[] {
  const list = propertyOf(node, property)?.value;
  return list?.type === 'array' ? list.items : [];
}

/** The index of the item at `level` of a path, if it is in the list that is its parent's property `name`. */
function indexIn(path: readonly TreeNode[], level: number, name: 'tables' | 'columns'): number | undefined {
  const list = path[level];
  const item = path[level + 1];
  if (list?.type !== 'array' || item === undefined || list.property?.key !== name) return undefined;
  const index = positionIn(list, item);
  return index < 0 ? undefined : index;
}

/** Where an item of a list is, by its place in the text. */
function positionIn({ items }: ArrayNode, { start }: TreeNode): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return items[low]?.start === start ? low : -1;
}

function propertyAt({ properties }: ObjectNode, offset: number): string | undefined {
  return properties.find(
    ({ keySpan, value }) => keySpan.start <= offset && offset <= Math.max(keySpan.end, value?.end ?? 0),
  )?.key;
}

function problemsByItem(
  root: TreeNode | undefined,
  text: string,
  problems: readonly Problem[],
): (item: Item) => readonly DesignProblem[] {
  const byItem = new Map<string, DesignProblem[]>();
  const offsetOf = offsetsIn(text);
  for (const { code, severity, message, range } of problems) {
    // A syntax error is shown for the whole document.
    if (code === 'syntax') continue;
    const { item, field } = placeAt(root, offsetOf(range.start));
    const key = item.join();
    const found = byItem.get(key) ?? [];
    found.push({ field, code, severity, message });
    byItem.set(key, found);
  }
  return (item) => byItem.get(item.join()) ?? none;
}

const none: readonly DesignProblem[] = [];

import { type ArrayNode, itemsKind, pathTo, propertyOf, type TreeNode } from '../document-tree.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import { lineEnd, lineStart } from '../text-positions.ts';

/** A place between the items of a document's `tables`, or of a table's `columns`. */
export type ListPlace =
  /** `index`: the position of the table that follows; `undefined` at the end. */
  | { readonly list: 'tables'; readonly index: number | undefined }
  /** `table`: the position of the table; `index`: the position of the column that follows. */
  | { readonly list: 'columns'; readonly table: number; readonly index: number };

/** The place between two items at an offset; `undefined` in an item, and outside of the lists. */
export async function listPlace(
  document: ParsedDocument,
  _: unknown,
  { offset }: { readonly offset: number },
): Promise<ListPlace | undefined> {
  const { text } = document;
  const { root } = await document.tree;
  if (root === undefined) return undefined;
  const list = flowListAt(root, offset) ?? blockListAt(text, root, offset);
  if (list === undefined) return undefined;
  const index = list.items.filter(({ start }) => start < offset).length;
  switch (itemsKind(list)) {
    case 'table':
      return { list: 'tables', index };
    case 'column': {
      const table = tableIndexOf(root, list);
      return table === undefined ? undefined : { list: 'columns', table, index };
    }
    default:
      return undefined;
  }
}

/** The position of the table that an offset is in, or that ends right before it. */
export async function tableIndex(
  document: ParsedDocument,
  _: unknown,
  { offset }: { readonly offset: number },
): Promise<number | undefined> {
  const { text } = document;
  const { root } = await document.tree;
  if (root === undefined) return undefined;
  const before =
    text.slice(lineStart(text, offset), offset).trim() === '' ? text.slice(0, offset).trimEnd() : '';
  for (const place of [offset, before.length]) {
    const deepest = pathTo(root, place).at(-1);
    const index = deepest && tableIndexOf(root, deepest);
    if (index !== undefined) return index;
  }
  return undefined;
}

/** The list in brackets that an offset is in, but in none of its items. */
function flowListAt(root: TreeNode, offset: number): ArrayNode | undefined {
  let node = pathTo(root, offset).at(-1);
  while (node !== undefined && (offset <= node.start || offset >= node.end)) node = node.parent;
  return node?.type === 'array' && !node.isBlock ? node : undefined;
}

/** The list with dashes that continues on the empty line of an offset, by its indentation. Left of all lists, that is the outermost. */
function blockListAt(text: string, root: TreeNode, offset: number): ArrayNode | undefined {
  const start = lineStart(text, offset);
  const line = text.slice(start, lineEnd(text, offset)).trim();
  if (line !== '' && line !== '-') return undefined;
  const before = text.slice(0, start).trimEnd().length;
  const column = line === '-' ? text.indexOf('-', start) - start : offset - start;
  const lists = pathTo(root, before).filter(
    (node): node is ArrayNode => node.type === 'array' && node.isBlock,
  );
  const continued = lists.findLast((list) => list.start - lineStart(text, list.start) <= column);
  return continued ?? (line === '' ? lists[0] : undefined);
}

/** The position of the table that a node is in, or is. */
function tableIndexOf(root: TreeNode, node: TreeNode): number | undefined {
  const tables = propertyOf(root, 'tables')?.value;
  if (tables?.type !== 'array') return undefined;
  for (let at: TreeNode | undefined = node; at !== undefined; at = at.parent)
    if (at.parent === tables) return tables.items.indexOf(at);
  return undefined;
}

import type { DocumentFormat } from '../dataset/dataset.ts';
import { Locator, nameOf, propertyOf, type TreeNode } from '../dataset/document-tree.ts';
import { blockReader } from '../dataset/edits/block-items.ts';
import { editDataset } from '../dataset/edits/edit-dataset.ts';
import { copyItem } from '../dataset/edits/item-copy.ts';
import type { EditFailure, EditOperation, Json } from '../dataset/edits/operation.ts';
import type { TextEdit } from '../dataset/edits/text-edit.ts';
import { ParsedDocument } from '../dataset/parsed-document.ts';
import type { Path } from '../dataset/problem.ts';
import { failure, type Result, success } from '../result.ts';
import { parseJson } from '../text/parse-json.ts';
import type { Design, Item } from './design.ts';
import { freeNamesIn, itemPath } from './design-change.ts';
import { readDesign } from './read-design.ts';

/** Tables or columns in a text. */
interface FoundItems {
  readonly kind: 'tables' | 'columns';
  readonly source: ParsedDocument;
  readonly items: readonly { readonly from: Path; readonly name: string }[];
}

/** Why a text can't be pasted. */
export type PasteFailure =
  | EditFailure
  /** It contains anything else than tables or columns. */
  | { readonly kind: 'no-items' }
  /** It is longer than what is read. */
  | { readonly kind: 'too-long' }
  /** Columns have no place outside of a table. */
  | { readonly kind: 'no-table' };

export interface Pasted {
  readonly edits: readonly TextEdit[];
  /** Where the first item will be. */
  readonly first: Item;
  readonly count: number;
}

/** The maximum length of a text that is pasted, in UTF-16 code units. The YAML parser is slow. */
const maxLength: Readonly<Record<DocumentFormat, number>> = { json: 1024 * 1024, yaml: 128 * 1024 };

/** The text of several items of one list as it is in the document, with their comments, so that they can be pasted. */
export async function textOfItems(document: ParsedDocument, items: readonly Item[]): Promise<string> {
  const { text, format } = document;
  const { root } = await document.tree;
  if (root === undefined) return '';
  const blocksOf = blockReader(text);
  const locator = new Locator(root, text);
  const copies = items.flatMap((item) => {
    const node = locator.nodeAt(itemPath(item));
    if (item.length === 0 || node === undefined) return { block: undefined, inline: [text.trimEnd()] };
    const copy = copyItem({ text, format, blocksOf }, node, item.at(-1) ?? 0, format);
    return copy ?? { block: undefined, inline: [text.slice(node.start, node.end)] };
  });
  const isInline = format === 'json' || copies.every(({ block }) => block === undefined);
  const texts = copies.map(({ block, inline }) => (isInline ? inline : block)?.join('\n') ?? '');
  return texts.join(isInline ? ',\n' : '\n');
}

/** Pastes a text after an item, columns also at the end of a table, under names that are free. */
export async function paste(
  document: ParsedDocument,
  text: string,
  item: Item,
  indent: string,
): Promise<Result<Pasted, PasteFailure>> {
  const found = await itemsInText(text);
  if (!found.ok) return found;
  const { kind, source, items } = found.value;
  const place = placeToPaste(kind, item, (await readDesign(document)).design);
  if (place === undefined) return failure({ kind: 'no-table' });
  const names = freeNamesIn(
    place.siblings,
    items.map(({ name }) => name),
  );
  const copies = items.map(({ from }, index) => ({ from, name: names[index] }));
  const operation: EditOperation = { kind: 'copy', path: place.path, index: place.index, copies, source };
  const edits = await editDataset(document, [operation], indent);
  if (!edits.ok) return edits;
  return success({ edits: edits.value, first: place.first, count: items.length });
}

/** The operation that adds tables, or the columns of one, after the item, as `paste` does. */
export function operationToAdd(
  kind: FoundItems['kind'],
  tables: readonly {
    readonly name: string;
    readonly columns: readonly { readonly name: string; readonly dataType: string }[];
  }[],
  item: Item,
  design: Design,
): { readonly operation: EditOperation; readonly first: Item; readonly count: number } {
  const place = placeToPaste(kind, item, design) ?? { path: ['tables'], index: 0, first: [0], siblings: [] };
  const added = kind === 'tables' ? tables : (tables[0]?.columns ?? []);
  const names = freeNamesIn(
    place.siblings,
    added.map(({ name }) => name),
  );
  const values = added.map((each, index) => ({ ...each, name: names[index] ?? each.name }) as Json);
  const { path, index, first } = place;
  return { operation: { kind: 'insert', path, index, values }, first, count: values.length };
}

/** The list, and the position in it, that items are pasted at. `undefined`: columns have no place outside of several tables. */
function placeToPaste(kind: FoundItems['kind'], [table, column]: Item, { tables }: Design) {
  if (kind === 'tables') {
    const index = table === undefined ? tables.length : table + 1;
    return { path: ['tables'], index, first: [index] as const, siblings: tables };
  }
  // Where the dataset is selected, they belong to its only table.
  const parent = table ?? (tables.length === 1 ? 0 : -1);
  const columns = tables[parent]?.columns;
  if (columns === undefined) return undefined;
  const index = column === undefined ? columns.length : column + 1;
  return { path: ['tables', parent, 'columns'], index, first: [parent, index] as const, siblings: columns };
}

/** The tables or columns in a text, JSON or YAML: one, several, or all tables of a dataset. */
async function itemsInText(text: string): Promise<Result<FoundItems, PasteFailure>> {
  if (text.length > maxLength.json) return failure({ kind: 'too-long' });
  const json = text.trim().replace(/,$/, '');
  for (const [source, format] of [
    [json, 'json'],
    [`[${json}]`, 'json'],
    [text, 'yaml'],
  ] as const) {
    if (format === 'json' && parseJson(source) === undefined) continue;
    if (source.length > maxLength[format]) return failure({ kind: 'too-long' });
    const document = new ParsedDocument(source, format);
    const { root, errors } = await document.tree;
    const items = root === undefined || errors.length > 0 ? undefined : itemsOf(root);
    if (items !== undefined) return success({ ...items, source: document });
  }
  return failure({ kind: 'no-items' });
}

function itemsOf(root: TreeNode): Omit<FoundItems, 'source'> | undefined {
  const tables = propertyOf(root, 'tables')?.value;
  const list = tables?.type === 'array' ? tables : root;
  const start = list === root ? [] : ['tables'];
  const nodes = list.type === 'array' ? list.items : [list];
  const items = nodes.flatMap((node, index) => {
    const name = nameOf(node);
    return name === undefined ? [] : [{ from: list.type === 'array' ? [...start, index] : [], name }];
  });
  if (items.length === 0 || items.length < nodes.length) return undefined;
  const withColumns = nodes.filter((node) => propertyOf(node, 'columns')?.value?.type === 'array').length;
  if (withColumns === nodes.length) return { kind: 'tables', items };
  return withColumns === 0 ? { kind: 'columns', items } : undefined;
}

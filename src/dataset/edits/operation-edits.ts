import { failure, type Result, success } from '../../result.ts';
import type { DocumentFormat } from '../dataset.ts';
import { type ArrayNode, propertyOf, type TreeNode } from '../document-tree.ts';
import type { Path } from '../problem.ts';
import { type Block, insertBlockItems, moveBlockItem, removeBlockItem } from './block-items.ts';
import { hasComments, insertFlowItems } from './flow-items.ts';
import { type CopySource, copyItem } from './item-copy.ts';
import type { EditOperation } from './operation.ts';
import { addProperty, type EditContext, removeFlowPart, removeProperty, replaceValue } from './properties.ts';
import type { TextEdit } from './text-edit.ts';
import { type ItemCopy, stringLike, writeFlow } from './write-value.ts';

/** Why an operation is not possible. */
export type OperationFailure = 'not-found' | 'wrong-type' | 'duplicate-key' | 'shared' | 'unsupported-layout';

type Edits = Result<readonly TextEdit[], OperationFailure>;

/** What the operations between two parsings of the text share. */
export interface OperationContext extends EditContext {
  /** The items of a YAML list with dashes (`blockReader`). */
  readonly blocksOf: (array: ArrayNode) => readonly Block[] | undefined;
}

/** A text that items are copied from, and its tree. */
export interface ParsedSource extends CopySource {
  readonly root: TreeNode | undefined;
}

/** The edits of one operation, in the order of the text. `source`: what its items are copied from, unless it is the text. */
export function operationEdits(
  context: OperationContext,
  root: TreeNode,
  operation: EditOperation,
  source: ParsedSource = { ...context, root },
): Edits {
  const { path } = operation;
  const parent = nodeAt(root, path.slice(0, -1), context.format);
  const step = path.at(-1);
  if (!parent.ok) return parent;
  if (operation.kind === 'insert') return insert(context, root, operation, operation.values);
  if (operation.kind === 'copy') {
    const copies = copiesOf(source, operation, context.format);
    return copies.ok ? insert(context, root, operation, copies.value) : copies;
  }
  if (step === undefined) return failure('wrong-type');
  if (operation.kind === 'set') return set(context, parent.value, step, operation.value);
  const node = nodeAt(root, path, context.format);
  if (!node.ok) return node;
  if (operation.kind === 'remove') return remove(context, parent.value, step, node.value);
  if (parent.value.type !== 'array') return failure('wrong-type');
  if (hasReferences(node.value, context.format)) return failure('shared');
  return move(context, parent.value, Number(step), operation.to);
}

/** The node at a path, unless a change there could change other parts as well, or it is unclear which one is meant. */
function nodeAt(root: TreeNode, path: Path, format: DocumentFormat): Result<TreeNode, OperationFailure> {
  let node = root;
  for (const step of path) {
    if (isShared(node, format)) return failure('shared');
    if (hasTwice(node, step)) return failure('duplicate-key');
    const next = node.type === 'array' ? node.items[Number(step)] : propertyOf(node, String(step))?.value;
    if (next === undefined) return failure('not-found');
    node = next;
  }
  return isShared(node, format) ? failure('shared') : success(node);
}

/** A merge key represents properties of another mapping. */
function isShared(node: TreeNode, format: DocumentFormat): boolean {
  return node.reference !== undefined || (format === 'yaml' && propertyOf(node, '<<') !== undefined);
}

function hasTwice(node: TreeNode, step: string | number): boolean {
  return node.type === 'object' && node.properties.filter(({ key }) => key === step).length > 1;
}

/** Whether a node contains a YAML alias, anchor or tag. JSON has none, and can be nested too deeply for a search. */
function hasReferences(node: TreeNode, format: DocumentFormat): boolean {
  if (format === 'json') return false;
  if (node.reference !== undefined) return true;
  if (node.type === 'array') return node.items.some((item) => hasReferences(item, format));
  return node.type === 'object' && node.properties.some(({ value }) => value && hasReferences(value, format));
}

function set(context: EditContext, parent: TreeNode, step: string | number, value: unknown): Edits {
  if (parent.type === 'array') {
    const item = parent.items[Number(step)];
    return item === undefined ? failure('not-found') : replace(context, item, value);
  }
  if (parent.type !== 'object') return failure('wrong-type');
  if (hasTwice(parent, step)) return failure('duplicate-key');
  const key = String(step);
  const property = propertyOf(parent, key);
  if (property?.value !== undefined) return replace(context, property.value, value);
  if (property !== undefined) return failure('unsupported-layout');
  if (parent.properties.length === 0) return success([replaceValue(context, parent, { [key]: value })]);
  const edit = addProperty(context, parent, key, value);
  return edit === undefined ? failure('unsupported-layout') : success([edit]);
}

function replace(context: EditContext, node: TreeNode, value: unknown): Edits {
  // Replacing an alias changes nothing else; replacing the value of an alias does.
  if (node.reference !== 'alias' && hasReferences(node, context.format)) return failure('shared');
  const { text, format } = context;
  const { start, end, type } = node;
  const isScalar = type === 'scalar' && (typeof value !== 'object' || value === null);
  if (!isScalar || start === end) return success([replaceValue(context, node, value)]);
  const newText =
    typeof value === 'string' ? stringLike(text, node, format, value) : writeFlow(value, context);
  return success([{ start, end, newText }]);
}

function remove(
  { text, format, blocksOf }: OperationContext,
  parent: TreeNode,
  step: string | number,
  node: TreeNode,
): Edits {
  if (hasReferences(node, format)) return failure('shared');
  if (parent.type === 'array') {
    if (!parent.isBlock)
      return hasComments(text, parent)
        ? failure('unsupported-layout')
        : success([removeFlowPart(parent, parent.items, Number(step))]);
    const blocks = blocksOf(parent);
    return orUnsupported(blocks && removeBlockItem(text, parent, blocks, Number(step)));
  }
  const property = propertyOf(parent, String(step));
  if (parent.type !== 'object' || property === undefined) return failure('not-found');
  return success([removeProperty(text, parent, property)]);
}

function insert(
  context: OperationContext,
  root: TreeNode,
  { path, index }: Extract<EditOperation, { kind: 'insert' | 'copy' }>,
  values: readonly unknown[],
): Edits {
  if (values.length === 0) return success([]);
  const list = nodeAt(root, path, context.format);
  const isMissing = list.ok
    ? list.value.type === 'scalar' && list.value.value === null
    : list.failure === 'not-found';
  if (isMissing) {
    const owner = nodeAt(root, path.slice(0, -1), context.format);
    const step = path.at(-1);
    if (!owner.ok || step === undefined || (index ?? 0) > 0) return failure('not-found');
    return set(context, owner.value, step, values);
  }
  if (!list.ok) return list;
  const array = list.value;
  if (array.type !== 'array') return failure('wrong-type');
  const at = index ?? array.items.length;
  if (at > array.items.length) return failure('not-found');
  if (!array.isBlock)
    return hasComments(context.text, array)
      ? failure('unsupported-layout')
      : success(insertFlowItems(context, array, at, values));
  const blocks = context.blocksOf(array);
  return blocks === undefined
    ? failure('unsupported-layout')
    : success(insertBlockItems(context, array, blocks, at, values));
}

function move(context: OperationContext, array: ArrayNode, from: number, to: number): Edits {
  const { text, format, layout, blocksOf } = context;
  if (from === to) return success([]);
  const item = array.items[from];
  if (item === undefined || array.items[to] === undefined) return failure('not-found');
  if (!array.isBlock) {
    const copy = copyItem(context, item, from, format);
    if (copy === undefined || hasComments(text, array)) return failure('unsupported-layout');
    const removed = removeFlowPart(array, array.items, from);
    const insertions = insertFlowItems(context, array, from < to ? to + 1 : to, [copy]);
    return success(from < to ? [removed, ...insertions] : [...insertions, removed]);
  }
  const blocks = blocksOf(array);
  return orUnsupported(blocks && moveBlockItem(text, blocks, from, to, layout.lineBreak));
}

function copiesOf(
  source: ParsedSource,
  { copies }: Extract<EditOperation, { kind: 'copy' }>,
  to: DocumentFormat,
): Result<readonly ItemCopy[], OperationFailure> {
  const items: ItemCopy[] = [];
  for (const { from, name } of copies) {
    if (source.root === undefined) return failure('not-found');
    const node = nodeAt(source.root, from, source.format);
    if (!node.ok) return node;
    if (hasReferences(node.value, source.format)) return failure('shared');
    const copy = copyItem(source, node.value, Number(from.at(-1)), to, name);
    if (copy === undefined) return failure(name === undefined ? 'unsupported-layout' : 'wrong-type');
    items.push(copy);
  }
  return success(items);
}

function orUnsupported(edits: readonly TextEdit[] | undefined): Edits {
  return edits === undefined ? failure('unsupported-layout') : success(edits);
}

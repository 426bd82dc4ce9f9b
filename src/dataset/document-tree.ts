import type { Span } from './finding.ts';
import { itemKind, type Kind } from './rules/schema.ts';

/** A value in a document's text, JSON and YAML alike. Of a broken document, what can be told of it. */
export type TreeNode = ObjectNode | ArrayNode | ScalarNode;

interface Placed extends Span {
  readonly parent: ObjectNode | ArrayNode | undefined;
  /** Of the parent, if that is an object. */
  readonly property: PropertyNode | undefined;
  /** It is a YAML alias, or has an anchor or a tag, which its span doesn't include. */
  readonly reference: 'alias' | 'anchor' | 'tag' | undefined;
}

export interface ObjectNode extends Placed {
  readonly type: 'object';
  /** In YAML's block style, without braces. */
  readonly isBlock: boolean;
  /** Has its own closing bracket, unless it is a block. */
  readonly isClosed: boolean;
  readonly properties: readonly PropertyNode[];
}

export interface ArrayNode extends Placed {
  readonly type: 'array';
  /** In YAML's block style, with dashes. */
  readonly isBlock: boolean;
  /** Has its own closing bracket, unless it is a block. */
  readonly isClosed: boolean;
  readonly items: readonly TreeNode[];
}

export interface ScalarNode extends Placed {
  readonly type: 'scalar';
  /** A YAML alias has `undefined`. */
  readonly value: unknown;
}

export interface PropertyNode {
  readonly key: string;
  readonly keySpan: Span;
  /** Of an empty YAML value: a scalar `null` whose span is empty. */
  readonly value: TreeNode | undefined;
}

/** What an object is by its place, if the schema knows such a place. */
export function kindOf({ parent }: TreeNode): Kind | undefined {
  if (parent === undefined) return 'dataset';
  return parent.type === 'array' ? itemsKind(parent) : undefined;
}

/** What the items of an array are by its place. */
export function itemsKind({ parent, property }: TreeNode): Kind | undefined {
  const kind = parent?.type === 'object' ? kindOf(parent) : undefined;
  return kind === undefined || property === undefined ? undefined : itemKind(kind, property.key);
}

/** The last property of a name, as `JSON.parse` takes it. */
export function propertyOf(node: TreeNode | undefined, key: string): PropertyNode | undefined {
  return node?.type === 'object' ? node.properties.findLast((property) => property.key === key) : undefined;
}

/** The name of a table or a column, if it is a string. */
export function nameOf(node: TreeNode): string | undefined {
  const value = propertyOf(node, 'name')?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** The values within a node that lie directly below it. */
function childrenOf(node: TreeNode): readonly TreeNode[] {
  if (node.type === 'array') return node.items;
  return node.type === 'object' ? node.properties.flatMap(({ value }) => value ?? []) : [];
}

/** The nodes around an offset, the outermost first. */
export function pathTo(root: TreeNode, offset: number): TreeNode[] {
  const path: TreeNode[] = [];
  for (let node: TreeNode | undefined = root; node !== undefined; ) {
    path.push(node);
    node = childAt(childrenOf(node), offset);
  }
  return path;
}

/** The first of some nodes, in the order of the text, that reaches to an offset, if it doesn't begin after it. */
function childAt(nodes: readonly TreeNode[], offset: number): TreeNode | undefined {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  const node = nodes[low];
  return node !== undefined && node.start <= offset ? node : undefined;
}

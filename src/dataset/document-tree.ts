import type { ParseError, Path, Place, Span } from './problem.ts';
import { itemKind, type Kind } from './rules/schema.ts';

/** A value in the text of a document, JSON or YAML. Of a broken document, what the parser could recover. */
export type TreeNode = ObjectNode | ArrayNode | ScalarNode;

interface NodeBase extends Span {
  readonly parent: ObjectNode | ArrayNode | undefined;
  /** Of the parent, if that is an object. */
  readonly property: PropertyNode | undefined;
  /** It is a YAML alias, or has an anchor or a tag, which its span doesn't include. */
  readonly reference: 'alias' | 'anchor' | 'tag' | undefined;
}

interface Container extends NodeBase {
  /** In YAML's block style: without braces, or with dashes. */
  readonly isBlock: boolean;
  /** Has its own closing bracket, unless it is a block. */
  readonly isClosed: boolean;
}

export interface ObjectNode extends Container {
  readonly type: 'object';
  readonly properties: readonly PropertyNode[];
  /** What YAML's merge keys (`<<`) add. */
  readonly merged?: readonly PropertyNode[] | undefined;
}

export interface ArrayNode extends Container {
  readonly type: 'array';
  readonly items: readonly TreeNode[];
}

export interface ScalarNode extends NodeBase {
  readonly type: 'scalar';
  /** `undefined` for a YAML alias. */
  readonly value: unknown;
  /** What a YAML alias refers to. */
  readonly target?: TreeNode | undefined;
}

export interface PropertyNode {
  readonly key: string;
  readonly keySpan: Span;
  /** An empty YAML value is a scalar `null` with an empty span; an empty JSON value is `undefined`. */
  readonly value: TreeNode | undefined;
}

/** A document's tree, and why the text isn't valid JSON, or YAML with a JSON value, in the order of the text. */
export interface ParsedTree {
  readonly root: TreeNode | undefined;
  readonly errors: readonly ParseError[];
}

/** The kind of object that the schema has at a node's place. */
export function kindOf({ parent }: TreeNode): Kind | undefined {
  if (parent === undefined) return 'dataset';
  return parent.type === 'array' ? itemsKind(parent) : undefined;
}

/** The kind of the items of an array at a node's place. */
export function itemsKind({ parent, property }: TreeNode): Kind | undefined {
  const kind = parent?.type === 'object' ? kindOf(parent) : undefined;
  return kind === undefined || property === undefined ? undefined : itemKind(kind, property.key);
}

/** A property by its name; of several, the last one, like `JSON.parse`. */
export function propertyOf(node: TreeNode | undefined, key: string): PropertyNode | undefined {
  return node?.type === 'object' ? node.properties.findLast((property) => property.key === key) : undefined;
}

/** The name of a table or a column, if it is a string. */
export function nameOf(node: TreeNode): string | undefined {
  const value = propertyOf(node, 'name')?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** The values directly below a node. */
export function childrenOf(node: TreeNode): readonly TreeNode[] {
  if (node.type === 'array') return node.items;
  return node.type === 'object' ? node.properties.flatMap(({ value }) => value ?? []) : [];
}

/** The nodes that an offset is in or next to, the outermost first. */
export function pathTo(root: TreeNode, offset: number): TreeNode[] {
  const path: TreeNode[] = [];
  for (let node: TreeNode | undefined = root; node !== undefined; ) {
    path.push(node);
    if (node.type === 'array') node = itemAt(node.items, offset, (item) => item);
    else if (node.type === 'object') node = itemAt(node.properties, offset, valueSpan)?.value;
    else break;
  }
  return path;
}

function valueSpan({ keySpan, value }: PropertyNode): Span {
  return value ?? keySpan;
}

/** Of items in the order of the text, the first one whose span contains an offset or ends there. */
export function itemAt<Item>(items: readonly Item[], offset: number, spanOf: (item: Item) => Span) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spanOf(items[middle] as Item).end < offset) low = middle + 1;
    else high = middle;
  }
  const found = items[low];
  return found !== undefined && spanOf(found).start <= offset ? found : undefined;
}

/** What can be inserted at a cursor. */
export type CursorPlace =
  | { readonly at: 'document' }
  /** A property name in an object that already has the `present` ones. */
  | { readonly at: 'key'; readonly kind: Kind; readonly present: ReadonlySet<string> }
  /** The value of a property. */
  | { readonly at: 'value'; readonly kind: Kind; readonly property: string }
  /** An item of an array: a table or a column. */
  | { readonly at: 'item'; readonly kind: Kind };

/** A cursor's place, and the token that it is in or directly after; the token is empty between tokens. */
export interface Cursor {
  readonly place: CursorPlace;
  readonly token: Span;
}

/** Objects with up to this many properties are searched one by one, larger ones through a map. */
const fewProperties = 8;

/** Finds places of a document's value in its tree, also those that YAML aliases and merge keys repeat. */
export class Locator {
  readonly root: TreeNode | undefined;
  readonly #text: string;
  /** The properties of large objects by name; of several with the same name the last one counts. */
  readonly #maps = new Map<ObjectNode, ReadonlyMap<string, PropertyNode>>();

  constructor(root: TreeNode | undefined, text: string) {
    this.root = root;
    this.#text = text;
  }

  /** Where a place is; the beginning of the text if the tree doesn't have it. */
  spanOf({ path, target }: Place): Span {
    const node = targetOf(this.nodeAt(path));
    const { start, end } = node ?? { start: 0, end: 0 };
    const keySpan = target === 'key' || start === end ? this.#keySpan(path) : undefined;
    if (keySpan !== undefined) return keySpan;
    if (node === undefined) return { start, end };
    if (target === 'opening') {
      const first = node.type === 'object' && node.isBlock ? node.properties[0] : undefined;
      return first?.keySpan ?? { start, end: Math.min(start + 1, end) };
    }
    if (start < end) return { start, end };
    // An empty YAML value in a list.
    const dash = this.#text.lastIndexOf('-', start);
    return dash < 0 ? { start, end } : { start: dash, end: dash + 1 };
  }

  #keySpan(path: Path): Span | undefined {
    const key = path.at(-1);
    if (typeof key !== 'string') return undefined;
    return this.#property(targetOf(this.nodeAt(path.slice(0, -1))), key)?.keySpan;
  }

  nodeAt(path: Path): TreeNode | undefined {
    let node = this.root;
    for (const step of path) node = this.#child(node, step);
    return node;
  }

  /** The first alias on the way to a place. */
  aliasAt(path: Path): Span | undefined {
    let node = this.root;
    for (const step of path) {
      node = this.#child(node, step);
      if (node?.reference === 'alias') return { start: node.start, end: node.end };
    }
    return undefined;
  }

  #child(parent: TreeNode | undefined, step: string | number): TreeNode | undefined {
    const node = targetOf(parent);
    if (typeof step === 'string') return this.#property(node, step)?.value;
    return node?.type === 'array' ? node.items[step] : undefined;
  }

  #property(node: TreeNode | undefined, key: string): PropertyNode | undefined {
    if (node?.type !== 'object') return undefined;
    const { properties, merged = [] } = node;
    if (properties.length + merged.length <= fewProperties)
      return propertyOf(node, key) ?? merged.find((property) => property.key === key);
    let map = this.#maps.get(node);
    if (map === undefined) {
      map = new Map([...merged, ...properties].map((property) => [property.key, property]));
      this.#maps.set(node, map);
    }
    return map.get(key);
  }
}

/** What a node is, or what it refers to. */
export function targetOf(node: TreeNode | undefined): TreeNode | undefined {
  return node?.type === 'scalar' ? (node.target ?? node) : node;
}

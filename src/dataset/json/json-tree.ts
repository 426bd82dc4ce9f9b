import type { ArrayNode, ObjectNode, ParsedTree, PropertyNode, TreeNode } from '../document-tree.ts';
import { withConflict } from '../merge-conflict.ts';
import type { Span } from '../problem.ts';
import { type NodeTable, nodeType } from './node-table.ts';
import { parseJsonTree } from './parser.ts';

/** The tree of a JSON text, valid or broken. Its objects are made when they are first looked at. */
export function jsonTree(text: string): ParsedTree {
  const { nodes, errors } = parseJsonTree(text);
  const root = nodes.count === 0 ? undefined : new JsonNode(nodes, 0, undefined, undefined);
  return withConflict({ root, errors }, text);
}

type Container = ObjectNode | ArrayNode;

/** A value; its type says which of the others' members it has, too. */
class JsonNode {
  readonly type: TreeNode['type'];
  readonly parent: Container | undefined;
  readonly property: PropertyNode | undefined;
  readonly reference = undefined;
  readonly isBlock = false;
  readonly start: number;
  readonly end: number;
  readonly #nodes: NodeTable;
  readonly #node: number;
  #properties: readonly PropertyNode[] | undefined;
  #items: readonly TreeNode[] | undefined;

  constructor(
    nodes: NodeTable,
    node: number,
    parent: Container | undefined,
    property: PropertyNode | undefined,
  ) {
    const type = nodes.typeOf(node);
    this.type = type === nodeType.object ? 'object' : type === nodeType.array ? 'array' : 'scalar';
    this.parent = parent;
    this.property = property;
    this.start = nodes.startOf(node);
    this.end = nodes.endOf(node);
    this.#nodes = nodes;
    this.#node = node;
  }

  get isClosed(): boolean {
    return this.#nodes.isClosed(this.#node);
  }

  get properties(): readonly PropertyNode[] {
    this.#properties ??= this.#map((key) => new JsonProperty(this.#nodes, key, this as ObjectNode));
    return this.#properties;
  }

  get items(): readonly TreeNode[] {
    this.#items ??= this.#map((item) => new JsonNode(this.#nodes, item, this as ArrayNode, undefined));
    return this.#items;
  }

  get value(): unknown {
    return this.#nodes.contentOf(this.#node);
  }

  /** One thing for each node directly below this one. */
  #map<Item>(toItem: (child: number) => Item): Item[] {
    const nodes = this.#nodes;
    const items: Item[] = [];
    const end = nodes.after(this.#node);
    for (let child = this.#node + 1; child < end; child = nodes.after(child)) items.push(toItem(child));
    return items;
  }
}

class JsonProperty implements PropertyNode {
  readonly key: string;
  readonly keySpan: Span;
  readonly #nodes: NodeTable;
  readonly #node: number;
  readonly #object: ObjectNode;
  #value: TreeNode | undefined;

  constructor(nodes: NodeTable, node: number, object: ObjectNode) {
    this.key = nodes.keyOf(node);
    this.keySpan = { start: nodes.startOf(node), end: nodes.endOf(node) };
    this.#nodes = nodes;
    this.#node = node;
    this.#object = object;
  }

  get value(): TreeNode | undefined {
    const value = this.#node + 1;
    if (this.#nodes.after(this.#node) > value)
      this.#value ??= new JsonNode(this.#nodes, value, this.#object, this);
    return this.#value;
  }
}

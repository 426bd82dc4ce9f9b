import type {
  ArrayNode,
  ObjectNode,
  ParsedTree,
  PropertyNode,
  ScalarNode,
  TreeNode,
} from '../document-tree.ts';
import type { Span } from '../problem.ts';
import { type NodeTable, nodeType } from './node-table.ts';
import { parseJson } from './parser.ts';

/**
 * The tree of a JSON text, valid or broken. Its objects are made when they are first looked at. After `maxNodes` nodes the
 * rest of the text is ignored.
 */
export function jsonTree(text: string, maxNodes?: number): ParsedTree {
  const { nodes, errors } = parseJson(text, maxNodes);
  return { root: nodes.count === 0 ? undefined : viewOf(nodes, 0, undefined, undefined), errors };
}

type Container = ObjectNode | ArrayNode;

function viewOf(
  nodes: NodeTable,
  node: number,
  parent: Container | undefined,
  property: PropertyNode | undefined,
): TreeNode {
  switch (nodes.typeOf(node)) {
    case nodeType.object:
      return new JsonObject(nodes, node, parent, property);
    case nodeType.array:
      return new JsonArray(nodes, node, parent, property);
    default:
      return new JsonScalar(nodes, node, parent, property);
  }
}

class View {
  protected readonly nodes: NodeTable;
  protected readonly node: number;
  readonly parent: Container | undefined;
  readonly property: PropertyNode | undefined;
  readonly reference = undefined;
  readonly start: number;
  readonly end: number;

  constructor(
    nodes: NodeTable,
    node: number,
    parent: Container | undefined,
    property: PropertyNode | undefined,
  ) {
    this.nodes = nodes;
    this.node = node;
    this.parent = parent;
    this.property = property;
    this.start = nodes.startOf(node);
    this.end = nodes.endOf(node);
  }

  /** One thing for each node directly below this one. */
  protected mapChildren<Item>(toItem: (child: number) => Item): Item[] {
    const { nodes, node } = this;
    const items: Item[] = [];
    const end = nodes.after(node);
    for (let child = node + 1; child < end; child = nodes.after(child)) items.push(toItem(child));
    return items;
  }
}

class JsonObject extends View implements ObjectNode {
  readonly type = 'object';
  readonly isBlock = false;
  #properties: readonly PropertyNode[] | undefined;

  get isClosed(): boolean {
    return this.nodes.isClosed(this.node);
  }

  get properties(): readonly PropertyNode[] {
    this.#properties ??= this.mapChildren((key) => new JsonProperty(this.nodes, key, this));
    return this.#properties;
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
    if (this.#nodes.after(this.#node) > value) this.#value ??= viewOf(this.#nodes, value, this.#object, this);
    return this.#value;
  }
}

class JsonArray extends View implements ArrayNode {
  readonly type = 'array';
  readonly isBlock = false;
  #items: readonly TreeNode[] | undefined;

  get isClosed(): boolean {
    return this.nodes.isClosed(this.node);
  }

  get items(): readonly TreeNode[] {
    this.#items ??= this.mapChildren((item) => viewOf(this.nodes, item, this, undefined));
    return this.#items;
  }
}

class JsonScalar extends View implements ScalarNode {
  readonly type = 'scalar';

  get value(): unknown {
    return this.nodes.contentOf(this.node);
  }
}

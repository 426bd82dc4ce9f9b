import type { ArrayNode, ObjectNode, ParsedTree, PropertyNode, TreeNode } from '../document-tree.ts';
import { type NodeTable, nodeType } from './node-table.ts';
import { parseJson } from './parser.ts';

/**
 * The tree of a JSON text, valid or broken. Its objects are made when they are first looked at. After `maxNodes` nodes the
 * rest of the text is ignored.
 */
export function jsonTree(text: string, maxNodes?: number): ParsedTree {
  const { nodes, errors } = parseJson(text, maxNodes);
  return { root: nodes.count === 0 ? undefined : treeNode(nodes, 0, undefined, undefined), errors };
}

function treeNode(
  nodes: NodeTable,
  node: number,
  parent: ObjectNode | ArrayNode | undefined,
  property: PropertyNode | undefined,
): TreeNode {
  const span = { start: nodes.startOf(node), end: nodes.endOf(node) };
  const common = { parent, property, reference: undefined, ...span };
  const type = nodes.typeOf(node);
  if (type !== nodeType.object && type !== nodeType.array)
    return { type: 'scalar', ...common, value: nodes.contentOf(node) };
  const container = { ...common, isBlock: false, isClosed: nodes.isClosed(node) };
  if (type === nodeType.array) {
    const items = once(() => children(nodes, node).map((item) => treeNode(nodes, item, array, undefined)));
    const array: ArrayNode = {
      type: 'array',
      ...container,
      get items() {
        return items();
      },
    };
    return array;
  }
  const properties = once(() => children(nodes, node).map((key) => propertyNode(nodes, key, object)));
  const object: ObjectNode = {
    type: 'object',
    ...container,
    get properties() {
      return properties();
    },
  };
  return object;
}

function propertyNode(nodes: NodeTable, key: number, object: ObjectNode): PropertyNode {
  const hasValue = nodes.after(key) > key + 1;
  const value = once(() => (hasValue ? treeNode(nodes, key + 1, object, property) : undefined));
  const property: PropertyNode = {
    key: nodes.keyOf(key),
    keySpan: { start: nodes.startOf(key), end: nodes.endOf(key) },
    get value() {
      return value();
    },
  };
  return property;
}

/** The nodes directly below a node. */
function children(nodes: NodeTable, node: number): number[] {
  const found: number[] = [];
  const end = nodes.after(node);
  for (let child = node + 1; child < end; child = nodes.after(child)) found.push(child);
  return found;
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

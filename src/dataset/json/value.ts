import { type NodeTable, nodeType } from './node-table.ts';

/** Deeper values are read as `null`, because no rule needs them. */
const maxDepth = 16;

/**
 * The value of parsed nodes, as `JSON.parse` would return it: of properties with the same name the last one
 * counts. A property without a value is `undefined`.
 */
export function valueOfNodes(nodes: NodeTable): unknown {
  return nodes.count === 0 ? undefined : valueAt(nodes, 0, 0);
}

function valueAt(nodes: NodeTable, node: number, depth: number): unknown {
  const type = nodes.typeOf(node);
  if (type !== nodeType.object && type !== nodeType.array) return nodes.contentOf(node);
  if (depth >= maxDepth) return null;
  const end = nodes.after(node);
  if (type === nodeType.array) {
    const items: unknown[] = [];
    for (let item = node + 1; item < end; item = nodes.after(item))
      items.push(valueAt(nodes, item, depth + 1));
    return items;
  }
  const object: Record<string, unknown> = {};
  for (let key = node + 1; key < end; key = nodes.after(key)) {
    const name = nodes.keyOf(key);
    const value = nodes.after(key) > key + 1 ? valueAt(nodes, key + 1, depth + 1) : undefined;
    if (name === '__proto__') Object.defineProperty(object, name, { value, ...ownProperty });
    else object[name] = value;
  }
  return object;
}

/** An assignment to `__proto__` would not create a property. */
const ownProperty = { enumerable: true, configurable: true, writable: true };

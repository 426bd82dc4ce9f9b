import { exactNumber } from '../../text/exact-number.ts';
import { type NodeTable, nodeType } from './node-table.ts';
import { parseJsonTree } from './parser.ts';

/** What every number that `JSON.parse` may round contains: an exponent, or more digits than a double is sure to keep. */
const mayBeRounded = /[\d.]{16}|\d[eE]/;

/**
 * Parses valid JSON as `JSON.parse` does, and throws as it does, but doesn't round: a number that JavaScript doesn't have is an
 * `ExactNumber`. Of properties with the same name the last one counts.
 */
export function exactJsonValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayBeRounded.test(text) ? valueOfNodes(parseJsonTree(text).nodes) : value;
}

type Container = unknown[] | Record<string, unknown>;

/** Not recursive: a document may be nested deeply. */
function valueOfNodes(nodes: NodeTable): unknown {
  let root: unknown;
  const open: { readonly container: Container; readonly end: number }[] = [];
  let key: string | undefined;
  for (let node = 0; node < nodes.count; node++) {
    while (node >= (open.at(-1)?.end ?? nodes.count)) open.pop();
    const parent = open.at(-1)?.container;
    if (parent !== undefined && !Array.isArray(parent) && key === undefined) {
      key = nodes.keyOf(node);
      continue;
    }
    const value = ownValue(nodes, node);
    if (parent === undefined) root = value;
    else if (Array.isArray(parent)) parent.push(value);
    // Assigning to __proto__ would not make a property.
    else if (key === '__proto__')
      Object.defineProperty(parent, key, { value, configurable: true, enumerable: true, writable: true });
    else parent[key ?? ''] = value;
    key = undefined;
    if (nodes.typeOf(node) <= nodeType.array)
      open.push({ container: value as Container, end: nodes.after(node) });
  }
  return root;
}

/** A container without what it contains. */
function ownValue(nodes: NodeTable, node: number): unknown {
  switch (nodes.typeOf(node)) {
    case nodeType.object:
      return {};
    case nodeType.array:
      return [];
    default: {
      const content = nodes.contentOf(node);
      return typeof content === 'number'
        ? exactNumber(nodes.text.slice(nodes.startOf(node), nodes.endOf(node)))
        : content;
    }
  }
}

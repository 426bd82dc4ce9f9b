import type { ObjectNode, PropertyNode, TreeNode } from './document-tree.ts';
import type { Span } from './problem.ts';

/**
 * The value of a tree, as `JSON.parse` would return it: of properties with the same name the last one counts. Values that are
 * nested deeper than `maxDepth` are read as `null`. `empty`: the value of a property without one.
 */
export function valueOfTree(root: TreeNode | undefined, maxDepth: number, empty: null | undefined): unknown {
  /** Aliases share the value that they refer to. */
  const shared = new Map<TreeNode, unknown>();
  const ofProperty = ({ key, value }: PropertyNode, depth: number) => [
    key,
    value === undefined ? empty : valueAt(value, depth),
  ];
  const valueAt = (node: TreeNode, depth: number): unknown => {
    if (node.type === 'scalar') {
      if (node.reference !== 'alias') return node.value;
      return node.target === undefined ? null : valueAt(node.target, depth);
    }
    if (depth >= maxDepth) return null;
    if (shared.has(node)) return shared.get(node);
    const value =
      node.type === 'array'
        ? node.items.map((item) => valueAt(item, depth + 1))
        : Object.fromEntries(ownAndMerged(node).map((property) => ofProperty(property, depth + 1)));
    if (node.reference === 'anchor') shared.set(node, value);
    return value;
  };
  return root === undefined ? undefined : valueAt(root, 0);
}

/** The properties that an object has and that YAML's merge keys add, without the merge keys themselves. */
export function ownAndMerged({ properties, merged }: ObjectNode): readonly PropertyNode[] {
  return merged === undefined ? properties : [...properties.filter(({ key }) => key !== '<<'), ...merged];
}

/** A property name that occurs again in an object. */
export interface DuplicateKey {
  readonly key: string;
  readonly first: Span;
  readonly second: Span;
}

/** The property names that occur more than once in an object, in the order of the text. Not recursive: a document may be nested deeply. */
export function duplicateKeys(root: TreeNode | undefined): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  const open = root === undefined ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'array') for (const item of node.items) open.push(item);
    if (node.type !== 'object') continue;
    const firsts = new Map<string, Span>();
    for (const { key, keySpan, value } of node.properties) {
      if (value !== undefined) open.push(value);
      // Several merge keys are allowed.
      if (key === '<<' && node.merged !== undefined) continue;
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, keySpan);
      else duplicates.push({ key, first, second: keySpan });
    }
  }
  return duplicates.sort((a, b) => a.second.start - b.second.start);
}

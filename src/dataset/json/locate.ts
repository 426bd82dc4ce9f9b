import { type ObjectNode, type PropertyNode, propertyOf, type TreeNode } from '../document-tree.ts';
import type { Path, Place, Span } from '../finding.ts';

/** Objects with up to this many properties are searched one by one, larger ones through a map. */
const fewProperties = 8;

/** Finds places of a document's value in its tree. */
export class Locator {
  readonly root: TreeNode | undefined;
  /** The properties of large objects by name; of several with the same name the last one counts. */
  readonly #maps = new Map<ObjectNode, ReadonlyMap<string, PropertyNode>>();

  constructor(root: TreeNode | undefined) {
    this.root = root;
  }

  /** Where a place is; the beginning of the text if the tree doesn't have it. */
  spanOf({ path, target }: Place): Span {
    const node = this.nodeAt(path);
    if (target === 'key') {
      const key = path.at(-1);
      const owner = this.nodeAt(path.slice(0, -1));
      const property = typeof key === 'string' ? this.#property(owner, key) : undefined;
      if (property !== undefined) return property.keySpan;
    }
    const { start, end } = node ?? { start: 0, end: 0 };
    return { start, end: target === 'opening' ? Math.min(start + 1, end) : end };
  }

  nodeAt(path: Path): TreeNode | undefined {
    let node = this.root;
    for (const step of path) {
      if (typeof step === 'string') node = this.#property(node, step)?.value;
      else node = node?.type === 'array' ? node.items[step] : undefined;
    }
    return node;
  }

  #property(node: TreeNode | undefined, key: string): PropertyNode | undefined {
    if (node?.type !== 'object' || node.properties.length <= fewProperties) return propertyOf(node, key);
    let map = this.#maps.get(node);
    if (map === undefined) {
      map = new Map(node.properties.map((property) => [property.key, property]));
      this.#maps.set(node, map);
    }
    return map.get(key);
  }
}

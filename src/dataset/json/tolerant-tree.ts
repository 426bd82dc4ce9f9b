import { type Node, parseTree } from 'jsonc-parser';
import type { Path, Place, Span } from '../finding.ts';

/** Hears of a property name that an object has twice. */
export type OnDuplicate = (key: string, first: Node, second: Node) => void;

/** What jsonc-parser, which steps over faults, makes of a broken JSON text. */
export class TolerantTree {
  readonly root: Node;
  /** The properties of the objects that were looked into, by name; the last of the same name. */
  private readonly properties = new Map<Node, Map<string, Node>>();

  private constructor(root: Node) {
    this.root = root;
  }

  /** `undefined` for a text with nothing in it, or nested too deeply for jsonc-parser, which is recursive. */
  static of(text: string): TolerantTree | undefined {
    try {
      const root = parseTree(text, [], { allowTrailingComma: true, disallowComments: false });
      return root && new TolerantTree(root);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** The value that the tree stands for; a property without a value is `undefined`. */
  value(onDuplicate: OnDuplicate): unknown {
    return valueFrom(this.root, onDuplicate);
  }

  spanAt({ path, target }: Place): Span {
    const step = path.at(-1);
    const container = this.nodeAt(path.slice(0, -1));
    const property =
      typeof step === 'string' && container ? this.propertiesOf(container).get(step) : undefined;
    const node = target === 'key' ? property?.children?.[0] : this.nodeAt(path);
    const span = node === undefined ? { start: 0, end: 0 } : spanOf(node);
    return target === 'opening' ? { start: span.start, end: Math.min(span.start + 1, span.end) } : span;
  }

  nodeAt(path: Path): Node | undefined {
    let node: Node | undefined = this.root;
    for (const step of path) {
      if (node === undefined) return undefined;
      node =
        typeof step === 'number' ? node.children?.[step] : this.propertiesOf(node).get(step)?.children?.[1];
    }
    return node;
  }

  private propertiesOf(object: Node): Map<string, Node> {
    let properties = this.properties.get(object);
    if (properties === undefined) {
      properties = new Map(
        object.children?.map((property) => [String(property.children?.[0]?.value), property]),
      );
      this.properties.set(object, properties);
    }
    return properties;
  }
}

export function spanOf(node: Node): Span {
  return { start: node.offset, end: node.offset + node.length };
}

function valueFrom(node: Node, onDuplicate: OnDuplicate): unknown {
  switch (node.type) {
    case 'object': {
      const keys = new Map<string, Node>();
      const members: [string, unknown][] = [];
      for (const property of node.children ?? []) {
        const [key, value] = property.children ?? [];
        if (key === undefined) continue;
        const name = String(key.value);
        const first = keys.get(name);
        if (first === undefined) keys.set(name, key);
        else onDuplicate(name, first, key);
        members.push([name, value === undefined ? undefined : valueFrom(value, onDuplicate)]);
      }
      return Object.fromEntries(members);
    }
    case 'array':
      return (node.children ?? []).map((item) => valueFrom(item, onDuplicate));
    default:
      return node.value;
  }
}

import type { ArrayNode, ObjectNode, PropertyNode, ScalarNode, TreeNode } from '../document-tree.ts';
import { bareWordEnd, contentOf, quotedEnd } from './cursor.ts';
import { isBlank } from './skip.ts';
import { commentEnd, singleQuotedEnd } from './tokens.ts';

type Mutable<Node> = { -readonly [Key in keyof Node]: Node[Key] };
type OpenObject = Mutable<Omit<ObjectNode, 'properties'>> & { properties: Mutable<PropertyNode>[] };
type OpenArray = Mutable<Omit<ArrayNode, 'items'>> & { items: TreeNode[] };

interface Level {
  readonly node: OpenObject | OpenArray;
  expected: 'key' | 'colon' | 'value' | 'comma';
}

/**
 * Reads a JSON text as it is, valid or broken: commas, colons and quotes may be missing or too many. Not recursive.
 * After `mostNodes` values the rest of the text is left out, and what is open ends with the text.
 */
export function jsonTree(text: string, mostNodes = Number.POSITIVE_INFINITY): TreeNode | undefined {
  return new JsonTree(text, mostNodes).read();
}

class JsonTree {
  private readonly text: string;
  private readonly mostNodes: number;
  private readonly levels: Level[] = [];
  private root: TreeNode | undefined;
  private count = 0;

  constructor(text: string, mostNodes: number) {
    this.text = text;
    this.mostNodes = mostNodes;
  }

  read(): TreeNode | undefined {
    const { text } = this;
    let at = 0;
    while (at < text.length && this.count < this.mostNodes) {
      const unit = text.charCodeAt(at);
      at = isBlank(unit) ? at + 1 : this.token(unit, at);
    }
    for (const { node } of this.levels) node.end = text.trimEnd().length;
    return this.root;
  }

  /** Takes the token at an offset in, and gives the offset after it. */
  private token(unit: number, at: number): number {
    const { text } = this;
    switch (unit) {
      case 123: // {
      case 91: // [
        this.open(unit === 123, at);
        return at + 1;
      case 125: // }
      case 93: // ]
        this.close(unit === 125 ? 'object' : 'array', at + 1);
        return at + 1;
      case 58: // :
        this.expect('value');
        return at + 1;
      case 44: // ,
        this.expect(this.levels.at(-1)?.node.type === 'object' ? 'key' : 'value');
        return at + 1;
      case 34: {
        // "
        const end = quotedEnd(text, at);
        this.scalar(at, end, contentOf(text, at, end), true);
        return end;
      }
      case 39: {
        // '
        const end = singleQuotedEnd(text, at);
        this.scalar(at, end, text.slice(at + 1, end - 1), true);
        return end;
      }
      default: {
        const comment = unit === 47 /* / */ ? commentEnd(text, at) : undefined;
        if (comment !== undefined) return comment;
        const end = bareWordEnd(text, at);
        // White space that JSON doesn't have.
        if (end === at) return at + 1;
        this.scalar(at, end, wordValue(text.slice(at, end)), false);
        return end;
      }
    }
  }

  private expect(expected: Level['expected']): void {
    const level = this.levels.at(-1);
    if (level) level.expected = expected;
  }

  private open(isObject: boolean, start: number): void {
    if (isObject) this.closeUnclosed(start);
    const placed = { start, end: start + 1, isBlock: false, ...this.place() };
    const node: OpenObject | OpenArray = isObject
      ? { type: 'object', ...placed, properties: [] }
      : { type: 'array', ...placed, items: [] };
    this.attach(node);
    this.levels.push({ node, expected: isObject ? 'key' : 'value' });
  }

  /** Where a property should be, another object begins: an item of a list lacks its closing brace. */
  private closeUnclosed(end: number): void {
    const level = this.levels.at(-1);
    if (level?.node.type !== 'object' || level.expected !== 'key' || level.node.properties.length === 0)
      return;
    if (this.levels.at(-2)?.node.type !== 'array') return;
    level.node.end = end;
    this.levels.pop();
  }

  /** Closes the innermost container of a type, and with it those inside that were left open. */
  private close(type: 'object' | 'array', end: number): void {
    const index =
      this.levels.at(-1)?.node.type === type
        ? this.levels.length - 1
        : this.levels.findLastIndex(({ node }) => node.type === type);
    if (index < 0) return;
    for (const { node } of this.levels.splice(index)) node.end = end;
  }

  private scalar(start: number, end: number, value: unknown, isQuoted: boolean): void {
    const level = this.levels.at(-1);
    if (level?.node.type === 'object' && this.isKey(level, end, isQuoted)) {
      level.node.properties.push({ key: String(value), keySpan: { start, end }, value: undefined });
      level.expected = 'colon';
      this.count++;
      return;
    }
    const node: ScalarNode = { type: 'scalar', start, end, value, ...this.place() };
    this.attach(node);
  }

  private isKey({ expected }: Level, end: number, isQuoted: boolean): boolean {
    switch (expected) {
      case 'key':
        return true;
      case 'comma':
        return isQuoted || this.hasColonAt(end);
      default:
        // The value or the colon before it is missing.
        return this.hasColonAt(end);
    }
  }

  private hasColonAt(from: number): boolean {
    let at = from;
    while (isBlank(this.text.charCodeAt(at))) at++;
    return this.text.charCodeAt(at) === 58;
  }

  private place(): Pick<TreeNode, 'parent' | 'property'> {
    const level = this.levels.at(-1);
    const property = level?.node.type === 'object' ? level.node.properties.at(-1) : undefined;
    return { parent: level?.node, property };
  }

  private attach(node: TreeNode): void {
    this.count++;
    const level = this.levels.at(-1);
    if (level === undefined) {
      this.root ??= node;
    } else {
      if (level.node.type === 'array') level.node.items.push(node);
      else if (level.expected !== 'key') {
        const property = level.node.properties.at(-1);
        if (property) property.value = node;
      }
      level.expected = 'comma';
    }
  }
}

function wordValue(word: string): unknown {
  switch (word) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
    default: {
      const number = Number(word);
      return Number.isNaN(number) ? word : number;
    }
  }
}

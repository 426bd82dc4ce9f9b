/** What a node of a JSON text is. Numbers, because they are stored in a typed array. */
export const nodeType = {
  object: 0,
  array: 1,
  /** In double quotes, without escapes. */
  string: 2,
  /** In double quotes, with escapes. */
  escapedString: 3,
  /** In single quotes, which JSON doesn't have. */
  singleQuoted: 4,
  /** Without quotes: `true`, `false`, `null`, a number, or a word that lacks its quotes. */
  word: 5,
} as const;

const typeMask = 7;
const unclosedFlag = 8;

/** Numbers stored for each node: type and flags, start, end, and the number of the first node after its subtree. */
const stride = 4;

/**
 * The nodes of a JSON text in the order of the text, each before its children. A property is a key whose only child is
 * the value, if it has one. All nodes are in one typed array: an object for each takes four times as long to build, and
 * most of them are never looked at.
 */
export class NodeTable {
  readonly text: string;
  #data: Int32Array;
  #size = 0;

  constructor(text: string) {
    this.text = text;
    // Indented datasets have a node for each 18 characters, compact ones for each 9.
    this.#data = new Int32Array(stride * (16 + (text.length >> 4)));
  }

  /** How many nodes there are. */
  get count(): number {
    return this.#size / stride;
  }

  /** Adds a node without children and returns its number. */
  add(type: number, start: number, end: number): number {
    const at = this.#size;
    this.#size = at + stride;
    if (this.#size > this.#data.length) this.#grow();
    const node = at / stride;
    this.#data[at] = type;
    this.#data[at + 1] = start;
    this.#data[at + 2] = end;
    this.#data[at + 3] = node + 1;
    return node;
  }

  /** Ends a node's subtree before another node, or with the last one added so far. */
  endSubtree(node: number, after = this.count): void {
    this.#data[node * stride + 3] = after;
  }

  /** Ends a container and its subtree. */
  close(node: number, end: number, isClosed: boolean): void {
    const at = node * stride;
    if (!isClosed) this.#data[at] = this.#numberAt(at) | unclosedFlag;
    this.#data[at + 2] = end;
    this.#data[at + 3] = this.count;
  }

  typeOf(node: number): number {
    return this.#numberAt(node * stride) & typeMask;
  }

  /** Whether a container has its own closing bracket. */
  isClosed(node: number): boolean {
    return (this.#numberAt(node * stride) & unclosedFlag) === 0;
  }

  startOf(node: number): number {
    return this.#numberAt(node * stride + 1);
  }

  /** Exclusive. */
  endOf(node: number): number {
    return this.#numberAt(node * stride + 2);
  }

  /** The first node after a node and everything in it: its next sibling, if it has one. */
  after(node: number): number {
    return this.#numberAt(node * stride + 3);
  }

  /** The value of a key or a scalar. */
  contentOf(node: number): unknown {
    const { text } = this;
    const start = this.startOf(node);
    const end = this.endOf(node);
    switch (this.typeOf(node)) {
      case nodeType.string:
      case nodeType.singleQuoted:
        return text.slice(start + 1, contentEnd(text, start, end));
      case nodeType.escapedString:
        return unescaped(text.slice(start + 1, contentEnd(text, start, end)));
      default:
        return wordContent(text.slice(start, end));
    }
  }

  /** A key as a string. */
  keyOf(node: number): string {
    if (this.typeOf(node) !== nodeType.word) return String(this.contentOf(node));
    return this.text.slice(this.startOf(node), this.endOf(node));
  }

  #numberAt(at: number): number {
    return this.#data[at] ?? 0;
  }

  #grow(): void {
    const larger = new Int32Array(this.#data.length * 2);
    larger.set(this.#data);
    this.#data = larger;
  }
}

/** The offset of a closing quote; the end of a string that isn't closed. */
function contentEnd(text: string, start: number, end: number): number {
  return end - start > 1 && text[end - 1] === text[start] ? end - 1 : end;
}

function unescaped(content: string): string {
  try {
    return JSON.parse(`"${content}"`);
  } catch {
    return content;
  }
}

const words: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function wordContent(word: string): unknown {
  if (words.has(word)) return words.get(word);
  const number = Number(word);
  return Number.isNaN(number) ? word : number;
}

import * as l10n from '@vscode/l10n';
import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import type { Span } from '../problem.ts';
import type { ParseError } from '../rules/problems.ts';

/** A member of a mapping: its key, and its value in the text, which may be an alias. */
export interface YamlMember {
  readonly key: Node;
  readonly value: Node | null;
}

/** The node that an object or array of the value comes from. */
export interface YamlSource {
  readonly node: Node;
  /** By property name, or by index. */
  readonly members: ReadonlyMap<string | number, YamlMember | Node>;
}

/** Is notified of values without a JSON form and of duplicate keys. */
export interface YamlListener {
  onError(error: ParseError): void;
  onDuplicateKey(key: string, first: Span, second: Span): void;
}

/** A value with its size and depth once its aliases are expanded. */
interface Measured {
  readonly value: unknown;
  readonly size: number;
  readonly depth: number;
}

/** Limits for expanded aliases and for members from merge keys. */
const maxValues = 2 ** 20;
const maxLevels = 1000;

/** Reads the JSON value of a YAML document (YAML 1.2 core schema, with merge keys). */
export class YamlValue {
  /** By the mapping or sequence of the value. */
  readonly sources = new Map<object, YamlSource>();
  /** The nodes that aliases refer to. */
  readonly targets = new Map<Alias, Node>();
  /** Objects of the value that lack members of the text. */
  readonly incomplete = new Set<object>();
  readonly #mappings = new Map<Node, object>();
  readonly #anchors = new Map<string, Node>();
  /** Values of anchored nodes; `undefined` while a node is being read. */
  readonly #anchored = new Map<Node, Measured | undefined>();
  readonly #listener: YamlListener;
  #level = 0;
  #merged = 0;
  /** A limit is exceeded, and nothing more is read. */
  #exhausted = false;

  constructor(listener: YamlListener) {
    this.#listener = listener;
  }

  read(node: Node | null): unknown {
    return this.#measured(node).value;
  }

  #measured(node: Node | null): Measured {
    if (node === null || this.#exhausted) return leaf(null);
    if (isAlias(node)) return this.#alias(node);
    if (this.#level >= maxLevels) return this.#tooMuch(node);
    this.#level++;
    const measured = this.#anchoredValue(node);
    this.#level--;
    return measured;
  }

  #anchoredValue(node: Node): Measured {
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchor === undefined) return this.#plain(node);
    this.#anchors.set(anchor, node);
    this.#anchored.set(node, undefined);
    const measured = this.#plain(node);
    this.#anchored.set(node, measured);
    return measured;
  }

  #plain(node: Node): Measured {
    if (isMap(node)) return this.#mapping(node);
    if (!isSeq(node)) return leaf(this.#scalar(node));
    const value: unknown[] = [];
    const members = new Map<string | number, Node>();
    let size = 1;
    let depth = 0;
    for (const item of node.items) {
      if (!isNode(item) && item !== null) {
        if (isPair(item))
          this.#report(node, l10n.t("A list can't contain a key and value without braces here."));
        continue;
      }
      const measured = this.#measured(item);
      if (item !== null) members.set(value.length, item);
      value.push(measured.value);
      size += measured.size;
      depth = Math.max(depth, measured.depth);
    }
    this.sources.set(value, { node, members });
    return this.#bounded(node, { value, size, depth: depth + 1 });
  }

  #mapping(node: YAMLMap): Measured {
    const members = new Map<string, YamlMember>();
    const values = new Map<string, unknown>();
    const merges: Node[] = [];
    let incomplete = false;
    let size = 1;
    let depth = 0;
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      if (isMergeKey(pair.key) && pair.value !== null) merges.push(pair.value);
      const key = this.#key(pair.key);
      const measured = this.#measured(pair.value ?? null);
      size += measured.size;
      depth = Math.max(depth, measured.depth);
      if (key === undefined) incomplete = true;
      if (key === undefined || isMergeKey(pair.key)) continue;
      const first = members.get(key);
      if (first !== undefined) this.#listener.onDuplicateKey(key, spanOf(first.key), spanOf(pair.key));
      members.set(
        key,
        first === undefined ? { key: pair.key, value: pair.value } : { ...first, value: pair.value },
      );
      values.set(key, measured.value);
    }
    const merged = merges.map((merge) => this.#merge(merge, members, values));
    const value = Object.fromEntries(values);
    this.sources.set(value, { node, members });
    this.#mappings.set(node, value);
    if (incomplete || merged.includes(false)) this.incomplete.add(value);
    return this.#bounded(node, { value, size, depth: depth + 1 });
  }

  /**
   * Adds the members of the mappings under `<<` that a mapping doesn't have itself; of several, the first one wins.
   * `false` if there is anything else under it.
   */
  #merge(node: Node, members: Map<string, YamlMember>, values: Map<string, unknown>): boolean {
    let complete = true;
    const target = isAlias(node) ? this.targets.get(node) : node;
    for (const each of isSeq(target) ? (target.items as Node[]) : [node]) {
      const value = this.#mergeable(each);
      const source = value && this.sources.get(value);
      if (value === undefined || source === undefined) {
        this.#report(each, l10n.t('Only a mapping can be merged with <<.'));
        complete = false;
        continue;
      }
      this.#merged += source.members.size;
      if (this.#merged > maxValues) this.#tooMuch(each);
      if (this.#exhausted) return false;
      for (const [key, member] of Object.entries(value)) {
        if (values.has(key)) continue;
        values.set(key, member);
        const origin = source.members.get(key);
        if (origin !== undefined && !isNode(origin)) members.set(key, origin);
      }
    }
    return complete;
  }

  #mergeable(node: Node): object | undefined {
    const target = isAlias(node) ? this.targets.get(node) : node;
    return isMap(target) ? this.#mappings.get(target) : undefined;
  }

  #key(node: Node | null): string | undefined {
    const target = isAlias(node) ? this.#anchors.get(node.source) : node;
    const value = isScalar(target) ? target.value : undefined;
    if (isScalar(target) && !isAlias(node)) this.#measured(target);
    if (typeof value === 'string') return value;
    if (node !== null) this.#report(node, l10n.t('A key must be a string. Put it in quotes.'));
    return undefined;
  }

  #scalar(node: Node): unknown {
    const value: unknown = isScalar(node) ? node.value : undefined;
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (!Number.isFinite(value))
          this.#report(node, l10n.t("JSON can't represent this number. If it is text, put it in quotes."));
        else if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
          this.#report(node, l10n.t('This number is too large to be exact. Put it in quotes.'));
        }
        return Number.isFinite(value) ? value : null;
      default:
        if (value !== null)
          this.#report(node, l10n.t("JSON can't represent this value. If it is text, put it in quotes."));
        return null;
    }
  }

  #alias(node: Alias): Measured {
    const target = this.#anchors.get(node.source);
    if (target === undefined) {
      this.#report(node, l10n.t('No anchor with this name comes before this alias.'));
      return leaf(null);
    }
    this.targets.set(node, target);
    const measured = this.#anchored.get(target);
    if (measured !== undefined) return this.#bounded(node, measured);
    this.#report(node, l10n.t("A value can't contain itself."));
    return leaf(null);
  }

  #bounded(node: Node, measured: Measured): Measured {
    return measured.size <= maxValues && measured.depth <= maxLevels ? measured : this.#tooMuch(node);
  }

  #tooMuch(node: Node): Measured {
    if (this.#exhausted) return leaf(null);
    this.#exhausted = true;
    this.#listener.onError({
      ...spanOf(node),
      message: l10n.t('The aliases expand to too many values, or the document is nested too deeply.'),
      affects: 'rest',
    });
    return leaf(null);
  }

  #report(node: Node, message: string): void {
    this.#listener.onError({ ...spanOf(node), message, affects: 'token' });
  }
}

function leaf(value: unknown): Measured {
  return { value, size: 1, depth: 0 };
}

function isMergeKey(node: Node | null): boolean {
  return isScalar(node) && node.value === '<<' && node.type === 'PLAIN';
}

/** The span of a node, without what follows it on its last line. */
export function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0, 0];
  return { start, end };
}

/** The span of a node without white space at its end: a block includes its last line break and more. */
export function writtenSpanOf(text: string, node: Node): Span {
  const { start, end } = spanOf(node);
  let last = end;
  while (last > start && /\s/.test(text[last - 1] ?? '')) last--;
  return { start, end: last };
}

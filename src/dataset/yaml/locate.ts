import { isAlias, isMap, isNode, type Node } from 'yaml';
import type { Path, Place, Span } from '../problem.ts';
import type { ParseError } from '../rules/problems.ts';
import { spanOf, writtenSpanOf, type YamlMember, type YamlValue } from './yaml-value.ts';

/** The span of a place, and the outermost alias on the path to it, if any. */
export interface YamlPlace extends Span {
  readonly alias?: Span;
}

/** A document's root node, its value, and the reader that produced the value. */
export interface YamlRoot {
  readonly node: Node;
  readonly value: unknown;
  readonly reader: YamlValue;
}

/** Finds the place of a value in the YAML text that it was read from. */
export function locateInYaml(text: string, root: YamlRoot, place: Place): YamlPlace {
  const { node, key, alias } = follow(root, place.path);
  const span = spanFor(text, node, key, place.target);
  return alias === undefined ? span : { ...span, alias: spanOf(alias) };
}

interface Found {
  readonly node: Node | null;
  readonly key: Node | undefined;
  readonly alias: Node | undefined;
}

function follow(root: YamlRoot, path: Path): Found {
  let { value } = root;
  let node: Node | null = root.node;
  let key: Node | undefined;
  let alias: Node | undefined;
  for (const step of path) {
    const source = typeof value === 'object' && value !== null ? root.reader.sources.get(value) : undefined;
    const member: YamlMember | Node | undefined = source?.members.get(step);
    if (member === undefined) return { node: source?.node ?? node, key: undefined, alias };
    node = isNode(member) ? member : member.value;
    key = isNode(member) ? undefined : member.key;
    if (isAlias(node)) {
      alias ??= node;
      node = root.reader.targets.get(node) ?? node;
    }
    value = (value as Record<string | number, unknown>)[step];
  }
  return { node, key, alias };
}

function spanFor(text: string, node: Node | null, key: Node | undefined, target: Place['target']): Span {
  if (target === 'key' && key !== undefined) return spanOf(key);
  if (node === null) return key === undefined ? { start: 0, end: 0 } : spanOf(key);
  const span = writtenSpanOf(text, node);
  if (target === 'opening') return opening(text, node, span);
  if (span.start < span.end) return span;
  // The value is empty: point at its key, or at the dash of a list.
  if (key !== undefined) return spanOf(key);
  const dash = text.lastIndexOf('-', span.start);
  return dash < 0 ? span : { start: dash, end: dash + 1 };
}

/** `{` of a flow mapping, or the first key of a block. */
function opening(text: string, node: Node, span: Span): Span {
  if (text[span.start] === '{') return { start: span.start, end: span.start + 1 };
  const first: unknown = isMap(node) ? node.items[0]?.key : undefined;
  return isNode(first) ? spanOf(first) : span;
}

/** Which findings about a broken YAML document can be trusted, and which the parse errors may have caused. */
export class YamlDamage {
  readonly #text: string;
  readonly #errors: readonly ParseError[];
  /** From here on nothing can be trusted. */
  readonly #restFrom: number;

  constructor(text: string, errors: readonly ParseError[]) {
    this.#text = text;
    this.#errors = errors;
    this.#restFrom = Math.min(
      ...errors.filter((error) => error.affects === 'rest').map((error) => error.start),
      Number.POSITIVE_INFINITY,
    );
  }

  /** Whether a span ends before what can't be trusted, and touches no error. */
  spares(span: Span): boolean {
    return (
      this.sparesContainer(span) &&
      span.start < this.#restFrom &&
      this.#errors.every((error) => span.end < error.start || span.start > error.end)
    );
  }

  /** Whether a mapping or list is complete, unlike the one that a serious error is in. */
  sparesContainer({ start, end }: Span): boolean {
    return this.#restFrom < start || this.#restFrom > this.#tokenAfter(end);
  }

  /** The offset of the text after a node: the error that cut it off may come after white space. */
  #tokenAfter(offset: number): number {
    if (this.#restFrom === Number.POSITIVE_INFINITY) return offset;
    let at = offset;
    while (at < this.#restFrom && /\s/.test(this.#text[at] ?? '')) at++;
    return at;
  }
}

import * as l10n from '@vscode/l10n';
import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import {
  type ArrayNode,
  childrenOf,
  type ObjectNode,
  type ParsedTree,
  type PropertyNode,
  type TreeNode,
  targetOf,
} from '../document-tree.ts';
import { withConflict } from '../merge-conflict.ts';
import type { ParseError, Span } from '../problem.ts';
import { ownAndMerged } from '../tree-value.ts';
import { maxYamlLength, parseYaml } from './parse-yaml.ts';
import { maxYamlErrors, yamlErrors } from './yaml-errors.ts';

/** Limits for expanded aliases, and for members from merge keys. */
const maxValues = 2 ** 20;
const maxLevels = 1000;

/** The tree of a YAML text, valid or broken (YAML 1.2, core schema; merge keys as in 1.1). */
export function yamlTree(text: string): ParsedTree {
  const refused = (message: string, end = 0): ParsedTree => ({
    root: undefined,
    errors: [{ start: 0, end, message, affects: 'rest' }],
  });
  if (text.length > maxYamlLength) return refused(l10n.t('The YAML file is too large. Convert it to JSON.'));
  if (text.startsWith('\ufeff'))
    return refused(
      l10n.t('The document begins with a byte order mark (BOM). Save it as UTF-8 without BOM.'),
      1,
    );
  const document = parseYaml(text);
  if (document === undefined) return refused(l10n.t('The document is nested too deeply.'));
  const errors = yamlErrors(document, text);
  const contents = document.contents as Node | null;
  if (errors.length === 0 && isEmptyDocument(contents))
    return refused(l10n.t('The document is empty. A dataset needs a name and tables.'));
  const builder = new TreeBuilder(text, errors);
  return withConflict({ root: contents === null ? undefined : builder.read(contents), errors }, text);
}

/** Whether a document is empty. It may have a `---`. */
function isEmptyDocument(root: Node | null): boolean {
  return root === null || (isScalar(root) && root.value === null && root.range?.[0] === root.range?.[1]);
}

type Place = Pick<TreeNode, 'parent' | 'property'>;

/** How many values a node has once its aliases are expanded, and how many levels. */
interface Size {
  readonly values: number;
  readonly levels: number;
}

class TreeBuilder {
  readonly #text: string;
  readonly #errors: ParseError[];
  /** From here on, the parser has read something else than what is meant. */
  readonly #restFrom: number;
  readonly #anchors = new Map<string, TreeNode>();
  /** Of lists and mappings that are complete, and of aliases. */
  readonly #sizes = new Map<TreeNode, Size>();
  #level = 0;
  #merged = 0;
  /** A limit is exceeded, and nothing more is read. */
  #isExhausted = false;

  /** `errors`: what has no JSON value is added to them. */
  constructor(text: string, errors: ParseError[]) {
    this.#text = text;
    this.#errors = errors;
    this.#restFrom = errors.find(({ affects }) => affects === 'rest')?.start ?? Number.POSITIVE_INFINITY;
  }

  read(node: Node, { parent, property }: Place = { parent: undefined, property: undefined }): TreeNode {
    const reference = referenceOf(node);
    const common = { parent, property, ...writtenSpanOf(this.#text, node), reference };
    if (this.#level >= maxLevels) this.#exhaust(node);
    if (isAlias(node)) {
      const target = this.#targetOf(node);
      const alias: TreeNode = { type: 'scalar', ...common, value: undefined, target };
      const size = target && this.#sizes.get(target);
      if (size !== undefined) this.#sizes.set(alias, size);
      return alias;
    }
    if (this.#isExhausted || (!isMap(node) && !isSeq(node))) {
      const scalar: TreeNode = { type: 'scalar', ...common, value: this.#valueOf(node) };
      if (isScalar(node)) this.#name(node, scalar);
      return scalar;
    }
    const container = { ...common, isBlock: !node.flow, isClosed: true };
    this.#level++;
    const tree = isMap(node) ? this.#object(node, container) : this.#array(node, container);
    this.#level--;
    let values = 1;
    let levels = 0;
    for (const child of childrenOf(tree)) {
      const size = this.#sizes.get(child);
      values += size?.values ?? 1;
      levels = Math.max(levels, size?.levels ?? 0);
    }
    this.#sizes.set(tree, { values, levels: levels + 1 });
    if (values <= maxValues && levels < maxLevels) return tree;
    this.#exhaust(node);
    return { type: 'scalar', ...common, value: null };
  }

  #array(node: YAMLSeq, common: Omit<ArrayNode, 'type' | 'items'>): ArrayNode {
    const items: TreeNode[] = [];
    const array: ArrayNode = { type: 'array', ...common, items };
    this.#name(node, array);
    for (const item of node.items) {
      if (isNode(item)) items.push(this.read(item, { parent: array, property: undefined }));
      else this.#report(node, l10n.t("A list can't contain a key and value without braces here."));
    }
    return array;
  }

  #object(node: YAMLMap, common: Omit<ObjectNode, 'type' | 'properties'>): ObjectNode {
    const properties: Mutable<PropertyNode>[] = [];
    const object: Mutable<ObjectNode> = { type: 'object', ...common, properties };
    this.#name(node, object);
    const merges: TreeNode[] = [];
    for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
      if (key === null) continue;
      const property: Mutable<PropertyNode> = {
        key: this.#keyOf(key),
        keySpan: spanOf(key),
        value: undefined,
      };
      if (value !== null) property.value = this.read(value, { parent: object, property });
      properties.push(property);
      if (isMergeKey(key) && property.value !== undefined) merges.push(property.value);
    }
    if (merges.length > 0) object.merged = this.#mergedInto(properties, merges);
    return object;
  }

  /** What the mappings under `<<` add to a mapping: what it doesn't have itself. Of several, the first one wins. */
  #mergedInto(own: readonly PropertyNode[], merges: readonly TreeNode[]): PropertyNode[] {
    const known = new Set(own.map(({ key }) => key));
    const merged: PropertyNode[] = [];
    const sources = merges.flatMap((merge) => {
      const target = targetOf(merge);
      return target?.type === 'array' ? target.items : [merge];
    });
    for (const each of sources) {
      const source = targetOf(each);
      if (source?.type !== 'object' || !this.#sizes.has(source)) {
        this.#report(each, l10n.t('Only a mapping can be merged with <<.'));
        continue;
      }
      const properties = ownAndMerged(source);
      this.#merged += properties.length;
      if (this.#merged > maxValues) this.#exhaust(each);
      if (this.#isExhausted) return merged;
      for (const property of new Map(properties.map((property) => [property.key, property])).values()) {
        if (!known.has(property.key)) merged.push(property);
        known.add(property.key);
      }
    }
    return merged;
  }

  #keyOf(node: Node): string {
    const target = isAlias(node) ? this.#anchors.get(node.source) : this.read(node);
    if (target?.type === 'scalar' && typeof target.value === 'string') return target.value;
    this.#report(node, l10n.t('A key must be a string. Put it in quotes.'));
    const { start, end } = spanOf(node);
    return this.#text.slice(start, end);
  }

  #valueOf(node: Node): unknown {
    const value: unknown = isScalar(node) ? node.value : undefined;
    if (this.#isExhausted) return null;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value !== 'number')
      this.#report(node, l10n.t("JSON can't represent this value. If it is text, put it in quotes."));
    else if (!Number.isFinite(value))
      this.#report(node, l10n.t("JSON can't represent this number. If it is text, put it in quotes."));
    else {
      if (Number.isInteger(value) && !Number.isSafeInteger(value))
        this.#report(node, l10n.t('This number is too large to be exact. Put it in quotes.'));
      return value;
    }
    return null;
  }

  #targetOf(node: Alias): TreeNode | undefined {
    const target = this.#anchors.get(node.source);
    if (target === undefined) this.#report(node, l10n.t('No anchor with this name comes before this alias.'));
    else if (target.type === 'scalar' || this.#sizes.has(target)) return target;
    else this.#report(node, l10n.t("A value can't contain itself."));
    return undefined;
  }

  /** Remembers what the aliases with the anchor of a node refer to. */
  #name({ anchor }: YAMLMap | YAMLSeq | Scalar, tree: TreeNode): void {
    if (anchor !== undefined) this.#anchors.set(anchor, tree);
  }

  #exhaust(node: Node | TreeNode): void {
    const message = l10n.t('The aliases expand to too many values, or the document is nested too deeply.');
    if (!this.#errors.some(({ affects }) => affects === 'rest')) this.#report(node, message, 'rest');
    this.#isExhausted = true;
  }

  #report(node: Node | TreeNode, message: string, affects: ParseError['affects'] = 'token'): void {
    const { start, end } = isNode(node) ? spanOf(node) : node;
    if (!this.#isExhausted && start < this.#restFrom && this.#errors.length < maxYamlErrors)
      this.#errors.push({ start, end, message, affects });
  }
}

type Mutable<Item> = { -readonly [Key in keyof Item]: Item[Key] };

function referenceOf(node: Node): TreeNode['reference'] {
  if (isAlias(node)) return 'alias';
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return undefined;
  if (node.anchor !== undefined) return 'anchor';
  return node.tag === undefined ? undefined : 'tag';
}

function isMergeKey(node: Node): boolean {
  return isScalar(node) && node.value === '<<' && node.type === 'PLAIN';
}

/** The span of a node, without what follows it on its last line. */
function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0, 0];
  return { start, end };
}

/** The span of a node without white space at its end: a block includes its last line break and more. */
function writtenSpanOf(text: string, node: Node): Span {
  const { start, end } = spanOf(node);
  let last = end;
  while (last > start && /\s/.test(text[last - 1] ?? '')) last--;
  return { start, end: last };
}

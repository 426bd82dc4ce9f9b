import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { ArrayNode, ObjectNode, ParsedTree, PropertyNode, TreeNode } from '../document-tree.ts';
import type { YamlDocument } from './parse-yaml.ts';
import { spanOf, writtenSpanOf } from './yaml-value.ts';

/** Deeper values are read as scalars, because no dataset needs them. */
const maxLevels = 100;

/** The tree of a parsed YAML text, valid or broken. Aliases are not resolved. */
export function yamlTree(text: string, document: YamlDocument | undefined): ParsedTree {
  const contents = document?.contents as Node | null | undefined;
  return {
    root: contents ? treeOf(text, contents, { parent: undefined, property: undefined }, 0) : undefined,
    hasErrors: document === undefined || document.errors.length > 0 || document.warnings.length > 0,
  };
}

function treeOf(
  text: string,
  node: Node,
  place: Pick<TreeNode, 'parent' | 'property'>,
  level: number,
): TreeNode {
  const span = { ...writtenSpanOf(text, node), reference: referenceOf(node) };
  if (isMap(node) && level < maxLevels) {
    const properties: PropertyNode[] = [];
    const object: ObjectNode = {
      type: 'object',
      ...place,
      ...span,
      isBlock: !node.flow,
      isClosed: true,
      properties,
    };
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const { key, value } = pair;
      if (key === null) continue;
      const keySpan = spanOf(key);
      const property: { -readonly [Name in keyof PropertyNode]: PropertyNode[Name] } = {
        key: isScalar(key) ? String(key.value) : text.slice(keySpan.start, keySpan.end),
        keySpan,
        value: undefined,
      };
      if (value !== null) property.value = treeOf(text, value, { parent: object, property }, level + 1);
      properties.push(property);
    }
    return object;
  }
  if (isSeq(node) && level < maxLevels) {
    const items: TreeNode[] = [];
    const array: ArrayNode = { type: 'array', ...place, ...span, isBlock: !node.flow, isClosed: true, items };
    for (const item of node.items as (Node | null)[]) {
      if (item !== null && 'range' in item)
        items.push(treeOf(text, item, { parent: array, property: undefined }, level + 1));
    }
    return array;
  }
  return { type: 'scalar', ...place, ...span, value: isScalar(node) ? node.value : undefined };
}

function referenceOf(node: Node): TreeNode['reference'] {
  if (isAlias(node)) return 'alias';
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return undefined;
  if (node.anchor !== undefined) return 'anchor';
  return node.tag === undefined ? undefined : 'tag';
}

import { isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { ArrayNode, ObjectNode, PropertyNode, TreeNode } from '../document-tree.ts';
import type { Span } from '../finding.ts';
import { parseYaml } from './parse.ts';
import { spanOf, writtenSpanOf } from './spans.ts';

/** Nobody nests a dataset further. */
const mostLevels = 100;

/** Reads a YAML text as it is, valid or broken. Aliases are left as they are. */
export function yamlTree(text: string): TreeNode | undefined {
  const root = parseYaml(text)?.contents as Node | null | undefined;
  return root ? treeOf(text, root, { parent: undefined, property: undefined }, 0) : undefined;
}

function treeOf(
  text: string,
  node: Node,
  place: Pick<TreeNode, 'parent' | 'property'>,
  level: number,
): TreeNode {
  const span = writtenSpanOf(text, node);
  if (isMap(node) && level < mostLevels) {
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
      const keyText = isScalar(key) ? String(key.value) : text.slice(...bounds(spanOf(key)));
      const property: { -readonly [Name in keyof PropertyNode]: PropertyNode[Name] } = {
        key: keyText,
        keySpan: spanOf(key),
        value: undefined,
      };
      if (value !== null) property.value = treeOf(text, value, { parent: object, property }, level + 1);
      properties.push(property);
    }
    return object;
  }
  if (isSeq(node) && level < mostLevels) {
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

function bounds({ start, end }: Span): [number, number] {
  return [start, end];
}

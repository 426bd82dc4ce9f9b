import type { DocumentFormat } from './document.ts';
import type { TreeNode } from './document-tree.ts';
import { parseJson } from './json/parser.ts';
import { treeOf } from './json/tree.ts';

/** A document's tree, and whether the text is valid JSON or YAML. */
export interface ParsedTree {
  readonly root: TreeNode | undefined;
  readonly hasErrors: boolean;
}

/** The tree of a text, valid or broken. After `maxNodes` nodes the rest of a JSON text is ignored. */
export async function readTree(
  text: string,
  format: DocumentFormat,
  maxNodes?: number,
): Promise<TreeNode | undefined> {
  return (await parseTree(text, format, maxNodes)).root;
}

export async function parseTree(
  text: string,
  format: DocumentFormat,
  maxNodes?: number,
): Promise<ParsedTree> {
  if (format === 'json') {
    const { nodes, errors } = parseJson(text, maxNodes);
    return { root: treeOf(nodes), hasErrors: errors.length > 0 };
  }
  const { parseYamlTree } = await import('./yaml/tree.ts');
  return parseYamlTree(text);
}

import type { DocumentFormat } from './document.ts';
import type { TreeNode } from './document-tree.ts';
import { jsonTree } from './json/tree.ts';

/** Reads a text as it is, valid or broken. After `maxNodes` values the rest of a JSON text is left out. */
export async function readTree(
  text: string,
  format: DocumentFormat,
  maxNodes?: number,
): Promise<TreeNode | undefined> {
  if (format === 'json') return jsonTree(text, maxNodes);
  const { yamlTree } = await import('./yaml/tree.ts');
  return yamlTree(text);
}

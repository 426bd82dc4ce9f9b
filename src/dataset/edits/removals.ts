import type { DocumentFormat } from '../document.ts';
import type { TreeNode } from '../document-tree.ts';
import type { EditOperation } from './operation.ts';
import { nodeAt } from './operation-edits.ts';

/**
 * The index after the operations that remove items of one list, from back to front, but not its last item. Each has the same
 * edits before and after the others, so that the text need not be parsed in between.
 */
export function endOfRemovals(
  root: TreeNode,
  format: DocumentFormat,
  operations: readonly EditOperation[],
  from: number,
): number {
  const first = operations[from];
  if (first?.kind !== 'remove') return from;
  const listPath = first.path.slice(0, -1);
  const list = nodeAt(root, listPath, format);
  if (!list.ok || list.value.type !== 'array') return from;
  let next = list.value.items.length - 1;
  let end = from;
  for (const { kind, path } of operations.slice(from)) {
    const index = Number(path.at(-1));
    const isInList = path.length === listPath.length + 1 && listPath.every((step, at) => step === path[at]);
    if (kind !== 'remove' || !isInList || !(index < next)) break;
    next = index;
    end += 1;
  }
  return end;
}

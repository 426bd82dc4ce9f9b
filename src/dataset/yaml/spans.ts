import type { Node } from 'yaml';
import type { Span } from '../finding.ts';

/** Where a node is in the text, without what follows it on its last line. */
export function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0, 0];
  return { start, end };
}

/** Where a node's own text is: a block reaches to the end of its last line and further. */
export function writtenSpanOf(text: string, node: Node): Span {
  const { start, end } = spanOf(node);
  let last = end;
  while (last > start && /\s/.test(text[last - 1] ?? '')) last--;
  return { start, end: last };
}

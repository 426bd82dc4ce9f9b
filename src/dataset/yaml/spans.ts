import type { Node } from 'yaml';
import type { Span } from '../finding.ts';

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

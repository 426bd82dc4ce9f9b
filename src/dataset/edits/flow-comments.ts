import type { ArrayNode } from '../document-tree.ts';
import type { Span } from '../problem.ts';
import { lineStart } from '../text-positions.ts';
import { firstComment } from './block-items.ts';
import { beginsLine, lineEnd, nextLine } from './layout.ts';
import type { Comments } from './write-value.ts';

/** An item of a list in brackets with its comments. */
export interface FlowItem {
  /** Where it begins: with the comments in the lines directly above it. */
  readonly start: number;
  readonly comments: Comments;
  /** What is removed with it, so that the list stays valid: its comma, and its lines if nothing else is in them. */
  readonly removed: Span;
}

export function flowItemAt(text: string, { items, ...array }: ArrayNode, index: number): FlowItem {
  const { start, end } = items[index] ?? array;
  const before = items[index - 1]?.end ?? array.start + 1;
  const next = items[index + 1]?.start;
  const comma = commaAfter(text, end, next ?? array.end - 1) ?? end;
  const isCommented =
    text.slice(before, start).includes('#') || text.slice(end, next ?? array.end).includes('#');
  const tail = /[ \t]*(?:,[ \t]*)?(#[^\r\n]*)?/y;
  tail.lastIndex = end;
  const after = tail.exec(text)?.[1] ?? '';
  const tailEnd = tail.lastIndex;
  // A comma in another line separates it from the item there.
  if (!isCommented || comma > tailEnd)
    return { start, comments: { above: [], after: '' }, removed: { start, end: comma } };
  const isLast = tailEnd === lineEnd(text, tailEnd);
  if (!beginsLine(text, start))
    return {
      start,
      comments: { above: [], after },
      removed: { start, end: isLast ? tailEnd : (next ?? comma) },
    };
  const firstLine = firstComment(text, lineStart(text, start), nextLine(text, before));
  const above = text
    .slice(firstLine, start)
    .split(/\r?\n/)
    .slice(0, -1)
    .map((line) => line.trim());
  const first = above.length === 0 ? start : text.indexOf('#', firstLine);
  const removed = isLast
    ? { start: firstLine, end: nextLine(text, tailEnd) }
    : { start: first, end: next ?? comma };
  return { start: first, comments: { above, after }, removed };
}

/** The offset after the comma between two offsets, comments aside. */
export function commaAfter(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    if (text[at] === ',') return at + 1;
    if (text[at] === '#') at = lineEnd(text, at) - 1;
  }
  return undefined;
}

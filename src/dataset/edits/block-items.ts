import type { ArrayNode } from '../document-tree.ts';
import { lineEnd, lineStart, nextLine, previousLineEnd } from '../text-positions.ts';
import { columnOf, indentAt } from './layout.ts';
import type { EditContext } from './properties.ts';
import { insertion, removal, type TextEdit } from './text-edit.ts';
import { ItemCopy, writeFlow, writeLines } from './write-value.ts';

/** The lines of an item in a YAML list with dashes, with its comments. */
export interface Block {
  /** The beginning of the line of the dash, or of the comments directly above it. */
  readonly start: number;
  /** The column of the dashes. */
  readonly column: number;
  readonly dash: number;
  /** The end of what the item contains, or in the last line of comments directly below that are indented more than the dash. */
  readonly contentEnd: number;
  /** The beginning of the next line. */
  readonly end: number;
}

/** Reads the items of YAML lists with dashes: several times of one list without searching the text again. */
export function blockReader(text: string): (array: ArrayNode) => readonly Block[] | undefined {
  const known = new Map<ArrayNode, readonly Block[] | undefined>();
  return (array) => {
    if (!known.has(array)) known.set(array, blocksOf(text, array));
    return known.get(array);
  };
}

/** The items of a YAML list with dashes, each of which begins a line; `undefined` for other layouts. */
export function blocksOf(text: string, { items, start, parent, property }: ArrayNode): Block[] | undefined {
  const column = columnOf(text, start);
  const blocks: Block[] = [];
  let from = lineStart(text, start);
  let commentsFrom = parent === undefined ? 0 : from;
  if (property !== undefined) commentsFrom = Math.min(from, nextLine(text, property.keySpan.end));
  for (const item of items) {
    const dashLine = findDash(text, from, column, Math.max(item.start, start));
    if (dashLine === undefined) return undefined;
    const dash = dashLine + column;
    const contentEnd = lastComment(text, Math.max(dash + 1, item.end), column);
    const end = nextLine(text, contentEnd);
    blocks.push({ start: firstComment(text, dashLine, commentsFrom), column, dash, contentEnd, end });
    from = end;
    commentsFrom = end;
  }
  return blocks;
}

/** Inserts values before the item at an index, or at the end. */
export function insertBlockItems(
  context: EditContext,
  array: ArrayNode,
  blocks: readonly Block[],
  index: number,
  values: readonly unknown[],
): TextEdit[] {
  const { text, layout } = context;
  const position = Math.min(index, blocks.length - 1);
  const sibling = array.items[position];
  const { dash = 0 } = blocks[position] ?? {};
  const indent = ' '.repeat(columnOf(text, dash));
  const gap = sibling && /^ +$/.test(text.slice(dash + 1, sibling.start)) ? sibling.start - dash - 1 : 1;
  const pad = ' '.repeat(gap);
  const isFlow = sibling?.type === 'object' && !sibling.isBlock;
  const items = values.map((value) => {
    if (value instanceof ItemCopy && value.block !== undefined)
      return value.block.map((line) => (line === '' ? line : indent + line)).join(layout.lineBreak);
    const written = isFlow ? writeFlow(value, context) : writeLines(value, context, `${indent} ${pad}`);
    return `${indent}-${pad}${written}`;
  });
  return insertLines(text, blocks, index, items.join(layout.lineBreak), layout.lineBreak);
}

/** Removes an item with its lines. A list that becomes empty is written as `[]`. */
export function removeBlockItem(
  text: string,
  array: ArrayNode,
  blocks: readonly Block[],
  index: number,
): TextEdit[] | undefined {
  const block = blocks[index];
  if (block === undefined) return undefined;
  const lines = removeLines(text, block);
  if (blocks.length > 1) return [lines];
  const { property } = array;
  if (property === undefined) return undefined;
  return [insertion(text.indexOf(':', property.keySpan.end) + 1, ' []'), lines];
}

/** Moves an item with its lines and the comments directly above it. */
export function moveBlockItem(
  text: string,
  blocks: readonly Block[],
  from: number,
  to: number,
  lineBreak: string,
): TextEdit[] | undefined {
  const block = blocks[from];
  if (block === undefined || blocks[to] === undefined) return undefined;
  const lines = text.slice(block.start, lineEnd(text, block.contentEnd));
  const moved = insertLines(text, blocks, from < to ? to + 1 : to, lines, lineBreak);
  return from < to ? [removeLines(text, block), ...moved] : [...moved, removeLines(text, block)];
}

/** Inserts lines, without their last line break, before the item at an index or after the last one. */
function insertLines(
  text: string,
  blocks: readonly Block[],
  index: number,
  lines: string,
  lineBreak: string,
): TextEdit[] {
  const next = blocks[index];
  if (next !== undefined) return [insertion(next.start, lines + lineBreak)];
  const last = blocks.at(-1);
  return last === undefined ? [] : [insertion(lineEnd(text, last.contentEnd), lineBreak + lines)];
}

/** Removes a block; at the end of the text without the line break that ends the line before. */
function removeLines(text: string, { start, contentEnd, end }: Block): TextEdit {
  const isUnended = lineEnd(text, contentEnd) === text.length;
  if (!isUnended || start === 0) return removal(start, end);
  return removal(previousLineEnd(text, start), end);
}

/** The beginning of the first line from an offset on that has a dash in a column, before or at another offset. */
function findDash(text: string, from: number, column: number, to: number): number | undefined {
  for (let line = from; line <= to && line < text.length; line = nextLine(text, line)) {
    const dash = line + column;
    const isItem = text[dash] === '-' && /^(?:\s|$)/.test(text.slice(dash + 1, dash + 2));
    if (isItem && indentAt(text, line).length === column) return line;
  }
  return undefined;
}

/** The beginning of the comments directly above a line. */
export function firstComment(text: string, line: number, notBefore: number): number {
  let first = line;
  while (first > notBefore) {
    const above = lineStart(text, previousLineEnd(text, first));
    if (above < notBefore || !isComment(text, above)) break;
    first = above;
  }
  return first;
}

/** The end of an item, or an offset in the last of the comments directly below it that are indented more than its dash. */
function lastComment(text: string, end: number, column: number): number {
  let last = end;
  for (let line = nextLine(text, end); line > last && line < text.length; line = nextLine(text, line)) {
    if (!isComment(text, line) || indentAt(text, line).length <= column) break;
    last = line;
  }
  return last;
}

function isComment(text: string, line: number): boolean {
  return text[line + indentAt(text, line).length] === '#';
}

import type { ArrayNode, TreeNode } from '../document-tree.ts';
import { indentAt, isMultiline, lineEnd, spacingLike } from './layout.ts';
import { type EditContext, replaceValue } from './properties.ts';
import { insertion, removal, type TextEdit } from './text-edit.ts';
import { writeFlow, writeLines } from './write-value.ts';

/** Inserts values into a list in brackets, JSON or YAML, before the item at an index or at the end. */
export function insertFlowItems(
  context: EditContext,
  array: ArrayNode,
  index: number,
  values: readonly unknown[],
): TextEdit[] {
  const sibling = array.items[Math.min(index, array.items.length - 1)];
  if (sibling === undefined) return fillEmpty(context, array, values);
  const texts = values.map((value) => writeLike(context, array, sibling, value));
  const { text, layout } = context;
  const separator = separatorAt(text, array, index, layout.lineBreak);
  const next = array.items[index];
  if (next !== undefined) {
    return [insertion(next.start, texts.map((each) => `${each},${separator}`).join(''))];
  }
  const end = array.items.at(-1)?.end ?? array.start + 1;
  const written = texts.join(`,${separator}`);
  // YAML allows a comma after the last item, and comments.
  const comma = commaAfter(text, end, array.end - 1);
  const from = comma ?? end;
  const comment = /^[ \t]*#/.test(text.slice(from, lineEnd(text, from)));
  if (!comment) return [insertion(from, `${comma === undefined ? ',' : ''}${separator}${written}`)];
  const lineBreak = separator.includes('\n') ? separator : layout.lineBreak + indentAt(text, end);
  const after = insertion(lineEnd(text, from), `${lineBreak}${written}`);
  return comma === undefined ? [insertion(end, ','), after] : [after];
}

/** Removes an item of a list in brackets, with its comma; `undefined` if there is something unknown around it. */
export function removeFlowItem(text: string, array: ArrayNode, index: number): TextEdit[] | undefined {
  const { items } = array;
  const item = items[index];
  if (item === undefined) return undefined;
  const before = items[index - 1];
  const after = items[index + 1];
  if (before === undefined && after === undefined) return [removeOnlyItem(text, array, item)];
  const gap = after === undefined ? gapBetween(text, before, item) : gapBetween(text, item, after);
  if (gap === undefined) return undefined;
  const comma = commaAfter(text, item.end, after?.start ?? array.end - 1);
  // Comments stay, and so may a comma that is then the last: YAML allows it.
  if (gap.includes('#')) return [removal(item.start, comma ?? item.end)];
  return [
    after === undefined ? removal(before?.end ?? item.start, item.end) : removal(item.start, after.start),
  ];
}

/** Moves an item of a list in brackets; `undefined` if there is something unknown between the items. */
export function moveFlowItem(
  text: string,
  array: ArrayNode,
  from: number,
  to: number,
): TextEdit[] | undefined {
  const { items } = array;
  const item = items[from];
  const target = items[to];
  const neighbour = items[from < to ? from + 1 : from - 1];
  if (item === undefined || target === undefined || neighbour === undefined) return undefined;
  const written = text.slice(item.start, item.end);
  if (from < to) {
    const gap = gapBetween(text, item, neighbour);
    if (gap === undefined) return undefined;
    return [removal(item.start, neighbour.start), insertion(target.end, gap + written)];
  }
  const gap = gapBetween(text, neighbour, item);
  if (gap === undefined) return undefined;
  return [insertion(target.start, written + gap), removal(neighbour.end, item.end)];
}

function fillEmpty(context: EditContext, array: ArrayNode, values: readonly unknown[]): TextEdit[] {
  const { text, layout } = context;
  const isBlank = text.slice(array.start + 1, array.end - 1).trim() === '';
  if (!isBlank) {
    const written = values.map((value) => writeFlow(value, context)).join(layout.comma);
    return [insertion(array.start + 1, written)];
  }
  const edit = replaceValue(context, array, values);
  const rest = text.slice(array.end, lineEnd(text, array.end));
  // The items of a block begin in the next line, after a comment.
  return array.parent?.isBlock && rest !== ''
    ? [removal(edit.start, edit.end), insertion(lineEnd(text, array.end), edit.newText)]
    : [edit];
}

/** A value written like another item. */
function writeLike(context: EditContext, array: ArrayNode, sibling: TreeNode, value: unknown): string {
  const { text, format } = context;
  const first = sibling.type === 'object' ? sibling.properties[0] : undefined;
  const spacedBraces = first === undefined ? context.layout.spacedBraces : text[sibling.start + 1] === ' ';
  const layout = { ...context.layout, spacedBraces, ...(first ? spacingLike(text, first) : {}) };
  const style = { ...context, layout };
  const isLong =
    format === 'json' &&
    (sibling.type === 'scalar'
      ? isMultiline(text, array.start, sibling.start)
      : isMultiline(text, sibling.start, sibling.end));
  const indent = indentAt(text, sibling.start);
  return isLong ? writeLines(value, style, indent) : writeFlow(value, style, indent);
}

/** What separates the items around an index, after the comma. */
function separatorAt(text: string, { items, start }: ArrayNode, index: number, lineBreak: string): string {
  const second = Math.min(Math.max(index, 1), items.length - 1);
  const before = items[second - 1];
  const after = items[second];
  if (before !== undefined && after !== undefined) {
    const gap = text.slice(before.end, after.start);
    const blanks = gap.slice(gap.indexOf(',') + 1);
    if (blanks.trim() === '') return blanks;
  }
  const item = after ?? before ?? items[0];
  if (item === undefined) return ' ';
  if (isMultiline(text, before?.end ?? start, item.start)) return lineBreak + indentAt(text, item.start);
  const first = item.type === 'object' ? item.properties[0] : undefined;
  return first === undefined ? ' ' : spacingLike(text, first).comma.slice(1);
}

function removeOnlyItem(text: string, array: ArrayNode, item: TreeNode): TextEdit {
  const end = commaAfter(text, item.end, array.end - 1) ?? item.end;
  const rest = text.slice(array.start + 1, item.start) + text.slice(end, array.end - 1);
  return rest.trim() === '' ? removal(array.start + 1, array.end - 1) : removal(item.start, end);
}

/** The text between two items, if it is only a comma, white space and comments. */
function gapBetween(text: string, before: TreeNode | undefined, after: TreeNode): string | undefined {
  const gap = text.slice(before?.end ?? after.start, after.start);
  return /^[\s,]*$/.test(gap.replace(/#[^\r\n]*/g, '')) ? gap : undefined;
}

/** The offset after the comma between two offsets, comments aside. */
function commaAfter(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    if (text[at] === ',') return at + 1;
    if (text[at] === '#') at = lineEnd(text, at) - 1;
  }
  return undefined;
}

import type { ArrayNode, TreeNode } from '../document-tree.ts';
import { commaAfter, flowItemAt } from './flow-comments.ts';
import { beginsLine, indentAt, isMultiline, lineEnd, spacingLike } from './layout.ts';
import { type EditContext, replaceValue } from './properties.ts';
import { insertion, removal, type TextEdit } from './text-edit.ts';
import { ItemCopy, writeFlow, writeLines } from './write-value.ts';

/** Inserts values into a list in brackets, JSON or YAML, before the item at an index or at the end. */
export function insertFlowItems(
  context: EditContext,
  array: ArrayNode,
  index: number,
  values: readonly unknown[],
): TextEdit[] {
  const sibling = array.items[Math.min(index, array.items.length - 1)];
  if (sibling === undefined) return fillEmpty(context, array, values);
  const { text, layout } = context;
  const write = writerLike(context, array, sibling);
  const separator = separatorAt(text, array, index, layout.lineBreak);
  const indent = indentAt(text, sibling.start) + (beginsLine(text, sibling.start) ? '' : layout.indent);
  const lineBreak = layout.lineBreak + indent;
  const nextLine = separator.includes('\n') ? separator : lineBreak;
  const isAtEnd = index === array.items.length;
  // YAML allows a comma after the last item, and comments.
  const lastComma = isAtEnd ? commaAfter(text, sibling.end, array.end - 1) : undefined;
  let written = '';
  let comment = '';
  for (const [at, value] of values.entries()) {
    const { above = [], after = '' } = (value instanceof ItemCopy && value.comments) || {};
    if (at > 0) written += above.length > 0 || comment !== '' ? nextLine : separator;
    const comma = isAtEnd && lastComma === undefined && at === values.length - 1 ? '' : ',';
    comment = after === '' ? '' : ` ${after}`;
    written += [...above, write(value)].join(lineBreak) + comma + comment;
  }
  const isCommented = written.startsWith('#');
  if (!isAtEnd) {
    const { start } = flowItemAt(text, array, index);
    const begin = isCommented && !beginsLine(text, start) ? lineBreak : '';
    return [insertion(start, begin + written + (comment === '' ? separator : nextLine))];
  }
  const from = lastComma ?? sibling.end;
  const end = lineEnd(text, from);
  const rest = text.slice(from, end).trim();
  if (rest.startsWith('#')) {
    const after = insertion(end, nextLine + written);
    return lastComma === undefined ? [insertion(sibling.end, ','), after] : [after];
  }
  const begin = `${lastComma === undefined ? ',' : ''}${isCommented ? nextLine : separator}`;
  const close = comment !== '' && rest !== '' ? layout.lineBreak + indentAt(text, array.start) : '';
  return [insertion(from, begin + written + close)];
}

/** Removes an item of a list in brackets, with its comma and its comments; `undefined` if there is something unknown around it. */
export function removeFlowItem(text: string, array: ArrayNode, index: number): TextEdit[] | undefined {
  const { items } = array;
  const item = items[index];
  if (item === undefined) return undefined;
  const before = items[index - 1];
  const after = items[index + 1];
  const { removed } = flowItemAt(text, array, index);
  if (before === undefined && after === undefined) {
    const rest = text.slice(array.start + 1, removed.start) + text.slice(removed.end, array.end - 1);
    return [
      rest.trim() === '' ? removal(array.start + 1, array.end - 1) : removal(removed.start, removed.end),
    ];
  }
  const gaps = [before && gapBetween(text, before, item), after && gapBetween(text, item, after)];
  const gap = after === undefined ? gaps[0] : gaps[1];
  if (gap === undefined) return undefined;
  // A comma may then be the last: YAML allows it.
  if (gaps.some((each) => each?.includes('#'))) return [removal(removed.start, removed.end)];
  return [
    after === undefined ? removal(before?.end ?? item.start, item.end) : removal(item.start, after.start),
  ];
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

/** Writes values like another item. */
function writerLike(context: EditContext, array: ArrayNode, sibling: TreeNode): (value: unknown) => string {
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
  return (value) => (isLong ? writeLines(value, style, indent) : writeFlow(value, style, indent));
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

/** The text between two items, if it is only a comma, white space and comments. */
function gapBetween(text: string, before: TreeNode, after: TreeNode): string | undefined {
  const gap = text.slice(before.end, after.start);
  return /^[\s,]*$/.test(gap.replace(/#[^\r\n]*/g, '')) ? gap : undefined;
}

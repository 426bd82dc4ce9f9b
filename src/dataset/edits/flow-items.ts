import type { ArrayNode, TreeNode } from '../document-tree.ts';
import { lineEnd } from '../text-positions.ts';
import { indentAt, isMultiline, spacingLike } from './layout.ts';
import { type EditContext, replaceValue } from './properties.ts';
import { insertion, removal, type TextEdit } from './text-edit.ts';
import { writeFlow, writeLines } from './write-value.ts';

/** Whether there are comments between the items of a list in brackets, which belong to one of them or to none. */
export function hasComments(text: string, { items, start, end }: ArrayNode): boolean {
  const ends = [start + 1, ...items.map((item) => item.end)];
  return ends.some((from, index) => text.slice(from, items[index]?.start ?? end).includes('#'));
}

/** Inserts values into a list in brackets, JSON or YAML, before the item at an index or at the end. */
export function insertFlowItems(
  context: EditContext,
  array: ArrayNode,
  index: number,
  values: readonly unknown[],
): TextEdit[] {
  const sibling = array.items[Math.min(index, array.items.length - 1)];
  if (sibling === undefined) return fillEmpty(context, array, values);
  const separator = separatorAt(context.text, array, index, context.layout.lineBreak);
  const written = values.map(writerLike(context, array, sibling)).join(`,${separator}`);
  if (index < array.items.length) return [insertion(sibling.start, `${written},${separator}`)];
  // YAML allows a comma after the last item.
  const comma = context.text.slice(sibling.end, array.end - 1).indexOf(',') + 1;
  return comma > 0
    ? [insertion(sibling.end + comma, `${separator}${written},`)]
    : [insertion(sibling.end, `,${separator}${written}`)];
}

function fillEmpty(context: EditContext, array: ArrayNode, values: readonly unknown[]): TextEdit[] {
  const { text } = context;
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
  const inBrace = first === undefined ? '\n' : text[sibling.start + 1];
  const isLine = inBrace === '\n' || inBrace === '\r';
  const spacedBraces = isLine ? context.layout.spacedBraces : inBrace === ' ';
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

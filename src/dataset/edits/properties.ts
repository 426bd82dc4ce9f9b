import type { ObjectNode, PropertyNode, TreeNode } from '../document-tree.ts';
import type { Span } from '../problem.ts';
import { lineEnd, lineStart, nextLine, previousLineEnd } from '../text-positions.ts';
import { beginsLine, columnOf, indentAt, isMultiline, spacingLike } from './layout.ts';
import { insertion, removal, type TextEdit } from './text-edit.ts';
import { type ValueStyle, writeFlow, writeKey, writeLines } from './write-value.ts';

/** A document's text, and how values are written into it. */
export interface EditContext extends ValueStyle {
  readonly text: string;
}

/** Adds a property to an object that has some: the name before them, others after them. */
export function addProperty(
  context: EditContext,
  object: ObjectNode,
  key: string,
  value: unknown,
): TextEdit | undefined {
  const { text, format } = context;
  const [first] = object.properties;
  const last = object.properties.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const isFirst = key === 'name';
  const neighbour = isFirst ? first : last;
  const layout = { ...context.layout, ...spacingLike(text, neighbour) };
  const style = { ...context, layout };

  if (object.isBlock) {
    const pad = ' '.repeat(columnOf(text, first.keySpan.start));
    const written = writeLines({ [key]: value }, style, pad);
    return isFirst
      ? insertion(first.keySpan.start, `${written}${layout.lineBreak}${pad}`)
      : insertion(lineEnd(text, propertyEnd(last)), `${layout.lineBreak}${pad}${written}`);
  }

  const before = object.properties[object.properties.indexOf(neighbour) - 1];
  const start = before === undefined ? object.start : propertyEnd(before);
  const ownLine = isMultiline(text, start, neighbour.keySpan.start);
  const indent = indentAt(text, neighbour.keySpan.start);
  const separator = ownLine ? layout.lineBreak + indent : layout.comma.slice(1);
  const isLong = format === 'json' && ownLine;
  const written = isLong ? writeLines(value, style, indent) : writeFlow(value, style);
  const property = `${writeKey(key, style)}${format === 'json' ? layout.colon : ': '}${written}`;
  return isFirst
    ? insertion(first.keySpan.start, `${property},${separator}`)
    : insertion(propertyEnd(last), `,${separator}${property}`);
}

/** Removes a property from its object, with the comma or the line that it leaves behind. */
export function removeProperty(text: string, object: ObjectNode, property: PropertyNode): TextEdit {
  const { properties } = object;
  const [start, end] = [property.keySpan.start, propertyEnd(property)];
  if (object.isBlock)
    return properties.length > 1 ? removeFromBlock(text, start, end) : { start, end, newText: '{}' };
  const index = properties.indexOf(property);
  const first = Math.max(0, index - 1);
  const near = properties.slice(first, index + 2);
  const parts = near.map((each) => ({ start: each.keySpan.start, end: propertyEnd(each) }));
  return removeFlowPart(object, parts, index - first);
}

/** Removes one of the parts of what is in braces or brackets, with its comma. */
export function removeFlowPart({ start, end }: Span, parts: readonly Span[], index: number): TextEdit {
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]];
  if (part !== undefined && after !== undefined) return removal(part.start, after.start);
  return before === undefined || part === undefined
    ? removal(start + 1, end - 1)
    : removal(before.end, part.end);
}

function removeFromBlock(text: string, start: number, end: number): TextEdit {
  const next = nextLine(text, end);
  const line = lineStart(text, start);
  const isOwnLine = text.slice(line, start).trim() === '';
  // After a dash, the next key moves up to where this one was, unless there are comments in between.
  if (!isOwnLine) {
    const key = next + indentAt(text, next).length;
    return removal(start, text[key] === '#' ? lineEnd(text, end) : key);
  }
  if (next < text.length || line === 0) return removal(line, next);
  return removal(previousLineEnd(text, line), next);
}

/** Replaces a value, or adds one after a YAML key or dash that has none. */
export function replaceValue(context: EditContext, node: TreeNode, value: unknown): TextEdit {
  const { text, format, layout } = context;
  const { parent, property } = node;
  if (parent === undefined || !parent.isBlock) {
    const isLong = format === 'json' && beginsLine(text, property?.keySpan.start ?? node.start);
    const newText = isLong
      ? writeLines(value, context, indentAt(text, node.start))
      : writeFlow(value, context);
    return { start: node.start, end: node.end, newText };
  }
  if (property !== undefined) {
    const colon = text.indexOf(':', property.keySpan.end) + 1;
    const pad = ' '.repeat(columnOf(text, property.keySpan.start) + 2);
    const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    const written = isBlock
      ? `${layout.lineBreak}${pad}${writeLines(value, context, pad)}`
      : ` ${writeFlow(value, context)}`;
    return { start: colon, end: Math.max(colon, node.end), newText: written };
  }
  const isEmpty = node.start === node.end;
  const start = isEmpty ? text.lastIndexOf('-', node.start) + 1 : node.start;
  const pad = ' '.repeat(columnOf(text, start) + (isEmpty ? 1 : 0));
  const written = writeLines(value, context, pad);
  return { start, end: Math.max(start, node.end), newText: isEmpty ? ` ${written}` : written };
}

/** The offset after a property and its value. */
function propertyEnd({ keySpan, value }: PropertyNode): number {
  return Math.max(keySpan.end, value === undefined || value.start === value.end ? 0 : value.end);
}

import type { ObjectNode, PropertyNode, TreeNode } from '../document-tree.ts';
import { flowSnippet, jsonSnippet, yamlSnippet } from '../language/snippet.ts';
import { lineStart } from '../text-positions.ts';
import type { Edit } from './fix.ts';
import type { FixContext } from './fix-context.ts';
import { beginsLine, columnOf, indentAt, isMultiline, type Layout, lineEnd } from './layout.ts';

/** Strings of a body are snippets, as in the schema's `defaultSnippets`. */
type Body = unknown;

/** Adds a property to an object that has some: the name before them, others after them. */
export function addProperty(
  context: FixContext,
  object: ObjectNode,
  key: string,
  body: Body,
): Edit | undefined {
  const { text, format, layout } = context;
  const [first] = object.properties;
  const last = object.properties.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const isFirst = key === 'name';

  if (object.isBlock) {
    const pad = ' '.repeat(columnOf(text, first.keySpan.start));
    const written = withLineBreaks(yamlSnippet({ [key]: body }, pad), layout);
    return isFirst
      ? insertion(first.keySpan.start, `${written}${layout.lineBreak}${pad}`)
      : insertion(lineEnd(text, propertyEnd(last)), `${layout.lineBreak}${pad}${written}`);
  }

  const neighbour = isFirst ? first : last;
  const before = object.properties[object.properties.indexOf(neighbour) - 1];
  const ownLine = isMultiline(
    text,
    before === undefined ? object.start : propertyEnd(before),
    neighbour.keySpan.start,
  );
  const indent = indentAt(text, neighbour.keySpan.start);
  const separator = ownLine ? layout.lineBreak + indent : ' ';
  const value =
    format === 'json' && ownLine ? indented(jsonSnippet(body), indent, layout) : flow(context, body);
  const written = `${format === 'json' ? `"${key}"` : key}: ${value}`;
  return isFirst
    ? insertion(first.keySpan.start, `${written},${separator}`)
    : insertion(propertyEnd(last), `,${separator}${written}`);
}

/** Takes a property out of its object, with the comma or the line that it leaves behind. */
export function removeProperty(
  { text }: Pick<FixContext, 'text'>,
  object: ObjectNode,
  property: PropertyNode,
): Edit {
  const index = object.properties.indexOf(property);
  const before = object.properties[index - 1];
  const after = object.properties[index + 1];
  const start = property.keySpan.start;
  const end = propertyEnd(property);
  if (before === undefined && after === undefined)
    return object.isBlock ? removal(start, end, '{}') : removal(object.start + 1, object.end - 1);
  if (object.isBlock) return removeFromBlock(text, start, end);
  if (after !== undefined) return removal(start, after.keySpan.start);
  return removal(before === undefined ? start : propertyEnd(before), end);
}

function removeFromBlock(text: string, start: number, end: number): Edit {
  const lineBreak = /\r\n?|\n|$/y;
  lineBreak.lastIndex = lineEnd(text, end);
  lineBreak.test(text);
  const next = lineBreak.lastIndex;
  const line = lineStart(text, start);
  const isOwnLine = text.slice(line, start).trim() === '';
  // After a dash, the next key comes up to where this one stood, unless comments are in between.
  if (!isOwnLine) {
    const blank = /[ \t]*/y;
    blank.lastIndex = next;
    blank.test(text);
    return text[blank.lastIndex] === '#'
      ? removal(start, lineEnd(text, end))
      : removal(start, blank.lastIndex);
  }
  if (next < text.length || line === 0) return removal(line, next);
  return removal(lineEnd(text, Math.max(0, line - (text.slice(line - 2, line) === '\r\n' ? 2 : 1))), next);
}

/** Puts a value in the place of one, or where one is missing after a YAML key or dash. */
export function replaceValue(context: FixContext, node: TreeNode, body: Body): Edit {
  const { text, format, layout } = context;
  const { parent, property } = node;
  const isBlockBody = typeof body === 'object' && body !== null;
  if (parent === undefined || !parent.isBlock) {
    const indent = indentAt(text, node.start);
    const written =
      format === 'json' && beginsLine(text, property?.keySpan.start ?? node.start)
        ? indented(jsonSnippet(body), indent, layout)
        : flow(context, body);
    return { start: node.start, end: node.end, newText: written, isSnippet: true };
  }
  if (property !== undefined) {
    const colon = text.indexOf(':', property.keySpan.end) + 1;
    const pad = ' '.repeat(columnOf(text, property.keySpan.start) + 2);
    const written = isBlockBody
      ? `${layout.lineBreak}${pad}${withLineBreaks(yamlSnippet(body, pad), layout)}`
      : ` ${String(body)}`;
    return { start: colon, end: Math.max(colon, node.end), newText: written, isSnippet: true };
  }
  const isEmpty = node.start === node.end;
  const start = isEmpty ? text.lastIndexOf('-', node.start) + 1 : node.start;
  const pad = ' '.repeat(columnOf(text, start) + (isEmpty ? 1 : 0));
  const written = withLineBreaks(yamlSnippet(body, pad), layout);
  return {
    start,
    end: Math.max(start, node.end),
    newText: isEmpty ? ` ${written}` : written,
    isSnippet: true,
  };
}

/** The offset after a property and its value. */
function propertyEnd({ keySpan, value }: PropertyNode): number {
  return Math.max(keySpan.end, value === undefined || value.start === value.end ? 0 : value.end);
}

function flow({ format, layout }: FixContext, body: Body): string {
  return format === 'yaml' && typeof body !== 'object'
    ? String(body)
    : flowSnippet(body, layout.spacedBraces);
}

/** A JSON snippet's lines below another line. */
function indented(snippet: string, indent: string, { lineBreak, indent: step }: Layout): string {
  return snippet.replace(/\n(\t*)/g, (_, tabs: string) => lineBreak + indent + step.repeat(tabs.length));
}

function withLineBreaks(snippet: string, { lineBreak }: Layout): string {
  return snippet.replaceAll('\n', lineBreak);
}

function insertion(at: number, newText: string): Edit {
  return { start: at, end: at, newText, isSnippet: true };
}

function removal(start: number, end: number, newText = ''): Edit {
  return { start, end, newText };
}

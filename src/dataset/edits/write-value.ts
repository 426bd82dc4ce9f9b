import { isRecord } from '../../is-record.ts';
import type { DocumentFormat } from '../dataset.ts';
import type { Span } from '../problem.ts';
import type { Layout } from './layout.ts';

/** How values are written into a document. */
export interface ValueStyle {
  readonly format: DocumentFormat;
  readonly layout: Layout;
  /** Writes a string, with its quotes if it needs any. Fixes write snippets here. */
  readonly writeString: (value: string) => string;
}

/** A string as the value of a document, in quotes if YAML could read it as another value. */
export function stringLiteral(format: DocumentFormat): (value: string) => string {
  return format === 'json' ? JSON.stringify : yamlString;
}

/** A string as YAML: plain if it is unambiguous, otherwise in double quotes. */
export function yamlString(text: string): string {
  const isPlain = /^\p{L}[\p{L}\p{N}_.()<>-]*$/u.test(text) && !/^(?:true|false|null)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

/** An item of a list as it is written in another place. */
export class ItemCopy {
  /** Its value, for places where its text can't be. */
  readonly value: () => unknown;
  /** Its lines in a YAML list with dashes: its comments and the dash, too. */
  readonly block: readonly string[] | undefined;
  /** Its lines in a list in brackets, without its comments. */
  readonly inline: readonly string[] | undefined;

  constructor(value: () => unknown, block?: readonly string[], inline?: readonly string[]) {
    this.value = value;
    this.block = block;
    this.inline = inline;
  }
}

/** A value on one line: JSON, or YAML in flow style. A copy keeps its lines, which `indent` indents. */
export function writeFlow(value: unknown, style: ValueStyle, indent = ''): string {
  if (value instanceof ItemCopy)
    return value.inline?.join(style.layout.lineBreak + indent) ?? writeFlow(value.value(), style);
  if (typeof value === 'string') return style.writeString(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const { layout } = style;
  if (Array.isArray(value)) return `[${value.map((item) => writeFlow(item, style)).join(layout.comma)}]`;
  const colon = style.format === 'json' ? layout.colon : ': ';
  const members = Object.entries(value).map(
    ([key, member]) => `${writeKey(key, style)}${colon}${writeFlow(member, style)}`,
  );
  const inner = members.join(layout.comma);
  return layout.spacedBraces && inner !== '' ? `{ ${inner} }` : `{${inner}}`;
}

/** A value over several lines, of which those after the first are indented by `indent`: JSON, or YAML in block style. */
export function writeLines(value: unknown, style: ValueStyle, indent: string): string {
  return style.format === 'json'
    ? jsonLines(value, style, indent)
    : yamlLines(value, style)
        .map((line, index) => (index === 0 || line === '' ? line : indent + line))
        .join(style.layout.lineBreak);
}

export function writeKey(key: string, { format }: ValueStyle): string {
  return format === 'json' ? JSON.stringify(key) : yamlString(key);
}

function jsonLines(value: unknown, style: ValueStyle, indent: string): string {
  if (value instanceof ItemCopy && value.inline === undefined) return jsonLines(value.value(), style, indent);
  if (isShort(value) || value instanceof ItemCopy) return writeFlow(value, style, indent);
  const { layout } = style;
  const inner = indent + layout.indent;
  const isArray = Array.isArray(value);
  const parts = isArray
    ? value.map((item) => (isOnOneLine(item, style) ? writeFlow(item, style) : jsonLines(item, style, inner)))
    : Object.entries(value as object).map(
        ([key, member]) => `${writeKey(key, style)}${layout.colon}${jsonLines(member, style, inner)}`,
      );
  const [open, close] = isArray ? '[]' : '{}';
  const lineBreak = layout.lineBreak + inner;
  return `${open}${lineBreak}${parts.join(`,${lineBreak}`)}${layout.lineBreak}${indent}${close}`;
}

function yamlLines(value: unknown, style: ValueStyle): string[] {
  if (value instanceof ItemCopy) return yamlLines(value.value(), style);
  if (isShort(value)) return [writeFlow(value, style)];
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item, style));
  return Object.entries(value as object).flatMap(([key, member]) => {
    const lines = yamlLines(member, style);
    return isShort(member)
      ? [`${writeKey(key, style)}: ${lines[0]}`]
      : [`${writeKey(key, style)}:`, ...lines.map((line) => (line === '' ? line : `  ${line}`))];
  });
}

/** The lines of an item in a YAML list with dashes. */
function itemLines(item: unknown, style: ValueStyle): readonly string[] {
  if (item instanceof ItemCopy) return item.block ?? itemLines(item.value(), style);
  if (isOnOneLine(item, style)) return [`- ${writeFlow(item, style)}`];
  return yamlLines(item, style).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));
}

/** Whether an item of a new list is a column on one line. */
function isOnOneLine(item: unknown, { layout }: ValueStyle): boolean {
  if (!layout.columnsOnOneLine || !isRecord(item) || item instanceof ItemCopy) return false;
  return Object.values(item).every((value) => typeof value !== 'object' || value === null);
}

/** Whether a value fits on the line of its key: it is a scalar, or empty. */
function isShort(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return (Array.isArray(value) ? value : Object.entries(value)).length === 0;
}

/** A string that replaces another one, in the same quotes if they can represent it. */
export function stringLike(text: string, { start }: Span, format: DocumentFormat, value: string): string {
  if (format === 'json' || text[start] === '"') return JSON.stringify(value);
  const isSingleQuoted = text[start] === "'" && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);
  return isSingleQuoted ? `'${value.replaceAll("'", "''")}'` : plainOr(value);
}

/** A plain string stays plain if possible, even with spaces between words. */
function plainOr(value: string): string {
  const words = value.split(' ');
  return words.length > 1 && words.every((word) => /^\p{L}[\p{L}\p{N}_.()<>-]*$/u.test(word))
    ? value
    : yamlString(value);
}

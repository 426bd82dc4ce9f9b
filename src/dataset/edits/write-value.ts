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

/** A value on one line: JSON, or YAML in flow style. */
export function writeFlow(value: unknown, style: ValueStyle): string {
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
    : yamlLines(value, style).join(style.layout.lineBreak + indent);
}

export function writeKey(key: string, { format }: ValueStyle): string {
  return format === 'json' ? JSON.stringify(key) : yamlString(key);
}

function jsonLines(value: unknown, style: ValueStyle, indent: string): string {
  if (typeof value !== 'object' || value === null) return writeFlow(value, style);
  const { layout } = style;
  const inner = indent + layout.indent;
  const isArray = Array.isArray(value);
  const parts = isArray
    ? value.map((item) => jsonLines(item, style, inner))
    : Object.entries(value).map(
        ([key, member]) => `${writeKey(key, style)}${layout.colon}${jsonLines(member, style, inner)}`,
      );
  const [open, close] = isArray ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  const lineBreak = layout.lineBreak + inner;
  return `${open}${lineBreak}${parts.join(`,${lineBreak}`)}${layout.lineBreak}${indent}${close}`;
}

function yamlLines(value: unknown, style: ValueStyle): string[] {
  if (isEmpty(value)) return [writeFlow(value, style)];
  if (Array.isArray(value)) {
    return value.flatMap((item) =>
      yamlLines(item, style).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`)),
    );
  }
  return Object.entries(value as object).flatMap(([key, member]) => {
    const lines = yamlLines(member, style);
    return isEmpty(member)
      ? [`${writeKey(key, style)}: ${lines[0]}`]
      : [`${writeKey(key, style)}:`, ...lines.map((line) => `  ${line}`)];
  });
}

/** Whether a value fits on the line of its key: it is a scalar, or empty. */
function isEmpty(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
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

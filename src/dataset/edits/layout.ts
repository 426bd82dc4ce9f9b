import { type PropertyNode, propertyOf, type TreeNode } from '../document-tree.ts';
import { lineStart } from '../text-positions.ts';

/** How a document is laid out, so that what is added looks like the rest. */
export interface Layout {
  readonly lineBreak: string;
  /** One level of indentation. */
  readonly indent: string;
  /** A space inside the braces of an object on one line. */
  readonly spacedBraces: boolean;
  /** Between a property name and its value in JSON. */
  readonly colon: string;
  /** Between items or properties on one line. */
  readonly comma: string;
  /** Whether each column of a new table is on one line. */
  readonly columnsOnOneLine: boolean;
}

/** `indent`: one level of indentation for a document that has none yet. */
export function layoutOf(text: string, root: TreeNode | undefined, indent = '  '): Layout {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const first = root?.type === 'object' ? root.properties[0] : undefined;
  // YAML has none here, and uses two spaces.
  const isIndented = first !== undefined && isMultiline(text, root?.start ?? 0, first.keySpan.start);
  return {
    lineBreak,
    indent: (isIndented && indentAt(text, first.keySpan.start)) || indent,
    spacedBraces: /\{ +["'\w]/.test(text),
    ...spacingLike(text, first),
    columnsOnOneLine: hasColumnsOnOneLine(text, root),
  };
}

/** By the first column. */
function hasColumnsOnOneLine(text: string, root: TreeNode | undefined): boolean {
  const tables = root && propertyOf(root, 'tables')?.value;
  for (const table of tables?.type === 'array' ? tables.items : []) {
    const columns = propertyOf(table, 'columns')?.value;
    const column = columns?.type === 'array' ? columns.items[0] : undefined;
    if (column) return text[column.start] === '{' && !isMultiline(text, column.start, column.end);
  }
  return false;
}

/** No spaces where a JSON property has its value directly after the colon, as programs write it. */
export function spacingLike(
  text: string,
  property: PropertyNode | undefined,
): Pick<Layout, 'colon' | 'comma'> {
  const isCompact =
    property?.value !== undefined &&
    text[property.keySpan.start] === '"' &&
    text.slice(property.keySpan.end, property.value.start) === ':';
  return isCompact ? { colon: ':', comma: ',' } : { colon: ': ', comma: ', ' };
}

/** The white space that the line of an offset begins with. */
export function indentAt(text: string, offset: number): string {
  const blanks = /[ \t]*/y;
  blanks.lastIndex = lineStart(text, offset);
  return blanks.exec(text)?.[0] ?? '';
}

/** The column of an offset, in UTF-16 units. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Whether only white space precedes an offset in its line, and the line isn't the first. */
export function beginsLine(text: string, offset: number): boolean {
  const start = lineStart(text, offset);
  return start > 0 && text.slice(start, offset).trim() === '';
}

export function isMultiline(text: string, start: number, end: number): boolean {
  return /[\r\n]/.test(text.slice(start, end));
}

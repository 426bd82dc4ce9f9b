import type { TreeNode } from '../document-tree.ts';
import { lineStart } from '../text-positions.ts';

/** How a document is laid out, so that what is added looks like the rest. */
export interface Layout {
  readonly lineBreak: string;
  /** One step of indentation. */
  readonly indent: string;
  /** A space inside the braces of an object on one line. */
  readonly spacedBraces: boolean;
}

export function layoutOf(text: string, root: TreeNode | undefined): Layout {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  return { lineBreak, indent: firstIndent(text, root) ?? '  ', spacedBraces: /\{ +["'\w]/.test(text) };
}

/** What a dataset's properties are indented by. YAML has none there, and takes two spaces. */
function firstIndent(text: string, root: TreeNode | undefined): string | undefined {
  const first = root?.type === 'object' ? root.properties[0] : undefined;
  if (root === undefined || first === undefined || !isMultiline(text, root.start, first.keySpan.start))
    return undefined;
  return indentAt(text, first.keySpan.start) || undefined;
}

/** The white space that the line of an offset begins with. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';
}

/** The offset of the break that ends the line of an offset, or of the text's end. */
export function lineEnd(text: string, offset: number): number {
  const found = /[\r\n]/g;
  found.lastIndex = offset;
  return found.exec(text)?.index ?? text.length;
}

/** The column of an offset, in UTF-16 units. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Whether nothing but white space stands before an offset in its line, which isn't the first. */
export function beginsLine(text: string, offset: number): boolean {
  const start = lineStart(text, offset);
  return start > 0 && text.slice(start, offset).trim() === '';
}

export function isMultiline(text: string, start: number, end: number): boolean {
  return /[\r\n]/.test(text.slice(start, end));
}

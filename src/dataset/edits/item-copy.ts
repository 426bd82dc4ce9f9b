import type { DocumentFormat } from '../dataset.ts';
import { type ArrayNode, propertyOf, type TreeNode } from '../document-tree.ts';
import type { Span } from '../problem.ts';
import type { Block } from './block-items.ts';
import { flowItemAt } from './flow-comments.ts';
import { columnOf, indentAt, lineEnd } from './layout.ts';
import { applyEdits } from './text-edit.ts';
import { ItemCopy, stringLike, WrittenScalar } from './write-value.ts';

/** A text that items are copied from. */
export interface CopySource {
  readonly text: string;
  readonly format: DocumentFormat;
  /** The items of a YAML list with dashes (`blockReader`). */
  readonly blocksOf: (array: ArrayNode) => readonly Block[] | undefined;
}

/**
 * Copies an item as it is written, with its comments, to a document of a format. `index`: its position in its list. `name`:
 * its new name, unless it keeps the one it has. `undefined` if it has no name to replace, or an unusual layout.
 */
export function copyItem(
  source: CopySource,
  node: TreeNode,
  index: number,
  to: DocumentFormat,
  name?: string,
): ItemCopy | undefined {
  const { text, format } = source;
  const { parent } = node;
  const named = propertyOf(node, 'name')?.value;
  if (name !== undefined && (named?.type !== 'scalar' || named.start === named.end)) return undefined;
  const isRenamed = name !== undefined && named?.type === 'scalar' && named.value !== name;
  const read = (start: number, end: number): string => {
    if (!isRenamed) return text.slice(start, end);
    const newText = stringLike(text, named, format, name);
    return applyEdits(text.slice(start, end), [
      { start: named.start - start, end: named.end - start, newText },
    ]);
  };
  const value = () => {
    const written = writtenValue(source, node, to);
    return isRenamed && written instanceof Map ? written.set('name', name) : written;
  };
  if (format !== to) return new ItemCopy(value);
  if (parent?.type === 'array' && parent.isBlock) {
    const found = source.blocksOf(parent)?.[index];
    if (found === undefined) return undefined;
    const block = dedented(read(found.start, lineEnd(text, found.contentEnd)), found.column);
    const above = block.slice(
      0,
      block.findIndex((line) => !line.startsWith('#')),
    );
    if (node.type === 'object' && node.isBlock)
      return new ItemCopy(value, { block, comments: { above, after: '' } });
    const after = /^[ \t]*(#.*)/.exec(text.slice(node.end, lineEnd(text, node.end)))?.[1] ?? '';
    return new ItemCopy(value, { block, inline: inlineOf(text, node, read), comments: { above, after } });
  }
  if (node.type === 'object' && node.isBlock) {
    const column = columnOf(text, node.start);
    const [first = '', ...rest] = dedented(' '.repeat(column) + read(node.start, node.end), column);
    return new ItemCopy(value, { block: [`- ${first}`, ...rest.map(indented)] });
  }
  const inline = inlineOf(text, node, read);
  const comments =
    parent?.type === 'array' ? flowItemAt(text, parent, index).comments : { above: [], after: '' };
  const lines = inline.map((line, at) => (at === 0 ? `- ${line}` : indented(line)));
  if (comments.after !== '') lines.push(`${lines.pop()} ${comments.after}`);
  return new ItemCopy(value, { inline, block: [...comments.above, ...lines], comments });
}

/** The lines of an item that isn't in YAML's block style. */
function inlineOf(
  text: string,
  { start, end }: Span,
  read: (start: number, end: number) => string,
): string[] {
  const written = read(start, end);
  // The line of its closing bracket: of a text that was copied from the middle of a line, the first line has none.
  const indent = written.includes('\n') ? indentAt(text, end) : '';
  return dedented(indent + written, indent.length);
}

/** Lines without the indentation of their surroundings, and without white space at the end of the last one. */
function dedented(text: string, column: number): string[] {
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.slice(Math.min(/^[ \t]*/.exec(line)?.[0].length ?? 0, column)));
}

function indented(line: string): string {
  return line === '' ? line : `  ${line}`;
}

/** Deeper values are copied as text. */
const maxLevels = 64;

/** The value of a node for a document of a format, in which numbers are as they are written, and YAML strings in their quotes. */
function writtenValue(source: CopySource, node: TreeNode, to: DocumentFormat, level = 0): unknown {
  const written = source.text.slice(node.start, node.end);
  if (level === maxLevels) return new WrittenScalar(written);
  if (node.type === 'array') return node.items.map((item) => writtenValue(source, item, to, level + 1));
  if (node.type === 'object')
    return new Map(
      node.properties.map(({ key, value }) => [key, value && writtenValue(source, value, to, level + 1)]),
    );
  const isNumber = typeof node.value === 'number' && (to === 'yaml' || jsonNumber.test(written));
  const isQuoted = source.format === to && /^(["']).*\1$/.test(written);
  return isNumber || isQuoted ? new WrittenScalar(written) : node.value;
}

/** RFC 8259, section 6. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

import { isRecord } from '../../is-record.ts';
import type { DocumentFormat } from '../dataset.ts';
import { type ArrayNode, propertyOf, type TreeNode } from '../document-tree.ts';
import type { Span } from '../problem.ts';
import { lineEnd } from '../text-positions.ts';
import { valueOfTree } from '../tree-value.ts';
import type { Block } from './block-items.ts';
import { columnOf, indentAt } from './layout.ts';
import { applyEdits } from './text-edit.ts';
import { ItemCopy, stringLike } from './write-value.ts';

/** A text that items are copied from. */
export interface CopySource {
  readonly text: string;
  readonly format: DocumentFormat;
  /** The items of a YAML list with dashes (`blockReader`). */
  readonly blocksOf: (array: ArrayNode) => readonly Block[] | undefined;
}

/**
 * Copies an item as it is written, in a list with dashes with its comments, to a document of a format. `index`: its position in its list. `name`:
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
    const copied = valueOfTree(node, maxLevels, null);
    return isRenamed && isRecord(copied) ? { ...copied, name } : copied;
  };
  if (format !== to) return new ItemCopy(value);
  if (parent?.type === 'array' && parent.isBlock) {
    const found = source.blocksOf(parent)?.[index];
    if (found === undefined) return undefined;
    const block = dedented(read(found.start, lineEnd(text, found.contentEnd)), found.column);
    const isInline = node.type !== 'object' || !node.isBlock;
    return new ItemCopy(value, block, isInline ? inlineOf(text, node, read) : undefined);
  }
  if (node.type === 'object' && node.isBlock) {
    const column = columnOf(text, node.start);
    return new ItemCopy(value, withDash(dedented(' '.repeat(column) + read(node.start, node.end), column)));
  }
  const inline = inlineOf(text, node, read);
  return new ItemCopy(value, withDash(inline), inline);
}

function withDash(lines: readonly string[]): string[] {
  return lines.map((line, at) => (at === 0 ? `- ${line}` : line === '' ? line : `  ${line}`));
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

/** Deeper values are copied as `null`. */
const maxLevels = 64;

import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import {
  nameOf,
  type ObjectNode,
  type PropertyNode,
  pathTo,
  propertyOf,
  type TreeNode,
} from '../document-tree.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { Span } from '../problem.ts';

/** A table or a column in a document's outline. */
export interface OutlineEntry {
  readonly kind: 'table' | 'column';
  /** `Product`, or `ProductID: Int64`; never empty. */
  readonly label: string;
  /** The data type of a column, if it is a string. */
  readonly dataType: string | undefined;
  readonly span: Span;
  /** The name to go to, or the place where it should be. Within the span. */
  readonly nameSpan: Span;
  readonly children: readonly OutlineEntry[];
}

/** The tables and columns of a document, complete or broken. */
export async function outline(document: ParsedDocument): Promise<OutlineEntry[]> {
  const { root } = await document.tree;
  return itemsOf(root, 'tables').map((table) => entry('table', table));
}

function entry(kind: OutlineEntry['kind'], node: ObjectNode): OutlineEntry {
  const name = nameOf(node);
  const shown = name === undefined || name.trim() === '' ? l10n.t('(unnamed)') : printable(name.trim());
  const dataTypeNode = propertyOf(node, 'dataType')?.value;
  const dataType =
    kind === 'column' && dataTypeNode?.type === 'scalar' && typeof dataTypeNode.value === 'string'
      ? dataTypeNode.value
      : undefined;
  const [first] = node.properties;
  // Begins at the name, if it comes first: sticky scroll then shows the name instead of the brace.
  const span = { start: first?.key === 'name' ? first.keySpan.start : node.start, end: node.end };
  const nameSpan = propertyOf(node, 'name')?.value;
  return {
    kind,
    label: dataType === undefined ? shown : `${shown}: ${printable(dataType)}`,
    dataType,
    span,
    nameSpan:
      nameSpan === undefined || nameSpan.start === nameSpan.end
        ? { start: span.start, end: span.start }
        : { start: nameSpan.start, end: nameSpan.end },
    children: kind === 'table' ? itemsOf(node, 'columns').map((column) => entry('column', column)) : [],
  };
}

function itemsOf(node: TreeNode | undefined, property: string): ObjectNode[] {
  const list = propertyOf(node, property)?.value;
  return list?.type === 'array' ? list.items.filter((item) => item.type === 'object') : [];
}

/** What the selection at each offset expands to, step by step: each span contains the one before. */
export async function selections(
  document: ParsedDocument,
  _: unknown,
  { offsets }: { readonly offsets: readonly number[] },
): Promise<Span[][]> {
  const { root } = await document.tree;
  return offsets.map((offset) =>
    root === undefined ? [] : expanding(spansAround(document.text, root, offset), offset),
  );
}

function spansAround(text: string, root: TreeNode, offset: number): Span[] {
  return pathTo(root, offset).flatMap((node) => {
    const inside = node.type === 'scalar' || node.isBlock ? [] : [inner(node)];
    if (node.type !== 'object') return [node, ...(node.type === 'scalar' ? quoted(text, node) : inside)];
    const property = node.properties.find((each) => contains(whole(each), offset));
    if (property === undefined) return [node, ...inside];
    const key = contains(property.keySpan, offset)
      ? [property.keySpan, ...quoted(text, property.keySpan)]
      : [];
    return [node, ...inside, whole(property), ...key];
  });
}

/** Spans from the outermost to the innermost, in reverse order and without repetitions. */
function expanding(spans: readonly Span[], offset: number): Span[] {
  const expanded: Span[] = [];
  for (const { start, end } of spans.toReversed()) {
    const last = expanded.at(-1);
    if (!contains({ start, end }, offset) || start === end) continue;
    if (last === undefined || (start <= last.start && end >= last.end && end - start > last.end - last.start))
      expanded.push({ start, end });
  }
  return expanded;
}

function whole({ keySpan, value }: PropertyNode): Span {
  return { start: keySpan.start, end: Math.max(keySpan.end, value?.end ?? 0) };
}

function inner({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 };
}

/** The text between quotes. */
function quoted(text: string, span: Span): Span[] {
  const quote = text[span.start];
  return (quote === '"' || quote === "'") && text[span.end - 1] === quote ? [inner(span)] : [];
}

function contains({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

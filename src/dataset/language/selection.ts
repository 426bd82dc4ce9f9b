import { type PropertyNode, pathTo, type TreeNode } from '../document-tree.ts';
import type { Span } from '../finding.ts';
import type { ParsedDocument } from '../parsed-document.ts';

/** What the selection at each offset expands to, step by step: each span contains the one before. */
export async function selections(document: ParsedDocument, offsets: readonly number[]): Promise<Span[][]> {
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

import type { DocumentFormat } from '../document.ts';
import { type PropertyNode, pathTo, type TreeNode } from '../document-tree.ts';
import type { Span } from '../finding.ts';
import { readTree } from '../read-tree.ts';

/** What the selection at an offset grows to, step by step: each span holds the one before. */
export async function selections(
  text: string,
  format: DocumentFormat,
  offsets: readonly number[],
): Promise<Span[][]> {
  const root = await readTree(text, format);
  return offsets.map((offset) =>
    root === undefined ? [] : growing(spansAround(text, root, offset), offset),
  );
}

function spansAround(text: string, root: TreeNode, offset: number): Span[] {
  return pathTo(root, offset).flatMap((node) => {
    const inside = node.type === 'scalar' || node.isBlock ? [] : [within(node)];
    if (node.type !== 'object') return [node, ...(node.type === 'scalar' ? quoted(text, node) : inside)];
    const property = node.properties.find((each) => holds(whole(each), offset));
    if (property === undefined) return [node, ...inside];
    const key = holds(property.keySpan, offset) ? [property.keySpan, ...quoted(text, property.keySpan)] : [];
    return [node, ...inside, whole(property), ...key];
  });
}

/** From the outermost to the innermost span it is given, and the other way round as a result, without repetitions. */
function growing(spans: readonly Span[], offset: number): Span[] {
  const grown: Span[] = [];
  for (const { start, end } of spans.toReversed()) {
    const last = grown.at(-1);
    if (!holds({ start, end }, offset) || start === end) continue;
    if (last === undefined || (start <= last.start && end >= last.end && end - start > last.end - last.start))
      grown.push({ start, end });
  }
  return grown;
}

function whole({ keySpan, value }: PropertyNode): Span {
  return { start: keySpan.start, end: Math.max(keySpan.end, value?.end ?? 0) };
}

function within({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 };
}

/** What stands between quotes. */
function quoted(text: string, span: Span): Span[] {
  const quote = text[span.start];
  return (quote === '"' || quote === "'") && text[span.end - 1] === quote ? [within(span)] : [];
}

function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

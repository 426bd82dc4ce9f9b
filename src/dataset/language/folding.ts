import type { Span } from '../finding.ts';
import { nodeType } from '../json/node-table.ts';
import { parseJson } from '../json/parser.ts';
import { positionsIn } from '../text-positions.ts';

/** Editors fold no more. */
const maxRanges = 5000;

/**
 * The foldable ranges of a JSON text, as zero-based lines: from the line of an opening bracket to the line before its
 * closing bracket. VS Code folds YAML by its indentation.
 */
export function jsonFolding(text: string): Span[] {
  const { nodes } = parseJson(text);
  const positionOf = positionsIn(text);
  const ranges: Span[] = [];
  for (let node = 0; node < nodes.count && ranges.length < maxRanges; node++) {
    const type = nodes.typeOf(node);
    if (type !== nodeType.object && type !== nodeType.array) continue;
    const start = positionOf(nodes.startOf(node)).line;
    const last = positionOf(nodes.endOf(node)).line;
    const end = nodes.isClosed(node) ? last - 1 : last;
    // Of brackets that open in the same line, the outermost folds.
    if (end > start && ranges.at(-1)?.start !== start) ranges.push({ start, end });
  }
  return ranges;
}

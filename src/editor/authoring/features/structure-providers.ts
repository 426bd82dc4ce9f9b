import {
  DocumentSymbol,
  FoldingRange,
  type Position,
  Range,
  SelectionRange,
  SymbolKind,
  type TextDocument,
} from 'vscode';
import { jsonFolding } from '../../../dataset/language/folding.ts';
import { type OutlineEntry, outline } from '../../../dataset/language/outline.ts';
import { selections } from '../../../dataset/language/selection.ts';
import { formatOf, isTooLargeUnasked, rangeOf } from './text-ranges.ts';

const dataTypeKinds: ReadonlyMap<string, SymbolKind> = new Map([
  ['Int64', SymbolKind.Number],
  ['string', SymbolKind.String],
  ['bool', SymbolKind.Boolean],
  ['DateTime', SymbolKind.Event],
]);

/** Tables and columns for the outline, the breadcrumbs, sticky scroll and Go to Symbol; of large documents none. */
export async function documentSymbols(document: TextDocument): Promise<DocumentSymbol[]> {
  if (isTooLargeUnasked(document)) return [];
  const entries = await outline(document.getText(), formatOf(document));
  const symbolOf = (entry: OutlineEntry): DocumentSymbol => {
    const { kind, label, dataType, span, nameSpan, children } = entry;
    const symbol = new DocumentSymbol(
      label,
      '',
      kind === 'table' ? SymbolKind.Struct : (dataTypeKinds.get(dataType ?? '') ?? SymbolKind.Field),
      rangeOf(document, span),
      rangeOf(document, nameSpan),
    );
    symbol.children = children.map(symbolOf);
    return symbol;
  };
  return entries.map(symbolOf);
}

/** What of a JSON document can be folded; large ones are folded by VS Code, by their indentation. */
export function foldingRanges(document: TextDocument): FoldingRange[] {
  if (isTooLargeUnasked(document)) return [];
  return jsonFolding(document.getText()).map(({ start, end }) => new FoldingRange(start, end));
}

/** Longest YAML, in UTF-16 units, that is read for a selection: a tenth of a second's work. */
const longestYaml = 128 * 1024;

/** What Expand Selection grows to; in large YAML documents VS Code goes by words and brackets. */
export async function selectionRanges(
  document: TextDocument,
  positions: readonly Position[],
): Promise<SelectionRange[]> {
  const text = document.getText();
  if (formatOf(document) === 'yaml' && text.length > longestYaml) return [];
  const offsets = positions.map((position) => document.offsetAt(position));
  const grown = await selections(text, formatOf(document), offsets);
  return positions.map((position, index) => {
    const spans = grown[index] ?? [];
    let outer: SelectionRange | undefined;
    for (const span of spans.toReversed()) outer = new SelectionRange(rangeOf(document, span), outer);
    return outer ?? new SelectionRange(new Range(position, position));
  });
}

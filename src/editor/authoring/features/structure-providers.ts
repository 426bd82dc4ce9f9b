import {
  type CancellationToken,
  DocumentSymbol,
  FoldingRange,
  type Position,
  Range,
  SelectionRange,
  SymbolKind,
  type TextDocument,
} from 'vscode';
import { jsonFolding, type OutlineEntry, outline } from '../../../dataset/language/structure.ts';
import type { Checking } from '../checking/checking.ts';
import { runOnDocument } from './document-task.ts';
import { formatOf, isTooLargeForLiveFeatures, rangeOf } from './text-ranges.ts';

const dataTypeKinds: ReadonlyMap<string, SymbolKind> = new Map([
  ['Int64', SymbolKind.Number],
  ['string', SymbolKind.String],
  ['bool', SymbolKind.Boolean],
  ['DateTime', SymbolKind.Event],
]);

/** Tables and columns for the outline, breadcrumbs, sticky scroll, and Go to Symbol. Empty for large documents. */
export async function documentSymbols(document: TextDocument): Promise<DocumentSymbol[]> {
  if (isTooLargeForLiveFeatures(document)) return [];
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

/** Folding ranges of a JSON document. Empty for large documents, which VS Code folds by indentation. */
export function foldingRanges(document: TextDocument): FoldingRange[] {
  if (isTooLargeForLiveFeatures(document)) return [];
  return jsonFolding(document.getText()).map(({ start, end }) => new FoldingRange(start, end));
}

/** Ranges for Expand Selection. */
export async function selectionRanges(
  document: TextDocument,
  positions: readonly Position[],
  checking: Checking,
  token: CancellationToken,
): Promise<SelectionRange[]> {
  const offsets = positions.map((position) => document.offsetAt(position));
  const selectionsByOffset = await runOnDocument(document, { kind: 'selections', offsets }, checking, token);
  // VS Code then expands by words and brackets.
  if (selectionsByOffset === undefined) return [];
  return positions.map((position, index) => {
    const spans = selectionsByOffset[index] ?? [];
    let outer: SelectionRange | undefined;
    for (const span of spans.toReversed()) outer = new SelectionRange(rangeOf(document, span), outer);
    return outer ?? new SelectionRange(new Range(position, position));
  });
}

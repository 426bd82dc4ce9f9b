import {
  type CancellationToken,
  CodeActionKind,
  CodeActionTriggerKind,
  CompletionItem,
  CompletionItemKind,
  type CompletionItemProvider,
  Disposable,
  DocumentSymbol,
  EndOfLine,
  FoldingRange,
  type FormattingOptions,
  Hover,
  languages,
  MarkdownString,
  type Position,
  Range,
  SelectionRange,
  SnippetString,
  SymbolKind,
  type TextDocument,
  type TextEdit,
} from 'vscode';
import { jsonFolding, type OutlineEntry, outline } from '../../../dataset/language/structure.ts';
import { dataTypeFacts, typeNamed } from '../../../inference/values/data-types.ts';
import { languages as datasetLanguages } from '../../languages.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import type { AuthoringHost, Checking } from '../checking/checking.ts';
import { runOnDocument } from '../checking/text-checks.ts';
import { codeActions, fixAllKind } from './code-actions.ts';
import { CodeLenses } from './code-lenses.ts';
import type { QuickFixMenu } from './quick-fix-menu.ts';
import { offerDatasetNames } from './rename-saved-dataset.ts';
import { formatOf, isTooLargeForLiveFeatures, rangeOf, textEditsOf } from './text-ranges.ts';

/** Registers completion, hover, quick fixes, outline, folding, formatting, and code lenses. */
export function registerLanguageFeatures(
  settings: Settings,
  { canSubmit }: Pick<AuthoringHost, 'canSubmit'>,
  checking: () => Promise<Checking>,
  menu: QuickFixMenu,
): Disposable {
  const selector = [...datasetLanguages.keys()];
  const lenses = new CodeLenses(settings, canSubmit);
  const completion: CompletionItemProvider = {
    provideCompletionItems: async (document, position, token) =>
      completionItems(document, position, await checking(), token),
  };
  return Disposable.from(
    offerDatasetNames(),
    languages.registerCompletionItemProvider('dataset-json', completion, '"', ' ', ':'),
    // In YAML, people press Enter after a colon to go on in the next line: that accepts no suggestion.
    languages.registerCompletionItemProvider('dataset-yaml', completion, '"', ' '),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, position, token) => hoverAt(document, position, await checking(), token),
    }),
    languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (document, _range, context, token) => {
          const isAutomatic = context.triggerKind === CodeActionTriggerKind.Automatic;
          if (isAutomatic) menu.onRequest(document, 'automatic');
          const actions = await codeActions(document, context, await checking(), token);
          if (!isAutomatic)
            menu.onRequest(document, token.isCancellationRequested ? 'cancelled' : 'answered');
          return actions;
        },
      },
      { providedCodeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
    ),
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: (document) => documentSymbols(document),
    }),
    languages.registerSelectionRangeProvider(selector, {
      provideSelectionRanges: async (document, positions, token) =>
        selectionRanges(document, positions, await checking(), token),
    }),
    // The language configuration for YAML folds by indentation.
    languages.registerFoldingRangeProvider('dataset-json', {
      provideFoldingRanges: (document) => foldingRanges(document),
    }),
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: async (document, options, token) =>
        formattingEdits(document, undefined, options, await checking(), token),
    }),
    languages.registerDocumentRangeFormattingEditProvider('dataset-json', {
      provideDocumentRangeFormattingEdits: async (document, range, options, token) =>
        formattingEdits(document, range, options, await checking(), token),
    }),
    languages.registerCodeLensProvider(selector, lenses),
    lenses,
  );
}

const kinds = {
  property: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  snippet: CompletionItemKind.Snippet,
} as const;

/** Completion items for a position. */
async function completionItems(
  document: TextDocument,
  position: Position,
  checking: Checking,
  token: CancellationToken,
): Promise<CompletionItem[]> {
  const offset = document.offsetAt(position);
  const items = (await runOnDocument(document, { kind: 'completion', offset }, checking, token)) ?? [];
  return items.map((item, index) => {
    const completion = new CompletionItem(item.label, kinds[item.kind]);
    completion.insertText = new SnippetString(item.insertText);
    completion.range = rangeOf(document, item.range);
    completion.sortText = String(index).padStart(4, '0');
    if (item.detail !== undefined) completion.detail = item.detail;
    if (item.documentation !== undefined) completion.documentation = new MarkdownString(item.documentation);
    if (item.filterText !== undefined) completion.filterText = item.filterText;
    return completion;
  });
}

/** Documentation for the property or data type at a position. */
async function hoverAt(
  document: TextDocument,
  position: Position,
  checking: Checking,
  token: CancellationToken,
): Promise<Hover | undefined> {
  const found = await runOnDocument(
    document,
    { kind: 'hover', offset: document.offsetAt(position) },
    checking,
    token,
  );
  return found && new Hover(new MarkdownString(found.markdown), rangeOf(document, found.range));
}

/**
 * Formats a document, or a range of it if it is JSON, like VS Code's JSON formatter, which doesn't handle the language `dataset-json`.
 */
async function formattingEdits(
  document: TextDocument,
  range: Range | undefined,
  { tabSize, insertSpaces }: FormattingOptions,
  checking: Checking,
  token: CancellationToken,
): Promise<TextEdit[]> {
  const span = range && { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const style = { tabSize, insertSpaces, eol: document.eol === EndOfLine.CRLF ? '\r\n' : '\n' };
  const edits =
    (await runOnDocument(document, { kind: 'format', range: span, style }, checking, token)) ?? [];
  return textEditsOf(document, edits);
}

/** Tables and columns for the outline, breadcrumbs, sticky scroll, and Go to Symbol. Empty for large documents. */
async function documentSymbols(document: TextDocument): Promise<DocumentSymbol[]> {
  if (isTooLargeForLiveFeatures(document)) return [];
  const entries = await outline(document.getText(), formatOf(document));
  const symbolOf = (entry: OutlineEntry): DocumentSymbol => {
    const { kind, label, dataType = '', span, nameSpan, children } = entry;
    const type = typeNamed(dataType);
    const columnKind = type === undefined ? SymbolKind.Field : SymbolKind[dataTypeFacts(type).symbol];
    const symbol = new DocumentSymbol(
      label,
      '',
      kind === 'table' ? SymbolKind.Struct : columnKind,
      rangeOf(document, span),
      rangeOf(document, nameSpan),
    );
    symbol.children = children.map(symbolOf);
    return symbol;
  };
  return entries.map(symbolOf);
}

/** Folding ranges of a JSON document. Empty for large documents, which VS Code folds by indentation. */
function foldingRanges(document: TextDocument): FoldingRange[] {
  if (isTooLargeForLiveFeatures(document)) return [];
  return jsonFolding(document.getText()).map(({ start, end }) => new FoldingRange(start, end));
}

/** Ranges for Expand Selection. */
async function selectionRanges(
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

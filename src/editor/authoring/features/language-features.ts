import {
  type CancellationToken,
  CodeActionKind,
  CompletionItem,
  CompletionItemKind,
  type CompletionItemProvider,
  Disposable,
  DocumentSymbol,
  EndOfLine,
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
} from 'vscode';
import type { CheckTask } from '../../../app/document-tasks/check-requests.ts';
import type { CompletionItem as CoreItem } from '../../../dataset/language/completion-items.ts';
import type { OutlineEntry } from '../../../dataset/language/structure.ts';
import type { Span } from '../../../dataset/problem.ts';
import { dataTypeFacts, typeNamed } from '../../../inference/values/data-types.ts';
import { runOnDocument } from '../../documents/run-on-document.ts';
import { isTooLargeForLiveFeatures, rangeOf, textEditsOf } from '../../documents/text-ranges.ts';
import type { CommonStudio } from '../../studio/common-studio.ts';
import { languages as datasetLanguages } from '../../studio/languages.ts';
import { codeActions, fixAllKind } from './code-actions.ts';
import { codeLenses } from './code-lenses.ts';
import { offerDatasetNames } from './new-dataset.ts';
import { offerAssociation } from './offer-association.ts';

/** Registers completion, hover, quick fixes, outline, formatting, and code lenses. */
export function registerLanguageFeatures(studio: CommonStudio): Disposable {
  const { settings, canSubmit } = studio;
  const selector = [...datasetLanguages.keys()];
  const lenses = codeLenses(settings, canSubmit);
  const run = <Task extends CheckTask>(document: TextDocument, task: Task, token: CancellationToken) =>
    runOnDocument(document, task, studio, token);
  const completion: CompletionItemProvider = {
    provideCompletionItems: async (document, position, token) => {
      if ((await settings.judge(document.uri)).kind === 'excluded') return [];
      const task = { kind: 'completion', offset: document.offsetAt(position) } as const;
      const items = (await run(document, task, token)) ?? [];
      return items.map((item, index) => completionItem(document, item, index));
    },
  };
  /** Formats a document, or a range of it if it is JSON, like VS Code's JSON formatter, which doesn't handle `dataset-json`. */
  const format = async (
    document: TextDocument,
    range: Range | undefined,
    { tabSize, insertSpaces }: FormattingOptions,
    token: CancellationToken,
  ) => {
    const span = range && { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    const style = { tabSize, insertSpaces, eol: document.eol === EndOfLine.CRLF ? '\r\n' : '\n' } as const;
    return textEditsOf(
      document,
      (await run(document, { kind: 'formatting', range: span, style }, token)) ?? [],
    );
  };
  return Disposable.from(
    offerDatasetNames(),
    offerAssociation(),
    languages.registerCompletionItemProvider('dataset-json', completion, '"', ' ', ':'),
    // In YAML, people press Enter after a colon to go on in the next line: that accepts no suggestion.
    languages.registerCompletionItemProvider('dataset-yaml', completion, '"', ' '),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, position, token) => {
        const found = await run(document, { kind: 'hover', offset: document.offsetAt(position) }, token);
        return found && new Hover(new MarkdownString(found.markdown), rangeOf(document, found.range));
      },
    }),
    languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: (document, _range, context, token) =>
          codeActions(document, context, studio, token),
      },
      { providedCodeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
    ),
    // Tables and columns for the outline, breadcrumbs, sticky scroll, and Go to Symbol. None for large documents.
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (document, token) => {
        if (isTooLargeForLiveFeatures(document)) return [];
        const entries = (await run(document, { kind: 'outline' }, token)) ?? [];
        return entries.map((entry) => symbolOf(document, entry));
      },
    }),
    // For Expand Selection.
    languages.registerSelectionRangeProvider(selector, {
      provideSelectionRanges: async (document, positions, token) => {
        const offsets = positions.map((position) => document.offsetAt(position));
        const spans = await run(document, { kind: 'selections', offsets }, token);
        // Without them, VS Code expands by words and brackets.
        return spans && positions.map((each, index) => selectionRange(document, each, spans[index] ?? []));
      },
    }),
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: (document, options, token) =>
        format(document, undefined, options, token),
    }),
    languages.registerDocumentRangeFormattingEditProvider('dataset-json', {
      provideDocumentRangeFormattingEdits: format,
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

function completionItem(document: TextDocument, item: CoreItem, index: number): CompletionItem {
  const completion = new CompletionItem(item.label, kinds[item.kind]);
  completion.insertText = new SnippetString(item.insertText);
  completion.range = rangeOf(document, item.range);
  completion.sortText = String(index).padStart(4, '0');
  if (item.detail !== undefined) completion.detail = item.detail;
  if (item.documentation !== undefined) completion.documentation = new MarkdownString(item.documentation);
  if (item.filterText !== undefined) completion.filterText = item.filterText;
  return completion;
}

function symbolOf(document: TextDocument, entry: OutlineEntry): DocumentSymbol {
  const { kind, label, dataType = '', span, nameSpan, children } = entry;
  const type = typeNamed(dataType);
  const columnKind = type === undefined ? SymbolKind.Field : SymbolKind[dataTypeFacts(type).symbol];
  const symbolKind = kind === 'table' ? SymbolKind.Struct : columnKind;
  const [range, nameRange] = [rangeOf(document, span), rangeOf(document, nameSpan)];
  const symbol = new DocumentSymbol(label, '', symbolKind, range, nameRange);
  symbol.children = children.map((child) => symbolOf(document, child));
  return symbol;
}

function selectionRange(document: TextDocument, position: Position, spans: readonly Span[]): SelectionRange {
  let outer: SelectionRange | undefined;
  for (const span of spans.toReversed()) outer = new SelectionRange(rangeOf(document, span), outer);
  return outer ?? new SelectionRange(new Range(position, position));
}

import * as vscode from 'vscode';
import { localize } from '../localize.ts';
import { once } from '../once.ts';
import type { Settings } from '../settings.ts';
import { languages } from './diagnostics.ts';
import { fixAllKind } from './fix-all-kind.ts';
import { formatOf, rangeOf } from './text-ranges.ts';

const selector: vscode.DocumentSelector = Object.keys(languages);

const itemKinds = {
  property: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.EnumMember,
  snippet: vscode.CompletionItemKind.Snippet,
} as const;

/** What VS Code asks of a language; each feature loads its part of the core when it is first asked. */
export function registerLanguageFeatures(settings: Settings): vscode.Disposable {
  const structure = () => import('./structure-providers.ts');
  const mending = once(async () => {
    const { CodeActions } = await import('./code-actions.ts');
    return new CodeActions(settings);
  });
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(selector, new Completion(settings), '"', ' ', ':'),
    vscode.languages.registerHoverProvider(selector, new Hover(settings)),
    vscode.languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (document, range, context) =>
          (await mending()).provideCodeActions(document, range, context),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, fixAllKind] },
    ),
    vscode.languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (document) => (await structure()).documentSymbols(document),
    }),
    vscode.languages.registerSelectionRangeProvider(selector, {
      provideSelectionRanges: async (document, positions) =>
        (await structure()).selectionRanges(document, positions),
    }),
    // YAML is folded by its indentation, as its language configuration says.
    vscode.languages.registerFoldingRangeProvider('dataset-json', {
      provideFoldingRanges: async (document) => (await structure()).foldingRanges(document),
    }),
    vscode.languages.registerDocumentFormattingEditProvider('dataset-json', new Formatting()),
    vscode.languages.registerDocumentRangeFormattingEditProvider('dataset-json', new Formatting()),
  );
}

class Completion implements vscode.CompletionItemProvider {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.CompletionItem[]> {
    const { complete } = await import('../../dataset/authoring/completion.ts');
    const { dataTypes } = this.#settings.validation(document.uri);
    const offset = document.offsetAt(position);
    const items = await complete(document.getText(), offset, formatOf(document), { dataTypes, localize });
    return items.map((item, index) => {
      const completion = new vscode.CompletionItem(item.label, itemKinds[item.kind]);
      completion.insertText = new vscode.SnippetString(item.insertText);
      completion.range = rangeOf(document, item.range);
      completion.sortText = String(index).padStart(4, '0');
      if (item.detail !== undefined) completion.detail = item.detail;
      if (item.documentation !== undefined)
        completion.documentation = new vscode.MarkdownString(item.documentation);
      if (item.filterText !== undefined) completion.filterText = item.filterText;
      return completion;
    });
  }
}

class Hover implements vscode.HoverProvider {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const { hover } = await import('../../dataset/authoring/hover.ts');
    const { dataTypes } = this.#settings.validation(document.uri);
    const found = await hover(document.getText(), document.offsetAt(position), formatOf(document), {
      dataTypes,
      localize,
    });
    return (
      found && new vscode.Hover(new vscode.MarkdownString(found.markdown), rangeOf(document, found.range))
    );
  }
}

/** Formats as VS Code formats JSON; our language is its own, so no other formatter would. */
class Formatting
  implements vscode.DocumentFormattingEditProvider, vscode.DocumentRangeFormattingEditProvider
{
  provideDocumentFormattingEdits(document: vscode.TextDocument, options: vscode.FormattingOptions) {
    return this.#format(document, undefined, options);
  }

  provideDocumentRangeFormattingEdits(
    document: vscode.TextDocument,
    range: vscode.Range,
    options: vscode.FormattingOptions,
  ) {
    return this.#format(document, range, options);
  }

  async #format(
    document: vscode.TextDocument,
    range: vscode.Range | undefined,
    { tabSize, insertSpaces }: vscode.FormattingOptions,
  ): Promise<vscode.TextEdit[]> {
    const { format } = await import('jsonc-parser');
    const start = range && document.offsetAt(range.start);
    const edits = format(
      document.getText(),
      range && start !== undefined
        ? { offset: start, length: document.offsetAt(range.end) - start }
        : undefined,
      { tabSize, insertSpaces, eol: document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n' },
    );
    return edits.map(({ offset, length, content }) =>
      vscode.TextEdit.replace(rangeOf(document, { start: offset, end: offset + length }), content),
    );
  }
}

import { CodeActionKind, Disposable, languages } from 'vscode';
import { languages as datasetLanguages } from '../../languages.ts';
import type { Settings } from '../../studio/settings.ts';
import type { AuthoringHost } from '../authoring-host.ts';
import type { Checking } from '../checking/checking.ts';
import { codeActions } from './code-actions.ts';
import { CodeLenses } from './code-lenses.ts';
import { completionItems } from './completion-items.ts';
import { fixAllKind } from './fix-all-kind.ts';
import { formattingEdits } from './formatting.ts';
import { hoverAt } from './hover.ts';
import { documentSymbols, foldingRanges, selectionRanges } from './structure-providers.ts';

/** Registers completion, hover, quick fixes, outline, folding, formatting, and code lenses. */
export function registerLanguageFeatures(
  settings: Settings,
  { canSubmit }: Pick<AuthoringHost, 'canSubmit'>,
  checking: () => Promise<Checking>,
): Disposable {
  const selector = [...datasetLanguages.keys()];
  const lenses = new CodeLenses(settings, canSubmit);
  return Disposable.from(
    languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, position, token) =>
          completionItems(document, position, await checking(), token),
      },
      '"',
      ' ',
      ':',
    ),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, position, token) => hoverAt(document, position, await checking(), token),
    }),
    languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (document, _range, context, token) =>
          codeActions(document, context, await checking(), token),
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
    languages.registerDocumentFormattingEditProvider('dataset-json', {
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

import {
  type CancellationToken,
  CodeActionKind,
  type CodeLensProvider,
  Disposable,
  EventEmitter,
  type TextDocument,
} from 'vscode';
import { languages } from '../../languages.ts';
import { LazyParts } from '../../lazy-parts.ts';
import type { Settings } from '../../studio/settings.ts';
import type { Checking } from '../checking/checking.ts';
import { fixAllKind } from './fix-all-kind.ts';

/** What VS Code asks of a language; each feature is loaded when it is first asked. */
export function registerLanguageFeatures(settings: Settings, checking: () => Promise<Checking>): Disposable {
  const { languages: registry } = vscode;
  const selector = [...languages.keys()];
  const completion = () => import('./completion-items.ts');
  const hover = () => import('./hover.ts');
  const actions = () => import('./code-actions.ts');
  const structure = () => import('./structure-providers.ts');
  const formatting = () => import('./formatting.ts');
  const lenses = new LazyCodeLenses(settings);
  return Disposable.from(
    registry.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, position) =>
          (await completion()).completionItems(document, position, settings),
      },
      '"',
      ' ',
      ':',
    ),
    registry.registerHoverProvider(selector, {
      provideHover: async (document, position) => (await hover()).hoverAt(document, position, settings),
    }),
    registry.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (document, _range, context) =>
          (await actions()).codeActions(document, context, await checking()),
      },
      { providedCodeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
    ),
    registry.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (document) => (await structure()).documentSymbols(document),
    }),
    registry.registerSelectionRangeProvider(selector, {
      provideSelectionRanges: async (document, positions) =>
        (await structure()).selectionRanges(document, positions),
    }),
    // YAML is folded by its indentation, as its language configuration says.
    registry.registerFoldingRangeProvider('dataset-json', {
      provideFoldingRanges: async (document) => (await structure()).foldingRanges(document),
    }),
    registry.registerDocumentFormattingEditProvider('dataset-json', {
      provideDocumentFormattingEdits: async (document, options) =>
        (await formatting()).formattingEdits(document, undefined, options),
    }),
    registry.registerDocumentRangeFormattingEditProvider('dataset-json', {
      provideDocumentRangeFormattingEdits: async (document, range, options) =>
        (await formatting()).formattingEdits(document, range, options),
    }),
    registry.registerCodeLensProvider(selector, lenses),
    lenses,
  );
}

/** Lenses that are loaded when VS Code first asks for them. */
class LazyCodeLenses implements CodeLensProvider, Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #parts = new LazyParts();
  readonly #lenses: () => Promise<CodeLensProvider>;
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(settings: Settings) {
    this.#lenses = this.#parts.part(async () => {
      const { CodeLenses } = await import('./code-lenses.ts');
      return new CodeLenses(settings, () => this.#changed.fire());
    });
  }

  async provideCodeLenses(document: TextDocument, token: CancellationToken) {
    return (await this.#lenses()).provideCodeLenses(document, token);
  }

  dispose(): void {
    this.#parts.dispose();
    this.#changed.dispose();
  }
}

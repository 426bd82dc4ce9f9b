import {
  CodeLens,
  type CodeLensProvider,
  Disposable,
  EventEmitter,
  l10n,
  Range,
  type TextDocument,
  type Uri,
  workspace,
} from 'vscode';
import { compareVersions } from '../../comparison/compare-versions.ts';
import { withoutIcons } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { datasetFormat } from '../studio/languages.ts';
import { changesTooltip, maxLength } from './created-versions.ts';
import { type BranchBase, gitRevisionsOf } from './git-revisions.ts';

/** **2 changes since origin/main**, above a document that the current branch changes. */
export class BranchLens implements CodeLensProvider, Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  /** By the documents' URIs; empty while Git is asked, or without a default branch. */
  readonly #bases = new Map<string, { base?: BranchBase | undefined }>();
  /** By the roots of repositories. */
  readonly #watched = new Map<string, Disposable>();
  readonly #closing = workspace.onDidCloseTextDocument(({ uri }) => this.#bases.delete(uri.toString()));

  /** Does not wait for Git, because VS Code shows all lenses of a document at once. */
  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const key = document.uri.toString();
    const known = this.#bases.get(key) ?? {};
    if (!this.#bases.has(key)) {
      this.#bases.set(key, known);
      void this.#load(document.uri, known);
    }
    const { base } = known;
    const format = datasetFormat(document);
    const text = document.getText();
    if (base?.text === undefined || !format || Math.max(text.length, base.text.length) > maxLength) return [];
    const encoder = new TextEncoder();
    const before = { content: encoder.encode(base.text), format };
    const changes = await compareVersions(before, { content: encoder.encode(text), format });
    if (!changes.ok || changes.value.length === 0) return [];
    const branch = withoutIcons(printable(base.branch));
    const count = changes.value.length;
    return [
      new CodeLens(new Range(0, 0, 0, 0), {
        title:
          count === 1 ? l10n.t('1 change since {0}', branch) : l10n.t('{0} changes since {1}', count, branch),
        tooltip: changesTooltip(changes.value),
        command: '_dataset.showChanges',
        arguments: [document.uri],
      }),
    ];
  }

  /** `loaded` is shown unless it is forgotten in the meantime. */
  async #load(uri: Uri, loaded: { base?: BranchBase | undefined }): Promise<void> {
    const revisions = await gitRevisionsOf(uri);
    if (!revisions) return;
    const root = revisions.root.toString();
    // Before Git is asked: what changes in the meantime, such as in a repository that was just opened, is asked for again.
    if (!this.#watched.has(root))
      this.#watched.set(
        root,
        revisions.onDidChange(() => this.#forget()),
      );
    loaded.base = await revisions.branchBase();
    if (loaded.base) this.#changed.fire();
  }

  #forget(): void {
    this.#bases.clear();
    this.#changed.fire();
  }

  dispose(): void {
    Disposable.from(this.#closing, this.#changed, ...this.#watched.values()).dispose();
  }
}

import { type Disposable, l10n, type TextDocumentContentProvider, Uri, window, workspace } from 'vscode';

/** Texts shown in read-only editors under the scheme `dataset-studio:`, kept while they are open. */
export class ReadOnlyDocuments implements TextDocumentContentProvider, Disposable {
  static readonly scheme = 'dataset-studio';
  readonly #texts = new Map<string, string>();
  readonly #registrations: Disposable[];
  #count = 0;

  constructor() {
    this.#registrations = [
      workspace.registerTextDocumentContentProvider(ReadOnlyDocuments.scheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  provideTextDocumentContent(uri: Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      l10n.t('This text was shown by an earlier session of VS Code and is not kept.')
    );
  }

  /** `title` is the tab's label; its ending chooses the language. */
  async show(title: string, text: string): Promise<void> {
    await window.showTextDocument(this.add(title, text), { preview: true });
  }

  /** Makes a text ready to be opened, such as one side of a comparison. */
  add(title: string, text: string): Uri {
    this.#count += 1;
    const uri = Uri.from({
      scheme: ReadOnlyDocuments.scheme,
      path: `/${this.#count}/${title.replaceAll('/', '∕')}`,
    });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
  }
}

import * as vscode from 'vscode';

/** Texts shown in read-only editors under the scheme `dataset-studio:`, kept while they are open. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  static readonly scheme = 'dataset-studio';
  readonly #texts = new Map<string, string>();
  readonly #registrations: vscode.Disposable[];
  #count = 0;

  constructor() {
    this.#registrations = [
      vscode.workspace.registerTextDocumentContentProvider(ReadOnlyDocuments.scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      vscode.l10n.t('This text was shown by an earlier session of VS Code and is not kept.')
    );
  }

  /** `title` is the tab's label; its ending chooses the language. */
  async show(title: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(this.add(title, text), { preview: true });
  }

  /** Makes a text ready to be opened, such as one side of a comparison. */
  add(title: string, text: string): vscode.Uri {
    this.#count += 1;
    const uri = vscode.Uri.from({
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

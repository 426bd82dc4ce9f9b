import {
  commands,
  type Disposable,
  l10n,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';

/** Shows texts in read-only editors with the scheme `dataset-studio:`. Keeps each text until its document is closed. */
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
      l10n.t('This content is no longer available because it was opened in an earlier VS Code session.')
    );
  }

  /** `title` is the label of the tab. Its file extension determines the language. */
  async show(title: string, text: string): Promise<void> {
    await window.showTextDocument(this.add(title, text), { preview: true });
  }

  /** Opens the preview of a Markdown text beside the active editor. */
  async showMarkdownBeside(title: string, text: string): Promise<void> {
    const uri = this.add(`${title}.md`, text);
    try {
      await commands.executeCommand('markdown.showPreviewToSide', uri);
    } catch {
      // VS Code's Markdown extension is off.
      await window.showTextDocument(uri, { viewColumn: ViewColumn.Beside, preserveFocus: true });
    }
  }

  /** Returns a URI that can be opened, for example as one side of a comparison. */
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

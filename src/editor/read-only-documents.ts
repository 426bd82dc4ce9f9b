import {
  type Disposable,
  DocumentLink,
  l10n,
  languages,
  Range,
  type TextDocument,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';

/** A part of a text that opens something, which can be a command. In UTF-16 code units. */
export interface TextLink {
  readonly start: number;
  readonly end: number;
  readonly target: Uri;
  readonly tooltip: string;
}

/** Shows texts in read-only editors with the scheme `dataset-studio:`. Keeps each text until its document is closed. */
export class ReadOnlyDocuments implements TextDocumentContentProvider, Disposable {
  static readonly scheme = 'dataset-studio';
  readonly #texts = new Map<string, { readonly text: string; readonly links: readonly TextLink[] }>();
  readonly #registrations: Disposable[];
  #count = 0;

  constructor() {
    this.#registrations = [
      workspace.registerTextDocumentContentProvider(ReadOnlyDocuments.scheme, this),
      languages.registerDocumentLinkProvider(
        { scheme: ReadOnlyDocuments.scheme },
        {
          provideDocumentLinks: (document) => this.#linksOf(document),
        },
      ),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  provideTextDocumentContent(uri: Uri): string {
    return (
      this.#texts.get(uri.toString())?.text ??
      l10n.t('This content is no longer available because it was opened in an earlier VS Code session.')
    );
  }

  /** `title` is the label of the tab. Its file extension determines the language. */
  async show(title: string, text: string, links: readonly TextLink[] = []): Promise<void> {
    await window.showTextDocument(this.add(title, text, links), { preview: true });
  }

  /** Returns a URI that can be opened, for example as one side of a comparison. */
  add(title: string, text: string, links: readonly TextLink[] = []): Uri {
    this.#count += 1;
    const uri = Uri.from({
      scheme: ReadOnlyDocuments.scheme,
      path: `/${this.#count}/${title.replaceAll('/', '∕')}`,
    });
    this.#texts.set(uri.toString(), { text, links });
    return uri;
  }

  #linksOf(document: TextDocument): DocumentLink[] {
    const { links = [] } = this.#texts.get(document.uri.toString()) ?? {};
    return links.map(({ start, end, target, tooltip }) => {
      const range = new Range(document.positionAt(start), document.positionAt(end));
      return Object.assign(new DocumentLink(range, target), { tooltip });
    });
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
  }
}

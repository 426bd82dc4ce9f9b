import { commands, type Disposable, languages, type Uri, workspace } from 'vscode';
import { isDataset } from '../languages.ts';

const fixedContext = 'dataset.problemFixed';

/** Notices when a dataset that had problems has none after an edit, which completes a step of the walkthrough. */
export class ProblemProgress implements Disposable {
  /** The version of each dataset document that had problems, by URI. */
  readonly #versions = new Map<string, number>();
  readonly #listener: Disposable;

  constructor() {
    this.#listener = languages.onDidChangeDiagnostics(({ uris }) => {
      if (!uris.some((uri) => this.#wasFixed(uri))) return;
      this.dispose();
      void commands.executeCommand('setContext', fixedContext, true);
    });
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #wasFixed(uri: Uri): boolean {
    const key = uri.toString();
    const document = workspace.textDocuments.find((open) => open.uri.toString() === key);
    // Closing a document removes its problems, too.
    if (!document || !isDataset(document)) return false;
    if (languages.getDiagnostics(uri).some(({ source }) => source === 'dataset')) {
      this.#versions.set(key, document.version);
      return false;
    }
    // The setting `dataset.validate` removes the problems of a document without changing it.
    return document.version > (this.#versions.get(key) ?? Number.POSITIVE_INFINITY);
  }
}

import { type Disposable, Uri, workspace } from 'vscode';
import { failure } from '../../../result.ts';
import type { JournalEntry } from '../../../submission/journal/entry.ts';
import { documentName } from '../../../submission/state-message.ts';
import { readSource, type SourceResult } from '../create/dataset-source.ts';

/**
 * Relates submissions to the documents that have their URIs now. An untitled document without a path, such as
 * `untitled:Untitled-1`, has its URI only in this window and until it is closed: VS Code reuses the URI for unrelated documents.
 */
export class SubmittedDocuments implements Disposable {
  readonly #openedAt = Date.now();
  /** When untitled documents were closed, by URI, in milliseconds since the epoch. */
  readonly #closedAt = new Map<string, number>();
  readonly #registration = workspace.onDidCloseTextDocument(({ uri, isClosed }) => {
    // VS Code also reports a change of the language.
    if (isClosed && isWithoutPath(uri.toString())) this.#closedAt.set(uri.toString(), Date.now());
  });

  /** Whether the submission's URI still identifies the document that was submitted. */
  isSame({ document, owner, begunAt }: JournalEntry): boolean {
    if (!isWithoutPath(document)) return true;
    const since = this.#closedAt.get(document) ?? this.#openedAt;
    return owner.pid === process.pid && Date.parse(begunAt) >= since;
  }

  /** Reads the document that was submitted, as it is now. */
  async read(entry: JournalEntry): Promise<SourceResult> {
    return this.isSame(entry)
      ? readSource(Uri.parse(entry.document))
      : failure({ kind: 'missing', name: documentName(entry) });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

function isWithoutPath(uri: string): boolean {
  return /^untitled:[^/]/.test(uri);
}

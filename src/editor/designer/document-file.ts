import { Disposable, type TextDocument, workspace } from 'vscode';

/** The maximum time in milliseconds until VS Code says that an edited document has unsaved changes. */
const maxDelay = 1000;

/**
 * The file of a document. VS Code (as of 1.139) doesn't tell extensions whether a file is read-only, for example by
 * `files.readonlyInclude`. It makes their edits, but the document never has unsaved changes.
 */
export class DocumentFile implements Disposable {
  readonly #document: TextDocument;
  readonly #registration: Disposable;
  #isReadOnly = false;

  /** `onWritable`: called when an edit of a file that was read-only succeeds. */
  constructor(document: TextDocument, onWritable: () => void) {
    this.#document = document;
    this.#registration = workspace.onDidChangeTextDocument((change) => {
      if (!this.#isReadOnly || change.document !== document || !document.isDirty) return;
      this.#isReadOnly = false;
      onWritable();
    });
  }

  /** Whether the last edit could not have been saved. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  /** Edits the document. The result of `edit`, once it is known whether the file is read-only. */
  async edit(edit: () => Thenable<boolean>): Promise<boolean> {
    const document = this.#document;
    const registrations: Disposable[] = [];
    const isKept = new Promise<void>((resolve) => {
      registrations.push(
        workspace.onDidSaveTextDocument((saved) => {
          if (saved === document) resolve();
        }),
        workspace.onDidChangeTextDocument((change) => {
          if (change.document === document && document.isDirty) resolve();
        }),
      );
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const isMade = await edit();
      if (!isMade || document.isUntitled || document.isDirty) return isMade;
      const isLost = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(!document.isDirty), maxDelay);
      });
      this.#isReadOnly = await Promise.race([isKept.then(() => false), isLost]);
      return isMade;
    } finally {
      clearTimeout(timer);
      Disposable.from(...registrations).dispose();
    }
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

import {
  commands,
  type Diagnostic,
  type Disposable,
  EventEmitter,
  languages,
  Range,
  type TextDocument,
  TextEditorRevealType,
  ViewColumn,
  window,
} from 'vscode';
import type { Diagnostics } from '../checking/diagnostics.ts';

/** What happened to a request of VS Code for quick fixes. VS Code makes automatic ones for the light bulb. */
type FixRequestState = 'answered' | 'cancelled' | 'automatic';

/**
 * In milliseconds. A walkthrough takes the focus 250 ms after a step was selected, which closes the menu. The light bulb
 * looks for fixes 250 ms after the cursor moved or the problems changed, and VS Code then drops a request for the menu.
 */
const minQuietTime = 500;
const maxQuietTime = 5000;

/** In milliseconds. How long VS Code may take to request the fixes and get them. */
const maxAnswerTime = 5000;

const maxAttempts = 5;

/** Opens VS Code's quick fix menu, and opens it again if VS Code drops the request or closes the menu at once. */
export class QuickFixMenu implements Disposable {
  readonly #requests = new EventEmitter<{
    readonly document: TextDocument;
    readonly state: FixRequestState;
  }>();

  /** To be called for each request of VS Code. */
  onRequest(document: TextDocument, state: FixRequestState): void {
    this.#requests.fire({ document, state });
  }

  /** Opens the menu for the first problem of a document. Returns whether it has one. */
  async show(document: TextDocument, diagnostics: Diagnostics): Promise<boolean> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      await diagnostics.checked(document);
      const problem = firstProblem(document);
      // After the first attempt, the user may have fixed it.
      if (!problem) return attempt > 0;
      const start = performance.now();
      await showProblem(document, problem);
      // VS Code's own timers are late where everything takes long.
      const time = Math.min(Math.max(minQuietTime, 2 * (performance.now() - start)), maxQuietTime);
      for (let round = 0; round < maxAttempts && !(await this.#staysQuiet(document, time)); round += 1)
        await showProblem(document, problem);
      await showProblem(document, problem);
      const isAnswered = this.#isAnswered(document);
      await commands.executeCommand('editor.action.quickFix');
      if ((await isAnswered) && (await this.#staysQuiet(document, time))) break;
    }
    return true;
  }

  dispose(): void {
    this.#requests.dispose();
  }

  /** Whether VS Code gets an answer to its next request for the menu. */
  #isAnswered(document: TextDocument): Promise<boolean> {
    return firstOf(maxAnswerTime, false, (resolve) =>
      this.#requests.event((request) => {
        if (request.document === document && request.state !== 'automatic')
          resolve(request.state === 'answered');
      }),
    );
  }

  /** Whether the editor of the document stays active for a time, and the light bulb doesn't look for fixes. */
  async #staysQuiet(document: TextDocument, milliseconds: number): Promise<boolean> {
    const isQuiet = await firstOf(
      milliseconds,
      true,
      (resolve) =>
        this.#requests.event((request) => {
          if (request.document === document && request.state === 'automatic') resolve(false);
        }),
      (resolve) =>
        window.onDidChangeActiveTextEditor((editor) => {
          if (editor?.document !== document) resolve(false);
        }),
    );
    return isQuiet && window.activeTextEditor?.document === document;
  }
}

/** The value that the first of the listeners resolves with, or `otherwise` after a time. */
function firstOf<Value>(
  milliseconds: number,
  otherwise: Value,
  ...listeners: readonly ((resolve: (value: Value) => void) => Disposable)[]
): Promise<Value> {
  return new Promise((resolve) => {
    const end = (value: Value) => {
      for (const registration of registrations) registration.dispose();
      clearTimeout(timer);
      resolve(value);
    };
    const registrations = listeners.map((listen) => listen(end));
    const timer = setTimeout(() => end(otherwise), milliseconds);
  });
}

function firstProblem({ uri }: TextDocument): Diagnostic | undefined {
  return languages.getDiagnostics(uri).find(({ source }) => source === 'dataset');
}

/** Puts the cursor at a problem and the focus into the editor. */
async function showProblem(document: TextDocument, { range }: Diagnostic): Promise<void> {
  const visible = window.visibleTextEditors.find((editor) => editor.document === document);
  const editor = await window.showTextDocument(document, {
    viewColumn: visible?.viewColumn ?? ViewColumn.Active,
    preview: false,
    selection: new Range(range.start, range.start),
  });
  editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
}

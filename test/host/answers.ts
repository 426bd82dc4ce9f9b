import * as vscode from 'vscode';
import type { BatchPageContent, FromBatchPage } from '../../src/batch-view/batch-messages.ts';
import type { DataPageContent, FromDataPage, ToDataPage } from '../../src/data-view/data-messages.ts';

type Ask = (message: string, ...rest: unknown[]) => Promise<unknown>;

type Items = readonly vscode.QuickPickItem[];

/** What an answer is to press the first button in a pick's title. */
export const pressButton = Symbol('pressButton');

/** The part of a `QuickPick` that selects several items or presses a button as soon as its answer is there. */
class AnsweredPick {
  title = '';
  items: Items = [];
  selectedItems: Items = [];
  buttons: readonly vscode.QuickInputButton[] = [];
  readonly #answer: (title: string, items: Items, selected: Items) => unknown;
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#pressed.event;

  constructor(answer: (title: string, items: Items, selected: Items) => unknown) {
    this.#answer = answer;
  }

  async show(): Promise<void> {
    const answer = await this.#answer(this.title, this.items, this.selectedItems);
    const [button] = this.buttons;
    if (answer === pressButton && button !== undefined) this.#pressed.fire(button);
    else if (Array.isArray(answer)) {
      this.selectedItems = answer;
      this.#accepted.fire();
    } else this.#hidden.fire();
  }

  dispose(): void {
    for (const emitter of [this.#accepted, this.#hidden, this.#pressed]) emitter.dispose();
  }
}

/**
 * Answers VS Code's questions in the user's place: the tests share one API object with the extension. Nothing is shown;
 * what was asked is kept.
 */
export class Answers {
  /** Messages and, of modal ones, their details. */
  readonly asked: string[] = [];
  /** The labels that each of them offered, the one that Enter presses first. */
  readonly offered: string[][] = [];
  /** The items of each pick, whose question `picking` answered. */
  readonly picks: (readonly vscode.QuickPickItem[])[] = [];
  /** What pages of data files have shown. */
  readonly pages: DataPageContent[] = [];
  /** What pages of batches have shown. */
  readonly batches: BatchPageContent[] = [];
  /** Presses a button of the latest. */
  sendToBatch: (message: FromBatchPage) => void = () => {};
  readonly #window = vscode.window as unknown as Record<string, unknown>;
  readonly #originals = new Map<string, unknown>();

  /** Presses the button with this label if it exists, otherwise cancels. */
  pressing(...labels: readonly string[]): this {
    const ask: Ask = async (message, ...rest) => {
      const detail = rest.find((one) => typeof one === 'object' && one !== null && 'detail' in one);
      this.asked.push([message, (detail as vscode.MessageOptions | undefined)?.detail ?? ''].join('\n'));
      this.offered.push(rest.filter((one) => typeof one === 'string'));
      return rest.find((one) => typeof one === 'string' && labels.includes(one));
    };
    for (const name of ['showWarningMessage', 'showInformationMessage', 'showErrorMessage'])
      this.#replace(name, ask);
    return this;
  }

  /** Takes the pick with this label. */
  picking(label: string | RegExp): this {
    this.#replace('showQuickPick', async (items: readonly vscode.QuickPickItem[]) => {
      this.picks.push(items);
      return items.find((item) =>
        typeof label === 'string' ? item.label === label : label.test(item.label),
      );
    });
    return this;
  }

  /**
   * Answers each pick by its title, from its items and those that are selected at first; a pick with another title is
   * cancelled. `pressButton` as an answer presses a button where there is one.
   */
  choosing(answers: Readonly<Record<string, (items: Items, selected: Items) => unknown>>): this {
    this.#replace(
      'showQuickPick',
      async (items: readonly vscode.QuickPickItem[], options?: vscode.QuickPickOptions) => {
        this.picks.push(items);
        return answers[options?.title ?? '']?.(items, []);
      },
    );
    this.#replace('createQuickPick', () => {
      return new AnsweredPick((title, items, selected) => {
        this.picks.push(items);
        return answers[title]?.(items, selected);
      });
    });
    return this;
  }

  /**
   * Answers the page of data files in the user's place: each time that it shows something, with the next of these. Without a
   * message, the page is closed.
   */
  onDataPage(...steps: readonly ((content: DataPageContent) => FromDataPage | undefined)[]): this {
    this.#onPage<ToDataPage, FromDataPage>(() => {
      let shown = 0;
      return (message, send, close) => {
        if (message.kind !== 'show') return;
        const { content } = message;
        this.pages.push(content);
        const step = steps[shown++];
        const answer = step?.(content);
        if (answer) send(answer);
        else if (step) close();
      };
    });
    return this;
  }

  /** Keeps what the pages of batches show, in place of the user. */
  onBatchPages(): this {
    this.#onPage<BatchPageContent, FromBatchPage>(() => (content, send) => {
      this.batches.push(content);
      this.sendToBatch = send;
    });
    return this;
  }

  /** Takes the place of the page in a webview, of each with what `open` returns. */
  #onPage<To, From>(
    open: () => (message: To, send: (message: From) => void, close: () => void) => void,
  ): void {
    this.#replace('createWebviewPanel', () => {
      const receive = open();
      const received = new vscode.EventEmitter<From | { readonly kind: 'ready' }>();
      const disposed = new vscode.EventEmitter<void>();
      const webview = {
        cspSource: '',
        asWebviewUri: (uri: vscode.Uri) => uri,
        onDidReceiveMessage: received.event,
        postMessage: async (message: To) =>
          receive(
            // As VS Code sends it.
            JSON.parse(JSON.stringify(message)),
            (answer) => received.fire(answer),
            () => disposed.fire(),
          ),
        set html(_: string) {
          queueMicrotask(() => received.fire({ kind: 'ready' }));
        },
      };
      return {
        webview,
        onDidDispose: disposed.event,
        dispose: () => disposed.fire(),
        reveal: () => undefined,
      };
    });
  }

  /** Selects these files. */
  opening(...files: readonly vscode.Uri[]): this {
    this.#replace('showOpenDialog', async () => files);
    return this;
  }

  /** Cancels a progress when it first reports something. */
  cancelling(): this {
    this.#replace('withProgress', async (_: unknown, task: (...args: unknown[]) => Promise<unknown>) => {
      const cancellation = new vscode.CancellationTokenSource();
      return task({ report: () => cancellation.cancel() }, cancellation.token);
    });
    return this;
  }

  /** Saves to this file. */
  savingTo(file: vscode.Uri): this {
    this.#replace('showSaveDialog', async () => file);
    return this;
  }

  /** Enters this text in each input box. */
  typing(text: string | (() => string)): this {
    const typed = () => (typeof text === 'string' ? text : text());
    this.#replace('showInputBox', async () => typed());
    this.#replace('createInputBox', () => {
      const accepted = new vscode.EventEmitter<void>();
      const never = new vscode.EventEmitter<never>().event;
      return {
        value: '',
        onDidAccept: accepted.event,
        onDidChangeValue: never,
        onDidTriggerButton: never,
        onDidHide: never,
        show(): void {
          this.value = typed();
          accepted.fire();
        },
        dispose: () => accepted.dispose(),
      };
    });
    return this;
  }

  restore(): void {
    for (const [name, original] of this.#originals) this.#window[name] = original;
    this.#originals.clear();
  }

  #replace(name: string, replacement: unknown): void {
    if (!this.#originals.has(name)) this.#originals.set(name, this.#window[name]);
    this.#window[name] = replacement;
  }
}

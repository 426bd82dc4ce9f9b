import {
  Disposable,
  Position,
  Range,
  type TextDocument,
  type Uri,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import { placeholderDefaults } from '../../dataset/fixes/fix.ts';
import { templates } from '../../dataset/language/templates.ts';
import type { Problem } from '../../dataset/problem.ts';
import { type Change, operationOf } from '../../designer/change.ts';
import type { Design } from '../../designer/design.ts';
import { type Field, type Item, isSameItem } from '../../designer/item.ts';
import type { DocumentState, FromView, ToView } from '../../designer/messages.ts';
import { placeAt, readDesign, spanOf } from '../../designer/read-design.ts';
import { designerStrings } from '../../designer/strings.ts';
import { updateBetween, withProblemsOf } from '../../designer/update.ts';
import type { AuthoringHost } from '../authoring/authoring-host.ts';
import { TextChecks } from '../authoring/checking/text-checks.ts';
import { formatOf, rangeOf } from '../authoring/features/text-ranges.ts';
import { showFailure } from '../show-failure.ts';
import type { Settings } from '../studio/settings.ts';
import { applyOperation, applyTextEdits } from './document-edits.ts';
import {
  type DocumentReading,
  problemsIn,
  readDocument,
  stateOf,
  syntaxErrorIn,
} from './document-reading.ts';
import { exportPicture } from './export-picture.ts';
import { OfferedFixes } from './offered-fixes.ts';
import { selectInText, showInText } from './text-editors.ts';
import { viewFolder, webviewPage } from './webview-page.ts';

export interface DesignerDependencies {
  readonly settings: Settings;
  readonly extensionUri: Uri;
  readonly host: Pick<AuthoringHost, 'startCheckWorker'>;
}

/** Times in milliseconds. Documents that take long to read are read less often while someone types. */
const maxPause = 2000;
const quickReading = 20;

/** One designer of a document: keeps its view up to date, and makes the changes that it asks for. */
export class DesignerPanel implements Disposable {
  readonly #document: TextDocument;
  readonly #panel: WebviewPanel;
  readonly #settings: Settings;
  readonly #checks: TextChecks;
  readonly #fixes: OfferedFixes;
  readonly #registrations: Disposable[];
  #reading: DocumentReading | undefined;
  #problems: readonly Problem[] = [];
  /** The check of the reading, if it takes longer. */
  #check: Promise<readonly Problem[]> | undefined;
  /** What the view shows; `undefined` while it is not there. */
  #shown: Design | undefined;
  #selected: Item = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readingTime = 0;
  /** Readings and changes, one after another. */
  #queue: Promise<unknown> = Promise.resolve();
  #onPicture: ((png: Uint8Array | undefined) => void) | undefined;

  static open(document: TextDocument, panel: WebviewPanel, dependencies: DesignerDependencies): void {
    const designer = new DesignerPanel(document, panel, dependencies);
    panel.onDidDispose(() => designer.dispose());
  }

  private constructor(
    document: TextDocument,
    panel: WebviewPanel,
    { settings, extensionUri, host }: DesignerDependencies,
  ) {
    this.#document = document;
    this.#panel = panel;
    this.#settings = settings;
    this.#checks = new TextChecks(host.startCheckWorker);
    this.#fixes = new OfferedFixes(document, this.#checks, settings);
    const folder = viewFolder(extensionUri);
    panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
    this.#registrations = [
      this.#checks,
      panel.webview.onDidReceiveMessage((message: FromView) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        // A hidden view is gone. It asks for everything when it is shown again.
        if (!panel.visible) this.#shown = undefined;
      }),
      workspace.onDidChangeTextDocument((change) => {
        if (change.document === document && change.contentChanges.length > 0) this.#refreshSoon();
      }),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('dataset', document.uri)) this.#refreshSoon();
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor.document === document) this.#followText();
      }),
    ];
    panel.webview.html = webviewPage(panel.webview, folder);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#onPicture?.(undefined);
    this.#shown = undefined;
    Disposable.from(...this.#registrations).dispose();
  }

  async #receive(message: FromView): Promise<void> {
    switch (message.kind) {
      case 'ready':
        this.#shown = undefined;
        return this.#enqueue(() => this.#open());
      case 'change':
        return this.#enqueue(() => this.#report(this.#change(message.change, message.version)));
      case 'apply-fix':
        return this.#enqueue(() => this.#report(this.#fixes.apply(message.id)));
      case 'start':
        return this.#enqueue(() => this.#report(this.#start()));
      case 'select':
        return this.#select(message.item);
      case 'go-to-text':
        return this.#goToText(message.item, message.field);
      case 'go-to-error':
        return this.#goToError();
      case 'get-fixes':
        return this.#offerFixes(message.item);
      case 'export':
        return exportPicture(this.#document, (svg, scene) => this.#draw(svg, scene));
      case 'picture':
        this.#onPicture?.(message.png === undefined ? undefined : bytesOf(message.png));
    }
  }

  /** Runs a task after those before it. */
  #enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(task);
    this.#queue = result.catch(() => {});
    return result;
  }

  #refreshSoon(): void {
    clearTimeout(this.#timer);
    const pause = this.#readingTime < quickReading ? 0 : Math.min(2 * this.#readingTime, maxPause);
    this.#timer = setTimeout(() => void this.#enqueue(() => this.#refresh()), pause);
  }

  async #open(): Promise<void> {
    await this.#read();
    const design = this.#design();
    this.#shown = design;
    this.#post({ kind: 'open', strings: designerStrings(), design, state: await this.#state() });
    this.#followText();
    await this.#showProblems();
  }

  /** Brings the view up to date, if it is there. */
  async #refresh(): Promise<void> {
    if (this.#shown === undefined) return;
    await this.#read();
    await this.#postUpdate(this.#check === undefined);
    this.#followText();
    await this.#showProblems();
  }

  /** Reads and checks the document. The view doesn't wait for a check that takes longer. */
  async #read(): Promise<void> {
    clearTimeout(this.#timer);
    const started = performance.now();
    if (this.#reading?.version !== this.#document.version) {
      this.#reading = await readDocument(this.#document);
    }
    this.#readingTime = performance.now() - started;
    const check = problemsIn(this.#reading, this.#document, this.#settings, this.#checks);
    const problems = await Promise.race([
      check,
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 0)),
    ]);
    this.#problems = problems ?? [];
    this.#check = problems === undefined ? check : undefined;
  }

  async #showProblems(): Promise<void> {
    const reading = this.#reading;
    const problems = await this.#check;
    if (problems === undefined || this.#reading !== reading) return;
    this.#problems = problems;
    await this.#postUpdate(true);
  }

  async #postUpdate(isChecked: boolean): Promise<void> {
    const state = await this.#state();
    if (this.#shown === undefined) return;
    const design = this.#design();
    const next = isChecked ? design : withProblemsOf(this.#shown, design);
    const update = updateBetween(this.#shown, next);
    this.#shown = next;
    this.#post({ kind: 'update', update, state });
  }

  async #state(): Promise<DocumentState> {
    return stateOf(this.#currentReading(), this.#document, this.#problems, this.#settings);
  }

  #design(): Design {
    const { root, text } = this.#currentReading();
    return readDesign(root, text, this.#problems);
  }

  #currentReading(): DocumentReading {
    if (this.#reading === undefined) throw new Error('The document has not been read.');
    return this.#reading;
  }

  async #change(change: Change, version: number): Promise<string | undefined> {
    const operation = this.#shown && operationOf(change, this.#shown);
    return operation && applyOperation(this.#document, version, operation);
  }

  /** Begins a dataset in an empty document. */
  async #start(): Promise<string | undefined> {
    const { version } = this.#document;
    const end = this.#document.getText().length;
    const template = templates().find(({ id }) => id === 'empty');
    const newText = placeholderDefaults(template?.snippet(formatOf(this.#document)) ?? '');
    return applyTextEdits(this.#document, version, [{ start: 0, end, newText }]);
  }

  /** Shows a change's result before the view goes on, and its failure. */
  async #report(change: Promise<string | undefined>): Promise<void> {
    const failure = await change;
    await this.#refresh();
    this.#post({ kind: 'changed', ...(failure === undefined ? {} : { failure }) });
    if (failure !== undefined) showFailure(failure);
  }

  #select(item: Item): void {
    this.#selected = item;
    const span = this.#span(item, 'name');
    if (span !== undefined) selectInText(this.#document, span);
  }

  async #goToText(item: Item, field: Field): Promise<void> {
    this.#selected = item;
    const span = this.#span(item, field);
    if (span !== undefined) await showInText(this.#document, rangeOf(this.#document, span));
  }

  #span(item: Item, field: Field) {
    const reading = this.#reading;
    if (reading?.version !== this.#document.version) return undefined;
    return spanOf(reading.root, reading.text, item, field);
  }

  async #goToError(): Promise<void> {
    if (this.#reading === undefined) return;
    const error = await syntaxErrorIn(this.#reading, this.#problems);
    if (error === undefined) return;
    const { start, end } = error.range;
    await showInText(this.#document, new Range(start.line, start.character, end.line, end.character));
  }

  /** Selects the item at the cursor of the active text editor, if that shows the document. */
  #followText(): void {
    const editor = window.activeTextEditor;
    const reading = this.#reading;
    if (editor?.document !== this.#document || reading?.version !== this.#document.version) return;
    const { item } = placeAt(reading.root, this.#document.offsetAt(editor.selection.active));
    if (isSameItem(item, this.#selected)) return;
    this.#selected = item;
    this.#post({ kind: 'select', item });
  }

  async #offerFixes(item: Item): Promise<void> {
    const reading = this.#reading;
    if (reading === undefined) return;
    const here = this.#problems.filter(({ range }) => {
      const offset = this.#document.offsetAt(new Position(range.start.line, range.start.character));
      return isSameItem(placeAt(reading.root, offset).item, item);
    });
    const fixes = await this.#fixes.find(reading, here);
    this.#post({ kind: 'fixes', item, fixes });
  }

  async #draw(
    svg: string,
    { width, height }: { readonly width: number; readonly height: number },
  ): Promise<Uint8Array | undefined> {
    const picture = new Promise<Uint8Array | undefined>((resolve) => {
      this.#onPicture = resolve;
    });
    this.#post({ kind: 'draw', svg, width, height });
    return picture;
  }

  /** Isn't awaited: a hidden view takes no messages. */
  #post(message: ToView): void {
    void this.#panel.webview.postMessage(message);
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

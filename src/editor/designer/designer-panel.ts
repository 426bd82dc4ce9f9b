import {
  commands,
  Disposable,
  env,
  Range,
  Selection,
  type TextDocument,
  TextEditorRevealType,
  type Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { Span } from '../../dataset/problem.ts';
import { type Item, type ItemPart, isSameItem } from '../../designer/design.ts';
import { type DesignChange, operationsOf, startEdits } from '../../designer/design-change.ts';
import { placeAt, spanOf } from '../../designer/read-design.ts';
import type { FromView, ToView } from '../../designer/view-messages.ts';
import { targetsOf } from '../documents/targets.ts';
import { documentFormat, indentOf, rangeOf } from '../documents/text-ranges.ts';
import { showProjectFile, unjudged } from '../documents/unjudged.ts';
import { toRange } from '../studio/problem-collection.ts';
import { unexpectedErrorMessage } from '../studio/register-commands.ts';
import { showFailure } from '../ui/notifications.ts';
import { showWebviewPage } from '../ui/webview-page.ts';
import {
  applyOperations,
  applyTextEdits,
  type EditResult,
  findFixes,
  type Offer,
  outdated,
  pasteAfter,
  tooLarge,
} from './document-edits.ts';
import { type DesignedDocument, syntaxErrorIn } from './document-reading.ts';
import { exportPicture } from './export-diagram.ts';
import { ShownDesign } from './shown-design.ts';

/** One designer of a document: keeps its view up to date, and makes the changes that it asks for. */
export class DesignerPanel implements Disposable {
  readonly #designed: DesignedDocument;
  readonly #document: TextDocument;
  readonly #panel: WebviewPanel;
  readonly #registrations: Disposable[];
  readonly #shown: ShownDesign;
  #selected: Item = [];
  /** The quick fixes that the view offers, by their IDs. */
  #offers: readonly Offer[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Readings and changes, one after another. */
  #queue: Promise<unknown> = Promise.resolve();
  #onPicture: ((png: Uint8Array | undefined) => void) | undefined;
  #isDisposed = false;

  /** Is disposed with its panel. */
  constructor(designed: DesignedDocument, panel: WebviewPanel) {
    const { document } = designed;
    this.#designed = designed;
    this.#document = document;
    this.#panel = panel;
    this.#shown = new ShownDesign(designed, (message) => this.#post(message));
    this.#registrations = [
      panel.onDidDispose(() => this.dispose()),
      panel.webview.onDidReceiveMessage((message: FromView) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        // A hidden view is gone. It asks for everything when it is shown again.
        if (!panel.visible) this.#shown.hide();
      }),
      workspace.onDidChangeTextDocument((change) => {
        if (change.document === document && change.contentChanges.length > 0) this.#refreshSoon();
      }),
      workspace.onDidChangeConfiguration((change) => {
        const sections = ['dataset', 'files'];
        if (sections.some((each) => change.affectsConfiguration(each, document.uri))) this.#refreshSoon();
      }),
      designed.settings.projects.onDidChange(() => this.#refreshSoon()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor.document === document) this.#followText();
      }),
    ];
    showWebviewPage(panel.webview, designed.extensionUri, 'designer');
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#onPicture?.(undefined);
    this.#shown.hide();
    Disposable.from(...this.#registrations).dispose();
  }

  async #receive(message: FromView): Promise<void> {
    switch (message.kind) {
      case 'ready':
        this.#shown.hide();
        return this.#enqueue(() => this.#open(message.isNew));
      case 'change':
        return this.#report(() => this.#change(message.change, message.version));
      case 'copy':
        return this.#report(() => this.#copy(message.items));
      case 'cut':
        return this.#report(() => this.#cut(message.items, message.version));
      case 'paste':
        return this.#report(() => this.#paste(message.item, message.version));
      case 'apply-fix':
        return this.#report(async () => this.#offers[message.id]?.apply() ?? outdated());
      case 'undo':
      case 'redo':
        return this.#report(() => this.#run(message.kind));
      case 'save':
        return this.#report(() => this.#run('workbench.action.files.save'));
      case 'start':
        return this.#report(() => this.#start());
      case 'select':
        return this.#select(message.item);
      case 'go-to-text':
        return this.#goTo(() => this.#showItem(message.item, message.field));
      case 'go-to-error':
        return this.#goTo(() => this.#showError());
      case 'show-project-file':
        return this.#showProjectFile();
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
    this.#timer = setTimeout(() => void this.#enqueue(() => this.#refresh()), this.#shown.pause);
  }

  async #open(isNew: boolean): Promise<void> {
    await this.#shown.open();
    const editors = isNew ? window.visibleTextEditors : [];
    this.#followText(editors.find(({ document }) => document === this.#document));
  }

  /** Brings the view up to date, if it is there. */
  async #refresh(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#shown.refresh();
    this.#followText();
  }

  async #change(change: DesignChange, version: number): Promise<EditResult> {
    const { design, currentReading } = this.#shown;
    if (currentReading?.version !== version || design === undefined) return outdated();
    const operations = operationsOf(change, design);
    return operations.length === 0 ? {} : applyOperations(this.#designed, currentReading, operations);
  }

  async #copy(items: readonly Item[]): Promise<EditResult> {
    const { currentReading } = this.#shown;
    if (currentReading === undefined) return outdated();
    const copied = await this.#designed.checks.runOn(currentReading, { kind: 'textOfItems', items });
    if (copied === undefined) return tooLarge();
    await env.clipboard.writeText(copied);
    return {};
  }

  /** What can't be copied stays. */
  async #cut(items: readonly Item[], version: number): Promise<EditResult> {
    const copied = await this.#copy(items);
    return copied.failure === undefined ? this.#change({ kind: 'remove', items }, version) : copied;
  }

  async #paste(item: Item, version: number): Promise<EditResult> {
    const { design, currentReading } = this.#shown;
    if (currentReading?.version !== version || design === undefined) return outdated();
    return pasteAfter(item, this.#designed, currentReading, design);
  }

  /** Runs a command of VS Code where the focus is: in the view. */
  async #run(command: string): Promise<EditResult> {
    await commands.executeCommand(command);
    return {};
  }

  /** Begins a dataset in an empty document. */
  async #start(): Promise<EditResult> {
    const document = this.#document;
    const edits = startEdits(document.getText(), documentFormat(document), indentOf(document));
    return edits ? applyTextEdits(document, document.version, edits) : outdated();
  }

  /**
   * Makes a change after those before it, and shows its result before the view goes on, or its failure. The view waits for
   * the answer, whatever happens.
   */
  #report(change: () => Promise<EditResult>): Promise<void> {
    return this.#enqueue(async () => {
      try {
        const { failure, isReadOnly, valueAt, pasted } = await change();
        if (isReadOnly) this.#shown.lock();
        await this.#refresh();
        if (failure !== undefined) showFailure(failure);
        const { reading } = this.#shown;
        const edit = valueAt !== undefined && reading ? placeAt(reading.places, valueAt) : undefined;
        this.#post(failure === undefined ? { kind: 'changed', pasted, edit } : { kind: 'changed', failure });
      } catch (error) {
        this.#post({ kind: 'changed', failure: unexpectedErrorMessage() });
        throw error;
      }
    });
  }

  #select(item: Item): void {
    this.#selected = item;
    const span = this.#span(item, 'name');
    if (span !== undefined) selectInText(this.#document, span);
  }

  /** Keys that are pressed before the text has the focus would change the design: the view ignores them until the answer. */
  async #goTo(show: () => Promise<boolean>): Promise<void> {
    let isShown = false;
    try {
      isShown = await show();
    } finally {
      this.#post({ kind: 'went-to-text', isShown });
    }
  }

  async #showItem(item: Item, field: ItemPart): Promise<boolean> {
    this.#selected = item;
    const span = this.#span(item, field);
    if (span === undefined) return false;
    await showInText(this.#document, rangeOf(this.#document, span));
    return true;
  }

  #span(item: Item, field: ItemPart) {
    const reading = this.#shown.currentReading;
    return reading && spanOf(reading.places, item, field);
  }

  async #showError(): Promise<boolean> {
    const { reading } = this.#shown;
    const error = reading && (await syntaxErrorIn(reading, this.#designed));
    if (error === undefined) return false;
    await showInText(this.#document, toRange(error.range));
    return true;
  }

  async #showProjectFile(): Promise<void> {
    const { uri } = this.#document;
    const left = unjudged(uri, await this.#designed.settings.judge(uri));
    if (left) await showProjectFile(left).run();
  }

  /** Selects the item at the cursor of a text editor, if that shows the document. */
  #followText(editor = window.activeTextEditor): void {
    const reading = this.#shown.currentReading;
    if (editor?.document !== this.#document || reading === undefined) return;
    const { item } = placeAt(reading.places, this.#document.offsetAt(editor.selection.active));
    if (isSameItem(item, this.#selected)) return;
    this.#selected = item;
    this.#post({ kind: 'select', item });
  }

  /** The view waits for the answer, whatever happens. */
  async #offerFixes(item: Item): Promise<void> {
    this.#offers = [];
    try {
      const { reading } = this.#shown;
      if (reading === undefined) return;
      const here = reading.problems.filter(({ range }) => {
        const offset = this.#document.offsetAt(toRange(range).start);
        return isSameItem(placeAt(reading.places, offset).item, item);
      });
      this.#offers = await findFixes(this.#designed, reading, here);
    } finally {
      this.#post({ kind: 'fixes', item, fixes: this.#offers.map(({ title }, id) => ({ id, title })) });
    }
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

  /** Isn't awaited: a hidden view takes no messages. A designer that was closed while a document was read has no view. */
  #post(message: ToView): void {
    if (!this.#isDisposed) void this.#panel.webview.postMessage(message);
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export { exportDiagram } from './export-diagram.ts';

/** Opens the designer beside the text: of a URI, or of the active editor's document. */
export async function openDesigner(target?: unknown): Promise<void> {
  const [uri] = (await targetsOf(target))?.uris ?? [];
  if (uri === undefined) return;
  await commands.executeCommand('vscode.openWith', uri, 'dataset.designer', columnFor(uri));
}

/** Beside the text, if that is what is open; otherwise where the user is. */
function columnFor(uri: Uri): ViewColumn {
  const isText = window.activeTextEditor?.document.uri.toString() === uri.toString();
  return isText ? ViewColumn.Beside : ViewColumn.Active;
}

/** Selects a span in the text editors that show a document, without taking the focus. */
function selectInText(document: TextDocument, span: Span): void {
  const { start, end } = rangeOf(document, span);
  for (const editor of window.visibleTextEditors) {
    if (editor.document !== document) continue;
    editor.selection = new Selection(start, end);
    editor.revealRange(new Range(start, end), TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** Shows a range in a text editor, which gets the focus: in one that shows the document, or beside the designer. */
async function showInText(document: TextDocument, selection: Range): Promise<void> {
  const open = window.visibleTextEditors.find((editor) => editor.document === document);
  await window.showTextDocument(document, {
    viewColumn: open?.viewColumn ?? ViewColumn.Beside,
    selection,
  });
}

import { type Item, type ItemPart, isSameItem, itemIn, nearestItem } from '../../designer/design.ts';
import { fill, type Strings } from '../../designer/strings.ts';
import type { ChangeAnswer, ToView } from '../../designer/view-messages.ts';
import {
  type AfterChange,
  afterCopy,
  afterPaste,
  type PlannedChange,
  planDuplicate,
  planFieldChange,
  planMove,
  planMoveBy,
  planNewColumn,
  planNewTable,
  planRemoval,
} from './planned-change.ts';
import { RequestQueue } from './request-queue.ts';
import { type DesignerPage, ViewControl } from './view-control.ts';
import {
  type EditableField,
  type FieldEdit,
  stateOnSelection,
  stateOnUpdate,
  type ViewState,
} from './view-state.ts';

/** What people do in the view, and what the extension sends. Knows nothing of the page. */
export class Designer extends ViewControl {
  readonly requests: RequestQueue;

  constructor(page: DesignerPage, state: ViewState) {
    super(page, state);
    this.requests = new RequestQueue(page.post);
  }

  receive(message: Exclude<ToView, { readonly kind: 'open' }>): void {
    switch (message.kind) {
      case 'update':
        this.set(stateOnUpdate(this.state, message));
        break;
      case 'changed':
        this.#afterChange(message);
        break;
      case 'select':
        this.set(stateOnSelection(this.state, message.item));
        break;
      case 'went-to-text':
        this.requests.end();
        // The keys were for the text, which gets only those that are pressed from now on.
        if (message.isShown) this.requests.clear();
        this.requests.resume();
        break;
      case 'fixes': {
        const { popup } = this.state;
        if (popup?.kind === 'problems' && isSameItem(popup.item, message.item))
          this.set({ popup: { ...popup, fixes: message.fixes } });
        this.requests.end();
        this.requests.resume();
        break;
      }
      case 'draw':
        void this.#draw(message.svg, message.width, message.height);
    }
  }

  /**
   * Ends editing and changes the field, if `value` is another one. `next` is edited afterwards. Nothing happens if the field
   * isn't edited any more: an input that goes away loses the focus, too.
   */
  commitEdit({ item, field }: FieldEdit, value: string, next?: EditableField): void {
    const { editing } = this.state;
    if (editing?.field !== field || !isSameItem(editing.item, item)) return;
    this.set({ editing: undefined });
    if (planFieldChange(this.state, editing, value, next) === undefined) {
      if (next !== undefined) this.edit(next, editing.item);
      return;
    }
    this.set({ pending: { ...editing, value } });
    this.#change((current) => planFieldChange(current, current.pending ?? editing, value, next));
  }

  /** Adds a column below a column, or as the first one of a table: of the active item, unless `below` is another. */
  addColumn(below?: Item): void {
    this.#change((state) => planNewColumn(state, below));
  }

  /** Adds a table after the active one, or at the end. */
  addTable(): void {
    this.#change(planNewTable);
  }

  duplicate(item?: Item): void {
    this.#change((state) => planDuplicate(state, item));
  }

  /** Moves the selected items up or down in their list. */
  moveBy(step: 1 | -1): void {
    this.#change((state) => planMoveBy(state, step));
  }

  moveTo(items: readonly Item[], to: Item): void {
    this.#change((state) => planMove(state, items, to));
  }

  remove(items?: readonly Item[]): void {
    this.#change((state) => planRemoval(state, items));
  }

  copy(): void {
    this.requests.run(() => {
      this.requests.begin({ kind: 'copy', items: this.state.selected }, afterCopy(this.state));
    });
  }

  cut(): void {
    this.#whenIdle((state) => {
      const removal = planRemoval(state);
      const { selected: items, document } = state;
      if (removal !== undefined)
        this.requests.begin({ kind: 'cut', items, version: document.version }, removal.after);
    });
  }

  paste(): void {
    this.#whenIdle(({ active, document: { version } }) => {
      this.requests.begin({ kind: 'paste', item: active, version });
    });
  }

  /** Undoes or redoes a change of the document, or saves it, also while it has a syntax error. */
  runCommand(kind: 'undo' | 'redo' | 'save'): void {
    this.requests.run(() => this.requests.begin({ kind }));
  }

  goToText(field: ItemPart = 'name', item = this.state.active): void {
    this.requests.run(() => this.requests.begin({ kind: 'go-to-text', item, field }));
  }

  showProjectFile(): void {
    this.page.post({ kind: 'show-project-file' });
  }

  goToError(): void {
    this.requests.run(() => this.requests.begin({ kind: 'go-to-error' }));
  }

  /** Begins a dataset in an empty document, which can't be edited otherwise. Its name is edited next. */
  start(): void {
    const { strings } = this.state;
    const announcement = fill(strings.added, strings.dataset);
    this.requests.run(() =>
      this.requests.begin({ kind: 'start' }, { active: [], edit: 'name', announcement }),
    );
  }

  exportPicture(): void {
    this.page.post({ kind: 'export' });
  }

  showProblems(item = this.state.active): void {
    if ((itemIn(this.state.design, item)?.problems.length ?? 0) === 0) return;
    this.activate(item);
    this.set({ popup: { kind: 'problems', item, fixes: this.canEdit ? undefined : [] } });
    if (this.canEdit) this.requests.run(() => this.requests.begin({ kind: 'get-fixes', item }));
  }

  applyFix(id: number): void {
    this.set({ popup: undefined });
    this.#whenIdle(({ strings }) => {
      this.requests.begin({ kind: 'apply-fix', id }, { announcement: strings.fixApplied });
    });
  }

  #change(plan: (state: ViewState) => PlannedChange | undefined): void {
    this.#whenIdle((state) => {
      const planned = plan(state);
      if (planned === undefined) return;
      const { change, after } = planned;
      this.requests.begin({ kind: 'change', change, version: state.document.version }, after);
    });
  }

  /** Runs a command that changes the document when the changes before it are done. */
  #whenIdle(command: (state: ViewState) => void): void {
    if (!this.canEdit) return;
    this.requests.run(() => {
      if (this.canEdit) command(this.state);
    });
  }

  #afterChange({ failure, edit, pasted }: ChangeAnswer): void {
    const after = this.requests.end();
    if (failure !== undefined) {
      this.requests.clear();
      this.announce(failure);
    } else {
      this.#show(pasted ? afterPaste(this.state, pasted) : after);
      if (edit !== undefined && edit.field !== 'item') this.edit(edit.field, edit.item);
    }
    this.set({ pending: undefined });
    this.requests.resume();
  }

  #show(after: AfterChange | undefined): void {
    this.announce(after?.announcement ?? '');
    if (after === undefined) return;
    const next = nearestItem(this.state.design, after.active ?? this.state.active);
    const { selected = [] } = after;
    if (selected.length > 1) this.select({ active: next, selected, anchor: next });
    else if (after.active !== undefined) this.activate(next);
    if (after.edit !== undefined) this.edit(after.edit, next);
  }

  async #draw(svg: string, width: number, height: number): Promise<void> {
    const png = await this.page.drawPicture(svg, width, height);
    this.page.post({ kind: 'picture', png });
  }
}

/** What all cards are drawn with: the same object until one of these changes, because only then all are drawn again. */
export interface CardView {
  readonly designer: Designer;
  readonly strings: Strings;
  readonly dataTypes: readonly string[];
  readonly canEdit: boolean;
  readonly query: string;
}

/** What the parts of the view draw, and what they report to. */
export interface ViewProps {
  readonly designer: Designer;
  readonly state: ViewState;
}

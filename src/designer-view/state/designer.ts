import {
  type Design,
  type Field,
  type Item,
  isSameItem,
  itemIn,
  nearestItem,
} from '../../designer/design.ts';
import { fill, type Strings } from '../../designer/strings.ts';
import type { ChangeAnswer, FromView, ToView } from '../../designer/view-messages.ts';
import { nameLabel } from '../labels.ts';
import { InputQueue, type ViewRequest } from './input-queue.ts';
import { isBefore, nextOf, search } from './navigation.ts';
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
import { allSelected, onlySelected, type Selection, selectedBy, selectedTo, toggled } from './selection.ts';
import {
  type EditableField,
  type FieldEdit,
  type KeptState,
  stateOnOpen,
  stateOnSelection,
  stateOnUpdate,
  type ViewState,
} from './view-state.ts';

/** The page of the view, and the extension behind it. */
export interface DesignerPage {
  readonly post: (message: FromView) => void;
  readonly onChange: (state: ViewState) => void;
  readonly drawPicture: (svg: string, width: number, height: number) => Promise<string | undefined>;
  readonly focusSearch: () => void;
  readonly kept?: KeptState | undefined;
}

/** How often a change of the active item is planned, if the document changes each time before the extension could change it. */
const maxAttempts = 10;

/** What was clicked may be something else in a document that has changed, so its change isn't planned again. */
const attemptsFor = (clicked: unknown) => (clicked === undefined ? maxAttempts : 1);

/** What people do in the view, and what the extension sends. Knows nothing of the page. */
export class Designer {
  readonly #page: DesignerPage;
  readonly #inputs = new InputQueue();
  #state: ViewState | undefined;

  constructor(page: DesignerPage) {
    this.#page = page;
  }

  /** Whether the extension has yet to answer. Until then, every key belongs to what its answer opens. */
  get isWaiting(): boolean {
    return this.#inputs.isWaiting;
  }

  /** Runs a command when the extension has answered, after those before it. */
  whenAnswered(command: () => void): void {
    this.#inputs.run(command);
  }

  /** `undefined` until the document arrives. */
  get state(): ViewState | undefined {
    return this.#state;
  }

  receive(message: ToView): void {
    switch (message.kind) {
      case 'open':
        this.#replace(stateOnOpen(message, this.#state ?? this.#page.kept ?? { active: [], query: '' }));
        break;
      case 'update':
        this.#withState((state) => this.#replace(stateOnUpdate(state, message)));
        break;
      case 'changed':
        this.#afterChange(message);
        break;
      case 'select':
        this.#withState((state) => this.#replace(stateOnSelection(state, message.item)));
        break;
      case 'went-to-text':
        this.#inputs.end();
        // The keys were for the text, which gets only those that are pressed from now on.
        if (message.isShown) this.#inputs.clear();
        this.#inputs.resume();
        break;
      case 'fixes':
        this.#withState(({ popup }) => {
          if (popup?.kind === 'problems' && isSameItem(popup.item, message.item))
            this.#set({ popup: { ...popup, fixes: message.fixes } });
        });
        this.#inputs.end();
        this.#inputs.resume();
        break;
      case 'draw':
        void this.#draw(message.svg, message.width, message.height);
    }
  }

  /** Selects an item, here and in the text. */
  activate(item: Item): void {
    this.#select(onlySelected(item));
  }

  /** Selects the items from where the selection began to an item of the same list. */
  extendTo(item: Item): void {
    this.#withState((state) => this.#select(selectedTo(state, item)));
  }

  /** Selects one more item, or one less. */
  extend(step: 1 | -1): void {
    this.#withState((state) => this.#select(selectedBy(state, step)));
  }

  selectAll(): void {
    this.#withState((state) => this.#select(allSelected(state)));
  }

  /** Adds an item of the same list to the selection, or takes it out. */
  toggle(item: Item): void {
    this.#withState((state) => this.#select(toggled(state, item)));
  }

  #select({ active, selected, anchor }: Selection): void {
    this.#withState((state) => {
      const isActive = isSameItem(active, state.active);
      if (isActive && selected.length === 1 && state.selected.length === 1) return;
      this.#set({ active, selected, anchor, popup: undefined });
      if (!isActive) this.#page.post({ kind: 'select', item: active });
    });
  }

  /** Selects the item that `find` finds from the active one. */
  goTo(find: (design: Design, active: Item) => Item | undefined): void {
    this.#withState(({ design, active }) => this.activate(find(design, active) ?? active));
  }

  /** Undoes or redoes a change of the document, also while it has a syntax error. */
  revert(kind: 'undo' | 'redo'): void {
    this.#inputs.run(() => this.#begin({ kind }));
  }

  edit(field: EditableField, item = this.#state?.active): void {
    if (!this.#canEdit() || item === undefined || (field === 'dataType' && item.length !== 2)) return;
    this.#withState((state) => {
      const items = field === 'dataType' && isSameItem(item, state.active) ? state.selected : [];
      if (items.length < 2) this.activate(item);
      this.#set({ editing: { item, field, ...(items.length > 1 && { items }) }, popup: undefined });
    });
  }

  cancelEdit(): void {
    this.#set({ editing: undefined });
  }

  /**
   * Ends editing and changes the field, if `value` is another one. `next` is edited afterwards. Nothing happens if the field
   * isn't edited any more: an input that goes away loses the focus, too.
   */
  commitEdit({ item, field }: FieldEdit, value: string, next?: EditableField): void {
    this.#withState((state) => {
      const { editing } = state;
      if (editing?.field !== field || !isSameItem(editing.item, item)) return;
      if (planFieldChange(state, editing, value, next) === undefined) {
        this.#set({ editing: undefined });
        if (next !== undefined) this.edit(next, editing.item);
        return;
      }
      this.#set({ editing: undefined, pending: { ...editing, value } });
      this.#change((current) => planFieldChange(current, current.pending ?? editing, value, next));
    });
  }

  /** Adds a column below a column, or as the first one of a table: of the active item, unless `below` is another. */
  addColumn(below?: Item): void {
    this.#change((state) => planNewColumn(state, below), attemptsFor(below));
  }

  /** Adds a table after the active one, or at the end. */
  addTable(): void {
    this.#change(planNewTable);
  }

  duplicate(item?: Item): void {
    this.#change((state) => planDuplicate(state, item), attemptsFor(item));
  }

  /** Moves the selected items up or down in their list. */
  moveBy(step: 1 | -1): void {
    this.#change((state) => planMoveBy(state, step));
  }

  moveTo(items: readonly Item[], to: Item): void {
    this.#change((state) => planMove(state, items, to), attemptsFor(items));
  }

  remove(items?: readonly Item[]): void {
    this.#change((state) => planRemoval(state, items), attemptsFor(items));
  }

  copy(): void {
    this.#inputs.run(() => this.#copy());
  }

  /** What can't be copied stays. */
  cut(): void {
    this.#whenIdle(({ selected, active }) => {
      if (active.length > 0) this.#copy(() => this.remove(selected));
    });
  }

  #copy(next?: () => void): void {
    this.#withState((state) => {
      const after = afterCopy(state);
      this.#begin({ kind: 'copy', items: state.selected }, { after, next, keepsKeys: true });
    });
  }

  /** Pastes below the active item: if the document has changed meanwhile, below the one that is active then. */
  paste(attempts = maxAttempts): void {
    const retry = attempts > 1 ? () => this.paste(attempts - 1) : undefined;
    this.#whenIdle(({ active, document }) => {
      const canRetry = retry !== undefined;
      this.#begin(
        { kind: 'paste', item: active, version: document.version, canRetry },
        { retry, keepsKeys: true },
      );
    });
  }

  goToText(field: Field = 'name', item = this.#state?.active): void {
    if (item !== undefined) this.#inputs.run(() => this.#begin({ kind: 'go-to-text', item, field }));
  }

  goToError(): void {
    this.#inputs.run(() => this.#begin({ kind: 'go-to-error' }));
  }

  /** Begins a dataset in an empty document, which can't be edited otherwise. Its name is edited next. */
  start(): void {
    this.#inputs.run(() => {
      this.#withState(({ strings }) => {
        const announcement = fill(strings.added, strings.dataset);
        this.#begin({ kind: 'start' }, { after: { active: [], edit: 'name', announcement } });
      });
    });
  }

  exportPicture(): void {
    this.#page.post({ kind: 'export' });
  }

  showProblems(item = this.#state?.active): void {
    this.#withState(({ design, document }) => {
      if (item === undefined || (itemIn(design, item)?.problems.length ?? 0) === 0) return;
      this.activate(item);
      const canFix = document.readOnly === undefined;
      this.#set({ popup: { kind: 'problems', item, fixes: canFix ? undefined : [] } });
      if (canFix) this.#inputs.run(() => this.#begin({ kind: 'get-fixes', item }));
    });
  }

  /** Shows the actions of the active item: at a point, in pixels of the page, or at the item. */
  openMenu(at?: { readonly x: number; readonly y: number }): void {
    this.#set({ popup: { kind: 'menu', at } });
  }

  closePopup(): void {
    this.#set({ popup: undefined });
  }

  applyFix(id: number): void {
    this.#set({ popup: undefined });
    this.#whenIdle(({ strings }) => {
      this.#begin({ kind: 'apply-fix', id }, { after: { announcement: strings.fixApplied } });
    });
  }

  /** Searches, and selects the first match from the active item on. */
  search(query: string): void {
    this.#withState(({ design, active, strings }) => {
      const matches = search(design, query);
      const first = matches.find((match) => !isBefore(match, active)) ?? matches[0];
      this.#set({ query, matches });
      if (first !== undefined) this.activate(first);
      else if (query.trim() !== '') this.#announce(strings.noMatch);
      this.#announceMatch();
    });
  }

  focusSearch(): void {
    this.#page.focusSearch();
  }

  stepToMatch(step: 1 | -1): void {
    this.#withState(({ matches, active }) => {
      const next = nextOf(matches, active, step);
      if (next === undefined) return;
      this.activate(next);
      this.#announceMatch();
    });
  }

  /** If the document has changed meanwhile, the change is planned again: of the item that is active then. */
  #change(plan: (state: ViewState) => PlannedChange | undefined, attempts = maxAttempts): void {
    this.#whenIdle((state) => {
      const planned = plan(state);
      if (planned === undefined) return;
      const { change, after } = planned;
      const { version } = state.document;
      const retry = attempts > 1 ? () => this.#change(plan, attempts - 1) : undefined;
      this.#begin({ kind: 'change', change, version, canRetry: retry !== undefined }, { after, retry });
    });
  }

  /** Runs a command that changes the document when the changes before it are done. */
  #whenIdle(command: (state: ViewState) => void): void {
    if (!this.#canEdit()) return;
    this.#inputs.run(() => {
      if (this.#canEdit()) this.#withState(command);
    });
  }

  #begin(message: FromView, request: ViewRequest = {}): void {
    this.#inputs.begin(request);
    this.#page.post(message);
  }

  #afterChange({ failure, isOutdated, edit, pasted }: ChangeAnswer): void {
    const request = this.#inputs.end();
    if (isOutdated === true && request?.retry !== undefined) request.retry();
    else if (failure !== undefined) {
      // The keys were for a field that doesn't appear.
      if (request?.keepsKeys !== true) this.#inputs.clear();
      this.#announce(failure);
    } else {
      this.#withState((state) => this.#show(pasted ? afterPaste(state, pasted) : request?.after));
      if (edit !== undefined && edit.field !== 'item') this.edit(edit.field, edit.item);
      request?.next?.();
    }
    if (!this.#inputs.isWaiting) this.#set({ pending: undefined });
    this.#inputs.resume();
  }

  #show(after: AfterChange | undefined): void {
    this.#announce(after?.announcement ?? '');
    if (after === undefined) return;
    this.#withState(({ design, active }) => {
      const next = nearestItem(design, after.active ?? active);
      const { selected = [] } = after;
      if (selected.length > 1) this.#select({ active: next, selected, anchor: next });
      else if (after.active !== undefined) this.activate(next);
      if (after.edit !== undefined) this.edit(after.edit, next);
    });
  }

  #announceMatch(): void {
    this.#withState(({ matches, active, strings, design }) => {
      const index = matches.findIndex((match) => isSameItem(match, active));
      if (index < 0) return;
      const place = fill(strings.matchOf, index + 1, matches.length);
      this.#announce(`${nameLabel(itemIn(design, active)?.name, strings)}, ${place}`);
    });
  }

  #announce(text: string): void {
    this.#withState(({ announcement }) =>
      this.#set({ announcement: { text, number: announcement.number + 1 } }),
    );
  }

  async #draw(svg: string, width: number, height: number): Promise<void> {
    const png = await this.#page.drawPicture(svg, width, height);
    this.#page.post({ kind: 'picture', png });
  }

  #canEdit(): boolean {
    return this.#state !== undefined && this.#state.document.readOnly === undefined;
  }

  #withState(use: (state: ViewState) => void): void {
    if (this.#state !== undefined) use(this.#state);
  }

  #set(change: Partial<ViewState>): void {
    this.#withState((state) => this.#replace({ ...state, ...change }));
  }

  #replace(state: ViewState): void {
    this.#state = state;
    this.#page.onChange(state);
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

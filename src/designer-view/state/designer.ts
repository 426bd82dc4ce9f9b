import { itemIn, nearestItem } from '../../designer/design.ts';
import { type Field, type Item, isSameItem, parentOf } from '../../designer/item.ts';
import type { FromView, ToView } from '../../designer/messages.ts';
import { fill } from '../../designer/strings.ts';
import { nameLabel } from '../labels.ts';
import { ChangeQueue } from './change-queue.ts';
import { search } from './find-items.ts';
import { firstIn, isBefore, lastItem, nextOf, nextWithProblem, stepByTable, stepFrom } from './navigation.ts';
import {
  type AfterChange,
  type PlannedChange,
  planDuplicate,
  planFieldChange,
  planMove,
  planNewColumn,
  planNewTable,
  planRemoval,
} from './planned-change.ts';
import { stateOnOpen, stateOnSelection, stateOnUpdate } from './shown-document.ts';
import type { EditableField, KeptState, ViewState } from './view-state.ts';

export interface DesignerOptions {
  readonly post: (message: FromView) => void;
  readonly onChange: (state: ViewState) => void;
  readonly drawPicture: (svg: string, width: number, height: number) => Promise<string | undefined>;
  readonly kept?: KeptState | undefined;
}

/** What people do in the view, and what the extension sends. Knows nothing of the page. */
export class Designer {
  readonly #options: DesignerOptions;
  readonly #changes = new ChangeQueue();
  #state: ViewState | undefined;
  /** Characters for the field that is edited next. */
  #typed = '';

  constructor(options: DesignerOptions) {
    this.#options = options;
  }

  /** `undefined` until the document arrives. */
  get state(): ViewState | undefined {
    return this.#state;
  }

  receive(message: ToView): void {
    switch (message.kind) {
      case 'open':
        this.#replace(stateOnOpen(message, this.#state ?? this.#options.kept ?? { active: [], query: '' }));
        break;
      case 'update':
        this.#withState((state) => this.#replace(stateOnUpdate(state, message)));
        break;
      case 'changed':
        this.#afterChange(message.failure, message.edit);
        break;
      case 'select':
        this.#withState((state) => this.#replace(stateOnSelection(state, message.item)));
        break;
      case 'fixes':
        if (isSameItem(this.#state?.problems?.item, message.item)) {
          this.#set({ problems: { item: message.item, fixes: message.fixes } });
        }
        break;
      case 'draw':
        void this.#draw(message.svg, message.width, message.height);
    }
  }

  /** Selects an item, here and in the text. */
  activate(item: Item): void {
    if (this.#state === undefined || isSameItem(item, this.#state.active)) return;
    this.#set({ active: item, problems: undefined });
    this.#options.post({ kind: 'select', item });
  }

  step(step: 1 | -1): void {
    this.#withState(({ design, active }) => this.activate(stepFrom(design, active, step)));
  }

  /** Selects the item that contains the active one. */
  stepOut(): void {
    this.#withState(({ active }) => this.activate(parentOf(active)));
  }

  /** Selects the first item in the active one. */
  stepIn(): void {
    this.#withState(({ design, active }) => this.activate(firstIn(design, active)));
  }

  /** Selects the table before or after. */
  stepTable(step: 1 | -1): void {
    this.#withState(({ design, active }) => this.activate(stepByTable(design, active, step)));
  }

  stepToEnd(end: 'first' | 'last'): void {
    this.#withState(({ design }) => this.activate(end === 'first' ? [] : lastItem(design)));
  }

  stepToProblem(step: 1 | -1): void {
    this.#withState(({ design, active }) => this.activate(nextWithProblem(design, active, step) ?? active));
  }

  edit(field: EditableField, item = this.#state?.active): void {
    if (!this.#canEdit() || item === undefined || (field === 'dataType' && item.length !== 2)) return;
    this.activate(item);
    const typed = this.#typed === '' ? {} : { typed: this.#typed };
    this.#typed = '';
    this.#set({ editing: { item, field, ...typed }, problems: undefined });
  }

  /** Keeps a character for the field that is edited after the current change. Returns whether there is one. */
  typeAhead(character: string): boolean {
    if (this.#changes.current?.edit === undefined) return false;
    this.#typed += character;
    return true;
  }

  cancelEdit(): void {
    this.#set({ editing: undefined });
  }

  /** Ends editing and changes the field, if `value` is another one. `next` is edited afterwards. */
  commitEdit(value: string, next?: EditableField): void {
    this.#withState((state) => {
      const { editing } = state;
      if (editing === undefined) return;
      const { item, field } = editing;
      const planned = planFieldChange(state, editing, value, next);
      if (planned === undefined) {
        this.#set({ editing: undefined });
        if (next !== undefined) this.edit(next, item);
        return;
      }
      this.#set({ editing: undefined, pending: { item, field, value } });
      this.#change(() => planned);
    });
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

  /** Moves the active item up or down in its list. */
  moveBy(step: 1 | -1): void {
    this.#change((state) => planMove(state, state.active, (state.active.at(-1) ?? 0) + step));
  }

  moveTo(item: Item, index: number): void {
    this.#change((state) => planMove(state, item, index));
  }

  remove(item?: Item): void {
    this.#change((state) => planRemoval(state, item));
  }

  goToText(field: Field = 'name', item = this.#state?.active): void {
    if (item !== undefined) this.#options.post({ kind: 'go-to-text', item, field });
  }

  goToError(): void {
    this.#options.post({ kind: 'go-to-error' });
  }

  start(): void {
    this.#options.post({ kind: 'start' });
  }

  exportPicture(): void {
    this.#options.post({ kind: 'export' });
  }

  showProblems(item = this.#state?.active): void {
    this.#withState(({ design, document }) => {
      if (item === undefined || (itemIn(design, item)?.problems.length ?? 0) === 0) return;
      this.activate(item);
      const canFix = document.readOnly === undefined;
      this.#set({ problems: { item, fixes: canFix ? undefined : [] } });
      if (canFix) this.#options.post({ kind: 'get-fixes', item });
    });
  }

  closeProblems(): void {
    this.#set({ problems: undefined });
  }

  applyFix(id: number): void {
    this.#set({ problems: undefined });
    this.#whenIdle(({ strings, document }) => {
      this.#begin({ kind: 'apply-fix', id, version: document.version }, { announcement: strings.fixApplied });
    });
  }

  /** Searches, and selects the first match from the active item on. */
  search(query: string): void {
    this.#withState(({ design, active, strings }) => {
      const matches = search(design, query);
      const first = matches.find((match) => !isBefore(match, active)) ?? matches[0];
      this.#set({ query, matches });
      if (first !== undefined) this.activate(first);
      else if (query.trim() !== '') this.#set({ announcement: strings.noMatch });
      this.#announceMatch();
    });
  }

  stepToMatch(step: 1 | -1): void {
    this.#withState(({ matches, active }) => {
      const next = nextOf(matches, active, step);
      if (next === undefined) return;
      this.activate(next);
      this.#announceMatch();
    });
  }

  #change(plan: (state: ViewState) => PlannedChange | undefined): void {
    this.#whenIdle((state) => {
      const planned = plan(state);
      if (planned === undefined) return;
      const { version } = state.document;
      this.#begin({ kind: 'change', change: planned.change, version }, planned.after);
    });
  }

  /** Runs a command that changes the document when the changes before it are done. */
  #whenIdle(command: (state: ViewState) => void): void {
    if (!this.#canEdit()) return;
    this.#changes.run(() => {
      if (this.#canEdit()) this.#withState(command);
    });
  }

  #begin(message: FromView, after: AfterChange): void {
    this.#changes.begin(after);
    this.#options.post(message);
  }

  /** `edit`: a field whose value a fix has put there. */
  #afterChange(
    failure: string | undefined,
    edit: { readonly item: Item; readonly field: Field } | undefined,
  ) {
    const after = this.#changes.current;
    this.#changes.end();
    this.#withState(({ design, active }) => {
      this.#set({ pending: undefined, announcement: failure ?? after?.announcement ?? '' });
      if (failure !== undefined) {
        this.#changes.clear();
      } else if (after !== undefined) {
        const next = nearestItem(design, after.active ?? active);
        this.activate(next);
        if (after.edit !== undefined) this.edit(after.edit, next);
      }
      if (edit !== undefined && edit.field !== 'item') this.edit(edit.field, edit.item);
      this.#typed = '';
      this.#changes.resume();
    });
  }

  #announceMatch(): void {
    this.#withState(({ matches, active, strings, design }) => {
      const index = matches.findIndex((match) => isSameItem(match, active));
      if (index < 0) return;
      const place = fill(strings.matchOf, index + 1, matches.length);
      this.#set({ announcement: `${nameLabel(itemIn(design, active)?.name, strings)}, ${place}` });
    });
  }

  async #draw(svg: string, width: number, height: number): Promise<void> {
    const png = await this.#options.drawPicture(svg, width, height);
    this.#options.post({ kind: 'picture', ...(png === undefined ? {} : { png }) });
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
    this.#options.onChange(state);
  }
}

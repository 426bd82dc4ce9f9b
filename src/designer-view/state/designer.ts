import type { Change } from '../../designer/change.ts';
import { type Design, itemIn, nearestItem } from '../../designer/design.ts';
import { type Field, type Item, isSameItem, parentOf } from '../../designer/item.ts';
import type { FromView, ToView } from '../../designer/messages.ts';
import { fill } from '../../designer/strings.ts';
import { itemAfter, withUpdate } from '../../designer/update.ts';
import { nameLabel } from '../labels.ts';
import { isBefore, itemsOf, nextWithProblem, search, stepFrom } from './find-items.ts';
import type { EditableField, KeptState, ViewState } from './view-state.ts';

export interface DesignerOptions {
  readonly post: (message: FromView) => void;
  readonly onChange: (state: ViewState) => void;
  readonly drawPicture: (svg: string, width: number, height: number) => Promise<string | undefined>;
  readonly kept?: KeptState | undefined;
}

/** What is selected after a change, which of its fields is edited next, and what a screen reader says. */
interface AfterChange {
  /** Unless the selection stays. */
  readonly active?: Item;
  readonly edit?: EditableField;
  readonly announcement: string;
}

/** Commands that wait for the change before them; more are ignored. */
const maxWaiting = 20;

/** The state of the view and what people do with it. Knows nothing of the page. */
export class Designer {
  readonly #options: DesignerOptions;
  readonly #waiting: (() => void)[] = [];
  #state: ViewState | undefined;
  #afterChange: AfterChange | undefined;
  #typed = '';

  constructor(options: DesignerOptions) {
    this.#options = options;
  }

  get state(): ViewState | undefined {
    return this.#state;
  }

  receive(message: ToView): void {
    switch (message.kind) {
      case 'open':
        this.#open(message);
        break;
      case 'update':
        this.#update(message);
        break;
      case 'changed':
        this.#changed(message);
        break;
      case 'select':
        this.#select(message.item);
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
    this.#withState(({ design, active }) => {
      if (active.length < 2) this.activate(nearestItem(design, active.length === 0 ? [0] : [active[0], 0]));
    });
  }

  /** Selects the table before or after. */
  stepTable(step: 1 | -1): void {
    this.#withState(({ design, active: [table = -1, column] }) => {
      const target = step === -1 && column !== undefined ? table : table + step;
      if (target < 0) this.activate([]);
      else if (target < design.tables.length) this.activate([target]);
    });
  }

  stepToEnd(end: 'first' | 'last'): void {
    this.#withState(({ design, active }) => {
      const items = [...itemsOf(design)];
      this.activate((end === 'first' ? items[0] : items.at(-1)) ?? active);
    });
  }

  stepToProblem(step: 1 | -1): void {
    this.#withState(({ design, active }) => {
      const found = nextWithProblem(design, active, step);
      if (found) this.activate(found);
    });
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
    if (this.#afterChange?.edit === undefined) return false;
    this.#typed += character;
    return true;
  }

  cancelEdit(): void {
    this.#set({ editing: undefined });
  }

  /** Ends editing and changes the field, if `value` is another one. `next` is edited afterwards. */
  commitEdit(value: string, next?: EditableField): void {
    const { editing, design, strings } = this.#state ?? {};
    if (editing === undefined || design === undefined || strings === undefined) return;
    this.#set({ editing: undefined });
    const { item, field } = editing;
    const found = itemIn(design, item);
    const before = field === 'name' ? found?.name : found && 'dataType' in found ? found.dataType : undefined;
    if (value === before || value === '') {
      if (next !== undefined) this.edit(next, item);
      return;
    }
    const after = next === undefined ? {} : { active: item, edit: next };
    this.#set({ pending: { item, field, value } });
    if (field === 'name') {
      this.#change(
        { kind: 'rename', item, name: value },
        { ...after, announcement: fill(strings.renamed, nameLabel(value, strings)) },
      );
    } else {
      this.#change(
        { kind: 'set-data-type', item, dataType: value },
        {
          ...after,
          announcement: fill(
            strings.dataTypeChanged,
            nameLabel(found?.name, strings),
            nameLabel(value, strings),
          ),
        },
      );
    }
  }

  /** Adds a column below the active column, or as the first one of the active table. */
  addColumn(after = this.#state?.active): void {
    this.#whenIdle(({ strings, design, active }) => {
      const [table, column] = after ?? active;
      if (table === undefined || design.tables[table] === undefined) return this.addTable();
      const item = [table, column === undefined ? 0 : column + 1] as const;
      this.#change(
        { kind: 'add', item, name: strings.newColumn },
        { active: item, edit: 'name', announcement: fill(strings.added, strings.newColumn) },
      );
    });
  }

  /** Adds a table after the active one, or at the end. */
  addTable(): void {
    this.#whenIdle(({ strings, design, active: [table] }) => {
      const item = [table === undefined ? design.tables.length : table + 1] as const;
      this.#change(
        { kind: 'add', item, name: strings.newTable },
        { active: item, edit: 'name', announcement: fill(strings.added, strings.newTable) },
      );
    });
  }

  duplicate(which?: Item): void {
    this.#whenIdle(({ strings, design, active }) => {
      const item = which ?? active;
      const [table, column] = item;
      if (table === undefined) return;
      const copy: Item = column === undefined ? [table + 1] : [table, column + 1];
      this.#change(
        { kind: 'duplicate', item },
        { active: copy, announcement: fill(strings.duplicated, this.#labelOf(design, item)) },
      );
    });
  }

  /** Moves an item up or down in its list. */
  moveBy(step: 1 | -1): void {
    this.#whenIdle(({ active }) => {
      const index = active.at(-1);
      if (index !== undefined) this.#move(active, index + step);
    });
  }

  moveTo(item: Item, index: number): void {
    this.#whenIdle(() => this.#move(item, index));
  }

  remove(which?: Item): void {
    this.#whenIdle(({ strings, design, active }) => {
      const item = which ?? active;
      if (item.length === 0) return;
      const announcement = fill(strings.removed, this.#labelOf(design, item));
      this.#change({ kind: 'remove', item }, { active: item, announcement });
    });
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
      this.#afterChange = { announcement: strings.fixApplied };
      this.#options.post({ kind: 'apply-fix', id, version: document.version });
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
      const next =
        step === 1
          ? (matches.find((match) => isBefore(active, match)) ?? matches[0])
          : (matches.findLast((match) => isBefore(match, active)) ?? matches.at(-1));
      if (next === undefined) return;
      this.activate(next);
      this.#announceMatch();
    });
  }

  #open({ strings, design, state: document }: Extract<ToView, { kind: 'open' }>): void {
    const { active = [], query = '' } = this.#state ?? this.#options.kept ?? {};
    this.#state = {
      strings,
      design,
      document,
      active: nearestItem(design, active),
      editing: undefined,
      pending: undefined,
      query,
      matches: search(design, query),
      problems: undefined,
      announcement: '',
    };
    this.#options.onChange(this.#state);
  }

  #update({ update, state: document }: Extract<ToView, { kind: 'update' }>): void {
    this.#withState(({ design: before, active, editing, query }) => {
      const design = withUpdate(before, update);
      const edited = editing && itemAfter(editing.item, update);
      const isEditable = document.readOnly === undefined && edited && itemIn(design, edited) !== undefined;
      this.#set({
        design,
        document,
        active: nearestItem(design, itemAfter(active, update)),
        editing: editing && isEditable ? { ...editing, item: edited } : undefined,
        matches: search(design, query),
        problems: undefined,
      });
    });
  }

  #changed({ failure, edit }: Extract<ToView, { kind: 'changed' }>): void {
    const after = this.#afterChange;
    this.#afterChange = undefined;
    this.#withState(({ design, active }) => {
      this.#set({ pending: undefined, announcement: failure ?? after?.announcement ?? '' });
      if (failure !== undefined) {
        this.#waiting.length = 0;
      } else if (after !== undefined) {
        const next = nearestItem(design, after.active ?? active);
        this.activate(next);
        if (after.edit !== undefined) this.edit(after.edit, next);
      }
      if (edit !== undefined && edit.field !== 'item') this.edit(edit.field, edit.item);
      this.#typed = '';
      this.#waiting.shift()?.();
    });
  }

  #select(item: Item): void {
    this.#withState(({ design, active, editing }) => {
      const found = nearestItem(design, item);
      if (editing === undefined && !isSameItem(found, active)) {
        this.#set({ active: found, problems: undefined });
      }
    });
  }

  #move(item: Item, to: number): void {
    this.#withState(({ strings, design }) => {
      const [table, column] = item;
      if (table === undefined) return;
      const count = column === undefined ? design.tables.length : (design.tables[table]?.columns.length ?? 0);
      if (to < 0 || to >= count || to === item.at(-1)) return;
      this.#change(
        { kind: 'move', item, to },
        {
          active: column === undefined ? [to] : [table, to],
          announcement: fill(strings.moved, this.#labelOf(design, item), to + 1, count),
        },
      );
    });
  }

  #change(change: Change, after: AfterChange): void {
    this.#whenIdle(({ document }) => {
      this.#afterChange = after;
      this.#options.post({ kind: 'change', change, version: document.version });
    });
  }

  /** Runs a command that changes the document when the changes before it are done, so that it sees their result. */
  #whenIdle(command: (state: ViewState) => void): void {
    if (!this.#canEdit()) return;
    if (this.#afterChange === undefined) {
      this.#withState(command);
    } else if (this.#waiting.length < maxWaiting) {
      this.#waiting.push(() => {
        this.#whenIdle(command);
        if (this.#afterChange === undefined) this.#waiting.shift()?.();
      });
    }
  }

  #announceMatch(): void {
    this.#withState(({ matches, active, strings, design }) => {
      const index = matches.findIndex((match) => isSameItem(match, active));
      if (index < 0) return;
      const place = fill(strings.matchOf, index + 1, matches.length);
      this.#set({ announcement: `${this.#labelOf(design, active)}, ${place}` });
    });
  }

  async #draw(svg: string, width: number, height: number): Promise<void> {
    const png = await this.#options.drawPicture(svg, width, height);
    this.#options.post({ kind: 'picture', ...(png === undefined ? {} : { png }) });
  }

  #labelOf(design: Design, item: Item): string {
    return this.#state === undefined ? '' : nameLabel(itemIn(design, item)?.name, this.#state.strings);
  }

  #canEdit(): boolean {
    return this.#state !== undefined && this.#state.document.readOnly === undefined;
  }

  #withState(use: (state: ViewState) => void): void {
    if (this.#state !== undefined) use(this.#state);
  }

  #set(change: Partial<ViewState>): void {
    if (this.#state === undefined) return;
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }
}

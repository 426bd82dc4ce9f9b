import { type Design, type Item, isSameItem, itemIn } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import type { FromView } from '../../designer/view-messages.ts';
import { nameLabel } from '../labels.ts';
import { isBefore, nextOf, search } from './navigation.ts';
import { allSelected, onlySelected, type Selection, selectedBy, selectedTo, toggled } from './selection.ts';
import type { EditableField, ViewState } from './view-state.ts';

/** The page of the view, and the extension behind it. */
export interface DesignerPage {
  readonly post: (message: FromView) => void;
  readonly onChange: () => void;
  readonly drawPicture: (svg: string, width: number, height: number) => Promise<string | undefined>;
  readonly focusSearch: () => void;
}

/** What people do in the view without a change of the document: the selection, the search, and what is open. */
export class ViewControl {
  protected readonly page: DesignerPage;
  #state: ViewState;

  constructor(page: DesignerPage, state: ViewState) {
    this.page = page;
    this.#state = state;
  }

  get state(): ViewState {
    return this.#state;
  }

  get canEdit(): boolean {
    return this.#state.document.readOnly === undefined;
  }

  /** Selects an item, here and in the text. */
  activate(item: Item): void {
    this.select(onlySelected(item));
  }

  /** Selects the items from where the selection began to an item of the same list. */
  extendTo(item: Item): void {
    this.select(selectedTo(this.#state, item));
  }

  /** Selects one more item, or one less. */
  extend(step: 1 | -1): void {
    this.select(selectedBy(this.#state, step));
  }

  selectAll(): void {
    this.select(allSelected(this.#state));
  }

  /** Adds an item of the same list to the selection, or takes it out. */
  toggle(item: Item): void {
    this.select(toggled(this.#state, item));
  }

  protected select({ active, selected, anchor }: Selection): void {
    const isActive = isSameItem(active, this.#state.active);
    if (isActive && selected.length === 1 && this.#state.selected.length === 1) return;
    this.set({ active, selected, anchor, popup: undefined });
    if (!isActive) this.page.post({ kind: 'select', item: active });
  }

  /** Selects the item that `find` finds from the active one. */
  goTo(find: (design: Design, active: Item) => Item | undefined): void {
    const { design, active } = this.#state;
    this.activate(find(design, active) ?? active);
  }

  edit(field: EditableField, item = this.#state.active): void {
    if (!this.canEdit || (field === 'dataType' && item.length !== 2)) return;
    const items = field === 'dataType' && isSameItem(item, this.#state.active) ? this.#state.selected : [];
    if (items.length < 2) this.activate(item);
    this.set({ editing: { item, field, ...(items.length > 1 && { items }) }, popup: undefined });
  }

  cancelEdit(): void {
    this.set({ editing: undefined });
  }

  /** Shows the actions of the active item: at a point, in pixels of the page, or at the item. */
  openMenu(at?: { readonly x: number; readonly y: number }): void {
    this.set({ popup: { kind: 'menu', at } });
  }

  closePopup(): void {
    this.set({ popup: undefined });
  }

  /** Searches, and selects the first match from the active item on. */
  search(query: string): void {
    const { design, active, strings } = this.#state;
    const matches = search(design, query);
    const first = matches.find((match) => !isBefore(match, active)) ?? matches[0];
    this.set({ query, matches });
    if (first !== undefined) this.activate(first);
    else if (query.trim() !== '') this.announce(strings.noMatch);
    this.#announceMatch();
  }

  focusSearch(): void {
    this.page.focusSearch();
  }

  stepToMatch(step: 1 | -1): void {
    const next = nextOf(this.#state.matches, this.#state.active, step);
    if (next === undefined) return;
    this.activate(next);
    this.#announceMatch();
  }

  #announceMatch(): void {
    const { matches, active, strings, design } = this.#state;
    const index = matches.findIndex((match) => isSameItem(match, active));
    if (index < 0) return;
    const place = fill(strings.matchOf, index + 1, matches.length);
    this.announce(`${nameLabel(itemIn(design, active)?.name, strings)}, ${place}`);
  }

  protected announce(text: string): void {
    this.set({ announcement: { text, number: this.#state.announcement.number + 1 } });
  }

  protected set(change: Partial<ViewState>): void {
    this.#state = { ...this.#state, ...change };
    this.page.onChange();
  }
}

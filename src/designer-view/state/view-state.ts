import { type Design, type DesignItem, type Item, isSameItem, nearestItem } from '../../designer/design.ts';
import type { Strings } from '../../designer/strings.ts';
import { isEmptyUpdate, itemsAfter, withUpdate } from '../../designer/update.ts';
import type { DocumentState, OfferedFix, ToView } from '../../designer/view-messages.ts';
import { search } from './navigation.ts';
import { isSelected, onlySelected, type Selection } from './selection.ts';

export type EditableField = 'name' | 'dataType';

export interface FieldEdit {
  readonly item: Item;
  /** Several that get the same value. */
  readonly items?: readonly Item[];
  readonly field: EditableField;
}

/** Everything that the view shows. */
export interface ViewState extends Selection {
  readonly strings: Strings;
  readonly design: Design;
  readonly document: DocumentState;
  /** The field that is being edited in place. */
  readonly editing: FieldEdit | undefined;
  /** The value that was typed last, until the document has it. */
  readonly pending: (FieldEdit & { readonly value: string }) | undefined;
  readonly query: string;
  /** The items that match the query, in the document's order. */
  readonly matches: readonly Item[];
  readonly popup: OpenPopup | undefined;
  /** What a screen reader says. The number tells two announcements of the same text apart. */
  readonly announcement: { readonly text: string; readonly number: number };
}

export type OpenPopup =
  /** The problems of an item; `fixes` is `undefined` until they are known. */
  | { readonly kind: 'problems'; readonly item: Item; readonly fixes: readonly OfferedFix[] | undefined }
  /** The actions of the active item: at a point, in pixels of the page, or at the item. */
  | { readonly kind: 'menu'; readonly at: { readonly x: number; readonly y: number } | undefined };

/** What is kept while the designer is hidden or VS Code restarts. */
export interface KeptState {
  readonly active: Item;
  readonly query: string;
}

type Message<Kind extends ToView['kind']> = Extract<ToView, { readonly kind: Kind }>;

/** The state for a document that is shown for the first time, or again. */
export function stateOnOpen(
  { strings, design: json, state: document }: Message<'open'>,
  { active, query }: KeptState,
): ViewState {
  const design: Design = JSON.parse(json);
  const item = nearestItem(design, active);
  return {
    strings,
    design,
    document,
    ...onlySelected(item),
    editing: undefined,
    pending: undefined,
    query,
    matches: search(design, query),
    popup: undefined,
    announcement: { text: '', number: 0 },
  };
}

/** The design with the value that was typed last. */
export function shownDesign(design: Design, pending: ViewState['pending']): Design {
  if (pending === undefined) return design;
  const { item, items = [item], field, value } = pending;
  const shown = <Part extends DesignItem>(part: Part, at: Item): Part =>
    items.some((each) => isSameItem(each, at)) ? { ...part, [field]: value } : part;
  return {
    dataset: shown(design.dataset, []),
    tables: design.tables.map((table, index) => {
      if (!items.some(([each]) => each === index)) return table;
      const columns = table.columns.map((column, at) => shown(column, [index, at]));
      return shown({ ...table, columns }, [index]);
    }),
  };
}

/** The state after the document has changed: what is selected or edited moves with its item. */
export function stateOnUpdate(state: ViewState, { update, state: document }: Message<'update'>): ViewState {
  const design = withUpdate(state.design, update);
  const { editing, pending } = state;
  const after = itemsAfter(state.design, update);
  const allAfter = (items: readonly Item[]) => items.map(after).filter((item) => item !== undefined);
  const moved = <Edit extends FieldEdit>(edit: Edit): Edit | undefined => {
    const item = after(edit.item);
    return item && { ...edit, item, ...(edit.items && { items: allAfter(edit.items) }) };
  };
  const active = nearestItem(design, after(state.active) ?? state.active);
  const selected = allAfter(state.selected);
  const anchor = after(state.anchor);
  const isKept = isSelected({ selected }, active) && anchor && isSelected({ selected }, anchor);
  const isSame = isEmptyUpdate(update) && document.version === state.document.version;
  return {
    ...state,
    design,
    document,
    ...(isKept ? { active, selected, anchor } : onlySelected(active)),
    editing: editing && document.readOnly === undefined ? moved(editing) : undefined,
    pending: pending && moved(pending),
    matches: search(design, state.query),
    popup: isSame ? state.popup : undefined,
  };
}

/** The state after the selection in the text has moved. An edit in place keeps the selection. */
export function stateOnSelection(state: ViewState, item: Item): ViewState {
  const found = nearestItem(state.design, item);
  if (state.editing !== undefined || isSameItem(found, state.active)) return state;
  return { ...state, ...onlySelected(found), popup: undefined };
}

import { type Design, itemIn, nearestItem } from '../../designer/design.ts';
import { type Item, isSameItem } from '../../designer/item.ts';
import type { ToView } from '../../designer/messages.ts';
import { itemAfter, withUpdate } from '../../designer/update.ts';
import { search } from './find-items.ts';
import type { KeptState, ViewState } from './view-state.ts';

type Message<Kind extends ToView['kind']> = Extract<ToView, { readonly kind: Kind }>;

/** The state for a document that is shown for the first time, or again. */
export function stateOnOpen(
  { strings, design: json, state: document }: Message<'open'>,
  { active, query }: KeptState,
): ViewState {
  const design: Design = JSON.parse(json);
  return {
    strings,
    design,
    document,
    active: nearestItem(design, active),
    editing: undefined,
    pending: undefined,
    query,
    matches: search(design, query),
    problems: undefined,
    announcement: { text: '', number: 0 },
  };
}

/** The state after the document has changed: what is selected or edited moves with its item. */
export function stateOnUpdate(state: ViewState, { update, state: document }: Message<'update'>): ViewState {
  const design = withUpdate(state.design, update);
  const { editing, pending } = state;
  const edited = editing && itemAfter(editing.item, update);
  const isEditable = document.readOnly === undefined && edited && itemIn(design, edited) !== undefined;
  return {
    ...state,
    design,
    document,
    active: nearestItem(design, itemAfter(state.active, update)),
    editing: editing && isEditable ? { ...editing, item: edited } : undefined,
    pending: pending && { ...pending, item: itemAfter(pending.item, update) },
    matches: search(design, state.query),
    problems: undefined,
  };
}

/** The state after the selection in the text has moved. An edit in place keeps the selection. */
export function stateOnSelection(state: ViewState, item: Item): ViewState {
  const found = nearestItem(state.design, item);
  if (state.editing !== undefined || isSameItem(found, state.active)) return state;
  return { ...state, active: found, problems: undefined };
}

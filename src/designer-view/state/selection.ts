import { areSiblings, type Design, type Item, isSameItem, listOf, siblingAt } from '../../designer/design.ts';

export interface Selection {
  readonly active: Item;
  /** The selected items of one list, in its order: the active one, and perhaps others. */
  readonly selected: readonly Item[];
  /** Where the selection of several items began. */
  readonly anchor: Item;
}

export function onlySelected(item: Item): Selection {
  return { active: item, selected: [item], anchor: item };
}

export function isSelected({ selected }: Pick<Selection, 'selected'>, item: Item): boolean {
  return selected.some((each) => isSameItem(each, item));
}

/** The items from where the selection began to another one, if that is in the same list. */
export function selectedTo({ anchor }: Selection, item: Item): Selection {
  if (!areSiblings(anchor, item)) return onlySelected(item);
  const [first = 0, last = 0] = [anchor.at(-1) ?? 0, item.at(-1) ?? 0].toSorted((a, b) => a - b);
  const selected = Array.from({ length: last - first + 1 }, (_, index) => siblingAt(item, first + index));
  return { active: item, selected, anchor };
}

/** One more item, or one less, unless the list ends. */
export function selectedBy(state: Selection & { readonly design: Design }, step: 1 | -1): Selection {
  const { active, design } = state;
  const index = (active.at(-1) ?? 0) + step;
  return listOf(design, active)[index] === undefined ? state : selectedTo(state, siblingAt(active, index));
}

/** All items of the list that the active one is in. With the dataset, all tables. */
export function allSelected({ active, design }: Selection & { readonly design: Design }): Selection {
  const first: Item = active.length === 0 ? [0] : active;
  const selected = listOf(design, first).map((_, index) => siblingAt(first, index));
  return selected.length === 0 ? onlySelected(active) : { active: first, selected, anchor: first };
}

/** With another item of the same list, or without it. */
export function toggled(state: Selection, item: Item): Selection {
  if (!areSiblings(state.active, item)) return onlySelected(item);
  const others = state.selected.filter((each) => !isSameItem(each, item));
  if (!isSelected(state, item)) {
    const selected = [...others, item].toSorted((a, b) => (a.at(-1) ?? 0) - (b.at(-1) ?? 0));
    return { active: item, selected, anchor: item };
  }
  const [active = item] = others;
  return { active, selected: others.length > 0 ? others : [item], anchor: active };
}

import { areSiblings, type Item, isSameItem, itemIn, listOf, siblingAt } from '../../designer/design.ts';
import type { DesignChange } from '../../designer/design-change.ts';
import { fill } from '../../designer/strings.ts';
import type { ChangeAnswer } from '../../designer/view-messages.ts';
import { nameLabel } from '../labels.ts';
import type { EditableField, FieldEdit, ViewState } from './view-state.ts';

/** What is selected after a change, which of its fields is edited next, and what a screen reader says. */
export interface AfterChange {
  /** Unless the selection stays. */
  readonly active?: Item;
  /** If there are several. */
  readonly selected?: readonly Item[];
  readonly edit?: EditableField;
  readonly announcement: string;
}

export interface PlannedChange {
  readonly change: DesignChange;
  readonly after: AfterChange;
}

type Pasted = NonNullable<ChangeAnswer['pasted']>;

type PlanState = Pick<ViewState, 'design' | 'strings' | 'active' | 'selected'>;

/** A new value of a field; `undefined` if it is the one that the document has. `next` is edited afterwards. */
export function planFieldChange(
  { design, strings }: PlanState,
  { item, field, items = [item] }: FieldEdit,
  value: string,
  next?: EditableField,
): PlannedChange | undefined {
  const found = itemIn(design, item);
  const dataTypeOf = ([table = -1, column = -1]: Item) => design.tables[table]?.columns[column]?.dataType;
  const isSame = field === 'name' ? value === found?.name : items.every((each) => value === dataTypeOf(each));
  if (isSame || value === '') return undefined;
  const after = next === undefined ? {} : { active: item, edit: next };
  const label = nameLabel(value, strings);
  if (field === 'name') {
    const announcement = fill(strings.renamed, label);
    return { change: { kind: 'rename', item, name: value }, after: { ...after, announcement } };
  }
  const announcement =
    items.length === 1
      ? fill(strings.dataTypeChanged, nameLabel(found?.name, strings), label)
      : fill(strings.dataTypesChanged, items.length, label);
  return { change: { kind: 'set-data-type', items, dataType: value }, after: { ...after, announcement } };
}

/** A column below a column, or as the first one of a table; where there is no table, a table. */
export function planNewColumn(state: PlanState, below = state.active): PlannedChange {
  const { strings, design } = state;
  const [table, column] = below;
  if (table === undefined || design.tables[table] === undefined) return planNewTable(state);
  const item = [table, column === undefined ? 0 : column + 1] as const;
  return {
    change: { kind: 'add', item, name: strings.newColumn },
    after: { active: item, edit: 'name', announcement: fill(strings.added, strings.newColumn) },
  };
}

/** A table after the active one, or at the end. */
export function planNewTable({ strings, design, active: [table] }: PlanState): PlannedChange {
  const item = [table === undefined ? design.tables.length : table + 1] as const;
  return {
    change: { kind: 'add', item, name: strings.newTable },
    after: { active: item, edit: 'name', announcement: fill(strings.added, strings.newTable) },
  };
}

export function planDuplicate(state: PlanState, item = state.active): PlannedChange | undefined {
  const [table, column] = item;
  if (table === undefined) return undefined;
  const copy: Item = column === undefined ? [table + 1] : [table, column + 1];
  const announcement = fill(state.strings.duplicated, labelOf(state, item));
  return { change: { kind: 'duplicate', item }, after: { active: copy, announcement } };
}

/** Moves the selected items of a list up or down in it; several are next to each other afterwards. */
export function planMoveBy(state: PlanState, step: 1 | -1): PlannedChange | undefined {
  const { selected, active } = state;
  const first = selected[0]?.at(-1) ?? 0;
  const last = selected.at(-1)?.at(-1) ?? 0;
  return planMove(state, selected, siblingAt(active, step === 1 ? last + 2 - selected.length : first - 1));
}

/** Moves items of a list to another place of it, or columns to another table. `to`: where the first one is afterwards. */
export function planMove(state: PlanState, items: readonly Item[], to: Item): PlannedChange | undefined {
  const { strings, design, active } = state;
  const [first = []] = items;
  const index = to.at(-1);
  if (index === undefined || first.length !== to.length) return undefined;
  const count = listOf(design, to).length + (areSiblings(first, to) ? 0 : items.length);
  const places = items.map((_, offset) => siblingAt(to, index + offset));
  const isThere = items.every((item, offset) => isSameItem(item, places[offset]));
  if (isThere || index < 0 || index + items.length > count) return undefined;
  const place = places[items.findIndex((item) => isSameItem(item, active))] ?? to;
  return {
    change: { kind: 'move', items, to },
    after: {
      active: place,
      selected: places,
      announcement:
        items.length === 1
          ? fill(strings.moved, labelOf(state, first), index + 1, count)
          : fill(strings.movedItems, items.length),
    },
  };
}

export function planRemoval(state: PlanState, items = state.selected): PlannedChange | undefined {
  const { strings } = state;
  const [first = []] = items;
  if (first.length === 0) return undefined;
  const announcement =
    items.length === 1
      ? fill(strings.removed, labelOf(state, first))
      : fill(strings.removedItems, items.length);
  return { change: { kind: 'remove', items }, after: { active: first, announcement } };
}

export function afterCopy(state: PlanState): AfterChange {
  const { strings, active, selected } = state;
  const { length } = selected;
  return {
    announcement:
      length === 1 ? fill(strings.copied, labelOf(state, active)) : fill(strings.copiedItems, length),
  };
}

/** `first`: where the first of the items was pasted. */
export function afterPaste(state: PlanState, { first, count }: Pasted): AfterChange {
  const { strings } = state;
  const many = first.length === 1 ? strings.pastedTables : strings.pastedColumns;
  const announcement = count === 1 ? fill(strings.pasted, labelOf(state, first)) : fill(many, count);
  return { active: first, announcement };
}

function labelOf({ design, strings }: PlanState, item: Item): string {
  return nameLabel(itemIn(design, item)?.name, strings);
}

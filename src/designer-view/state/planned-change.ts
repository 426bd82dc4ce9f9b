import type { Change } from '../../designer/change.ts';
import { type Item, itemIn } from '../../designer/design.ts';
import { fill } from '../../designer/strings.ts';
import { nameLabel } from '../labels.ts';
import type { EditableField, FieldEdit, ViewState } from './view-state.ts';

/** What is selected after a change, which of its fields is edited next, and what a screen reader says. */
export interface AfterChange {
  /** Unless the selection stays. */
  readonly active?: Item;
  readonly edit?: EditableField;
  readonly announcement: string;
}

export interface PlannedChange {
  readonly change: Change;
  readonly after: AfterChange;
}

type PlanState = Pick<ViewState, 'design' | 'strings' | 'active'>;

/** A new value of a field; `undefined` if it is the one that the document has. `next` is edited afterwards. */
export function planFieldChange(
  { design, strings }: PlanState,
  { item, field }: FieldEdit,
  value: string,
  next?: EditableField,
): PlannedChange | undefined {
  const found = itemIn(design, item);
  const [table = -1, column = -1] = item;
  const before = field === 'name' ? found?.name : design.tables[table]?.columns[column]?.dataType;
  if (value === before || value === '') return undefined;
  const after = next === undefined ? {} : { active: item, edit: next };
  const label = nameLabel(value, strings);
  if (field === 'name') {
    const announcement = fill(strings.renamed, label);
    return { change: { kind: 'rename', item, name: value }, after: { ...after, announcement } };
  }
  const announcement = fill(strings.dataTypeChanged, nameLabel(found?.name, strings), label);
  return { change: { kind: 'set-data-type', item, dataType: value }, after: { ...after, announcement } };
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

/** Moves an item to another index of its list, if there is one. */
export function planMove(state: PlanState, item: Item, to: number): PlannedChange | undefined {
  const { strings, design } = state;
  const [table, column] = item;
  if (table === undefined) return undefined;
  const count = column === undefined ? design.tables.length : (design.tables[table]?.columns.length ?? 0);
  if (to < 0 || to >= count || to === item.at(-1)) return undefined;
  return {
    change: { kind: 'move', item, to },
    after: {
      active: column === undefined ? [to] : [table, to],
      announcement: fill(strings.moved, labelOf(state, item), to + 1, count),
    },
  };
}

export function planRemoval(state: PlanState, item = state.active): PlannedChange | undefined {
  if (item.length === 0) return undefined;
  const announcement = fill(state.strings.removed, labelOf(state, item));
  return { change: { kind: 'remove', item }, after: { active: item, announcement } };
}

function labelOf({ design, strings }: PlanState, item: Item): string {
  return nameLabel(itemIn(design, item)?.name, strings);
}

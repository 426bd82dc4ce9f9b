import type { DocumentFormat } from '../dataset/dataset.ts';
import {
  addColumns,
  addTables,
  columnPath,
  type EditOperation,
  rename,
  setDataType,
  tablePath,
} from '../dataset/edits/operation.ts';
import type { TextEdit } from '../dataset/edits/text-edit.ts';
import { freeNames } from '../dataset/fixes/fix-context.ts';
import { placeholderDefaults } from '../dataset/fixes/fix-edit.ts';
import { templates } from '../dataset/language/templates.ts';
import type { Path } from '../dataset/problem.ts';
import { areSiblings, type Design, type DesignItem, type Item, itemIn, listOf } from './design.ts';

/** A change that the user makes in the designer. */
export type DesignChange =
  | { readonly kind: 'rename'; readonly item: Item; readonly name: string }
  | { readonly kind: 'set-data-type'; readonly items: readonly Item[]; readonly dataType: string }
  /** Adds a table or a column at the place of `item`, before the one that is there. */
  | { readonly kind: 'add'; readonly item: Item; readonly name: string }
  | { readonly kind: 'duplicate'; readonly item: Item }
  /** Moves items of one list, in its order. `to`: where the first one is afterwards, for columns also in another table. */
  | { readonly kind: 'move'; readonly items: readonly Item[]; readonly to: Item }
  /** Removes items of one list, in its order. */
  | { readonly kind: 'remove'; readonly items: readonly Item[] };

/** The data type of a new column. */
const newDataType = 'string';

/** The edits of the document that make a change; none if it can't be made. */
export function operationsOf(change: DesignChange, design: Design): EditOperation[] {
  switch (change.kind) {
    case 'rename':
      return [rename(itemPath(change.item), change.name)];
    case 'set-data-type':
      return change.items.flatMap(([table, column]) =>
        table === undefined || column === undefined ? [] : [setDataType(table, column, change.dataType)],
      );
    case 'add': {
      const [table, column] = change.item;
      if (table === undefined) return [];
      const name = freeName(change.name, design, change.item);
      return column === undefined
        ? [addTables([{ name, columns: [] }], table)]
        : [addColumns(table, [{ name, dataType: newDataType }], column)];
    }
    case 'duplicate': {
      const { item } = change;
      const name = itemIn(design, item)?.name;
      const index = item.at(-1);
      if (index === undefined || name === undefined) return [];
      const from = itemPath(item);
      const copies = [{ from, name: freeName(name, design, item) }];
      return [{ kind: 'copy', path: from.slice(0, -1), index: index + 1, copies }];
    }
    case 'move':
      return change.items.every((item) => areSiblings(item, change.to))
        ? moves(change.items, change.to.at(-1) ?? 0)
        : movesToTable(change.items, change.to, design);
    case 'remove':
      return removals(change.items);
  }
}

/** From back to front, so that the indexes of the others stay. */
function removals(items: readonly Item[]): EditOperation[] {
  return items
    .filter((item) => item.length > 0)
    .toReversed()
    .map((item) => ({ kind: 'remove', path: itemPath(item) }));
}

/** Each item is moved once: first those that go down, the last one first, then those that go up. None is in the way of another. */
function moves(items: readonly Item[], to: number): EditOperation[] {
  const all = items.map((item, index) => ({ item, from: item.at(-1) ?? 0, to: to + index }));
  const down = all.filter((move) => move.from < move.to).toReversed();
  const up = all.filter((move) => move.from > move.to);
  return [...down, ...up].map((move) => ({ kind: 'move', path: itemPath(move.item), to: move.to }));
}

function movesToTable(items: readonly Item[], [table, column]: Item, design: Design): EditOperation[] {
  if (table === undefined || column === undefined) return [];
  const names = freeNamesIn(
    design.tables[table]?.columns ?? [],
    items.map((item) => itemIn(design, item)?.name),
  );
  const copies = items.map((item, index) => ({ from: itemPath(item), name: names[index] }));
  return [
    { kind: 'copy', path: [...tablePath(table), 'columns'], index: column, copies },
    ...removals(items),
  ];
}

export function itemPath([table, column]: Item): Path {
  if (table === undefined) return [];
  return column === undefined ? tablePath(table) : columnPath(table, column);
}

/** A name that no item of the list has that an item is in. */
function freeName(base: string, design: Design, item: Item): string {
  const [name = base] = freeNamesIn(listOf(design, item), [base]);
  return name;
}

/** Names like the wanted ones that no item of a list has. What has no name gets none. */
export function freeNamesIn(
  siblings: readonly Pick<DesignItem, 'name'>[],
  wanted: readonly (string | undefined)[],
): (string | undefined)[] {
  const names = wanted.filter((name) => name !== undefined);
  const taken = siblings.map(({ name }) => name ?? '');
  const free = freeNames(names, taken).values();
  return wanted.map((name) => (name === undefined ? undefined : free.next().value));
}

/** The edits that begin a dataset in an empty document, indented by `indent`. Undefined if the document isn't empty. */
export function startEdits(
  text: string,
  format: DocumentFormat,
  indent: string,
): readonly TextEdit[] | undefined {
  if (text.trim() !== '') return undefined;
  const template = templates().find(({ id }) => id === 'empty');
  // Snippets are indented by tabs.
  const newText = placeholderDefaults(template?.snippet(format) ?? '').replaceAll('\t', indent);
  return [{ start: 0, end: text.length, newText }];
}

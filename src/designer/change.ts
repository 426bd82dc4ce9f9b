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
import { placeholderDefaults } from '../dataset/fixes/fix.ts';
import { templates } from '../dataset/language/templates.ts';
import type { Path } from '../dataset/problem.ts';
import { foldedName } from '../dataset/rules/names.ts';
import { type Design, type DesignItem, type Item, itemIn } from './design.ts';

/** A change that the user makes in the designer. */
export type Change =
  | { readonly kind: 'rename'; readonly item: Item; readonly name: string }
  | { readonly kind: 'set-data-type'; readonly item: Item; readonly dataType: string }
  /** Adds a table or a column at the place of `item`, before the one that is there. */
  | { readonly kind: 'add'; readonly item: Item; readonly name: string }
  | { readonly kind: 'duplicate'; readonly item: Item }
  /** Moves an item to another index of its list. */
  | { readonly kind: 'move'; readonly item: Item; readonly to: number }
  | { readonly kind: 'remove'; readonly item: Item };

/** The data type of a new column. */
const newDataType = 'string';

/** The edit of the document that makes a change. */
export function operationOf(change: Change, design: Design): EditOperation | undefined {
  const [table, column] = change.item;
  const path = pathOf(change.item);
  switch (change.kind) {
    case 'rename':
      return rename(path, change.name);
    case 'set-data-type':
      if (table === undefined || column === undefined) return undefined;
      return setDataType(table, column, change.dataType);
    case 'add':
      if (table === undefined) return undefined;
      return column === undefined
        ? addTables([{ name: freeName(change.name, design, []), columns: [] }], table)
        : addColumns(
            table,
            [{ name: freeName(change.name, design, [table]), dataType: newDataType }],
            column,
          );
    case 'duplicate': {
      const name = itemIn(design, change.item)?.name;
      if (table === undefined || name === undefined) return undefined;
      return {
        kind: 'duplicate',
        path,
        name: freeName(name, design, column === undefined ? [] : [table]),
      };
    }
    case 'move':
      return table === undefined ? undefined : { kind: 'move', path, to: change.to };
    case 'remove':
      return table === undefined ? undefined : { kind: 'remove', path };
  }
}

function pathOf([table, column]: Item): Path {
  if (table === undefined) return [];
  return column === undefined ? tablePath(table) : columnPath(table, column);
}

function freeName(base: string, { tables }: Design, [table]: readonly [] | readonly [number]): string {
  const [name = base] = freeNames([base], table === undefined ? tables : (tables[table]?.columns ?? []));
  return name;
}

/** Names such as `Orders`, or else `Orders2`, `Orders3`; after a digit, `T1_2`. No sibling has them, and each is another one. */
export function freeNames(names: readonly string[], siblings: readonly DesignItem[]): string[] {
  const taken = new Set(siblings.map(({ name }) => foldedName(name ?? '')));
  return names.map((base) => {
    const stem = /\d$/.test(base) ? `${base}_` : base;
    let name = base;
    for (let number = 2; taken.has(foldedName(name)); number++) name = `${stem}${number}`;
    taken.add(foldedName(name));
    return name;
  });
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

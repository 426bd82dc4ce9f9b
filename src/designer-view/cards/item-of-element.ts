import type { Field, Item } from '../../designer/item.ts';

/** The item and the field that an element of the page belongs to. */
export function itemOfElement(
  target: EventTarget | null,
): { readonly item: Item; readonly field: Field } | undefined {
  if (!(target instanceof Element)) return undefined;
  const id = target.closest('[role="treeitem"]')?.id;
  if (id === undefined) return undefined;
  const [, table, column] = id.split('-');
  const field = target.closest('.data-type') === null ? 'name' : 'dataType';
  if (table === undefined) return { item: [], field };
  return {
    item: column === undefined ? [Number(table)] : [Number(table), Number(column)],
    field,
  };
}

/** Whether a click on an element means something else than selecting the item. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, input, [role="listbox"]') !== null;
}

import type { Item } from '../../designer/design.ts';

/** The one element of the cards that takes the focus; the active item is its active descendant. */
export const treeId = 'tree';
export const searchId = 'search';

export function elementId(item: Item): string {
  return ['item', ...item].join('-');
}

export function focusTree(): void {
  document.getElementById(treeId)?.focus({ preventScroll: true });
}

export function focusSearch(): void {
  const input = document.getElementById(searchId);
  if (input instanceof HTMLInputElement) {
    input.focus();
    input.select();
  }
}

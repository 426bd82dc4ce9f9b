import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Field, Item } from '../../designer/design.ts';
import type { Designer } from '../state/designer.ts';
import { type Layout, lengths } from './layout.ts';

/** An item that is being dragged, and the index that it would have. */
export interface Drag {
  readonly item: Item;
  readonly to: number;
}

/** In pixels: less is a click. */
const minDistance = 5;

/** Within this many pixels of an edge, the content scrolls. */
const scrollZone = 32;

interface Press {
  readonly item: Item;
  readonly x: number;
  readonly y: number;
}

/** Selects items by the pointer, and moves them within their list by dragging. */
export function useDrag(
  designer: Designer,
  scroller: RefObject<HTMLElement | null>,
  layout: Layout,
  canEdit: boolean,
): { readonly drag: Drag | undefined; readonly onPointerDown: (event: PointerEvent) => void } {
  const [press, setPress] = useState<Press | undefined>();
  const [drag, setDrag] = useState<Drag | undefined>();

  useEffect(() => {
    if (press === undefined) return;
    let current: Drag | undefined;
    const end = () => {
      setPress(undefined);
      setDrag(undefined);
    };
    const onMove = (event: PointerEvent) => {
      const element = scroller.current;
      if (element === null) return;
      const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
      if (current === undefined && distance < minDistance) return;
      const { left, top, bottom } = element.getBoundingClientRect();
      if (event.clientY < top + scrollZone) element.scrollTop -= scrollZone / 2;
      if (event.clientY > bottom - scrollZone) element.scrollTop += scrollZone / 2;
      const x = event.clientX - left + element.scrollLeft;
      const y = event.clientY - top + element.scrollTop;
      current = { item: press.item, to: indexAt(layout, press.item, x, y) };
      setDrag(current);
    };
    const onUp = () => {
      if (current !== undefined) designer.moveTo(current.item, current.to);
      end();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', end);
    addEventListener('keydown', onKeyDown, true);
    return () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', onKeyDown, true);
    };
  }, [press, designer, scroller, layout]);

  const onPointerDown = (event: PointerEvent) => {
    const place = itemOfElement(event.target);
    if (event.button !== 0 || place === undefined || isControl(event.target)) return;
    designer.activate(place.item);
    if (canEdit && place.item.length > 0) setPress({ item: place.item, x: event.clientX, y: event.clientY });
  };
  return { drag, onPointerDown };
}

/** The index that a dragged item gets at a point of the content. */
function indexAt(layout: Layout, item: Item, x: number, y: number): number {
  const [table = 0, column] = item;
  const { cards, cardWidth } = layout;
  if (column !== undefined) {
    const card = cards[table];
    if (card === undefined) return column;
    const rows = Math.round((card.height - lengths.cardHeader - lengths.cardEnd) / lengths.row);
    const row = Math.floor((y - card.y - lengths.cardHeader) / lengths.row);
    return Math.min(Math.max(row, 0), rows - 1);
  }
  let nearest = table;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, card] of cards.entries()) {
    const dx = Math.max(card.x - x, x - card.x - cardWidth, 0);
    const dy = Math.max(card.y - y, y - card.y - card.height, 0);
    const distance = dx * dx + dy * dy;
    if (distance < least) {
      least = distance;
      nearest = index;
    }
  }
  return nearest;
}

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
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, input, [role="listbox"]') !== null;
}

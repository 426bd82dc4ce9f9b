import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { areSiblings, type Item, type ItemPart, listOf, siblingAt } from '../../designer/design.ts';
import type { Designer } from '../state/designer.ts';
import { isSelected } from '../state/selection.ts';
import { type CardLayout, lengths } from './card-layout.ts';

/** Items of one list that are being dragged, and the place that the first one would have. */
interface Drag {
  readonly items: readonly Item[];
  readonly to: Item;
  /** Where the mark is: before the item at this place, or after the last one. */
  readonly mark: Item;
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

/** Selects items by the pointer, and moves them within their list, or to another table, by dragging. */
export function useDrag(
  designer: Designer,
  scroller: RefObject<HTMLElement | null>,
  layout: CardLayout,
  canEdit: boolean,
): { readonly drag: Drag | undefined; readonly onPointerDown: (event: PointerEvent) => void } {
  const [press, setPress] = useState<Press | undefined>();
  const [drag, setDrag] = useState<Drag | undefined>();

  // Before the next event: a tap ends sooner than the next frame.
  useLayoutEffect(() => {
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
      if (!canEdit || press.item.length === 0 || (current === undefined && distance < minDistance)) return;
      const { left, top, bottom } = element.getBoundingClientRect();
      if (event.clientY < top + scrollZone) element.scrollTop -= scrollZone / 2;
      if (event.clientY > bottom - scrollZone) element.scrollTop += scrollZone / 2;
      const x = event.clientX - left + element.scrollLeft;
      const y = event.clientY - top + element.scrollTop;
      current = dragTo(designer, layout, press.item, x, y);
      setDrag(current);
    };
    const onUp = () => {
      if (current !== undefined) designer.moveTo(current.items, current.to);
      else if (designer.state.selected.length > 1) designer.activate(press.item);
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
  }, [press, designer, scroller, layout, canEdit]);

  const onPointerDown = (event: PointerEvent) => {
    const place = itemOfElement(event.target);
    if (event.button !== 0 || place === undefined || isControl(event.target)) return;
    const { item } = place;
    if (event.shiftKey) designer.extendTo(item);
    else if (event.ctrlKey || event.metaKey) designer.toggle(item);
    else {
      // Several may be dragged. A click selects one of them.
      if (!isSelected(designer.state, item)) designer.activate(item);
      setPress({ item, x: event.clientX, y: event.clientY });
    }
  };
  return { drag, onPointerDown };
}

/** What is dragged, and where it would be, for a point of the content. */
function dragTo({ state }: Designer, layout: CardLayout, item: Item, x: number, y: number): Drag {
  const items = isSelected(state, item) ? state.selected : [item];
  const table = nearestCard(layout, x, y);
  const row = (y - (layout.cards[table]?.y ?? 0) - lengths.cardHeader) / lengths.row;
  const list: Item = item.length === 1 ? [0] : [table, 0];
  const count = listOf(state.design, list).length;
  const [first = item] = items;
  if (!areSiblings(first, list)) {
    const to = siblingAt(list, Math.min(Math.max(Math.round(row), 0), count));
    return { items, to, mark: to };
  }
  const over = item.length === 1 ? table : Math.min(Math.max(Math.floor(row), 0), count - 1);
  // Those that are dragged down end where the pointer is.
  const isDown = over > (items.at(-1)?.at(-1) ?? 0);
  const isUp = over < (first.at(-1) ?? 0);
  const to = isDown ? over - items.length + 1 : isUp ? over : (first.at(-1) ?? 0);
  return { items, to: siblingAt(list, to), mark: siblingAt(list, isDown ? over + 1 : over) };
}

/** The index of the card at a point of the content, or next to it. */
function nearestCard({ cards, cardWidth }: CardLayout, x: number, y: number): number {
  let nearest = 0;
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
): { readonly item: Item; readonly field: ItemPart } | undefined {
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

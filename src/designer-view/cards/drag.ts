import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Item, ItemPart } from '../../designer/design.ts';
import type { Designer } from '../state/designer.ts';
import { isSelected } from '../state/selection.ts';
import type { CardLayout } from './card-layout.ts';
import { type Drag, dragTo } from './drag-to.ts';

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
      current = dragTo(designer.state, layout, press.item, x, y);
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

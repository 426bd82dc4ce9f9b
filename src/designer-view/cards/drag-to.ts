import { areSiblings, type Item, listOf, siblingAt } from '../../designer/design.ts';
import { isSelected } from '../state/selection.ts';
import type { ViewState } from '../state/view-state.ts';
import { type CardLayout, lengths } from './card-layout.ts';

/** Items of one list that are being dragged, and the place that the first one would have. */
export interface Drag {
  readonly items: readonly Item[];
  readonly to: Item;
  /** Where the mark is: before the item at this place, or after the last one. */
  readonly mark: Item;
}

/** What is dragged, and where it would be, for a point of the content. */
export function dragTo(
  state: Pick<ViewState, 'design' | 'selected'>,
  layout: CardLayout,
  item: Item,
  x: number,
  y: number,
): Drag {
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

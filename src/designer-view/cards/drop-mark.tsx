import type { Drag } from './drag.ts';
import { type Layout, lengths } from './layout.ts';

/** A line where the dragged item will be. */
export function DropMark({ drag: { item, to }, layout }: { readonly drag: Drag; readonly layout: Layout }) {
  const [table = 0, column] = item;
  const card = layout.cards[column === undefined ? to : table];
  if (card === undefined) return null;
  const isAfter = to > (column ?? table);
  const top =
    column === undefined
      ? isAfter
        ? card.y + card.height + 3
        : card.y - 5
      : card.y + lengths.cardHeader + (to + (isAfter ? 1 : 0)) * lengths.row - 1;
  const style = { left: `${card.x}px`, top: `${top}px`, width: `${layout.cardWidth}px` };
  return <div class="drop-mark" style={style} />;
}

import type { DesignTable } from '../../designer/design.ts';

/** Lengths in pixels; designer.css has the same. */
export const lengths = {
  margin: 20,
  /** The margin where a card fits only with less of it. */
  narrowMargin: 10,
  gap: 16,
  heading: 60,
  cardHeader: 34,
  row: 24,
  /** Below the last row, with the card's borders. */
  cardEnd: 8,
  minCardWidth: 264,
  maxCardWidth: 400,
  /** A single card is as narrow as the view, down to this, where names and data types are still readable. */
  narrowestCard: 180,
} as const;

const { gap, heading, cardHeader, row, cardEnd, minCardWidth, maxCardWidth } = lengths;

export interface CardPlace {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface CardLayout {
  readonly cardWidth: number;
  /** In the document's order. */
  readonly cards: readonly CardPlace[];
  readonly height: number;
}

/** Places cards of one width, each in the column that is the shortest so far. */
export function layOutCards(tables: readonly DesignTable[], width: number): CardLayout {
  const margin = width < minCardWidth + 2 * lengths.margin ? lengths.narrowMargin : lengths.margin;
  const available = Math.max(width - 2 * margin, lengths.narrowestCard);
  const count = Math.max(Math.floor((available + gap) / (minCardWidth + gap)), 1);
  const cardWidth = Math.min(Math.floor((available - (count - 1) * gap) / count), maxCardWidth);
  const bottoms = Array.from({ length: count }, (): number => heading);
  const cards = tables.map(({ columns }): CardPlace => {
    const shortest = bottoms.indexOf(Math.min(...bottoms));
    const y = bottoms[shortest] ?? heading;
    const height = cardHeader + Math.max(columns.length, 1) * row + cardEnd;
    bottoms[shortest] = y + height + gap;
    return { x: margin + shortest * (cardWidth + gap), y, height };
  });
  return { cardWidth, cards, height: Math.max(...bottoms) - gap + margin };
}

/** The vertical range of an item in the content. */
export function rangeOfItem(
  { cards }: CardLayout,
  [table, column]: readonly number[],
): { readonly top: number; readonly bottom: number } {
  const card = table === undefined ? undefined : cards[table];
  if (card === undefined) return { top: 0, bottom: heading };
  if (column === undefined) return { top: card.y, bottom: card.y + cardHeader };
  const top = card.y + cardHeader + column * row;
  return { top, bottom: top + row };
}

/** The rows of a card that are between two heights of the content; `end` is exclusive. */
export function rowsWithin(
  { y }: CardPlace,
  rows: number,
  top: number,
  bottom: number,
): { readonly start: number; readonly end: number } {
  const first = y + cardHeader;
  const start = Math.min(Math.max(Math.floor((top - first) / row), 0), rows);
  return { start, end: Math.max(Math.min(Math.ceil((bottom - first) / row), rows), start) };
}

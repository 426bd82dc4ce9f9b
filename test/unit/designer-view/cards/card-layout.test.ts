import assert from 'node:assert/strict';
import fc from 'fast-check';
import { layOutCards, lengths, rowsWithin } from '../../../../src/designer-view/cards/card-layout.ts';
import { designWith } from '../../designer/documents.ts';

const columns = fc.array(fc.constant('x'), { maxLength: 30 });
const tables = fc
  .array(columns, { maxLength: 40 })
  .map((lists) => designWith(Object.fromEntries(lists.map((list, index) => [`T${index}`, list]))).tables);

describe('The layout of the cards', () => {
  it('has no cards that overlap or are outside', () => {
    fc.assert(
      fc.property(tables, fc.integer({ min: 0, max: 3000 }), (all, width) => {
        const { cards, cardWidth, height } = layOutCards(all, width);
        for (const [index, card] of cards.entries()) {
          assert.ok(card.x >= 0 && card.y >= lengths.heading && card.y + card.height <= height);
          for (const other of cards.slice(index + 1)) {
            const beside = other.x >= card.x + cardWidth || card.x >= other.x + cardWidth;
            assert.ok(beside || other.y >= card.y + card.height);
          }
        }
      }),
    );
  });

  it('has cards that are no wider than a narrow view', () => {
    for (let width = 200; width < 700; width++) {
      const { cards, cardWidth } = layOutCards(designWith({ A: ['x'], B: ['x'] }).tables, width);
      for (const { x } of cards) assert.ok(x + cardWidth <= width, `${x} + ${cardWidth} > ${width}`);
    }
  });

  it('places each card in the shortest column, in the order of the document', () => {
    const { tables: three } = designWith({ A: ['x', 'x', 'x'], B: ['x'], C: [] });
    const { cards } = layOutCards(three, 600);
    assert.equal(cards[0]?.y, cards[1]?.y);
    assert.equal(cards[2]?.x, cards[1]?.x);
  });

  it('draws the rows between two heights', () => {
    const card = { x: 0, y: 100, height: 1000 };
    const first = 100 + lengths.cardHeader;
    assert.deepEqual(rowsWithin(card, 30, 0, 5000), { start: 0, end: 30 });
    assert.deepEqual(rowsWithin(card, 30, first + 5 * lengths.row, first + 8 * lengths.row), {
      start: 5,
      end: 8,
    });
    assert.deepEqual(rowsWithin(card, 30, 5000, 6000), { start: 30, end: 30 });
  });
});

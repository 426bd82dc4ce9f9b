import assert from 'node:assert/strict';
import type { Item } from '../../../../src/designer/design.ts';
import { layOutCards, lengths, rangeOfItem } from '../../../../src/designer-view/cards/card-layout.ts';
import { dragTo } from '../../../../src/designer-view/cards/drag-to.ts';
import { designWith } from '../../designer/documents.ts';

const design = designWith({ A: ['a', 'b', 'c', 'd'], B: ['e'] });
const layout = layOutCards(design.tables, lengths.minCardWidth);

describe('What is dragged', () => {
  for (const [what, dragged, selected, over, to, mark] of [
    ['one column down', [0, 0], [[0, 0]], [0, 2], [0, 2], [0, 3]],
    ['one column up', [0, 3], [[0, 3]], [0, 1], [0, 1], [0, 1]],
    [
      'several columns down',
      [0, 0],
      [
        [0, 0],
        [0, 1],
      ],
      [0, 2],
      [0, 1],
      [0, 3],
    ],
    [
      'several columns to the end',
      [0, 1],
      [
        [0, 0],
        [0, 1],
      ],
      [0, 3],
      [0, 2],
      [0, 4],
    ],
    [
      'several columns up',
      [0, 3],
      [
        [0, 2],
        [0, 3],
      ],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    [
      'several columns among themselves',
      [0, 0],
      [
        [0, 0],
        [0, 1],
      ],
      [0, 1],
      [0, 0],
      [0, 1],
    ],
    [
      'a column that is not selected',
      [0, 3],
      [
        [0, 0],
        [0, 1],
      ],
      [0, 2],
      [0, 2],
      [0, 2],
    ],
    [
      'columns into another table',
      [0, 0],
      [
        [0, 0],
        [0, 1],
      ],
      [1, 0],
      [1, 0],
      [1, 0],
    ],
    ['a table down', [0], [[0]], [1, 0], [1], [2]],
  ] as const satisfies readonly (readonly [string, Item, readonly Item[], Item, Item, Item])[])
    it(`is ${what}, and ends where its mark is`, () => {
      const y = rangeOfItem(layout, over).top + 1;
      const found = dragTo({ design, selected }, layout, dragged, 100, y);
      const isSelected = selected.some((each) => String(each) === String(dragged));
      assert.deepEqual(found, { items: isSelected ? selected : [dragged], to, mark });
    });
});

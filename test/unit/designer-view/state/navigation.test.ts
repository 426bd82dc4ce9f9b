import assert from 'node:assert/strict';
import { search } from '../../../../src/designer-view/state/navigation.ts';

const column = (name: string, dataType: string | undefined) => ({ name, dataType, problems: [] });
const design = {
  dataset: { name: 'Sales', problems: [] },
  tables: [
    { name: 'Order', columns: [column('id', 'Int64'), column('paid', 'DateTime')], problems: [] },
    { name: 'Date', columns: [column('date', 'my date'), column('order id', undefined)], problems: [] },
  ],
};

describe('Searching a design', () => {
  for (const [query, items] of [
    ['ORDER', [[0], [1, 1]]],
    ['type:datetime', [[0, 1]]],
    [
      'type:date',
      [
        [0, 1],
        [1, 0],
      ],
    ],
    ['id type:Int', [[0, 0]]],
    ['type:"my date"', [[1, 0]]],
    ['type:"my d', [[1, 0]]],
    ['type:', []],
    [' ', []],
    ['type:none', []],
  ] as const)
    it(`for ${JSON.stringify(query)}`, () => assert.deepEqual(search(design, query), items));
});

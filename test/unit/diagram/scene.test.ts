import assert from 'node:assert/strict';
import fc from 'fast-check';
import { layOut, measures } from '../../../src/diagram/scene.ts';
import { looseDataset } from '../comparison/generated-datasets.ts';

const tableOf = (name: string, count: number) => ({
  name,
  columns: Array.from({ length: count }, (_, index) => ({ name: `c${index}`, dataType: 'Int64' })),
});

describe('The scene of a dataset', () => {
  it('has a box for each table and a row for each column, in the order of the document', () => {
    const scene = layOut({ name: 'Sales', tables: [tableOf('A', 2), tableOf('B', 0)] });
    assert.equal(scene.title, 'Sales');
    assert.deepEqual(
      scene.boxes.map(({ name, rows }) => [name, rows.map((row) => [row.name, row.dataType])]),
      [
        [
          'A',
          [
            ['c0', 'Int64'],
            ['c1', 'Int64'],
          ],
        ],
        ['B', []],
      ],
    );
  });

  it('places each box in the column that is the shortest so far', () => {
    const { boxes } = layOut({
      tables: [tableOf('A', 9), tableOf('B', 1), tableOf('C', 1), tableOf('D', 1)],
    });
    const [first, ...others] = boxes;
    assert.ok(first);
    assert.ok(others.every(({ x }) => x !== first.x));
  });

  it('has no overlapping boxes, and none outside of the picture, for any document', () => {
    fc.assert(
      fc.property(looseDataset, (dataset) => {
        const { boxes, width, height } = layOut(dataset);
        for (const [index, box] of boxes.entries()) {
          assert.ok(box.x >= measures.margin && box.x + box.width <= width - measures.margin);
          assert.ok(box.y >= measures.margin && box.y + box.height <= height - measures.margin);
          for (const row of box.rows)
            assert.ok(row.y >= box.y && row.y + measures.rowHeight <= box.y + box.height);
          for (const other of boxes.slice(0, index))
            assert.ok(
              other.x + other.width < box.x ||
                box.x + box.width < other.x ||
                other.y + other.height < box.y ||
                box.y + box.height < other.y,
            );
        }
      }),
    );
  });
});

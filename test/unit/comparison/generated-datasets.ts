import fc from 'fast-check';
import type { Dataset } from '../../../src/dataset/dataset.ts';

const dataTypes = ['Int64', 'string', 'bool', 'DateTime'];
const name = fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' });

/** A dataset that breaks no rule about names: all are different. */
export const validDataset: fc.Arbitrary<Dataset> = fc.record({
  name,
  tables: fc.uniqueArray(
    fc.record({
      name,
      columns: fc.uniqueArray(fc.record({ name, dataType: fc.constantFrom(...dataTypes) }), {
        selector: (column) => column.name,
        maxLength: 8,
      }),
    }),
    { selector: (table) => table.name, maxLength: 6 },
  ),
});

/** Few different names and types, so that two lists have much in common, and some of what breaks the rules. */
const fewNames = fc.constantFrom<unknown>('a', 'b', 'c', 'd', 'e', '', undefined, 5, '__proto__');
const fewTypes = fc.constantFrom<unknown>('Int64', 'string', undefined, 7, { of: 'text' });
const extra = fc.dictionary(
  fc.constantFrom('note', 'constructor', 'columns', 'name', 'to'),
  fc.jsonValue({ maxDepth: 2 }),
  {
    maxKeys: 1,
  },
);
const looseColumn = looseItem(
  fc.record({ name: fewNames, dataType: fewTypes }).chain((column) => withExtra(column)),
);
const looseTable = looseItem(
  fc.record({ name: fewNames, columns: looseList(looseColumn) }).chain((table) => withExtra(table)),
);

/** What a document may hold while someone is still writing it. */
export const looseDataset: fc.Arbitrary<unknown> = looseItem(
  fc.record({ name: fewNames, tables: looseList(looseTable) }).chain((dataset) => withExtra(dataset)),
);

function looseItem(item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 19, arbitrary: item }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
}

function looseList(item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 19, arbitrary: fc.array(item, { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

/** As `JSON.parse` gives it: without properties that are `undefined`. */
function withExtra(item: object): fc.Arbitrary<unknown> {
  return extra.map((properties) => JSON.parse(JSON.stringify({ ...properties, ...item })) as unknown);
}

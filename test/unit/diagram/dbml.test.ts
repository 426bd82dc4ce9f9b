import assert from 'node:assert/strict';
import { Parser } from '@dbml/core';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { layOut } from '../../../src/diagram/scene.ts';
import { sceneAsDbml } from '../../../src/diagram/write-text.ts';
import { hostileDataset, hostileNames } from './hostile-names.ts';

/** Tables with `[name, type]` of their columns, as DBML's own parser reads them. */
function parsed(text: string) {
  const { schemas } = new Parser().parse(text, 'dbmlv2');
  return schemas.flatMap(({ tables }) =>
    tables.map(({ name, fields }) => ({
      name,
      columns: fields.map((field) => [field.name, field.type.type_name]),
    })),
  );
}

const dbmlOf = (dataset: unknown) => sceneAsDbml(layOut(dataset));

describe('A dataset in DBML', () => {
  it('has tables, columns and types as DBML reads them', () => {
    const columns = [
      { name: 'Order ID', dataType: 'Int64' },
      { name: 'Price', dataType: 'decimal(10,2)' },
      { name: 'Untyped' },
    ];
    assert.deepEqual(parsed(dbmlOf({ tables: [{ name: 'Order Lines', columns }] })), [
      {
        name: 'Order Lines',
        columns: [
          ['Order ID', 'Int64'],
          ['Price', 'decimal(10,2)'],
          ['Untyped', 'unknown'],
        ],
      },
    ]);
  });

  it('mentions tables without columns in comments, because DBML has no such tables', () => {
    const text = dbmlOf({ tables: [{ name: 'A\nTable B { x y }', columns: [] }] });
    assert.equal(text, '// Table "A\\nTable B { x y }" has no columns.\n');
    assert.deepEqual(parsed(text), []);
  });

  it('gives unique names to tables and columns of the same name', () => {
    const columns = ['x', 'x', 'x 2'].map((name) => ({ name, dataType: 'bool' }));
    const tables = parsed(
      dbmlOf({
        tables: [
          { name: 'A', columns },
          { name: 'A', columns },
        ],
      }),
    );
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['A', 'A 2'],
    );
    assert.deepEqual(
      tables[0]?.columns.map(([name]) => name),
      ['x', 'x 3', 'x 2'],
    );
  });

  it('contains hostile names unchanged', () => {
    const text = dbmlOf(hostileDataset);
    // Joiners in an emoji sequence are text.
    assert.doesNotMatch(text.replaceAll('👩\u200d👩\u200d👧', ''), /[<>&`\p{Cf}\p{Cs}\r]/u);
    const tables = parsed(text);
    const names = hostileNames.map((name) => name || '(empty name)');
    assert.deepEqual(
      tables.map(({ name }) => name),
      names,
    );
    for (const { columns } of tables)
      assert.deepEqual(
        columns.map(([name]) => name),
        names.slice(0, -1),
      );
  });

  it('can be parsed by DBML for any names', () => {
    const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...'"\\\'`/{}[]:\n\b\f\t'));
    const name = fc.string({ unit }).filter((text) => text !== '');
    fc.assert(
      fc.property(name, name, name, (table, column, dataType) => {
        const tables = parsed(dbmlOf({ tables: [{ name: table, columns: [{ name: column, dataType }] }] }));
        assert.deepEqual(tables, [{ name: table, columns: [[column, dataType]] }]);
      }),
      { numRuns: caseCount(300) },
    );
  });
});

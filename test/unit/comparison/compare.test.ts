import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { compareDatasets } from '../../../src/comparison/compare.ts';
import { changeRecords } from '../../../src/comparison/write-changes.ts';
import type { Column, Dataset, Table } from '../../../src/dataset/dataset.ts';
import { applyChanges } from './apply-changes.ts';
import { looseDataset, validDataset } from './generated-datasets.ts';

const column = (name: string, dataType = 'Int64'): Column => ({ name, dataType });
const table = (name: string, ...columns: Column[]): Table => ({ name, columns });
const dataset = (...tables: Table[]): Dataset => ({ name: 'Sales', tables });
const diff = (before: unknown, after: unknown): ReturnType<typeof changeRecords> =>
  JSON.parse(JSON.stringify(changeRecords(compareDatasets(before, after))));

describe('The comparison of two datasets', () => {
  it('reports nothing for the same dataset with any order of properties', () => {
    const before = { name: 'Sales', tables: [{ name: 'A', columns: [{ name: 'a', dataType: 'Int64' }] }] };
    const after = { tables: [{ columns: [{ dataType: 'Int64', name: 'a' }], name: 'A' }], name: 'Sales' };
    assert.deepEqual(diff(before, after), []);
  });

  it('reports a new name of the dataset as compatible', () => {
    assert.deepEqual(diff({ name: 'A', tables: [] }, { name: 'B', tables: [] }), [
      { kind: 'dataset-renamed', severity: 'compatible', from: 'A', to: 'B' },
    ]);
  });

  it('reports added and removed tables, without their columns', () => {
    const [a, b] = [table('A', column('x')), table('B', column('y', 'string'))];
    assert.deepEqual(diff(dataset(a), dataset(a, b)), [
      { kind: 'table-added', severity: 'compatible', table: 'B' },
    ]);
    assert.deepEqual(diff(dataset(a, b), dataset(b)), [
      { kind: 'table-removed', severity: 'breaking', table: 'A' },
    ]);
  });

  it('reports a renamed table if exactly one pair has the same columns', () => {
    const columns = [column('x'), column('y', 'string')];
    assert.deepEqual(diff(dataset(table('A', ...columns)), dataset(table('B', ...columns.toReversed()))), [
      { kind: 'table-renamed', severity: 'breaking', table: 'B', from: 'A', to: 'B' },
      { kind: 'column-moved', severity: 'cosmetic', table: 'B', column: 'y', from: 2, to: 1 },
    ]);
    const two = diff(
      dataset(table('A', ...columns)),
      dataset(table('B', ...columns), table('C', ...columns)),
    );
    assert.deepEqual(
      two.map(({ kind }) => kind),
      ['table-removed', 'table-added', 'table-added'],
    );
    const other = diff(dataset(table('A', ...columns)), dataset(table('B', column('x'))));
    assert.deepEqual(
      other.map(({ kind }) => kind),
      ['table-removed', 'table-added'],
    );
  });

  it('reports added and removed columns with their type', () => {
    const before = dataset(table('A', column('x'), column('y', 'string')));
    const after = dataset(table('A', column('y', 'string'), column('z', 'bool')));
    assert.deepEqual(diff(before, after), [
      { kind: 'column-removed', severity: 'breaking', table: 'A', column: 'x', from: 'Int64' },
      { kind: 'column-added', severity: 'compatible', table: 'A', column: 'z', to: 'bool' },
    ]);
  });

  it('reports a renamed column if it has the same type and position', () => {
    const before = dataset(table('A', column('x'), column('y')));
    assert.deepEqual(diff(before, dataset(table('A', column('x'), column('z')))), [
      { kind: 'column-renamed', severity: 'breaking', table: 'A', column: 'z', from: 'y', to: 'z' },
    ]);
    for (const after of [
      dataset(table('A', column('x'), column('z', 'string'))),
      dataset(table('A', column('z'), column('x'))),
    ])
      assert.deepEqual(
        diff(before, after).map(({ kind }) => kind),
        ['column-removed', 'column-added'],
      );
  });

  it('reports a changed data type', () => {
    const [before, after] = [dataset(table('A', column('x'))), dataset(table('A', column('x', 'string')))];
    assert.deepEqual(diff(before, after), [
      {
        kind: 'column-type-changed',
        severity: 'breaking',
        table: 'A',
        column: 'x',
        from: 'Int64',
        to: 'string',
      },
    ]);
  });

  it('reports the fewest moves that explain the new order', () => {
    const columns = ['a', 'b', 'c', 'd', 'e'].map((name) => column(name));
    const [first, ...others] = columns;
    assert.ok(first);
    assert.deepEqual(diff(dataset(table('A', ...columns)), dataset(table('A', ...others, first))), [
      { kind: 'column-moved', severity: 'cosmetic', table: 'A', column: 'a', from: 1, to: 5 },
    ]);
    assert.deepEqual(diff(dataset(table('A'), table('B')), dataset(table('B'), table('A'))).length, 1);
  });

  it('reports no moves for additions and removals', () => {
    const before = dataset(table('A', column('a'), column('b'), column('c')));
    const after = dataset(table('A', column('x', 'bool'), column('b'), column('y', 'bool'), column('c')));
    assert.ok(diff(before, after).every(({ kind }) => kind !== 'column-moved'));
  });

  it('reports other properties as compatible, with the values before and after', () => {
    const before = { name: 'S', tables: [{ name: 'A', columns: [], note: 1 }], old: [1] };
    const after = { name: 'S', tables: [{ name: 'A', columns: [], note: { x: 2 } }], extra: null };
    assert.deepEqual(diff(before, after), [
      { kind: 'property-changed', severity: 'compatible', property: 'old', from: [1] },
      { kind: 'property-changed', severity: 'compatible', property: 'extra', to: null },
      {
        kind: 'property-changed',
        severity: 'compatible',
        table: 'A',
        property: 'note',
        from: 1,
        to: { x: 2 },
      },
    ]);
  });

  it('compares names exactly, and pairs the first of equal names with the first', () => {
    assert.deepEqual(
      diff(dataset(table('a', column('x'))), dataset(table('A', column('y')))).map(({ kind }) => kind),
      ['table-removed', 'table-added'],
    );
    const before = dataset(table('A', column('x'), column('x', 'string')));
    assert.deepEqual(diff(before, dataset(table('A', column('x', 'bool')))), [
      { kind: 'column-removed', severity: 'breaking', table: 'A', column: 'x', from: 'string' },
      {
        kind: 'column-type-changed',
        severity: 'breaking',
        table: 'A',
        column: 'x',
        from: 'Int64',
        to: 'bool',
      },
    ]);
  });

  it('compares documents with missing names, missing lists and values of the wrong type', () => {
    assert.deepEqual(diff({}, { tables: [] }), [
      { kind: 'property-changed', severity: 'compatible', property: 'tables', to: [] },
    ]);
    assert.deepEqual(diff({ tables: [{ columns: [] }] }, { tables: [] }), [
      { kind: 'table-removed', severity: 'breaking', table: null },
    ]);
    assert.deepEqual(diff([1], 'text'), [
      { kind: 'property-changed', severity: 'compatible', from: [1], to: 'text' },
    ]);
  });

  it('compares values that are nested deeper than the stack', () => {
    const deep = (end: string) => JSON.parse(`{"x":${'['.repeat(200_000)}${end}${']'.repeat(200_000)}}`);
    assert.deepEqual(compareDatasets(deep('1'), deep('1')), []);
    assert.deepEqual(diff(deep('1'), deep('2')), [
      {
        kind: 'property-changed',
        severity: 'compatible',
        property: 'x',
        from: '(nested too deeply)',
        to: '(nested too deeply)',
      },
    ]);
  });

  it('compares 100,000 reordered columns', () => {
    const columns = Array.from({ length: 100_000 }, (_, index) => column(`c${index}`));
    const changes = compareDatasets(
      dataset(table('A', ...columns)),
      dataset(table('A', ...columns.toReversed())),
    );
    assert.equal(changes.length, columns.length - 1);
  });

  it('reports nothing for any value and itself', () => {
    fc.assert(
      fc.property(looseDataset, (value) => {
        assert.deepEqual(compareDatasets(value, structuredClone(value)), []);
      }),
    );
  });

  it('reports exactly the changes that turn any value into any other', () => {
    fc.assert(
      fc.property(looseDataset, looseDataset, (before, after) => {
        assert.deepEqual(applyChanges(before, compareDatasets(before, after)), after);
      }),
      { numRuns: caseCount(2000) },
    );
  });

  it('reports one change for one edit of any dataset', () => {
    fc.assert(
      fc.property(validDataset, fc.nat(), fc.nat(), fc.nat(), (before, kind, tableIndex, columnIndex) => {
        const edit = singleEdit(before, kind, tableIndex, columnIndex);
        fc.pre(edit !== undefined);
        assert.deepEqual(diff(before, edit.after), [edit.expected]);
      }),
      { numRuns: caseCount(2000) },
    );
  });
});

const fresh = 'A name that no generated dataset has';

function singleEdit(before: Dataset, kind: number, tableIndex: number, columnIndex: number) {
  const { tables } = before;
  const at = tableIndex % Math.max(tables.length, 1);
  const chosen = tables[at];
  const withTable = (edited: Table): Dataset => ({ ...before, tables: tables.with(at, edited) });
  if (kind % 8 === 0)
    return {
      after: { ...before, name: fresh },
      expected: { kind: 'dataset-renamed', severity: 'compatible', from: before.name, to: fresh },
    };
  if (kind % 8 === 1)
    return {
      after: { ...before, tables: tables.toSpliced(tableIndex % (tables.length + 1), 0, table(fresh)) },
      expected: { kind: 'table-added', severity: 'compatible', table: fresh },
    };
  if (!chosen) return undefined;
  const { columns, name } = chosen;
  if (kind % 8 === 2)
    return {
      after: { ...before, tables: tables.toSpliced(at, 1) },
      expected: { kind: 'table-removed', severity: 'breaking', table: name },
    };
  if (kind % 8 === 3)
    return {
      after: withTable({ ...chosen, name: fresh }),
      expected: { kind: 'table-renamed', severity: 'breaking', table: fresh, from: name, to: fresh },
    };
  if (kind % 8 === 4) {
    const place = columnIndex % (columns.length + 1);
    return {
      after: withTable({ ...chosen, columns: columns.toSpliced(place, 0, column(fresh, 'bool')) }),
      expected: { kind: 'column-added', severity: 'compatible', table: name, column: fresh, to: 'bool' },
    };
  }
  const place = columnIndex % Math.max(columns.length, 1);
  const edited = columns[place];
  if (!edited) return undefined;
  const about = { severity: 'breaking', table: name, column: edited.name };
  if (kind % 8 === 5)
    return {
      after: withTable({ ...chosen, columns: columns.toSpliced(place, 1) }),
      expected: { ...about, kind: 'column-removed', from: edited.dataType },
    };
  if (kind % 8 === 6)
    return {
      after: withTable({ ...chosen, columns: columns.with(place, { ...edited, name: fresh }) }),
      expected: { ...about, kind: 'column-renamed', column: fresh, from: edited.name, to: fresh },
    };
  return {
    after: withTable({ ...chosen, columns: columns.with(place, { ...edited, dataType: fresh }) }),
    expected: { ...about, kind: 'column-type-changed', from: edited.dataType, to: fresh },
  };
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DocumentFormat } from '../../../../src/dataset/dataset.ts';
import { readTextValue } from '../../../../src/dataset/document.ts';
import { applyEdits } from '../../../../src/dataset/edits/text-edit.ts';
import { columnsOf, expectedColumns } from '../../../../src/inference/tables/expected-columns.ts';
import {
  compareWithData,
  isEmptyUpdate,
  type TableUpdate,
  updateEdits,
} from '../../../../src/inference/tables/table-update.ts';
import { tryInfer } from '../infer-text.ts';

type Columns = readonly (readonly [name: string, dataType: string])[];

function table(columns: Columns) {
  return { name: 'Orders', columns: columns.map(([name, dataType]) => ({ name, dataType })) };
}

async function compare(columns: Columns, csv: string): Promise<TableUpdate> {
  const expected = expectedColumns({ name: 't', columns: columnsOf(table(columns)) });
  const inferred = await tryInfer(csv, { expected });
  assert.ok(inferred.ok);
  const [data] = inferred.value;
  assert.ok(data);
  return compareWithData(table(columns), data, 'Double');
}

describe('Comparing a table with data', () => {
  it('finds new columns, missing ones, and data types that the values do not fit', async () => {
    const update = await compare(
      [
        ['Id', 'Int64'],
        ['Note', 'string'],
        ['Total', 'Int64'],
      ],
      'id,total,paid\n1,2.5,true\n',
    );
    assert.deepEqual(update, {
      added: [{ name: 'paid', dataType: 'bool' }],
      missing: [{ index: 1, name: 'Note' }],
      retyped: [{ index: 2, name: 'Total', from: 'Int64', to: 'Double', because: { row: 1, value: '2.5' } }],
    });
  });

  for (const [dataType, values] of [
    ['string', '1'],
    ['Double', '1'],
    ['Decimal', '1.5'],
    ['DateTime', ''],
    ['Double', '99999999999999999999\n1.5'],
    ['decimal', '1'],
    ['Guid', 'abc'],
  ])
    it(`keeps ${dataType} for ${JSON.stringify(values)}`, async () => {
      const update = await compare([['a', dataType ?? '']], `a,b\n${values?.replaceAll('\n', ',x\n')},x\n`);
      assert.deepEqual(update.retyped, []);
    });

  it('proposes Int64 for a bool whose values are 0 and 1', async () => {
    const update = await compare([['a', 'bool']], 'a,b\n0,x\n1,x\n');
    assert.deepEqual(
      update.retyped.map(({ from, to }) => [from, to]),
      [['bool', 'Int64']],
    );
  });

  it('changes nothing of a table that breaks rules', async () => {
    const inferred = await tryInfer('a\n1\n', { expected: [] });
    assert.ok(inferred.ok && inferred.value[0]);
    const broken = { columns: [null, 1, { name: 5 }, { name: 'a' }, { name: 'a', dataType: 3 }] };
    assert.ok(isEmptyUpdate(compareWithData(broken, inferred.value[0], 'Double')));
    assert.deepEqual(compareWithData(undefined, inferred.value[0], 'Double').added, [
      { name: 'a', dataType: 'Int64' },
    ]);
  });
});

function documentOf(columns: Columns, format: DocumentFormat): string {
  const dataset = { name: 'Sales', tables: [table(columns)] };
  if (format === 'json') return JSON.stringify(dataset, undefined, 2);
  const lines = columns.map(([name, dataType]) => `      - name: ${name}\n        dataType: ${dataType}\n`);
  const list = lines.length === 0 ? ' []\n' : `\n${lines.join('')}`;
  return `name: Sales\ntables:\n  - name: Orders\n    columns:${list}`;
}

async function writtenColumns(text: string, format: DocumentFormat): Promise<string[]> {
  const value = await readTextValue(text, format);
  assert.ok(value.ok, text);
  const { tables } = value.value as { tables: { columns: { name: string; dataType: string }[] }[] };
  return tables[0]?.columns.map(({ name, dataType }) => `${name}: ${dataType}`) ?? [];
}

describe('Edits of an update', () => {
  it('remove thousands of columns', async () => {
    const columns = Array.from({ length: 3000 }, (_, index) => [`c${index}`, 'Int64'] as const);
    const text = documentOf(columns, 'yaml');
    const missing = columns.map(([name], index) => ({ index, name })).slice(1);
    const edits = await updateEdits(text, 'yaml', 0, { added: [], missing, retyped: [] });
    assert.ok(edits.ok);
    assert.deepEqual(await writtenColumns(applyEdits(text, edits.value), 'yaml'), ['c0: Int64']);
  });

  it('make any selection of the changes, whatever the table', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('keep', 'retype', 'remove'), { maxLength: 6 }),
        fc.nat(3),
        fc.constantFrom<DocumentFormat>('json', 'yaml'),
        async (fates, addedCount, format) => {
          const columns = fates.map((_, index) => [`c${index}`, 'Int64'] as const);
          const of = (fate: string) =>
            fates.flatMap((each, index) => (each === fate ? { index, name: `c${index}` } : []));
          const added = Array.from({ length: addedCount }, (_, index) => ({
            name: `n${index}`,
            dataType: 'bool',
          }));
          const retyped = of('retype').map((each) => ({
            ...each,
            from: 'Int64',
            to: 'string',
            because: undefined,
          }));
          const text = documentOf(columns, format);
          const edits = await updateEdits(text, format, 0, { added, missing: of('remove'), retyped });
          assert.ok(edits.ok);
          assert.deepEqual(await writtenColumns(applyEdits(text, edits.value), format), [
            ...fates.flatMap((fate, index) =>
              fate === 'remove' ? [] : `c${index}: ${fate === 'retype' ? 'string' : 'Int64'}`,
            ),
            ...added.map(({ name }) => `${name}: bool`),
          ]);
        },
      ),
    ));
});

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { checkData } from '../../../src/app/check/check-data.ts';
import { describeInferenceFailure } from '../../../src/app/messages/inference-failure.ts';
import { nodePorts } from '../../../src/data-files/file-source.ts';
import { memorySource } from '../../../src/inference/bytes/memory-source.ts';
import { inferSources } from '../../../src/inference/infer-sources.ts';
import { DataFolder, inferFile } from './formats/infer-file.ts';
import { cells, writeXlsx } from './formats/xlsx-file.ts';
import { type Content, failureOf, inferAll } from './infer-text.ts';

const names = (tables: readonly { readonly name: string }[]) => tables.map(({ name }) => name);
const schemaOf = (name: string) => ({ type: 'object', properties: { [`${name}Id`]: { type: 'integer' } } });
const components = (schemas: object) => JSON.stringify({ openapi: '3.1.0', components: { schemas } });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`Schema${index}`, schemaOf('x')]));

const sheet = (name: string) => ({ name, rows: [[cells.text('id')], [cells.number(1)]] });

/** The same tables in each format that has several. */
const sources: Readonly<Record<string, Content>> = {
  'shop.openapi.json': components({
    Orders: schemaOf('a'),
    Lines: schemaOf('b'),
    Customers: schemaOf('c'),
    State: { type: 'string' },
  }),
  'shop.odcs.json': JSON.stringify({
    kind: 'DataContract',
    schema: ['Orders', 'Lines', 'Customers'].map((name) => ({
      name,
      properties: [{ name: 'id', logicalType: 'integer' }],
    })),
  }),
  'shop.sql': 'create table Orders (id int); create table Lines (id int); create table Customers (id int);',
  'shop.json': JSON.stringify({ Orders: [{ id: 1 }], Lines: [{ id: 1 }], Customers: [{ id: 1 }] }),
  'shop.xlsx': writeXlsx([sheet('Orders'), sheet('Lines'), sheet('Customers')]),
};

describe('The tables that are chosen', () => {
  it('are the only ones that are read, in the order of the file, whatever their case', async () => {
    for (const [fileName, content] of Object.entries(sources)) {
      const read = (...only: string[]) => inferAll(content, { fileName, only });
      assert.deepEqual(names(await read('customers', 'Orders')), ['Orders', 'Customers'], fileName);
      assert.deepEqual(names(await read('Lines')), ['Lines'], fileName);
      assert.deepEqual(names(await read()), ['Orders', 'Lines', 'Customers'], fileName);
    }
  });

  it('are those of a database', async () => {
    const folder = new DataFolder();
    const database = new DatabaseSync(folder.file('shop.sqlite'));
    database.exec('create table Orders (id int); create table Lines (id int)');
    database.close();
    assert.deepEqual(names(await inferFile(folder.file('shop.sqlite'), { only: ['lines'] })), ['Lines']);
    folder.remove();
  });

  it('must be in the file, which is refused with the name that was probably meant', async () => {
    for (const [fileName, content] of Object.entries(sources)) {
      const failure = await failureOf(content, { fileName, only: ['Orders', 'Custmers'] });
      assert.equal(
        describeInferenceFailure(failure),
        'There is no table Custmers. Did you mean Customers?',
        fileName,
      );
      const other = describeInferenceFailure(await failureOf(content, { fileName, only: ['Invoice'] }));
      assert.match(other, /^There is no table Invoice\. Tables of the file: Orders, Lines, Customers/);
    }
    // It is there, but no table.
    const content = sources['shop.openapi.json'] ?? '';
    for (const only of [['State'], ['State', 'Orders']]) {
      const failure = await failureOf(content, { fileName: 'shop.json', only });
      assert.match(describeInferenceFailure(failure), /^There is no table State\./);
    }
  });

  it('of a file with one are this one', async () => {
    assert.deepEqual(names(await inferAll('a,b\n1,x\n', { fileName: 'orders.csv', only: ['ORDERS'] })), [
      'orders',
    ]);
    const failure = await failureOf('a,b\n1,x\n', { fileName: 'orders.csv', only: ['order'] });
    assert.equal(describeInferenceFailure(failure), 'There is no table order. Did you mean orders?');
  });

  it('can be of more than can be read', async () => {
    const fileName = 'large.json';
    const content = components({ ...many(1500), Order: schemaOf('order') });
    assert.match(
      describeInferenceFailure(await failureOf(content, { fileName })),
      /^There are more than 1,000/,
    );
    assert.deepEqual(names(await inferAll(content, { fileName, only: ['order', 'schema7'] })), [
      'Schema7',
      'Order',
    ]);
    const failure = await failureOf(content, { fileName, only: ['Ordre'] });
    assert.equal(describeInferenceFailure(failure), 'There is no table Ordre. Did you mean Order?');
    const script = Array.from({ length: 1500 }, (_, index) => `create table t${index} (id int);`).join('\n');
    assert.equal((await failureOf(script, { fileName: 'all.sql' })).kind, 'too-many-tables');
    assert.deepEqual(names(await inferAll(script, { fileName: 'all.sql', only: ['t1400'] })), ['t1400']);
  });

  it('are those that are checked', async () => {
    const content = new TextEncoder().encode(String(sources['shop.sql']));
    const file = { kind: 'memory', name: 'shop.sql', label: 'shop.sql', path: '/shop.sql', content } as const;
    const dataset = {
      name: 'd',
      tables: [{ name: 'lines', columns: [{ name: 'id', dataType: 'Int64' }] }],
    };
    const { signal } = new AbortController();
    const check = async (only?: readonly string[]) => {
      const checked = await checkData([file], dataset, { signal, reading: { only } }, (_, options) =>
        inferSources([memorySource(file)], nodePorts, options),
      );
      assert.ok(checked.ok);
      return [...checked.value.findings].map(({ code, message }) => `${code}: ${message}`);
    };
    assert.equal((await check()).length, 2);
    assert.deepEqual(await check(['Lines']), []);
    assert.deepEqual(await check(['line']), ['unreadable: There is no table line. Did you mean Lines?']);
  });
});

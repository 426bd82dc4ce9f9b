import assert from 'node:assert/strict';
import { readDatasetResponse } from '../../../src/gateway/dataset-outcome.ts';

const sent = {
  name: 'Sales',
  tables: [
    { name: 'Orders', columns: [column('Number'), column('Date')] },
    { name: 'Customers', columns: [column('Name')] },
  ],
};

function column(name: string) {
  return { name, dataType: 'string' };
}

/** The outcome of a request with `body` that is answered by `answer`. */
function outcomeOf(answer: unknown, body = JSON.stringify(sent), status = 201): string {
  const response = { status, headers: {}, body: Buffer.from(JSON.stringify(answer)), complete: true };
  const outcome = readDatasetResponse(response, 0, [], undefined, Buffer.from(body));
  return outcome.kind === 'unknown' && outcome.cause.kind === 'foreign-response'
    ? 'unknown, of another dataset'
    : outcome.kind;
}

describe('A response that describes the created dataset', () => {
  const id = 'd-1';
  const { name, tables } = sent;
  const own: readonly [string, unknown][] = [
    ['has only an ID', { id }],
    ['repeats what was sent', { id, ...sent }],
    ['repeats the name', { id, name }],
    ['has the dataset in a container', { status: 'ok', data: { id, ...sent } }],
    ['has another name beside the container of the dataset', { name: 'result', dataset: { id, name } }],
    ['writes properties in capitals', { Id: id, Name: name, Tables: tables }],
    ['has trimmed the name, and composed its characters', { id, name: ' Sales ' }],
    ['adds IDs to tables and columns', { id, name, tables: tables.map((table) => ({ ...table, id: 't' })) }],
    ['adds a table', { id, name, tables: [{ name: 'System', columns: [] }, ...tables] }],
    ['sorts the tables', { id, name, tables: tables.toReversed() }],
    ['lists the names of the tables', { id, name, tables: ['Orders', 'Customers'] }],
    ['lists the tables without columns', { id, name, tables: tables.map((table) => ({ name: table.name })) }],
    ['lists the tables by their IDs', { id, name, tables: [{ id: 't-1' }, { id: 't-2' }] }],
    ['lists no tables yet', { id, name, tables: [] }],
    ['has a count of the tables', { id, name, tables: 2 }],
  ];
  for (const [what, answer] of own)
    it(`counts if it ${what}`, () => assert.equal(outcomeOf(answer), 'created'));

  const foreign: readonly [string, unknown][] = [
    ['has another name', { id, name: 'Purchases' }],
    ['has another name and the same tables', { id, name: 'Sales 2', tables }],
    ['has another name in a container', { data: { id, name: 'Purchases' } }],
    ['has a name that differs in case', { id, name: 'SALES' }],
    ['lacks a table', { id, name, tables: tables.slice(1) }],
    ['has other tables', { id, tables: [{ name: 'Invoices' }] }],
    ['lacks a column', { id, name, tables: [{ name: 'Orders', columns: [column('Date')] }, tables[1]] }],
  ];
  for (const [what, answer] of foreign)
    it(`is that of another request if it ${what}`, () =>
      assert.equal(outcomeOf(answer), 'unknown, of another dataset'));

  for (const [what, body] of [
    ['with spaces', JSON.stringify(sent, undefined, 2)],
    ['with the name at the end', JSON.stringify({ tables, name })],
    ['with escapes', JSON.stringify(sent).replace('Sales', '\\u0053ales')],
    ['with a byte order mark', `\ufeff${JSON.stringify(sent)}`],
  ] as const)
    it(`is compared with a request ${what}`, () => {
      assert.equal(outcomeOf({ id, ...sent }, body), 'created');
      assert.equal(outcomeOf({ id, ...sent, name: 'Other' }, body), 'unknown, of another dataset');
      assert.equal(outcomeOf({ id, name, tables: [tables[0]] }, body), 'unknown, of another dataset');
    });

  it('can have a name that looks like the tables', () => {
    const body = { name: 'tables', tables };
    assert.equal(outcomeOf({ id, ...body }, JSON.stringify(body)), 'created');
    assert.equal(
      outcomeOf({ id, name: 'tables', tables: [] }, JSON.stringify(body).replace('Orders', '"tables"')),
      'created',
    );
  });

  it('also counts if creation is in progress', () => {
    assert.equal(outcomeOf({ id, name }, undefined, 202), 'accepted');
    assert.equal(outcomeOf({ id, name: 'Purchases' }, undefined, 202), 'unknown, of another dataset');
  });

  it('is not compared if it is an error', () =>
    assert.equal(outcomeOf({ name: 'ValidationError', message: 'bad' }, undefined, 400), 'rejected'));
});

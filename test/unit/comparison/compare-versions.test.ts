import assert from 'node:assert/strict';
import { summarizeChanges } from '../../../src/comparison/change.ts';
import { compareVersions, locateChanges } from '../../../src/comparison/compare-versions.ts';

const encode = (text: string) => new TextEncoder().encode(text);

const sent = encode(
  '{"name":"Sales","tables":[{"name":"Orders","columns":[{"name":"ID","dataType":"Int64"}]}]}',
);

async function summary(text: string, format: 'json' | 'yaml' = 'json') {
  const result = await compareVersions({ content: sent, format: 'json' }, { content: encode(text), format });
  return result.ok ? summarizeChanges(result.value) : result.failure.kind;
}

describe('The changes since a submission', () => {
  it('have a summary with the number of breaking changes', async () => {
    const text = (tables: string) => `{ "name": "Sales", "tables": [${tables}] }`;
    const orders = '{ "name": "Orders", "columns": [{ "name": "ID", "dataType": "Int64" }] }';
    const regions = '{ "name": "Regions", "columns": [] }';
    assert.equal(await summary(text(orders)), 'No changes');
    assert.equal(await summary(text(`${orders}, ${regions}`)), '1 change');
    assert.equal(await summary(text('')), '1 change (breaking)');
    assert.equal(await summary(text(regions)), '2 changes (1 breaking)');
    assert.equal(await summary(text(`${regions}, ${orders}, {}`)), '2 changes');
  });

  it('are found in YAML, too, with their places', async () => {
    const text = 'name: Sales\ntables:\n  - name: Orders\n    columns: [{ name: ID, dataType: string }]\n';
    const result = await compareVersions(
      { content: sent, format: 'json' },
      { content: encode(text), format: 'yaml' },
    );
    assert.ok(result.ok);
    assert.deepEqual(
      result.value.map(({ kind, newPath }) => [kind, newPath]),
      [['column-type-changed', ['tables', 0, 'columns', 0, 'dataType']]],
    );
  });

  it('are placed where something was removed, if that is asked for', async () => {
    const before = `{"name": "S", "note": 1, "tables": [
  {"name": "A", "columns": [{"name": "x"}, {"name": "y"}]},
  {"name": "B", "note": 1, "columns": [{"name": "x"}]},
  {"name": "C", "columns": []}
]}`;
    const after = `{"name": "S", "tables": [
  {"name": "A", "columns": [
    {"name": "x"}]},
  {"name": "B", "columns": []}
]}`;
    const now = { content: encode(after), format: 'json' } as const;
    const result = await compareVersions({ content: encode(before), format: 'json' }, now);
    assert.ok(result.ok);
    const lines = async (nearby?: boolean) =>
      (await locateChanges(result.value, now, nearby)).map(({ start }, index) => [
        result.value[index]?.kind,
        start.line,
      ]);
    assert.deepEqual(await lines(true), [
      // The property `note` of the dataset.
      ['property-changed', 0],
      // C, after B.
      ['table-removed', 3],
      // y, after x.
      ['column-removed', 2],
      // The property `note` of B.
      ['property-changed', 3],
      // x, the only one.
      ['column-removed', 3],
    ]);
    assert.deepEqual(new Set((await lines()).map(([, line]) => line)), new Set([0]));
  });

  it('are unknown if one of the documents cannot be parsed', async () => {
    assert.equal(await summary('{'), 'after');
    const result = await compareVersions(
      { content: new Uint8Array([0xff]), format: 'json' },
      { content: encode('{}'), format: 'json' },
    );
    assert.equal(!result.ok && result.failure.kind, 'before');
  });
});

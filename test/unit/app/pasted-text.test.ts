import assert from 'node:assert/strict';
import { inferPastedText, listFor } from '../../../src/app/pasted-text.ts';
import { InferenceThread } from '../../../src/data-files/inference-thread.ts';

async function columnsOf(text: string): Promise<string[] | undefined> {
  const thread = new InferenceThread();
  const { tables: [table, ...others] = [] } =
    (await inferPastedText(
      text,
      (files, options) => thread.read(files, options),
      new AbortController().signal,
    )) ?? {};
  assert.deepEqual(others, []);
  return table?.columns.map(({ name, type }) => `${name}: ${type}`);
}

describe('Pasted text', () => {
  for (const [kind, text] of [
    ['cells of a spreadsheet', 'id\tname\r\n1\tx\r\n'],
    ['comma-separated values', 'id,name\n1,"x, y"'],
    ['semicolon-separated values', 'id;name\n1;x\n'],
    ['SQL', 'create table a (id int, name text)'],
    ['SQL after a comment', '-- dump\nCREATE TABLE IF NOT EXISTS a (\n  id int,\n  name text\n);\n'],
    ['quoted names', '"id","name"\n1,x\n'],
  ])
    it(`with ${kind} is a table`, async () => {
      assert.deepEqual(await columnsOf(text ?? ''), ['id: Int64', 'name: string']);
    });

  for (const [kind, text] of [
    ['an empty text', ''],
    ['one line', 'id,name'],
    ['one column', 'id\n1\n2\n'],
    ['JSON items', '{ "name": "a", "dataType": "bool" },\n{ "name": "b", "dataType": "bool" }\n'],
    ['a JSON property', '"name": "a",\n"dataType": "bool"\n'],
    ['YAML items', '- name: a, b\n  dataType: bool\n'],
    ['a YAML property', 'columns: # a, b\n  - name: c, d\n'],
    ['a closing bracket', '], "tables": [\n1, 2\n'],
    ['SQL without a table', 'CREATE TABLE a AS SELECT 1, 2;\nSELECT 1;'],
    ['an unclosed quote', 'a,b\n"1,2\n'],
    ['control characters', 'a,b\n\u0000,2\n'],
    ['a large text', `a,b\n${'1,2\n'.repeat(300_000)}`],
  ])
    it(`with ${kind} is no table`, async () => {
      assert.equal(await columnsOf(text ?? ''), undefined);
    });

  it('with several statements has a table of each', async () => {
    const thread = new InferenceThread();
    const sql = 'CREATE TABLE a (x int);\nCREATE TABLE b (y date);';
    const { signal } = new AbortController();
    const found = await inferPastedText(sql, (files, options) => thread.read(files, options), signal);
    assert.deepEqual(
      found?.tables.map(({ name }) => name),
      ['a', 'b'],
    );
  });

  it('becomes columns only inside of a table, and only if it names no table', async () => {
    const thread = new InferenceThread();
    const { signal } = new AbortController();
    for (const [text, inTable] of [
      ['CREATE TABLE a (x int);', 'tables'],
      ['CREATE TABLE a (x int); CREATE TABLE b (y int);', 'tables'],
      ['x\ty\n1\t2\n', 'columns'],
    ] as const) {
      const found = await inferPastedText(text, (files, options) => thread.read(files, options), signal);
      assert.ok(found);
      assert.equal(listFor(found, true), inTable, text);
      assert.equal(listFor(found, false), 'tables', text);
    }
  });
});

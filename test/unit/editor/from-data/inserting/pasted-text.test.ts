import assert from 'node:assert/strict';
import { InferenceThread } from '../../../../../src/data-files/inference-thread.ts';
import { inferPastedText } from '../../../../../src/editor/from-data/inserting/pasted-text.ts';

async function columnsOf(text: string): Promise<string[] | undefined> {
  const thread = new InferenceThread();
  const table = await inferPastedText(
    text,
    (files, options) => thread.read(files, options),
    new AbortController().signal,
  );
  return table?.columns.map(({ name, type }) => `${name}: ${type}`);
}

describe('Pasted text', () => {
  for (const [kind, text] of [
    ['cells of a spreadsheet', 'id\tname\r\n1\tx\r\n'],
    ['comma-separated values', 'id,name\n1,"x, y"'],
    ['semicolon-separated values', 'id;name\n1;x\n'],
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
    ['an unclosed quote', 'a,b\n"1,2\n'],
    ['control characters', 'a,b\n\u0000,2\n'],
    ['a large text', `a,b\n${'1,2\n'.repeat(300_000)}`],
  ])
    it(`with ${kind} is no table`, async () => {
      assert.equal(await columnsOf(text ?? ''), undefined);
    });
});

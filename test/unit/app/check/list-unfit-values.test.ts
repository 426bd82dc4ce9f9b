import assert from 'node:assert/strict';
import { checkData } from '../../../../src/app/check/check-data.ts';
import { listUnfitValues } from '../../../../src/app/check/check-findings.ts';
import { memorySource, webPorts } from '../../../../src/inference/bytes/memory-source.ts';
import { type DataFile, inferSources, type ReadFiles } from '../../../../src/inference/infer-sources.ts';

const { signal } = new AbortController();
const read: ReadFiles = (files, options) =>
  inferSources(
    files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
    webPorts,
    options,
  );

/** `column row:line value` of each value that doesn't fit, after the file has become `later`. */
async function list(name: string, text: string, columns: Readonly<Record<string, string>>, later = text) {
  const file = (content: string): DataFile => {
    return {
      kind: 'memory',
      name,
      label: name,
      path: `/${name}`,
      content: new TextEncoder().encode(content),
    };
  };
  const tables = [
    { name: 't', columns: Object.entries(columns).map(([name, dataType]) => ({ name, dataType })) },
  ];
  const checked = await checkData([file(text)], { name: 'd', tables }, { signal }, read);
  assert.ok(checked.ok);
  const { files } = checked.value.findings;
  const found: string[] = [];
  for (const each of files)
    for await (const { column, row, line, value, code } of listUnfitValues(
      file(later),
      each,
      { signal },
      read,
    ))
      found.push(code === 'unfit-value' ? `${column} ${row}:${line} ${value}` : code);
  return found;
}

describe('The values that do not fit', () => {
  it('are listed with their rows and lines, in the order of the file', async () => {
    assert.deepEqual(await list('t.csv', 'a,b\nx,1\n\n1,y\n007,"z\n"\n', { a: 'Int64', b: 'Int64' }), [
      'a 1:2 x',
      'b 2:4 y',
      'a 3:5 007',
      'b 3:5 z\n',
    ]);
  });

  it('are those that are known only at the end of the file: the rarer decimal separator, and all quoted numbers', async () => {
    const commas = 'a;b\n1,5;1\n1.5;1\n2.5;1\n2,5;1\n3.5;1\n';
    assert.deepEqual(await list('t.csv', commas, { a: 'Double', b: 'Int64' }), ['a 1:2 1,5', 'a 4:5 2,5']);
    assert.deepEqual(await list('t.csv', 'a,b\n"1",1\n"2",\n,3\n', { a: 'Int64', b: 'Int64' }), [
      'a 1:2 1',
      'a 2:3 2',
    ]);
  });

  it('are lists, objects, and texts in JSON', async () => {
    const lines = '{"a":{"b":1}}\n{"a":"5"}\n{"a":[1]}\n{"a":6}\n';
    assert.deepEqual(await list('t.ndjson', lines, { a: 'Int64' }), [
      'a 1:1 {"b":1}',
      'a 2:2 5',
      'a 3:3 [1]',
    ]);
  });

  it('are not listed for another content than that which was checked', async () => {
    const fewer = await list('t.csv', 'a\nx\ny\n', { a: 'Int64' }, 'a\nx\n1\n');
    assert.deepEqual(fewer, ['a 1:2 x', 'unreadable']);
    const more = await list('t.csv', 'a\nx\n1\n', { a: 'Int64' }, 'a\nx\nz\n');
    assert.deepEqual(more, ['a 1:2 x', 'a 2:3 z', 'unreadable']);
  });
});

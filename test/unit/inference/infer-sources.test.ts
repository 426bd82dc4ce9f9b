import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { memorySource, webPorts } from '../../../src/inference/bytes/memory-source.ts';
import { inferSources } from '../../../src/inference/infer-sources.ts';
import { cells, writeXlsx } from './formats/xlsx-file.ts';

function source(name: string, content: string | Uint8Array) {
  return memorySource({
    name,
    label: name,
    content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  });
}

function titledSheet(): Uint8Array {
  const { text, number } = cells;
  const names = ['id', 'total', 'paid'].map((name) => text(name));
  const row = names.map((_, index) => number(index));
  return writeXlsx([{ name: 'a', rows: [[], [text('Sales')], [], [text('2024')], [], names, row, row] }]);
}

describe('Data files in memory', () => {
  it('are tables, also merged, beside the files that fail', async () => {
    const sources = [source('a.csv', 'x\n1\n'), source('b.csv', 'X\ny\n'), source('c.csv', '')];
    const inferred = await inferSources(sources, webPorts);
    assert.deepEqual(
      inferred?.tables.map(({ name, columns }) => [name, columns[0]?.type]),
      [
        ['a', 'Int64'],
        ['b', 'string'],
      ],
    );
    assert.deepEqual(
      inferred?.merged?.map(({ name, columns }) => [name, columns[0]?.type]),
      [['a', 'string']],
      'the case of their names is none of the difference',
    );
    assert.deepEqual(
      inferred?.failures.map(({ file }) => file),
      ['c.csv'],
    );
  });

  it('are no datasets, whatever their case, and also compressed', async () => {
    const dataset = '{"name":"Sales","tables":[{"name":"Orders","columns":[]}]}';
    for (const name of ['sales.dataset.json', 'Sales.Dataset.YAML', 'sales.dataset.json.gz']) {
      const inferred = await inferSources([source(name, dataset), source('a.csv', 'x\n1\n')], webPorts);
      assert.deepEqual(inferred?.failures, [{ file: name, failure: { kind: 'dataset' } }]);
    }
    assert.deepEqual((await inferSources([source('dataset.json', '[{"x":1}]')], webPorts))?.failures, []);
  });

  for (const [name, content] of [
    ['a.csv', 'id,text,late\n1,a,\n,"b ""c""",\n3,,5\n'],
    ['a.ndjson', '{"id":1,"text":"a"}\n{"text":"b \\"c\\""}\n{"id":3,"late":5}\n'],
    ['a.json', '[{"id":1,"text":"a"},{"text":"b \\"c\\"","id":null},{"id":3,"late":5}]'],
  ] as const)
    it(`have the values of their first rows for a preview, in ${name}`, async () => {
      const [table] = (await inferSources([source(name, content)], webPorts))?.tables ?? [];
      const rows = [0, 1, 2].map((row) => table?.columns.map(({ head }) => head[row]));
      assert.deepEqual(rows, [
        ['1', 'a', undefined],
        [undefined, 'b "c"', undefined],
        ['3', undefined, '5'],
      ]);
    });

  const textOf = (csv: string) => new TextEncoder().encode(csv);

  for (const [name, content, lines] of [
    ['a line each', textOf('Sales\nof 2024\nid,total,paid\n1,2,3\n4,5,6\n'), [1, 2]],
    [
      'blank lines between them',
      textOf('\r\nSales\r\n\r\nof 2024\r\n\r\nid,total,paid\r\n1,2,3\r\n4,5,6\r\n'),
      [2, 4],
    ],
    ['a line break in quotes', textOf('"Sales\nof"\n2024\nid,total,paid\n1,2,3\n4,5,6\n'), [1, 3]],
    ["Excel's line before them", textOf('sep=;\nSales\nid;total;paid\n1;2;3\n4;5;6\n'), [2]],
    [
      'more than a note lists',
      textOf(`${'x\n'.repeat(9)}id,total,paid\n${'1,2,3\n'.repeat(20)}`),
      [1, 2, 3, 4, 5],
    ],
    ['rows of a sheet', titledSheet(), [2, 4]],
  ] as const)
    it(`say where their first lines before the table are, with ${name}`, async () => {
      const [table] = (await inferSources([source('a', content)], webPorts))?.tables ?? [];
      const title = table?.notes.find((note) => note.kind === 'title');
      assert.deepEqual(title?.lines, lines);
      assert.equal(title.texts.length, lines.length);
    });

  it('give no advice by rows of the wrong width when they are merged, whichever file has them', async () => {
    const rows = (broken: boolean, write: (cells: readonly unknown[]) => string) =>
      Array.from({ length: 200 }, (_, row) => write(broken && row === 99 ? ['soon', 1, 2, 3] : [row, row]));
    const csv = (broken: boolean) => `id,n\n${rows(broken, (cells) => cells.join()).join('\n')}\n`;
    const arrays = (broken: boolean) =>
      `[["id","n"],${rows(broken, (cells) => JSON.stringify(cells)).join()}]`;
    for (const [extension, write] of [
      ['csv', csv],
      ['json', arrays],
    ] as const)
      for (const broken of [0, 1, 2]) {
        const sources = [0, 1, 2].map((file) => source(`${file}.${extension}`, write(file === broken)));
        const [table] = (await inferSources(sources, webPorts))?.merged ?? [];
        assert.ok(table);
        const all = [...table.notes, ...table.columns.flatMap(({ notes }) => notes)];
        assert.ok(!all.some(({ kind }) => kind === 'few-texts'), `${extension} ${broken}`);
        const odd = all.find((note) => note.kind === 'odd-rows');
        assert.equal(odd?.row, 200 * broken + 100, `${extension} ${broken}`);
      }
  });

  it('say which file the first rows of a merged table are from', async () => {
    const sources = [source('a.csv', 'x\n1\n'), source('b.csv', 'x\n2\n')];
    const [table] = (await inferSources(sources, webPorts))?.merged ?? [];
    assert.deepEqual(table?.notes.at(-1), {
      kind: 'merged',
      files: 2,
      first: 'a.csv',
      count: 1,
      names: ['b'],
    });
    assert.deepEqual(table.columns[0]?.head, ['1']);
  });

  for (const [format, name, content] of [
    ['SQL', 'a.sql', 'CREATE TABLE country (id INT, name TEXT); CREATE TABLE unit (id INT, name TEXT);'],
    ['JSON', 'a.json', '{"country":[{"id":1,"name":"x"}],"unit":[{"id":2,"name":"y"}]}'],
    [
      'JSON Schema',
      'a.json',
      JSON.stringify({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: Object.fromEntries(
          ['country', 'unit'].map((key) => [
            key,
            { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
          ]),
        ),
      }),
    ],
  ] as const)
    it(`keep tables apart that their file names, with the same columns, in ${format}`, async () => {
      const one = source(name, content);
      const alone = await inferSources([one], webPorts, { merge: true });
      assert.deepEqual(
        alone?.merged?.map((table) => table.name),
        ['country', 'unit'],
      );
      assert.equal((await inferSources([one], webPorts))?.merged, undefined);
      const both = await inferSources([one, source(name.replace('a', 'b'), content)], webPorts);
      assert.deepEqual(
        both?.merged?.map((table) => table.name),
        ['country', 'unit'],
      );
    });

  it('have the first 20 rows for a preview, whatever is in them, with long values cut', async () => {
    const values = Array.from({ length: 30 }, (_, row) => (row % 3 === 0 ? '7' : `${row}${'ü'.repeat(60)}`));
    const csv = `x,y\n${values.map((value) => `${value},1\n`).join('')}`;
    const [table] = (await inferSources([source('a.csv', csv)], webPorts))?.tables ?? [];
    const head = table?.columns[0]?.head ?? [];
    assert.equal(head.length, 20);
    assert.equal(head[0], '7');
    assert.equal(head[19], `19${'ü'.repeat(49)}…`);
    assert.deepEqual(table?.columns[1]?.head, Array(20).fill('1'));
  });

  it('are not offered merged if no columns are the same', async () => {
    const inferred = await inferSources([source('a.csv', 'x\n1\n'), source('b.csv', 'y\n1\n')], webPorts);
    assert.equal(inferred?.merged, undefined);
  });

  it('are decompressed, whatever their size', async () => {
    const text = `a,b\n${'1,text\n'.repeat(200_000)}`;
    const inferred = await inferSources([source('a.csv.gz', gzipSync(text))], webPorts);
    assert.equal(inferred?.tables[0]?.rows, 200_000);
  });

  it('with damaged gzip fail', async () => {
    const whole = gzipSync(`a,b\n${'1,text\n'.repeat(1000)}`);
    const inferred = await inferSources([source('a.csv.gz', whole.subarray(0, 30))], webPorts);
    assert.match(inferred?.failures[0]?.failure.kind ?? '', /damaged-gzip/);
  });

  it('report progress from their beginning on', async () => {
    const large = source('a.csv', `a,b\n${'1,text\n'.repeat(500_000)}`);
    const progress: number[] = [];
    await inferSources([large], webPorts, { onProgress: ({ part }) => progress.push(part) });
    assert.equal(progress[0], 0);
    assert.ok((progress.at(-1) ?? 0) <= 1);
  });
});

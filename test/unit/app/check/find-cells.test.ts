import assert from 'node:assert/strict';
import { findCells } from '../../../../src/app/check/find-cells.ts';
import type { TextLayout } from '../../../../src/inference/data-format.ts';
import type { ReadingChoices } from '../../../../src/inference/source.ts';
import { tryInfer } from '../../inference/infer-text.ts';

/** Where the cell that is found starts, and its text. */
async function found(
  text: string,
  place: { column: string; value?: string; row?: number; line?: number | null; table?: string },
  reading: ReadingChoices = {},
): Promise<string> {
  const facts = { table: null, row: null, value: null, line: null, ...place };
  return findCells(text, { places: [facts], layouts: await layoutsOf(text, reading) })
    .map(({ start, end }) => `${start}: ${text.slice(start, end)}`)
    .join();
}

async function layoutsOf(text: string, reading: ReadingChoices = {}): Promise<Map<string, TextLayout>> {
  // Text with a JSON value in each line has another format.
  const fileName = /^\[|^\{[^\n]*$|^\{\n/.test(text.trim()) ? 'data.json' : 'data.csv';
  const tables = await tryInfer(text, { expected: [], fileName, ...reading });
  return new Map(tables.ok ? tables.value.flatMap(({ name, text }) => (text ? [[name, text]] : [])) : []);
}

describe('The cell of a finding', () => {
  it('is the field of its column in delimited text, quoted or not', async () => {
    const text = 'id;Name;x\n1;ä;1\n"x";ü;x\n';
    assert.equal(await found(text, { column: 'X', value: 'x', row: 2, line: 3 }), '22: x');
    assert.equal(await found(text, { column: 'id', value: 'x', row: 2, line: 3 }), '17: x');
  });

  it('is the name in the header for a column that only the data has, also below a title', async () => {
    assert.equal(await found('Report\n\nid,Näme,x\n1,a,2\n3,b,4\n', { column: 'näme' }), '11: Näme');
  });

  it('is the name of the column in the line of a schema', async () => {
    const text = 'CREATE TABLE t (\n  id INT,\n  "Extra" JSONB\n);\n';
    const place = { table: 't', value: null, row: null };
    const spans = findCells(text, {
      places: [
        { ...place, column: 'extra', line: 3 },
        { ...place, column: 'gone', line: null },
      ],
      layouts: new Map(),
    });
    assert.deepEqual(
      spans.map(({ start, end }) => text.slice(start, end)),
      ['Extra', 'CREATE TABLE t ('],
    );
  });

  it('is the value of the property in NDJSON and JSON, also in nested objects', async () => {
    assert.equal(
      await found('{"id":1}\n{"a":{"B":"x"},"id":"5"}\n', { column: 'id', row: 2, line: 2 }),
      '29: "5"',
    );
    assert.equal(
      await found('{"id":1}\n{"a":{"B":"x"},"id":"5"}\n', { column: 'a.b', row: 2, line: 2 }),
      '19: "x"',
    );
    assert.equal(await found('[{"id":1},\n {"id":"5"}]', { column: 'id', row: 2 }), '18: "5"');
    assert.equal(await found('{"T":[{"id":"5"}]}', { column: 'ID', row: 1, table: 't' }), '12: "5"');
  });

  it('is where the rows of JSON are: in wrappers, in the objects of an object, in one object, in arrays', async () => {
    const cell = { column: 'n', value: '"5"', row: 2 };
    for (const [text, expected] of [
      ['{"data":[{"n":1},{"n":"5"}]}', '22: "5"'],
      ['{"a":{"rows":[{"n":1},{"n":"5"}],"page":1}}', '27: "5"'],
      ['{"x":{"n":1},"y":{"n":"5"}}', '22: "5"'],
      ['[null,{"n":1},null,{"n":"5"}]', '24: "5"'],
      ['[["Report"],[],["id","n"],[1,2],[2,"5"]]', '35: "5"'],
      ['[["id","n"],[1,2],[],["id","n"],[2,"5"]]', '35: "5"'],
      ['{"range":"A1","values":[["id","n"],[1,2],[2,"5"]]}', '44: "5"'],
    ] as const)
      assert.equal(await found(text, cell), expected, text);
    assert.equal(await found('{"n":"5","x":1}', { ...cell, row: 1 }), '5: "5"');
    // A key is a column; a row is the place where the value is missing.
    assert.equal(await found('{"x":{"n":1},"y":{"n":2}}', { column: 'key', row: 2 }), '13: "y"');
    assert.equal(await found('{"data":[{"n":1},{"m":2}]}', cell), '17: {"m":2}');
  });

  it('is in the table of the finding, where a document has several', async () => {
    const text = '{"a":[{"n":"1"}],"b":[{"n":"2"}]}';
    assert.equal(await found(text, { column: 'n', row: 1, table: 'b' }), '27: "2"');
  });

  it('is the whole line where the text has no such field', async () => {
    assert.equal(await found('id,x\n"a\nb",1\n', { column: 'x', value: '2', row: 1, line: 3 }), '8: b",1');
    assert.equal(await found('', { column: 'x', value: '2', row: 1, line: 3 }), '0: ');
    assert.equal(await found('{"id":', { column: 'x', row: 1 }), '0: {"id":');
  });

  it('is found as the check read the file: with its delimiter, its header row, and the names that it gave to columns', async () => {
    const place = { column: 'b', value: '1,5', row: 1, line: 2 };
    assert.equal(await found('a;b\n1,5;1,5\n', place, { delimiter: ';' }), '8: 1,5');
    assert.equal(await found('x,y\nid,b\n1,2\n', { column: 'b' }, { headerRow: 2 }), '7: b');
    assert.equal(
      await found('a,b\n1,2\n', { column: 'Column2', value: 'b', row: 1, line: 1 }, { header: false }),
      '2: b',
    );
    const twoTables = 'n,x\n1,2\n\nid,name,size\n1,a,2\n3,b,4\n';
    assert.equal(await found(twoTables, { column: 'size', value: '2', row: 1, line: 5 }), '26: 2');
    assert.equal(await found('id,x,x\n1,a,a\n', { column: 'x_2', value: 'a', row: 1, line: 2 }), '11: a');
  });

  it('is found for a thousand findings in wide rows without reading the text again for each', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `name${index}`);
    const places = names.slice(0, 1000).map((column) => ({ column, table: null, value: 'x', row: 1 }));
    const csv = `${names.join()}\n${names.map(() => 'x').join()}\n`;
    const [first, second] = findCells(csv, {
      places: places.map((place) => ({ ...place, line: 2 })),
      layouts: await layoutsOf(csv),
    });
    assert.equal((second?.start ?? 0) - (first?.start ?? 0), 2);
    const rows = names.map(() => `{${names.slice(0, 20).map((name) => `"${name}":1`)}}`);
    const json = `[${rows.join()}]`;
    const cells = findCells(json, {
      places: places.map((place, index) => ({ ...place, column: 'name1', row: index + 1, line: null })),
      layouts: await layoutsOf(json),
    });
    assert.equal(new Set(cells.map(({ start }) => start)).size, 1000);
  });
});

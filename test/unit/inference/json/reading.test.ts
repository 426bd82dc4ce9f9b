import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import { failureOf, inferAll, inferTable, tryInfer, typesOf } from '../infer-text.ts';

const ndjson = { fileName: 'data.ndjson' };
const json = { fileName: 'data.json' };

function lines(...rows: unknown[]): string {
  return rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
}

describe('NDJSON', () => {
  it('has a column for each property, in the order in which they first occur', async () => {
    const table = await inferTable(lines({ b: 1, a: 'x' }, { a: 'y', c: true, b: 2 }, { c: false }), ndjson);
    assert.deepEqual(typesOf(table), ['b:Int64', 'a:string', 'c:bool']);
    assert.deepEqual(
      table.columns.map(({ values, empty }) => [values, empty]),
      [
        [2, 1],
        [2, 1],
        [2, 1],
      ],
    );
    assert.deepEqual([table.rows, table.format], [3, 'ndjson']);
  });

  it('keeps the kinds in which values are written', async () => {
    const table = await inferTable(
      lines(
        '{"i":1,"f":1.0,"e":1e3,"big":9223372036854775808,"s":"5","b":"true","d":"2024-01-01","m":"2024-01-01"}',
        '{"i":-9223372036854775808,"f":2,"e":-0.5E+2,"big":1,"s":"6","b":"false","d":"2024-01-01T10:00:00Z","m":"x"}',
      ),
      ndjson,
    );
    assert.deepEqual(typesOf(table), [
      'i:Int64',
      'f:Double',
      'e:Double',
      'big:string',
      's:string',
      'b:string',
      'd:DateTime',
      'm:string',
    ]);
    assert.match(table.columns[3]?.note ?? '', /beyond the range/);
    assert.deepEqual([table.columns[7]?.decidingRow, table.columns[7]?.decidingValue], [2, 'x']);
    assert.deepEqual([table.columns[0]?.min, table.columns[2]?.max], ['-9223372036854775808', '1e3']);
  });

  it('notes fractions of more digits than a double keeps', async () => {
    const { columns } = await inferTable(
      '{"a":0.1234567890123456789,"b":0.50000000000000000000,"c":-0e5}\n',
      ndjson,
    );
    assert.deepEqual(
      columns.map(({ dataType, note }) => [dataType, note?.includes('more digits than a double') ?? false]),
      [
        ['Double', true],
        ['Double', false],
        ['Double', false],
      ],
    );
  });

  it('makes columns of nested objects, and strings of lists', async () => {
    const table = await inferTable(
      lines({ a: { b: { c: 1 }, d: 'x' }, l: [1, [2]] }, { a: null, l: [] }, { a: 5 }, { a: {} }),
      ndjson,
    );
    assert.deepEqual(typesOf(table), ['a:Int64', 'a.b.c:Int64', 'a.d:string', 'l:string']);
    assert.match(table.columns[3]?.note ?? '', /lists/);
    assert.deepEqual(table.columns[3]?.examples, ['[1,[2]]', '[]']);
  });

  it('takes null, missing properties and empty strings for empty values', async () => {
    const { columns } = await inferTable(lines({ a: null, b: '' }, {}, { a: 1, b: 'NA' }), ndjson);
    assert.deepEqual(
      columns.map(({ values, empty, note }) => [values, empty, note]),
      [
        [1, 2, null],
        [1, 2, 'NA occurs once and counts as text.'],
      ],
    );
  });

  it('knows properties in any order and with escapes in their names and values', async () => {
    const table = await inferTable(
      lines('{"a":1,"b":"\\u0041\\n"}', '{ "b" : "x\\"y" , "\\u0061" : 2 }', '{"\\u00e9":"\\ud83d\\ude00"}'),
      ndjson,
    );
    assert.deepEqual(typesOf(table), ['a:Int64', 'b:string', 'é:string']);
    assert.deepEqual(table.columns[1]?.examples, ['A\n', 'x"y']);
    assert.deepEqual(table.columns[2]?.examples, ['😀']);
  });

  it('counts a repeated property once, and notes it', async () => {
    const table = await inferTable(lines('{"a":1,"a":2.5}', '{"a":1}'), ndjson);
    assert.deepEqual([table.columns[0]?.values, table.columns[0]?.dataType], [2, 'Double']);
    assert.match(table.notes.join(), /1 property is repeated in its object, in row 1/);
  });

  it('skips blank lines and allows CRLF', async () => {
    assert.equal((await inferTable('\r\n{"a":1}\r\n\r\n  {"a":2}  \r\n\n', ndjson)).rows, 2);
  });

  it('must be one object a line', async () => {
    assert.deepEqual(await failureOf('{"a":1}\n[1]\n', ndjson), { kind: 'not-an-object', row: 2 });
    for (const bad of [
      '{"a":1}{"a":2}',
      '{"a":1',
      '{"a":1},',
      '{"a":01}',
      '{"a":.5}',
      '{"a":+1}',
      '{"a" 1}',
      '{a:1}',
    ])
      assert.deepEqual(
        await failureOf(`{"a":1}\n${bad}\n{"a":3}\n`, ndjson),
        { kind: 'invalid-json', row: 2 },
        bad,
      );
    assert.deepEqual(await failureOf('\n\n', ndjson), { kind: 'no-record' });
    assert.deepEqual(await failureOf('{}\n{}\n', ndjson), { kind: 'no-column' });
    assert.deepEqual(await failureOf(Buffer.from('{"a":"\xe9"}\n', 'latin1'), ndjson), {
      kind: 'not-utf-8',
      row: 1,
    });
  });

  it('may be values one after the other, on several lines or on one, and lines may end with CR', async () => {
    for (const text of [
      '{\n  "a": 1,\n  "b": {"c": "x"}\n}\n{\n  "a": 2\n}\n',
      '{"a":1,"b":{"c":"x"}}\r{"a":2}\r',
      '{"a":1,"b":{"c":"x"}} {"a":2}',
      '{"a":\n1,"b":{"c":"x"}}{"a":2}null',
    ])
      for (const options of [ndjson, { fileName: 'data.jsonl', chunkSize: 1 }]) {
        const table = await inferTable(text, options);
        assert.deepEqual(
          [table.rows, typesOf(table), table.format],
          [2, ['a:Int64', 'b.c:string'], 'ndjson'],
        );
      }
    assert.deepEqual(await failureOf('{\n"a":1}\n{"a":x}', ndjson), { kind: 'invalid-json', row: 2 });
    assert.equal((await inferTable('{"a":1}\r{"a":2}\r', { fileName: 'data.json' })).rows, 2);
    assert.equal((await inferTable('[\n{"a":1},\n{"a":2}\n]', ndjson)).format, 'json');
  });

  it('has null in place of an object skipped, with a note', async () => {
    const table = await inferTable('null\n{"a":1}\nnull\n{"a":2}\n', ndjson);
    assert.deepEqual(
      [table.rows, table.notes],
      [2, ['2 nulls were skipped, first before these rows: 1, 2.']],
    );
    assert.deepEqual(await failureOf('{"a":1}\nnul\n', ndjson), { kind: 'invalid-json', row: 1 });
  });

  it('is detected by its content', async () => {
    for (const fileName of ['data', 'data.json', 'data.txt', 'data.csv'])
      assert.equal((await inferTable('{"a":1}\n{"a":2}\n', { fileName })).format, 'ndjson', fileName);
    assert.equal((await inferTable('{"a":1}\n', { fileName: '' })).format, 'ndjson');
  });
});

describe('JSON', () => {
  it('is an array of objects', async () => {
    const table = await inferTable('\ufeff [ {"a":1,"b":"x"} ,\n {"a":2.5} ] ', json);
    assert.deepEqual(
      [table.name, table.rows, table.format, typesOf(table)],
      ['data', 2, 'json', ['a:Double', 'b:string']],
    );
  });

  it('is an object of such arrays, which gives a table each', async () => {
    const tables = await inferAll(
      '{"n":2,"Orders":[{"id":1}],"list":[1,2],"none":[],"items":[{"sku":"a"}]}',
      json,
    );
    assert.deepEqual(
      tables.map(({ name, rows }) => [name, rows]),
      [
        ['Orders', 1],
        ['items', 1],
      ],
    );
    assert.deepEqual(tables[0]?.notes, [
      '3 properties were skipped, because they are not tables: n, list, none.',
    ]);
  });

  it('says in one line what of an object was left out, also in inner objects', async () => {
    const rows = (count: number) => JSON.stringify(Array.from({ length: count }, (_, x) => ({ x })));
    const text = `{"took":1,"hits":{"total":2,"hits":${rows(30)},"few":${rows(2)}},"shards":{"n":1},"extra":[1]}`;
    const [table, ...others] = await inferAll(text, json);
    assert.deepEqual([table?.name, table?.rows, others], ['hits', 30, []]);
    assert.deepEqual(table?.notes, [
      '4 properties were skipped, because they are not tables: took, hits.total, shards, extra.',
      'The rows in the property few were skipped, because other tables are more likely.',
    ]);
    const [single] = await inferAll('{"took":1,"hits":[{"x":1}]}', json);
    assert.deepEqual(single?.notes, ['The property took was skipped, because it is not a table.']);
  });

  it('is detected by its content', async () => {
    for (const fileName of ['data', 'data.txt', 'data.csv', 'data.ndjson'])
      assert.equal(
        (await inferAll('[{"a":1}]', { fileName: fileName === 'data.ndjson' ? '' : fileName }))[0]?.format,
        'json',
      );
    assert.equal((await inferAll('{\n "rows": [\n {"a":1}\n ]\n}', { fileName: '' }))[0]?.name, 'rows');
  });

  it('can be a single object, which is one row', async () => {
    for (const chunkSize of [1, 1000]) {
      const table = await inferTable('{"id":1,"address":{"city":"x"},"tags":["a"]}', { ...json, chunkSize });
      assert.deepEqual([table.rows, typesOf(table)], [1, ['id:Int64', 'address.city:string', 'tags:string']]);
    }
  });

  it('can be a single object of any size, which is one row as a short one is', async () => {
    const record = (length: number) => ({
      id: 1,
      pairs: Array.from({ length }, (_, index) => [index, 'x']),
      address: { city: 'x', 'lat"': 1.5, deep: { er: { still: [[1]] } } },
      tags: ['a'],
      rows: [],
    });
    const short = await inferTable(JSON.stringify(record(2)), json);
    for (const [length, chunkSize] of [
      [10_000, 1000],
      [10_000, 1_000_000],
      [2_000_000, 1_000_000],
    ] as const) {
      const long = await inferTable(JSON.stringify(record(length)), { ...json, chunkSize });
      assert.deepEqual([long.rows, typesOf(long), long.notes], [1, typesOf(short), short.notes]);
      assert.match(long.columns[1]?.decidingValue ?? '', /^\[\[0,"x"\],\[1,"x"\],/);
    }
    assert.deepEqual(typesOf(await inferTable('{"rows":[]}', json)), ['rows:string']);
    const scalars = JSON.stringify({ a: [[1]], b: 'x'.repeat(9e6), c: 'x'.repeat(9e6) });
    assert.deepEqual(await failureOf(scalars, json), { kind: 'record-too-long', row: 1 });
  });

  it('can be a single object of nothing but objects that differ, which is one row', async () => {
    for (const [text, names] of [
      [
        '{"name":{"first":"A","last":"B"},"birth":{"date":"2000-01-01","place":"C"}}',
        'first,last,date,place',
      ],
      ['{"data":{"user":{"id":1,"name":"A"}}}', 'id,name'],
      ['{"a":{"b":{"c":{"d":1}}}}', 'd'],
    ] as const) {
      const { rows, columns } = await inferTable(text, json);
      assert.deepEqual([rows, columns.map(({ name }) => name.split('.').at(-1)).join()], [1, names]);
    }
  });

  it('can have its arrays two levels deep, where there are none above', async () => {
    for (const [text, name] of [
      ['{"took":3,"hits":{"total":2,"hits":[{"x":1},{"x":2}]}}', 'hits'],
      ['{"data":{"users":{"nodes":[{"x":1},{"x":2}]}}}', 'nodes'],
      ['{"response":{"results":[{"x":1},{"x":2}],"pages":1}}', 'results'],
    ] as const) {
      const table = await inferTable(text, json);
      assert.deepEqual([table.name, table.rows, typesOf(table)], [name, 2, ['x:Int64']]);
    }
    const table = await inferTable('{"rows":[{"x":1}],"meta":{"links":[{"y":2}]}}', json);
    assert.equal(table.name, 'rows');
    assert.match(table.notes.join(), /property meta/);
  });

  it('can have null among its objects, which is skipped, with a note', async () => {
    const table = await inferTable('[null,{"a":1},null,{"a":2}]', json);
    assert.deepEqual([table.rows, table.columns[0]?.values], [2, 2]);
    assert.deepEqual(table.notes, ['2 nulls were skipped, first before these rows: 1, 2.']);
    assert.deepEqual((await inferTable('[{"a":1},null]', json)).notes, ['1 null was skipped, before row 2.']);
    assert.deepEqual(await failureOf('[{"a":1},null,5]', json), { kind: 'not-an-object', row: 2 });
    for (const text of ['[null]', '[null,5]', '[5,null,{"a":1}]'])
      assert.deepEqual(await failureOf(text, json), { kind: 'no-table' }, text);
  });

  it('can be arrays whose columns another part of the document names, as in rows.json of Socrata', async () => {
    const column = (name: string, flags?: readonly string[]) => ({
      id: -1,
      name,
      fieldName: `:${name}`,
      flags,
    });
    const view = (columns: readonly object[]) => ({
      id: 'abcd-1234',
      name: 'Trees',
      // Longer than the first bytes, by which other documents are known.
      description: 'x'.repeat(100_000),
      columns,
      grants: [{ inherited: false, type: 'viewer' }],
    });
    const columns = [column('sid', ['hidden']), column('Höhe'), column('Place'), column('Höhe')];
    const data = [
      ['row-1', 12, ['x', 1], '2026-01-31'],
      ['row-2', 9.5, null, '2026-02-01'],
    ];
    const text = JSON.stringify({ meta: { view: view(columns) }, data });
    for (const chunkSize of [1000, 1_000_000]) {
      const table = await inferTable(text, { ...json, chunkSize });
      assert.deepEqual(typesOf(table), ['sid:string', 'Höhe:Double', 'Place:string', 'Höhe_2:DateTime']);
      assert.deepEqual(
        [table.rows, table.notes],
        [2, ['The property meta was skipped, because it is not a table.']],
      );
    }
    const empty = await inferTable(JSON.stringify({ meta: { view: view(columns) }, data: [] }), json);
    assert.deepEqual([empty.rows, typesOf(empty).length], [0, 4]);
    // Objects have names of their own, and columns without names name nothing.
    for (const [names, rows] of [
      [columns, [{ a: 1 }, { a: 2 }]],
      [[{ id: 1 }, { id: 2 }], data],
    ] as const) {
      const tables = await inferAll(JSON.stringify({ meta: { view: view(names) }, data: rows }), json);
      assert.ok(!tables.some((table) => table.columns.some(({ name }) => name === 'Höhe')));
    }
  });

  it('can be below an object about them, whose properties are named', async () => {
    const table = await inferTable('[{"page":1,"of":{"pages":2}},[{"a":1},{"a":2}]]', json);
    assert.deepEqual(
      [table.rows, table.notes],
      [2, ['2 properties were skipped, because they are not tables: page, of.']],
    );
  });

  it('can be arrays after one with names', async () => {
    for (const [text, rows, types, notes] of [
      ['[["id","city"],[1,"x"],[2,"y"]]', 2, ['id:Int64', 'city:string'], []],
      [
        '[["NAME","state"],["Ohio","39"]]',
        1,
        ['NAME:string', 'state:string'],
        [
          'The first record was used as the header, although the data type of all columns is string. Check it.',
        ],
      ],
      [
        '[["a","a",""],[1,2],[3,4,5,6],null]',
        2,
        ['a:Int64', 'a_2:Int64', 'Column3:Int64'],
        [
          '1 null was skipped, before row 3.',
          '1 field is missing and counts as empty, in row 1.',
          '1 surplus field was ignored, in row 2.',
        ],
      ],
      ['[["a"],[{"b":1}],[{"b":2.5}]]', 2, ['a:string'], ['used as the header']],
      ['{"range":"A1:B2","values":[["id","v"],[1,2.5]]}', 1, ['id:Int64', 'v:Double'], ['range']],
    ] as const)
      for (const chunkSize of [1, 1000]) {
        const table = await inferTable(text, { ...json, chunkSize });
        assert.deepEqual([table.rows, typesOf(table)], [rows, types], text);
        assert.equal(table.notes.length, notes.length, table.notes.join());
        for (const note of notes) assert.ok(table.notes.join().includes(note), table.notes.join());
      }
    assert.deepEqual(typesOf(await inferTable('[["a",1],["b",2]]', { ...json, header: false })), [
      'Column1:string',
      'Column2:Int64',
    ]);
    // Lists in a record.
    const record = await inferTable('{"id":1,"pairs":[["a","b"],["c","d"]]}', json);
    assert.deepEqual(typesOf(record), ['id:Int64', 'pairs:string']);
    for (const text of ['[["a"],{"a":1}]', '[["a"],[1],5]', '[[]]'])
      assert.deepEqual(await failureOf(text, json), { kind: 'no-table' }, text);
    for (const [text, columns, rows] of [
      ['[["a","b"]]', 'a:string,b:string', 0],
      ['[[1,2],[3,4]]', 'Column1:Int64,Column2:Int64', 2],
      ['[["Report"],["by","me"],[],["id","n","x"],[1,2,3.5],[2,3,4.5]]', 'id:Int64,n:Int64,x:Double', 2],
    ] as const) {
      const table = await inferTable(text, json);
      assert.deepEqual([typesOf(table).join(), table.rows], [columns, rows], text);
    }
    assert.deepEqual(await failureOf('[["a"],[1],[x]]', json), { kind: 'invalid-json', row: 2 });
    assert.deepEqual(await failureOf('[{"a":1},{"a":2},]', json), { kind: 'invalid-json', row: 3 });
  });

  it('can be objects of the same shape by their keys, which become a column', async () => {
    const coins = Array.from({ length: 12 }, (_, id) => `"c${id}":{"price":${id}.5}`).join();
    for (const [text, rows, types] of [
      ['{"a":{"n":1,"s":"x"},"b":{"n":2,"s":"y"}}', 2, ['key:string', 'n:Int64', 's:string']],
      [
        '{"a":{"n":1,"s":"x","o":1},"b":{"n":2,"s":"y"},"c":null,"d":{"n":3,"s":"z"}}',
        3,
        ['key:string', 'n:Int64', 's:string', 'o:Int64'],
      ],
      ['{"2024-01-01":{"key":1},"2024-01-02":{"key":2}}', 2, ['key:DateTime', 'key_2:Int64']],
      [`{"data":{${coins}}}`, 12, ['key:string', 'price:Double']],
      [`{"status":"ok","data":{"coins":{${coins}}}}`, 12, ['key:string', 'price:Double']],
    ] as const)
      for (const chunkSize of [1, 1000]) {
        const table = await inferTable(text, { ...json, chunkSize });
        assert.deepEqual([table.rows, typesOf(table)], [rows, types], text);
      }
    const [table] = await inferAll('{"a":{"n":1},"b":{"n":2},"total":{"n":3}}', json);
    assert.deepEqual([table?.columns[0]?.examples, table?.columns[0]?.values], [['a', 'b', 'total'], 3]);
  });

  it('of objects that differ, of few in a record, or of few with tables, has no keys', async () => {
    for (const [text, names] of [
      ['{"home":{"lat":1},"user":{"name":"x"},"n":1}', ['home.lat', 'user.name', 'n']],
      ['{"id":1,"home":{"lat":1},"work":{"lat":2}}', ['id', 'home.lat', 'work.lat']],
    ] as const)
      assert.deepEqual(
        (await inferTable(text, json)).columns.map(({ name }) => name),
        names,
      );
    const wrapped = '{"test":{"n":1,"rows":[{"x":1},{"x":2}]},"train":{"n":1,"rows":[{"x":1},{"x":2}]}}';
    assert.deepEqual(
      (await inferAll(wrapped, json)).map(({ name }) => name),
      ['rows', 'rows_2'],
    );
  });

  it('of other shapes has no table', async () => {
    for (const text of ['[1,2]', '["a"]', '5', '[[{"a":1}]]'])
      assert.deepEqual(await failureOf(text, json), { kind: 'no-table' }, text);
    assert.deepEqual(await failureOf('[]', json), { kind: 'empty-array' });
    assert.deepEqual(await failureOf('[{"a":1},5]', json), { kind: 'not-an-object', row: 2 });
  });

  it('must be valid', async () => {
    for (const text of [
      '[{"a":1}',
      '[{"a":1},]',
      '[{"a":1}]]',
      '[{"a":1} {"a":2}]',
      '{"a":[{"b":1}],}',
      '{"a":[{"b":1}]',
    ])
      assert.equal((await failureOf(text, json)).kind, 'invalid-json', text);
  });
});

describe('JSON data', () => {
  it('is rejected exactly where JSON.parse rejects it', async () => {
    const scrap = fc.constantFrom(
      ...'{}[],:"\\01-+.eE/ \n\t',
      '"a"',
      'true',
      'null',
      '\\u00',
      '\u0000',
      '\ufeff',
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: scrap, maxLength: 8 }), async (value) => {
        // As a value, in a document where it is the only thing that may be wrong.
        const text = `[{"value":${value}}]`;
        const result = await tryInfer(text, json);
        const isRejected = !result.ok && result.failure.kind !== 'no-column';
        assert.equal(isRejected, !isJson(text), JSON.stringify([text, result]));
      }),
      { numRuns: caseCount(3000) },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('JSON as programs write it', () => {
  const long = 'x'.repeat(70_000);
  for (const [title, text, columns, rows] of [
    [
      'one object of any size',
      JSON.stringify({ id: 1, text: long, n: 2 }),
      'id:Int64,text:string,n:Int64',
      1,
    ],
    ['one object with an empty object', '{"a": {}}', 'a:string', 1],
    ['rows below an object about them', '[{"page":1,"of":2},[{"a":1},{"a":2}]]', 'a:Int64', 2],
    ['one object with a list', '{"ts": [1, 2, 3]}', 'ts:string', 1],
    ['objects one after the other', '{\n  "a": 1\n}\n{\n  "a": 2\n}\n', 'a:Int64', 2],
    ['objects one after the other on one line', '{"a": 1} {"a": 2}', 'a:Int64', 2],
    ['an array of empty objects beside a full one', '{"a": [{}], "b": [{"x": 1}]}', 'x:Int64', 1],
    ['an empty array beside a full one', '{"a": [], "b": [{"x": 1}]}', 'x:Int64', 1],
    ['an array with null beside a full one', '{"a": [null], "b": [{"x": 1}]}', 'x:Int64', 1],
  ] as const)
    it(`is read: ${title}`, async () => {
      const table = await inferTable(text, json);
      assert.deepEqual([typesOf(table).join(), table.rows], [columns, rows]);
    });

  it('is read line by line where each line is an array, below one with names', async () => {
    for (const fileName of ['data.ndjson', 'data.jsonl', 'data.json']) {
      const table = await inferTable('["id","name"]\n[1,"x"]\n[2,"y"]\n', { fileName });
      assert.deepEqual([typesOf(table), table.rows], [['id:Int64', 'name:string'], 2]);
    }
    assert.deepEqual(typesOf(await inferTable('[1,2]\n[3,4]\n', ndjson)), ['Column1:Int64', 'Column2:Int64']);
    assert.deepEqual(await failureOf('[{"a":1}]\n[{"a":2}]\n', ndjson), { kind: 'no-table' });
  });

  it('says that an object has no properties, and that JSON has no comments', async () => {
    assert.deepEqual(await failureOf('{}', json), { kind: 'no-column' });
    for (const text of ['// made by hand\n{"a": 1}', '{\n  // one\n  "a": 1 }', '[{"a": 1} /* one */]'])
      assert.deepEqual(await failureOf(text, json), { kind: 'json-comments' });
    for (const text of ['{"a": 1}\n// two\n{"a": 2}\n', '{"a": 1} // one\n{"a": 2}\n'])
      assert.deepEqual(await failureOf(text, ndjson), { kind: 'json-comments' });
    assert.equal((await inferTable('[{"a": "http://x/*"}]', json)).rows, 1);
    assert.deepEqual(await failureOf('# made by hand\n{"a": 1}', json), { kind: 'invalid-json', row: 0 });
    assert.deepEqual(await failureOf('5', json), { kind: 'no-table' });
  });
});

import assert from 'node:assert/strict';
import { inferTable, typesOf } from '../infer-text.ts';

const types = async (...args: Parameters<typeof inferTable>) => typesOf(await inferTable(...args));

/** UTF-16 in either byte order. */
function utf16(text: string, { isBigEndian = false, hasMark = true } = {}): Uint8Array {
  const bytes = Buffer.from((hasMark ? '\ufeff' : '') + text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

describe('The delimiter of a file', () => {
  for (const [name, delimiter] of Object.entries({
    comma: ',',
    semicolon: ';',
    tab: '\t',
    bar: '|',
    'unit separator': '\u001f',
  }))
    it(`can be a ${name}`, async () => {
      const text = 'id,name,price\n1,Ann,2.5\n2,Bob,3\n'.replaceAll(',', delimiter);
      assert.deepEqual(await types(text), ['id:Int64', 'name:string', 'price:Double']);
    });

  it('is the one with the steadiest number of columns', async () => {
    assert.deepEqual(await types('id;name\n1;Miller, Ann\n2;Doe, Jane, Dr.\n'), ['id:Int64', 'name:string']);
    assert.deepEqual(await types('id,tags\n1,a|b\n2,a|b|c\n'), ['id:Int64', 'tags:string']);
  });

  it('is not a decimal comma', async () => {
    assert.deepEqual(await types('1,5;2,5\n3,5;4,5\n'), ['Column1:Double', 'Column2:Double']);
    assert.deepEqual(await types('price\n12,5\n13,7\n'), ['price:Double']);
  });

  it('is not looked for in quotes', async () => {
    assert.deepEqual(await types('a;b\n"1,2,3,4";"x,y"\n"1,2,3,4";"x;y,\n,"\n'), ['a:string', 'b:string']);
  });

  it('is named by a line for Excel, which is no record', async () => {
    for (const line of ['sep=;\r\n', '"sep=;"\n', 'SEP=;\n'])
      assert.deepEqual(await types(`${line}a,b;c\n1,5;2\n`), ['a,b:Double', 'c:Int64']);
  });

  it('is the one that the user names', async () => {
    assert.deepEqual(await types('a,b;c\n1,2;3\n', { delimiter: ';' }), ['a,b:Double', 'c:Int64']);
    assert.deepEqual(await types('a#b\n1#2\n', { delimiter: '#' }), ['a:Int64', 'b:Int64']);
  });

  it('is found in a wide table, whose first record is long', async () => {
    for (const quote of ['', '"']) {
      const names = Array.from(
        { length: 5000 },
        (_, index) => `${quote}temperature of sensor ${index}${quote}`,
      );
      const row = names.map((_, index) => index);
      const columns = await types(`${names.join(';')}\n${row.join(';')}\n${row.join(';')}\n`);
      assert.equal(columns.length, 5000);
      assert.equal(columns.at(-1), 'temperature of sensor 4999:Int64');
    }
  });

  it('is absent in a file with one column', async () => {
    assert.deepEqual(await types('name\nAnn\nDoe, Jane\n'), ['name:string']);
  });

  it('makes tab-separated text TSV in the report', async () => {
    assert.equal((await inferTable('a\tb\n1\t2\n')).format, 'tsv');
    assert.equal((await inferTable('a;b\n1;2\n')).format, 'csv');
  });
});

/** As R's `write.table` writes a data frame. */
const frame = '"name" "price" "ok"\n"1" "Ann Lee" 2.5 TRUE\n"2" "say ""x"", y" NA FALSE\n';

describe('Text separated by spaces', () => {
  for (const { title, text, columns, isDetected = true } of [
    {
      title: 'has a header with one name fewer, as R writes row names',
      text: frame,
      columns: ['Column1:string', 'name:string', 'price:string', 'ok:bool'],
    },
    {
      title: 'has escaped quotes',
      text: frame.replaceAll('""', '\\"'),
      columns: ['Column1:string', 'name:string', 'price:string', 'ok:bool'],
    },
    {
      title: 'has no row names',
      text: '"name" "n"\n"Ann Lee" 1\n"Bob" 2\n',
      columns: ['name:string', 'n:Int64'],
    },
    {
      title: 'has an empty name for row names',
      text: '"" "name" "n"\n"1" "Ann Lee" NA\n"2" "Bob" 2\n',
      columns: ['Column1:string', 'name:string', 'n:string'],
    },
    {
      title: 'has commas in most texts and line breaks',
      text: '"name" "n"\n"1" "Lee, Ann" 1\n"2" "Doe,\nJane" 2\n"3" "Roe; Bob" 3\n',
      columns: ['Column1:string', 'name:string', 'n:Int64'],
    },
    {
      title: 'has decimal commas',
      text: '"a" "b"\n"1" 1,5 2,25\n"2" 3,5 4\n',
      columns: ['Column1:string', 'a:Double', 'b:Double'],
    },
    {
      title: 'has one column beside the row names',
      text: '"n"\n"a" 1\n"b" 2\n',
      columns: ['Column1:string', 'n:Int64'],
      isDetected: false,
    },
    {
      title: 'has no quotes',
      text: 'a b\nx 1\ny 2\n',
      columns: ['a:string', 'b:Int64'],
      isDetected: false,
    },
    {
      title: 'has empty fields',
      text: '"a" "b" "c"\n1  2\n 3 \n',
      columns: ['a:Int64', 'b:Int64', 'c:Int64'],
      isDetected: false,
    },
  ])
    it(`${title}${isDetected ? '' : ', which is read if the user says so'}`, async () => {
      assert.deepEqual(await types(text, { delimiter: ' ' }), columns);
      assert.deepEqual(await types(text.replaceAll('\n', '\r\n'), { delimiter: ' ' }), columns);
      assert.deepEqual(await types(`sep= \n${text}`), columns);
      assert.equal((await types(text)).join() === columns.join(), isDetected);
    });

  for (const [title, text] of Object.entries({
    sentences: 'text\nThe cat sat.\nThe dog ran.\nA bird flew.\n',
    'sentences in quotes': '"The cat" said "yes"\n"The dog" said "no"\n"The bird" said "yes"\n',
    timestamps: '2020-01-01 10:00:00\n2020-01-01 10:00:01\n2020-01-01 10:00:02\n',
    'timestamps in quotes': '"time"\n"2020-01-01 10:00:00"\n"2020-01-01 10:00:01"\n',
    'a log': '"GET /" 200 12\n"GET /a" 200 13\n"POST /b" 404 14\n',
    'quoted words now and then': '"a" "b"\n"c" "d" "e"\n"f"\n"g" "h"\n',
    'two quoted words, once': '"Hello" "World"\n"a" "b"\n',
    'a quote after quotes': '"a" "b"\n"c"d "e"\n"f" "g"\n',
    'runs of spaces': '"a" "b"\n"1"   2\n"2"   3\n',
  }))
    it(`is not made of ${title}`, async () => {
      assert.equal((await types(text)).length, 1);
    });

  it('is not looked for where another delimiter fits', async () => {
    const text = '"a" "b","c" "d"\n"e" "f","g" "h"\n"i" "j","k" "l"\n';
    assert.equal((await types(text)).length, 2);
  });
});

describe('Quotes', () => {
  it('are escaped by doubling them', async () => {
    const { columns } = await inferTable('id,text\n1,"a ""b"", c"\n2,"""x"""\n');
    assert.deepEqual(columns[1]?.examples, ['a "b", c', '"x"']);
  });

  it('are escaped by backslashes where that is how the file is written', async () => {
    const { columns, rows } = await inferTable('id,text\n1,"a \\"b\\", c"\n2,"c:\\\\d\\\\"\n3,"x\\ny"\n');
    assert.equal(rows, 3);
    assert.deepEqual(columns[1]?.examples, ['a "b", c', 'c:\\d\\', 'x\\ny']);
  });

  it('end before a backslash that is only a character', async () => {
    const { columns } = await inferTable('id,folder\n1,"c:\\temp\\"\n2,"d:\\"\n');
    assert.deepEqual(columns[1]?.examples, ['c:\\temp\\', 'd:\\']);
  });

  it('are characters within a value without quotes', async () => {
    const { columns, notes } = await inferTable('id,size\n1,5" pipe\n2,6"\n');
    assert.deepEqual(columns[1]?.examples, ['5" pipe', '6"']);
    assert.deepEqual(notes, []);
  });

  it('may be followed by more of the value, which is noted', async () => {
    const { columns, notes } = await inferTable('id,text\n1,"a"b\n2,"c" \n');
    assert.equal(columns[1]?.dataType, 'string');
    assert.match(notes.join(), /1 value goes on after its closing quote, in row 1/);
  });

  it('may contain line breaks and delimiters', async () => {
    const table = await inferTable('id,text\r\n1,"a\r\nb,\nc\rd"\r\n2,e\r\n');
    assert.equal(table.rows, 2);
    assert.deepEqual(table.columns[1]?.examples, ['a\r\nb,\nc\rd', 'e']);
  });

  it('are ignored if every field has them', async () => {
    assert.deepEqual(await types('"id","when"\n"1","2024-01-01"\n"2","2024-01-02"\n'), [
      'id:Int64',
      'when:DateTime',
    ]);
    assert.deepEqual(await types('id,n\n"1","2"\n"3",""\n'), ['id:Int64', 'n:Int64']);
    assert.deepEqual(await types('"1"\n"2"\n'), ['Column1:Int64']);
  });

  it('make text of numbers and booleans where only some columns have them, but not of dates', async () => {
    const { columns } = await inferTable(
      'id,zip,ok,when,part\n1,"12","true","2024-01-01","5"\n2,"34","false","2024-01-02",6\n',
    );
    assert.deepEqual(
      columns.map(({ dataType }) => dataType),
      ['Int64', 'string', 'string', 'DateTime', 'Int64'],
    );
    assert.match(columns[1]?.note ?? '', /in quotes, unlike those of other columns/);
    assert.deepEqual([columns[1]?.decidingRow, columns[3]?.note, columns[4]?.note], [1, null, null]);
  });

  it('around nothing make an empty value, which is counted apart', async () => {
    const { columns } = await inferTable('id,n\n1,""\n2,\n3,5\n');
    assert.deepEqual([columns[1]?.dataType, columns[1]?.values, columns[1]?.empty], ['Int64', 1, 2]);
    assert.equal(columns[1]?.note, '1 empty value is in quotes.');
  });
});

describe('Single quotes', () => {
  it('are quotes if all records have them', async () => {
    for (const [text, types, examples] of [
      ["id,name\n1,'a, b'\n2,'it''s'\n", ['id:Int64', 'name:string'], ['a, b', "it's"]],
      [
        "'id';'name';'n'\n'1';'a;b';'5'\n'2';'c\nd';'6'\n",
        ['id:Int64', 'name:string', 'n:Int64'],
        ['a;b', 'c\nd'],
      ],
      ["id\tname\n'1'\t'a'\n'2'\t'b'\n", ['id:Int64', 'name:string'], ['a', 'b']],
      ["zip,n\n'01',1\n'5',2\n", ['zip:string', 'n:Int64'], ['1', '2']],
    ] as const)
      for (const chunkSize of [1, 1000]) {
        const table = await inferTable(text, { chunkSize });
        assert.deepEqual(
          [typesOf(table), table.columns[1]?.examples, table.rows],
          [types, examples, 2],
          text,
        );
      }
  });

  it('are text if some records lack them, or differ', async () => {
    for (const text of [
      "id,name\n1,'a, b'\n2,c\n",
      "id,name\n1,'tis\n2,'twas\n",
      "id,name\n1,'90s' music\n2,'80s' music\n",
      'id,name,x\n1,\'a\',"b, c"\n2,\'d\',"e"\n',
    ])
      assert.match((await inferTable(text)).columns[1]?.examples[0] ?? '', /^'/, text);
  });
});

describe('The header', () => {
  it('is the first record if no cell reads as a number, a date or a boolean', async () => {
    assert.deepEqual(await types('a,b\n1,2\n'), ['a:Int64', 'b:Int64']);
    for (const cell of [
      '1',
      '-2.5',
      '007',
      '+1',
      '$5',
      '5%',
      'TRUE',
      '2024-01-01',
      '01/02/2024',
      '"3"',
      '.5',
    ])
      assert.deepEqual(
        (await inferTable(`a;${cell}\nb;c\n`, { delimiter: ';' })).columns.map(({ name }) => name),
        ['Column1', 'Column2'],
        cell,
      );
  });

  it('is assumed where all columns are string, which is noted', async () => {
    assert.match((await inferTable('a,b\nx,y\n')).notes.join(), /used as the header/);
    assert.deepEqual((await inferTable('a,b\nx,1\n')).notes, []);
    assert.deepEqual((await inferTable('a,b\nx,y\n', { header: true })).notes, []);
  });

  it('is what the user decides', async () => {
    assert.deepEqual(await types('1,2\n3,x\n', { header: true }), ['1:Int64', '2:string']);
    assert.deepEqual(await types('a,b\nc,d\n', { header: false }), ['Column1:string', 'Column2:string']);
    assert.equal((await inferTable('a,b\nc,d\n', { header: false })).rows, 2);
  });

  it('may be all that there is, which is noted', async () => {
    for (const text of ['a,b', 'a,b\n', 'a,b\r\n\r\n']) {
      const { notes, rows, columns } = await inferTable(text);
      assert.deepEqual([rows, columns.map(({ dataType }) => dataType)], [0, ['string', 'string']]);
      assert.deepEqual(notes, ['There is only a header. All columns are string, as there are no values.']);
    }
  });

  it('gives names that follow the rules, and the report keeps the original', async () => {
    const { columns } = await inferTable('" a\nb ",A,a,,"",Column4,a_2\n1,2,3,4,5,6,7\n');
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['a b', 'A', 'a_3', 'Column4_2', 'Column5', 'Column4', 'a_2'],
    );
    assert.deepEqual(
      columns.map(({ sourceName }) => sourceName),
      [' a\nb ', 'A', 'a', null, null, 'Column4', 'a_2'],
    );
  });

  it('that is absent leaves no original names', async () => {
    const { columns } = await inferTable('1,2\n');
    assert.deepEqual(
      columns.map(({ name, sourceName }) => [name, sourceName]),
      [
        ['Column1', null],
        ['Column2', null],
      ],
    );
  });
});

describe('Records', () => {
  it('end at CR, LF and CRLF, also mixed, and at the end of the file', async () => {
    for (const text of ['a,b\n1,2\n3,4', 'a,b\r\n1,2\r\n3,4\r\n', 'a,b\r1,2\r3,4\r', 'a,b\n1,2\r\n3,4\r'])
      assert.equal((await inferTable(text)).rows, 2, JSON.stringify(text));
  });

  it('with missing fields are completed with empty ones, those with surplus fields cut', async () => {
    const table = await inferTable('a,b,c\n1,2,3\n4\n5,6\n7,8,9,10,11\n1,2,3,\n');
    assert.equal(table.rows, 5);
    assert.deepEqual(
      table.columns.map(({ dataType, empty }) => [dataType, empty]),
      [
        ['Int64', 0],
        ['Int64', 1],
        ['Int64', 2],
      ],
    );
    assert.match(table.notes[0] ?? '', /^3 fields are missing and count as empty.*: 2, 3\.$/);
    assert.match(table.notes[1] ?? '', /^2 surplus fields were ignored.*: 4\.$/);
  });

  it('with only empty surplus fields have a note of their own', async () => {
    const empty = '3 empty surplus fields were ignored, first in these rows: 1, 2.';
    assert.deepEqual((await inferTable('a,b\n1,2,\n3,4,"",\n5,6\n')).notes, [empty]);
    const arrays = '[["a","b"],[1,2,null],[3,4,"",""]]';
    assert.deepEqual((await inferTable(arrays, { fileName: 'a.json' })).notes, [empty]);
    assert.deepEqual((await inferTable('a,b\n1,2\n3,4,\n5,6,x,\n7,8\n')).notes, [
      '1 surplus field was ignored, in row 3.',
      '1 empty surplus field was ignored, in row 2.',
    ]);
  });

  it('that are blank lines are skipped', async () => {
    const table = await inferTable('\n\na,b\n\n1,2\n  \n\r\n3,4\n\n');
    assert.equal(table.rows, 2);
    assert.deepEqual(table.notes, []);
  });

  it('that are blank lines are empty values in a file with one column', async () => {
    const table = await inferTable('a\n1\n\n2\n\n');
    assert.deepEqual([table.rows, table.columns[0]?.empty, table.columns[0]?.dataType], [4, 2, 'Int64']);
    assert.equal((await inferTable('\n\n1\n')).rows, 3);
  });

  it('may end with a delimiter at the end of the file', async () => {
    for (const text of ['a,b\n1,2\n3,', 'a,b\n1,2\n3,\n']) {
      const { rows, columns, notes } = await inferTable(text);
      assert.deepEqual([rows, columns[1]?.empty, notes], [2, 1, []]);
    }
  });

  it('have values without the spaces and tabs around them, which is noted', async () => {
    const { columns } = await inferTable('a, b ,c\n 1 ,\t2, x y \n3,4,z\n');
    assert.deepEqual(
      columns.map(({ name, dataType }) => `${name}:${dataType}`),
      ['a:Int64', 'b:Int64', 'c:string'],
    );
    assert.match(columns[0]?.note ?? '', /spaces or tabs around 1 value/);
    assert.deepEqual(columns[2]?.examples, ['x y', 'z']);
  });

  it('keep spaces within quotes, and allow spaces before quotes', async () => {
    const { columns } = await inferTable('a,b\n" 1 ",x\n2, "y, z"\n');
    assert.equal(columns[0]?.dataType, 'string');
    assert.deepEqual(columns[1]?.examples, ['x', 'y, z']);
  });
});

describe('The encoding', () => {
  const text = 'naïve;ключ\n1;€\n2;日本\n';

  it('is UTF-8 with or without a byte order mark', async () => {
    for (const mark of ['', '\ufeff']) {
      const table = await inferTable(mark + text);
      assert.deepEqual(typesOf(table), ['naïve:Int64', 'ключ:string']);
      assert.deepEqual(table.columns[1]?.examples, ['€', '日本']);
    }
  });

  it('is UTF-16 by its byte order mark or by NULs', async () => {
    const ascii = 'name;id\nAnn;1\nJané;2\n';
    for (const isBigEndian of [false, true]) {
      assert.deepEqual(await types(utf16(text, { isBigEndian })), ['naïve:Int64', 'ключ:string']);
      assert.deepEqual(await types(utf16(ascii, { isBigEndian, hasMark: false })), [
        'name:string',
        'id:Int64',
      ]);
    }
  });

  it('is windows-1252 otherwise, with a note, wherever the first such byte is', async () => {
    const bytes = Buffer.concat([
      Buffer.from('caf\xe9;n\n', 'latin1'),
      Buffer.from('x;1\n'.repeat(40_000)),
      Buffer.from('\x80\x93;2\n', 'latin1'),
    ]);
    for (const content of [bytes, bytes.subarray(7)]) {
      const table = await inferTable(content, { header: true });
      assert.match(table.notes.join(), /windows-1252/);
    }
    assert.deepEqual(typesOf(await inferTable(bytes)), ['café:string', 'n:Int64']);
    const { columns } = await inferTable(Buffer.from('a;b\n\x80\x93;1\n', 'latin1'));
    assert.deepEqual(columns[0]?.examples, ['€“']);
  });
});

describe('Compressed text', () => {
  it('is read by its content, and named without .csv.gz', async () => {
    const { gzipSync } = await import('node:zlib');
    const compressed = gzipSync('a;b\n1;2\n');
    for (const fileName of ['orders.csv.gz', 'orders.csv', 'orders'])
      assert.equal((await inferTable(compressed, { fileName })).name, 'orders');
    const members = Buffer.concat([compressed, gzipSync('3;4\n')]);
    assert.equal((await inferTable(members)).rows, 2);
  });
});

import assert from 'node:assert/strict';
import { failureOf, inferAll, inferTable, typesOf } from './infer-text.ts';

/** As Excel saves text in these countries: the name of the encoding, a label of it, and the bytes. */
const samples = [
  ['shift_jis', 'sjis', '928d95b694d48d862c8be08a7a0d0a312c3130300d0a8160955c835c2c3230300d0a'],
  ['gb18030', 'gbk', 'b6a9b5a5bac52cbdf0b6ee0d0a312c3130300d0ae9462c3230300d0a'],
  ['windows-1250', 'cp1250', '4dec73746f3bc8e173746b610d0a8eefe1723b3130300d0a'],
  ['windows-1251', 'cp1251', 'd2eee2e0f03bd6e5ede00d0aa8ebeae03b3130300d0a'],
  ['euc-kr', 'ks_c_5601-1987', 'c1d6b9aeb9f8c8a32cb1ddbed70d0ab0a12c3130300d0a'],
  ['big5', 'big5-hkscs', 'ad71b3e62caaf7c3420d0ab35c2c3130300d0a'],
  ['koi8-r', 'koi', 'f4cfd7c1d23be3c5cec10d0ab3cccbc13b3130300d0a'],
  ['utf-16le', 'utf-16', '4e0072003b00ac200d000a00fc003b0031000d000a00'],
] as const;

const texts: Readonly<Record<(typeof samples)[number][0], readonly [string, string, string]>> = {
  shift_jis: ['注文番号', '金額', '～表ソ'],
  gb18030: ['订单号', '金额', '镕'],
  'windows-1250': ['Město', 'Částka', 'Žďár'],
  'windows-1251': ['Товар', 'Цена', 'Ёлка'],
  'euc-kr': ['주문번호', '금액', '가'],
  big5: ['訂單', '金額', '許'],
  'koi8-r': ['Товар', 'Цена', 'Ёлка'],
  'utf-16le': ['Nr', '€', 'ü'],
};

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const notesOf = async (content: string | Uint8Array, options = {}) =>
  (await inferTable(content, options)).notes;

describe('A text in an encoding that the user names', () => {
  for (const [name, label, hex] of samples) {
    it(`is read as ${name}, by any of its labels, whatever the size of its chunks`, async () => {
      const bytes = Buffer.from(hex, 'hex');
      const [first, second, value] = texts[name];
      for (const encoding of [name, label, name.toUpperCase()])
        for (const chunkSize of [1, 3, 1000]) {
          const { columns, notes } = await inferTable(bytes, { encoding, chunkSize });
          assert.deepEqual(
            columns.map((column) => column.name),
            [first, second],
          );
          assert.equal(columns[0]?.examples.at(-1), value);
          assert.doesNotMatch(notes.join(), /windows-1252|U\+FFFD/);
        }
    });
  }

  it('is another one if it has a byte order mark', async () => {
    assert.deepEqual(typesOf(await inferTable('\ufeffä;b\n1;2\n', { encoding: 'shift_jis' })), [
      'ä:Int64',
      'b:Int64',
    ]);
  });

  it('is UTF-8 whatever its bytes are, if that is named', async () => {
    const content = latin1('caf\xe9;n\n\xe4;1\n');
    assert.deepEqual(typesOf(await inferTable(content)), ['café:string', 'n:Int64']);
    assert.deepEqual(typesOf(await inferTable(content, { encoding: 'utf-8' })), [
      'caf\ufffd:string',
      'n:Int64',
    ]);
  });

  it('says which rows have what the encoding has no characters for', async () => {
    const notes = await notesOf(latin1('a;b\n1;\x82\xa0\n2;\xff\n'), { encoding: 'shift_jis' });
    assert.deepEqual(notes, ['1 character is not valid shift_jis and was read as U+FFFD, in row 2.']);
  });

  it('may be JSON, which must be UTF-8 otherwise, and SQL', async () => {
    const json = latin1('[{"a":"\xe9"}]');
    assert.deepEqual(await failureOf(json, { fileName: 'a.json' }), { kind: 'not-utf-8', row: 1 });
    const [table] = await inferAll(json, { fileName: 'a.json', encoding: 'latin1' });
    assert.deepEqual(table?.columns[0]?.examples, ['é']);
    const sql = latin1('CREATE TABLE t ("\xb0\xa1" int);');
    const [created] = await inferAll(sql, { fileName: 'a.sql', encoding: 'euc-kr' });
    assert.equal(created?.columns[0]?.name, '가');
  });

  it('is refused if the platform has no such encoding', async () => {
    assert.deepEqual(await failureOf('a;b\n1;2\n', { encoding: 'latin-17' }), {
      kind: 'unknown-encoding',
      name: 'latin-17',
    });
  });
});

describe('UTF-16 without a byte order mark', () => {
  it('is found, also with characters that have a NUL in the other place', async () => {
    const text = Buffer.from('id,name\n1,一\n2,😀\n3,\u3000a\n4,b\n', 'utf16le');
    for (const bytes of [text, Buffer.from(text).swap16()])
      assert.deepEqual(typesOf(await inferTable(bytes)), ['id:Int64', 'name:string']);
  });
});

describe('A text whose encoding nobody names', () => {
  it('is UTF-8 if it has as many characters outside of ASCII as wrong bytes, whose rows are named', async () => {
    const mixed = Buffer.concat([Buffer.from('Nr;Straße\n'), latin1('1;M\xfcller\n2;x\n')]);
    const table = await inferTable(mixed);
    assert.deepEqual(typesOf(table), ['Nr:Int64', 'Straße:string']);
    assert.deepEqual(table.columns[1]?.examples, ['M\ufffdller', 'x']);
    assert.deepEqual(table.notes, ['1 character is not valid UTF-8 and was read as U+FFFD, in row 1.']);
    const more = Buffer.concat([mixed, latin1('3;\xe4\n')]);
    assert.deepEqual(typesOf(await inferTable(more)), ['Nr:Int64', 'StraÃŸe:string']);
  });

  it('names the header, comments and quoted values, too, and each row once', async () => {
    const text = latin1('#caf\xe9\na\xe9;b\n1;"\xe9\xe9"\n2;c\n3;\xe9\n');
    const rest = Buffer.from('4;ééééé\n');
    const notes = await notesOf(Buffer.concat([text, rest]));
    assert.equal(
      notes.find((note) => note.includes('UTF-8')),
      '5 characters are not valid UTF-8 and were read as U+FFFD, first in these rows: 0 (header), 1, 3.',
    );
  });

  it('is read once more if the whole file says otherwise than its first 64 KiB', async () => {
    const ascii = 'x;1\n'.repeat(20_000);
    const late = Buffer.concat([Buffer.from(`a;b\n${ascii}`), latin1('\xe9;2\n')]);
    const read = await inferTable(late, { leastStep: 4096 });
    assert.match(read.notes.join(), /not UTF-8 and was read as windows-1252/);
    const early = Buffer.concat([latin1(`caf\xe9;b\n${ascii}`), Buffer.from('éé;2\n')]);
    const table = await inferTable(early, { leastStep: 4096 });
    assert.deepEqual(typesOf(table), ['caf\ufffd:string', 'b:Int64']);
    assert.match(table.notes.join(), /not valid UTF-8 and was read as U\+FFFD, in row 0 \(header\)/);
  });

  it('is the same whatever the size of its chunks', async () => {
    const contents = [
      Buffer.concat([Buffer.from('ä;日本\n"ä€";\u{1f600}\n'), latin1('1;\xe4\xe2\x82\n2;\xf0\x9f\n')]),
      latin1('caf\xe9;n\n\x80\x93;"\xc3"\n\xe2\x82;3\n'),
    ];
    for (const content of contents) {
      const whole = await inferTable(content);
      for (const chunkSize of [1, 2, 3, 5, 7])
        assert.deepEqual(await inferTable(content, { chunkSize }), whole, String(chunkSize));
    }
  });
});

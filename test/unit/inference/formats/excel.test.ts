import assert from 'node:assert/strict';
import { strToU8, zipSync } from 'fflate';
import readExcelFile from 'read-excel-file/node';
import { DataFolder, failureOfFile, inferFile, inferOnlyTable, types } from './infer-file.ts';
import { type Cell, cells, sheetXml, workbookParts, writeXlsx } from './xlsx-file.ts';

const { number, styled, text, shared, boolean, error, formula, none } = cells;

describe('An Excel file', function () {
  this.timeout(60_000);
  let folder: DataFolder;
  beforeEach(() => {
    folder = new DataFolder();
  });
  afterEach(() => folder.remove());

  const write = (rows: readonly (readonly Cell[])[], ...options: [Parameters<typeof writeXlsx>[1]?]) =>
    folder.write('book.xlsx', writeXlsx([{ name: 'Orders', rows }], ...options));

  it('has the types of its cells', async () => {
    const header = [
      'id',
      'price',
      'large',
      'day',
      'at',
      'span',
      'amount',
      'flag',
      'zip',
      'when',
      'mixed',
      'none',
    ];
    const table = await inferOnlyTable(
      write([
        header.map(text),
        [
          number(1),
          number(1),
          number('1E+20'),
          styled(45292, 1),
          styled(45292.5, 2),
          styled(0.25, 3),
          styled(5, 4),
          boolean(true),
          text('01'),
          text('2024-01-01'),
          number(1),
          none,
        ],
        [
          number(-2),
          number(2.5),
          number(1),
          styled(45293, 1),
          styled('45292.000011574', 2),
          styled(1.5, 3),
          styled(6, 4),
          boolean(false),
          text('2'),
          text('2024-01-02T10:00'),
          error('#N/A'),
          none,
        ],
      ]),
    );
    assert.equal(table.name, 'Orders');
    assert.equal(table.rows, 2);
    assert.deepEqual(types(table), {
      id: 'Int64',
      price: 'Double',
      large: 'Double',
      day: 'DateTime',
      at: 'DateTime',
      span: 'DateTime',
      amount: 'Int64',
      flag: 'bool',
      zip: 'string',
      when: 'DateTime',
      mixed: 'Int64',
      none: 'string',
    });
    assert.deepEqual(
      table.columns.slice(0, 5).map(({ min, max, decidingRow }) => [min, max, decidingRow]),
      [
        ['-2', '1', 1],
        ['1', '2.5', 2],
        ['1', '1E+20', 1],
        ['2024-01-01', '2024-01-02', 1],
        ['2024-01-01T00:00:01', '2024-01-01T12:00:00', 1],
      ],
    );
    // Errors are empty.
    assert.deepEqual([table.columns[10]?.decidingRow, table.columns[10]?.decidingValue], [1, '1']);
  });

  it('has the same cells as read-excel-file finds', async () => {
    const strings = ['id', 'a & <b>', '', 'name', 'day', 'price', 'ünï 😀'];
    const rows: Cell[][] = [[shared(0), shared(3), shared(4), shared(5)]];
    for (let row = 0; row < 500; row++)
      rows.push([
        number(row * 7),
        row % 3 === 0 ? shared(6) : row % 3 === 1 ? text(`x${row} & y`) : formula(`f${row}`),
        row % 5 === 0 ? none : styled(40_000 + row * 1.25, 2),
        row % 4 === 0 ? none : number(row / 8),
      ]);
    const path = write(rows, { strings });
    const [sheet] = await readExcelFile(path);
    const [header = [], ...read] = sheet?.data ?? [];
    const table = await inferOnlyTable(path);
    assert.deepEqual(
      table.columns.map(({ sourceName }) => sourceName),
      header,
    );
    assert.equal(table.rows, read.length);
    for (const [index, column] of table.columns.entries()) {
      const values = read.map((row) => row[index]).filter((value) => value !== null);
      assert.equal(column.values, values.length, column.name);
      const [first] = values;
      const expected = first instanceof Date ? 'DateTime' : typeof first === 'string' ? 'string' : undefined;
      if (expected !== undefined) assert.equal(column.dataType, expected);
      if (first instanceof Date) {
        const times = values.filter((value) => value instanceof Date).map((value) => value.getTime());
        assert.deepEqual(
          [column.min, column.max].map((date) => Date.parse(`${date?.replace(/^(.{10})$/, '$1T00:00:00')}Z`)),
          [Math.min(...times), Math.max(...times)],
        );
      }
      if (typeof first === 'number')
        assert.deepEqual(
          [Number(column.min), Number(column.max)],
          [Math.min(...values.map(Number)), Math.max(...values.map(Number))],
        );
    }
    assert.deepEqual(types(table), { id: 'Int64', name: 'string', day: 'DateTime', price: 'Double' });
  });

  it('has a table for each sheet that is not empty', async () => {
    const tables = await inferFile(
      folder.write(
        'book.xlsx',
        writeXlsx([
          { name: 'A & B', rows: [[text('x')], [number(1)]] },
          { name: 'Empty', rows: [] },
          { name: 'Offset', rows: [[], [none, none, text('y')], [], [none, none, number(1.5), number(3)]] },
        ]),
      ),
    );
    assert.deepEqual(
      tables.map((table) => [table.name, table.rows, types(table), table.notes]),
      [
        ['A & B', 1, { x: 'Int64' }, ['The sheet Empty is empty and was skipped.']],
        ['Offset', 1, { y: 'Double', Column2: 'Int64' }, []],
      ],
    );
  });

  it('has a header only if its first row is all text, or if the user says so', async () => {
    const path = write([
      [text('a'), number(2020)],
      [text('b'), number(1)],
    ]);
    assert.deepEqual(types(await inferOnlyTable(path)), { Column1: 'string', Column2: 'Int64' });
    assert.deepEqual(types(await inferOnlyTable(path, { header: true })), { a: 'string', 2020: 'Int64' });
    const texts = await inferOnlyTable(write([[text('a')], [text('b')]]));
    assert.deepEqual(
      [texts.rows, texts.notes],
      [1, ['The first record was used as the header, although all columns are text. Check it.']],
    );
    assert.equal((await inferOnlyTable(write([[text('a')], [text('b')]]), { header: false })).rows, 2);
  });

  it('begins below the rows that the user skips', async () => {
    const path = write([[text('Report')], [text('a'), text('b')], [text('x'), number(1)]]);
    for (const options of [{ skip: 1 }, { headerRow: 2 }])
      assert.deepEqual(types(await inferOnlyTable(path, options)), { a: 'string', b: 'Int64' });
  });

  it('counts days from 1900 as Excel does, or from 1904', async () => {
    const rows = [[text('day')], [styled(1, 1)], [styled(59, 1)], [styled(61, 1)]];
    const { columns } = await inferOnlyTable(write(rows));
    assert.deepEqual(columns[0]?.examples, ['1900-01-01', '1900-02-28', '1900-03-01']);
    const [macintosh] = (await inferOnlyTable(write(rows, { has1904: true }))).columns;
    assert.equal(macintosh?.min, '1904-01-02');
  });

  it('ignores phonetic hints, prefixes of names and comments', async () => {
    const xml = sheetXml([[text('x')], [shared(0)]])
      .replaceAll(/<(\/?)(\w)/g, '<$1m:$2')
      .replace('xmlns=', 'xmlns:m=')
      .replace('<m:sheetData>', '<!-- <m:row> > --><m:sheetData>');
    const table = await inferOnlyTable(
      write([], {
        parts: {
          'xl/worksheets/sheet1.xml': xml,
          'xl/sharedStrings.xml':
            '<sst><si><r><t>東</t></r><r><t><![CDATA[<京>]]></t></r><rPh><t>とう</t></rPh></si></sst>',
        },
      }),
    );
    assert.deepEqual(table.columns[0]?.examples, ['東<京>']);
  });

  it('reads members that are stored, and archives with a comment', async () => {
    const stored = zipSync(workbookParts([{ name: 'a', rows: [[text('x')], [number(1)]] }]), { level: 0 });
    const commented = new Uint8Array(stored.length + 5);
    commented.set(stored);
    commented.set(strToU8('hello'), stored.length);
    commented[stored.length - 2] = 5;
    for (const content of [stored, commented])
      assert.deepEqual(types(await inferOnlyTable(folder.write('a.xlsx', content))), { x: 'Int64' });
  });

  describe('that is hostile', () => {
    const damaged = { kind: 'damaged', format: 'Excel' };
    const bomb = (megabytes: number) =>
      `<worksheet><sheetData>${' '.repeat(megabytes * 1024 * 1024)}</sheetData></worksheet>`;

    it('is a bomb if a part expands too much', async () => {
      for (const part of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml'])
        assert.deepEqual(await failureOfFile(write([], { parts: { [part]: bomb(64) } })), {
          kind: 'too-much-work',
        });
      const harmless = await failureOfFile(write([], { parts: { 'xl/worksheets/sheet1.xml': bomb(8) } }));
      assert.deepEqual(harmless, { kind: 'no-record' });
    });

    it('ends in an error wherever it is cut off', async () => {
      const whole = writeXlsx([{ name: 'a', rows: [[text('x')], [number(1)]] }]);
      for (let length = 4; length < whole.length; length += 31)
        assert.deepEqual(await failureOfFile(folder.write('a.xlsx', whole.subarray(0, length))), damaged);
    });

    it('cannot lead around in circles by its relationships', async () => {
      const circle = (target: string) =>
        `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="${target}"/><Relationship Id="s" Type="x/sharedStrings" Target="workbook.xml"/></Relationships>`;
      for (const target of [
        'workbook.xml',
        '../xl/./workbook.xml',
        '../../../xl/workbook.xml',
        '_rels/workbook.xml.rels',
      ])
        assert.deepEqual(
          await failureOfFile(write([], { parts: { 'xl/_rels/workbook.xml.rels': circle(target) } })),
          { kind: 'no-record' },
        );
      const root = `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="_rels/.rels.xml"/></Relationships>`;
      assert.deepEqual(await failureOfFile(write([], { parts: { '_rels/.rels': root } })), damaged);
    });

    it('cannot define entities', async () => {
      const xml = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>';
      assert.deepEqual(
        await failureOfFile(write([], { parts: { 'xl/worksheets/sheet1.xml': xml } })),
        damaged,
      );
    });

    it('can refer to strings, styles and columns that do not exist', async () => {
      assert.deepEqual(await failureOfFile(write([[text('x')], [shared(5)]])), damaged);
      assert.deepEqual(await failureOfFile(write([[text('x')], ['<c t="s"><v>-1</v></c>']])), damaged);
      assert.equal((await inferOnlyTable(write([[text('x')], [styled(1, 99)]]))).rows, 1);
      const far = '<worksheet><sheetData><row><c r="ZZZZ1"><v>1</v></c></row></sheetData></worksheet>';
      assert.deepEqual(
        await failureOfFile(write([], { parts: { 'xl/worksheets/sheet1.xml': far } })),
        damaged,
      );
    });

    it('can have parts that are no XML', async () => {
      for (const part of ['', 'hello', '<a', '<a><b></a>', '<a></a></a>', '<a '.repeat(1000), '<!-- '])
        assert.deepEqual(
          await failureOfFile(write([], { parts: { 'xl/worksheets/sheet1.xml': part } })),
          damaged,
          part,
        );
    });

    it('that is another archive is unsupported', async () => {
      const archives: Record<string, Uint8Array>[] = [
        { 'a.txt': strToU8('a') },
        { ...workbookParts([]), 'xl/workbook.xml': strToU8('<document/>') },
        {},
      ];
      for (const parts of archives)
        assert.deepEqual(await failureOfFile(folder.write('a.zip', zipSync(parts))), {
          kind: 'unsupported-format',
        });
    });

    it('with a password, or of Excel 97-2003, is an error of its own', async () => {
      const compound = (stream: string) => {
        const bytes = Buffer.alloc(2048);
        bytes.write('d0cf11e0a1b11ae1', 'hex');
        bytes.writeUInt16LE(9, 30);
        bytes.writeUInt32LE(1, 48);
        bytes.write(stream, 1024 + 128, 'utf16le');
        return bytes;
      };
      assert.deepEqual(await failureOfFile(folder.write('a.xlsx', compound('EncryptedPackage'))), {
        kind: 'encrypted',
        format: 'Excel',
      });
      assert.deepEqual(await failureOfFile(folder.write('a.xls', compound('Workbook'))), {
        kind: 'old-excel',
      });
      assert.deepEqual(await failureOfFile(folder.write('a.doc', compound('WordDocument'))), {
        kind: 'unsupported-format',
      });
    });
  });
});

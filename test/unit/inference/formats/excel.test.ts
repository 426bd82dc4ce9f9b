import assert from 'node:assert/strict';
import { strToU8, zipSync } from 'fflate';
import readExcelFile from 'read-excel-file/node';
import { fileSource, nodePorts } from '../../../../src/data-files/file-source.ts';
import { profileSource } from '../../../../src/inference/profile-source.ts';
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

  it('reads times without a date as text, as CSV has them', async () => {
    const formats = ['[h]:mm', 'mm:ss.0', 'h:mm AM/PM', 'd h:mm'];
    const styles = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`);
    const parts = {
      'xl/styles.xml': `<styleSheet><numFmts>${styles.join('')}</numFmts><cellXfs>${formats
        .map((_, index) => `<xf numFmtId="${200 + index}"/>`)
        .join('')}<xf numFmtId="20"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    };
    const [worked = 0, short = 0] = [1.5625, 0.0001234];
    const rows = [
      ['worked', 'lap', 'noon', 'day', 'at', 'seen'].map(text),
      [
        styled(worked, 0),
        styled(short, 1),
        styled(0.5, 2),
        styled(45292.5, 3),
        styled(0.25, 4),
        styled(45292.5, 5),
      ],
    ];
    const { columns } = await inferOnlyTable(write(rows, { parts }));
    assert.deepEqual(
      columns.map(({ dataType, examples }) => [dataType, examples[0]]),
      [
        ['string', '37:30:00'],
        ['string', '00:00:10.662'],
        ['string', '12:00:00'],
        ['DateTime', '2024-01-01T12:00:00'],
        ['string', '06:00:00'],
        ['DateTime', '2024-01-01T12:00:00'],
      ],
    );
  });

  it('has no value in a cell with nothing but spaces, nor in a formula that was never calculated', async () => {
    const table = await inferOnlyTable(
      write(
        [
          [text('a'), text('b'), text('at')],
          [number(1), number(1), '<c t="d"><v>2009-05-07T11:01:02.00000024400651375</v></c>'],
          [text(' '), '<c><f>A2*2</f></c>', '<c t="d"><v>2009-05-07</v></c>'],
          [text('\u00a0'), '<c><f>A3*2</f><v/></c>', none],
          [shared(0), number(4), none],
        ],
        { strings: ['\u3000 '] },
      ),
    );
    assert.deepEqual(types(table), { a: 'Int64', b: 'Int64', at: 'DateTime' });
    assert.deepEqual(table.notes, [
      '2 formulas have no values and count as empty. Save the workbook in a spreadsheet program to calculate them.',
    ]);
  });

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
      span: 'string',
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

  it('has columns named as booleans are shown, if they are cells of the header', async () => {
    const row = [cells.number(1), cells.number(2), text('a')];
    const path = write([[text('id'), cells.boolean(true), cells.boolean(false)], row, row]);
    assert.deepEqual(Object.keys(types(await inferOnlyTable(path))), ['id', 'TRUE', 'FALSE']);
  });

  it('says above which row a line that separates rows was skipped', async () => {
    const row = (id: number) => [cells.number(id), text('a')];
    const rule = [text('---'), text('---')];
    const path = write([[text('id'), text('x')], rule, row(1), row(2), rule, row(3), rule]);
    const { rows, notes } = await inferOnlyTable(path);
    assert.deepEqual(
      [rows, notes],
      [3, ['3 lines that only separate or count rows were skipped, first before these rows: 1, 3, 4.']],
    );
  });

  it('has a header if its first row does not fit the columns, or if the user says so', async () => {
    const path = write([
      [text('a'), number(2)],
      [text('b'), number(1)],
    ]);
    const table = await inferOnlyTable(path);
    assert.deepEqual(types(table), { Column1: 'string', Column2: 'Int64' });
    assert.match(table.notes.join(), /first record was read as data/);
    assert.deepEqual(types(await inferOnlyTable(path, { header: true })), { a: 'string', 2: 'Int64' });
    for (const [header, row, expected] of [
      [[text('id'), number(2011)], [number(1), text('x')], { id: 'Int64', 2011: 'string' }],
      [
        [text('c'), number(2020), number(2021)],
        [text('DE'), number(83.5), number(1)],
        { c: 'string', 2020: 'Double', 2021: 'Int64' },
      ],
      [
        [text('c'), styled(45292, 1), styled(45323, 1)],
        [text('x'), number(1), number(2)],
        { c: 'string', '2024-01-01': 'Int64', '2024-02-01': 'Int64' },
      ],
      [
        [text('c'), styled(45292, 1), styled(45299, 1), styled(45323, 1)],
        [text('x'), number(1), number(2), number(3)],
        { c: 'string', '2024-01-01': 'Int64', '2024-01-08': 'Int64', '2024-02-01': 'Int64' },
      ],
    ] as const)
      assert.deepEqual(types(await inferOnlyTable(write([header, row, row]))), expected);
    const texts = await inferOnlyTable(write([[text('a')], [text('b')]]));
    assert.deepEqual(
      [texts.rows, texts.notes],
      [
        1,
        [
          'The first record was used as the header, although the data type of all columns is string. Check it.',
        ],
      ],
    );
    assert.equal((await inferOnlyTable(write([[text('a')], [text('b')]]), { header: false })).rows, 2);
  });

  const header = [text('Region'), text('Q1'), text('Q2')];
  const row = (name: string) => [text(name), number(1), number(2.5)];
  const table = [header, row('N'), row('S')];
  const found = { Region: 'string', Q1: 'Int64', Q2: 'Double' };

  it('can have titles above the table, which are skipped and noted', async () => {
    for (const [titles, note] of [
      [[[text('Sales')]], '1 line before the table was skipped: Sales.'],
      [
        [[text('Sales')], [], [text('by'), text('me')], []],
        '2 lines before the table were skipped: Sales, "by me".',
      ],
      [[[], [text('From'), styled(45292, 1)], []], '1 line before the table was skipped: "From 2024-01-01".'],
    ] as const) {
      const read = await inferOnlyTable(write([...titles, ...table]));
      assert.deepEqual([types(read), read.rows, read.notes.length], [found, 2, 1], note);
      assert.equal(read.notes[0]?.replace(/"(Sales)"/, '$1'), note);
    }
    const comments = [[text('# by an export'), text('version 2')], [text('# on Monday')], ...table];
    assert.deepEqual(types(await inferOnlyTable(write(comments))), found);
    // A title may be as wide as the table.
    const wide = [none, none, none, none, text('as of May')];
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => text(name));
    const data = names.map((_, index) => number(index));
    assert.deepEqual(
      (await inferOnlyTable(write([wide, names, data, data]))).columns.map(({ name }) => name),
      ['a', 'b', 'c', 'd', 'e'],
    );
    const offset = write([[], [none, text('Sales')], [none, ...header], [none, ...row('N')]]);
    assert.deepEqual(types(await inferOnlyTable(offset)), found);
  });

  it('can have notes above the table and below it, and a blank row after every row', async () => {
    const notes = [
      [text('Lots of people')],
      [text('simply cannot resist'), none, text('notes')],
      [text('at the top,'), text('or'), none],
      [text('merging'), none, text('cells')],
    ];
    const rows = [...notes, ...table, [text('and'), text('below')]];
    const merged = ['A4:B4'];
    const noted = await inferOnlyTable(folder.write('a.xlsx', writeXlsx([{ name: 'a', rows, merged }])));
    assert.deepEqual([types(noted), noted.rows], [{ ...found, Q1: 'string' }, 3]);
    for (const titles of [[], [[text('Sales')]], [[none, none, text('Page 1')], [text('Sales')]]]) {
      const spaced = [...titles, ...table].flatMap((cells) => [cells, []]);
      assert.deepEqual(types(await inferOnlyTable(write(spaced))), found, String(titles));
    }
  });

  it('can have names in two rows, which are joined', async () => {
    const data = [text('N'), number(1), number(2), number(3), number(4), text('x')];
    const sexes = [none, text('Women'), text('Men'), text('Women'), text('Men'), none];
    const expected = ['Region', '2020 Women', '2020 Men', '2021 Women', '2021 Men', 'Note'];
    for (const [upper, lower, merged, names, titles] of [
      [
        [text('Region'), text('2020'), none, text('2021'), none, text('Note')],
        sexes,
        ['A1:A2', 'B1:C1', 'D1:E1', 'F1:F2'],
        expected,
        0,
      ],
      [[text('Region'), number(2020), none, number(2021), none, text('Note')], sexes, [], expected, 0],
      [
        [none, text('Population')],
        ['Region', 'a', 'b', 'c', 'd', 'e'].map(text),
        ['B1:C1'],
        ['Region', 'Population a', 'Population b', 'c', 'd', 'e'],
        0,
      ],
      // A title, merged or not.
      [
        [text('Title')],
        ['Region', 'a', 'b', 'c', 'd', 'e'].map(text),
        ['A1:F1'],
        ['Region', 'a', 'b', 'c', 'd', 'e'],
        1,
      ],
      [
        [text('Title'), text('2020')],
        ['Region', 'a', 'b', 'c', 'd', 'e'].map(text),
        [],
        ['Region', 'a', 'b', 'c', 'd', 'e'],
        1,
      ],
    ] as const) {
      const rows = [upper, lower, data, data];
      const read = await inferOnlyTable(folder.write('a.xlsx', writeXlsx([{ name: 'a', rows, merged }])));
      assert.deepEqual(
        [read.columns.map(({ name }) => name), read.rows, read.notes.length],
        [names, 2, titles],
      );
    }
  });

  it('can have names in three rows, and a blank row below them', async () => {
    const names = ['x', '2020 Men n', '2020 Men share', '2020 Women n', '2020 Women share'];
    const header = [
      [text('x'), number(2020)],
      [none, text('Men'), none, text('Women')],
      [none, ...['n', 'share', 'n', 'share'].map((name) => text(name))],
    ];
    const two = [
      [text('x'), text('Men'), none, text('Women'), none],
      [none, ...['n', 'share', 'n', 'share'].map((name) => text(name))],
    ];
    const rows = ['A', 'B', 'C'].map((name) => [
      text(name),
      ...[1, 1.5, 2, 2.5].map((value) => number(value)),
    ]);
    for (const [title, head, blank, merged, expected] of [
      [[], header, [], [], names],
      [[], header, [[]], [], names],
      [[[text('Report')], []], header, [[]], [], names],
      [[], header, [], ['B1:E1', 'B2:C2', 'D2:E2'], names],
      [[], two, [[]], [], names.map((name) => name.replace('2020 ', ''))],
      [[[text('Report')]], two, [], [], names.map((name) => name.replace('2020 ', ''))],
    ] as const) {
      const sheet = { name: 'a', rows: [...title, ...head, ...blank, ...rows], merged };
      const read = await inferOnlyTable(folder.write('a.xlsx', writeXlsx([sheet])));
      assert.deepEqual(
        [read.columns.map(({ name }) => name), read.rows, read.notes.length],
        [expected, 3, title.length > 0 ? 1 : 0],
      );
    }
  });

  it('has the names of columns that dates in its header show', async () => {
    const codes = [
      ['mmm\\-yy', 'Jan-24'],
      ['[$-409]d-mmm-yy;@', '31-Jan-24'],
      ['yyyy', '2024'],
      ['dd.mm.yyyy', '31.01.2024'],
      ['m/d/yyyy', '1/31/2024'],
      // Months in other languages, and times.
      ['[$-407]mmm-yy', '2024-01-31'],
      ['mmmm', '2024-01-31_2'],
      ['hh:mm', '2024-01-31_3'],
    ] as const;
    const formats = codes.map(([code], index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`);
    const styles = codes.map((_, index) => `<xf numFmtId="${200 + index}"/>`);
    const head = [text('Region'), styled(45_322, codes.length), ...codes.map((_, i) => styled(45_322, i))];
    const row = [text('N'), ...head.slice(1).map(() => number(1.5))];
    const content = writeXlsx([{ name: 'a', rows: [head, row, row] }], {
      parts: {
        'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}<xf numFmtId="17"/></cellXfs></styleSheet>`,
      },
    });
    const read = await inferOnlyTable(folder.write('a.xlsx', content), { header: true });
    assert.deepEqual(
      read.columns.map(({ name }) => name),
      ['Region', 'Jan-24', 'Jan-24_2', ...codes.slice(1).map(([, name]) => name)],
    );
  });

  it('can have several tables below each other, of which the largest is read; a range has another one', async () => {
    const costs = [
      [text('Item'), text('Price')],
      [text('a'), number(1.5)],
    ];
    const path = write([[text('Sales')], ...table, [], [text('Costs')], ...costs]);
    const read = await inferOnlyTable(path);
    assert.deepEqual([types(read), read.rows], [found, 2]);
    assert.equal(read.notes[1], 'The sheet has another, smaller table, which was skipped: Orders!A7:B8.');
    for (const range of ['Orders!A7:B8', "'orders'!$A$7:$B$8", 'a7:b8'])
      assert.deepEqual(types(await inferOnlyTable(path, { range })), { Item: 'string', Price: 'Double' });
    assert.deepEqual(types(await inferOnlyTable(path, { range: 'A2:B4' })), {
      Region: 'string',
      Q1: 'Int64',
    });
    const second = await inferOnlyTable(write([...costs, [], ...table]));
    assert.deepEqual([types(second), second.rows], [found, 2]);
    const missing = await profileSource(fileSource(path), nodePorts, { range: 'None!A1:B2' });
    assert.deepEqual(missing, { ok: false, failure: { kind: 'no-sheet', name: 'None' } });
  });

  it('is one table if a column has texts and numbers above a blank row and below it', async () => {
    const rows = [
      [text('Item'), text('Delivery')],
      [text('a'), number(1)],
      [text('b'), text('later')],
      [],
      [text('c'), text('later')],
      [text('d'), number(2)],
    ];
    const read = await inferOnlyTable(write(rows));
    assert.deepEqual([types(read), read.rows], [{ Item: 'string', Delivery: 'string' }, 4]);
  });

  it('is one table with blank rows in it, wherever they are', async () => {
    for (const count of [3, 48, 49, 50, 51, 120]) {
      const rows = Array.from({ length: count }, (_, index) => (index % 7 === 3 ? [] : row(`x${index}`)));
      const read = await inferOnlyTable(write([header, ...rows]));
      assert.deepEqual(
        [types(read), read.rows, read.notes],
        [found, rows.filter((each) => each.length > 0).length, []],
      );
      const first = [header, row('N'), [], [text('Costs')], [], [text('Item'), text('Price')]];
      const largest = await inferOnlyTable(write([...first, ...rows.map(() => [text('a'), number(1)])]));
      assert.deepEqual([largest.rows, largest.notes.length], [count, 2]);
    }
  });

  it('has no column for cells with empty texts', async () => {
    const empty = [shared(0), text(''), formula('')];
    const path = write(
      [
        [text('a'), ...empty],
        [number(1), ...empty],
        [...empty, none],
      ],
      { strings: [''] },
    );
    const read = await inferOnlyTable(path);
    assert.deepEqual([types(read), read.rows], [{ a: 'Int64' }, 1]);
  });

  it('decodes characters that are written as _xHHHH_', async () => {
    const strings = ['a_x000D_\nb', '_x005F_x0041_', '_x0041_é_xD83D__xDE00_'];
    const read = await inferOnlyTable(
      write([[shared(0)], [shared(1)], [shared(2)], [text('x_x0009_y')]], { strings }),
    );
    assert.deepEqual(
      [read.columns[0]?.name, read.columns[0]?.sourceName, read.columns[0]?.examples],
      ['a b', 'a\r\nb', ['_x0041_', 'Aé😀', 'x\ty']],
    );
  });

  it('can have parts in UTF-16', async () => {
    const utf16 = (xml: string) =>
      Buffer.from(
        `\ufeff${xml.replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-16"?>')}`,
        'utf16le',
      );
    const parts = workbookParts([{ name: 'Größe', rows: [[text('ä')], [number(1)]] }]);
    const encoded = Object.entries(parts).map(([path, content]) => [
      path,
      utf16(new TextDecoder().decode(content)),
    ]);
    const read = await inferOnlyTable(folder.write('a.xlsx', zipSync(Object.fromEntries(encoded))));
    assert.deepEqual([read.name, types(read)], ['Größe', { ä: 'Int64' }]);
  });

  it('has at most 10,000 columns', async () => {
    const wide = (count: number) =>
      write([Array.from({ length: count }, (_, index) => text(`c${index}`)), [number(1)]]);
    for (const count of [10_001, 16_384])
      assert.deepEqual(await failureOfFile(wide(count)), { kind: 'too-many-columns' });
    assert.equal((await inferOnlyTable(wide(10_000))).columns.length, 10_000);
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

  it('reads members that are stored, and archives with a comment, or with bytes that do not belong to them', async () => {
    const stored = zipSync(workbookParts([{ name: 'a', rows: [[text('x')], [number(1)]] }]), { level: 0 });
    const commented = new Uint8Array(stored.length + 5);
    commented.set(stored);
    commented.set(strToU8('hello'), stored.length);
    const surplus = commented.slice();
    commented[stored.length - 2] = 5;
    for (const content of [stored, commented, surplus])
      assert.deepEqual(types(await inferOnlyTable(folder.write('a.xlsx', content))), { x: 'Int64' });
  });

  describe('that is hostile', () => {
    const damaged = { kind: 'damaged', format: 'Excel' };
    const bomb = (megabytes: number) =>
      `<worksheet><sheetData>${' '.repeat(megabytes * 1024 * 1024)}</sheetData></worksheet>`;

    it('is a bomb if a part expands too much', async () => {
      for (const part of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml'])
        assert.deepEqual(await failureOfFile(write([], { parts: { [part]: bomb(24) } })), {
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

    it('in the binary format is an error of its own', async () => {
      for (const target of ['xl/workbook.bin', '/workbook.bin', 'workbook.bin']) {
        const root = `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="${target}"/></Relationships>`;
        const content = writeXlsx([], {
          parts: { '_rels/.rels': root, 'xl/workbook.bin': new Uint8Array(9) },
        });
        assert.deepEqual(await failureOfFile(folder.write('a.xlsb', content)), { kind: 'binary-excel' });
      }
    });

    it('of an older version, or that is a web page, is an error of its own', async () => {
      for (const [content, kind] of [
        [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old-excel'],
        [Buffer.concat([Buffer.from([9, 8, 16, 0, 0, 6]), Buffer.alloc(600)]), 'old-excel'],
        ['\n<HTML><body><table>', 'markup'],
        ['<?xml version="1.0"?>\n<Workbook/>', 'markup'],
      ] as const)
        assert.deepEqual(await failureOfFile(folder.write('a.xls', content)), { kind });
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

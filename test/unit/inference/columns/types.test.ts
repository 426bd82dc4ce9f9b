import assert from 'node:assert/strict';
import { noteChoices } from '../../../../src/inference/notes.ts';
import { inferenceReport } from '../../../../src/inference/report/report.ts';
import type { ReadingChoices } from '../../../../src/inference/source.ts';
import { inferColumn, inferTable, tryInfer, typesOf } from '../infer-text.ts';

interface Example {
  readonly values: readonly string[];
  readonly type: string;
  /** What the note says; no note by default. */
  readonly note?: RegExp;
  /** The deciding row and its value; the first one by default. */
  readonly decided?: readonly [number, string];
  readonly delimiter?: string;
}

const examples: Record<string, readonly Example[]> = {
  'integers within Int64': [
    { values: ['5', '-3', '10'], type: 'Int64' },
    { values: ['-0', '5'], type: 'Int64' },
    { values: ['9223372036854775807', '-9223372036854775808'], type: 'Int64' },
    { values: ['', '7'], type: 'Int64', decided: [2, '7'] },
    { values: ['0', '1', '1'], type: 'Int64', note: /0 or 1/ },
  ],
  'integers that are none for Int64': [
    {
      values: ['1', '9223372036854775808'],
      type: 'string',
      note: /beyond/,
      decided: [2, '9223372036854775808'],
    },
    { values: ['-9223372036854775809'], type: 'string', note: /beyond/ },
    { values: ['12345678901234567890123'], type: 'string', note: /beyond/ },
    { values: ['12', '007'], type: 'string', note: /Row 2 .*leading zero: 007/, decided: [2, '007'] },
    { values: ['-007'], type: 'string', note: /leading zero/ },
    {
      values: ['+5', '5'],
      type: 'string',
      note: /plus sign, a currency, a percent sign, or parentheses: \+/,
    },
    { values: ['"1,234"', '1'], type: 'string', note: /thousands/, delimiter: ',' },
  ],
  booleans: [
    { values: ['true', 'False', 'TRUE'], type: 'bool' },
    { values: ['yes', 'No'], type: 'string', note: /yes or no/ },
    { values: ['Y', 'n'], type: 'string', note: /yes or no/ },
    { values: ['t', 'F'], type: 'string', note: /t or f/ },
    { values: ['N', 'n', 'no'], type: 'string' },
    { values: ['f', 'F'], type: 'string' },
    { values: ['true', '1'], type: 'string', decided: [2, '1'] },
  ],
  'ISO dates and date-times': [
    { values: ['2024-02-29', '1999-12-31'], type: 'DateTime' },
    { values: ['2024-01-01', '2024-01-01T10:00'], type: 'DateTime' },
    { values: ['2024-01-01 10:00:00', '2024-01-01T10:00:00.123456789Z'], type: 'DateTime' },
    { values: ['2024-01-01T10:00:00+05:30', '2024-01-01 10:00-08'], type: 'DateTime' },
    { values: ['1990-12-31T23:59:60Z', '1990-12-31T15:59:60-08:00'], type: 'DateTime' },
    {
      values: ['2024-01-01 10:00:00 +0100', '2024-01-01'],
      type: 'DateTime',
      note: /space before their offset/,
    },
    { values: ['2024-01-01 10:00:00 UTC'], type: 'DateTime', note: /or UTC after them/ },
    { values: ['2024-01-01 10:00:00 UT', '2024-01-01 10:00 x'], type: 'string', note: /as in RFC 3339/ },
    { values: ['2023-02-29'], type: 'string' },
    { values: ['2024-01-01T24:00:00'], type: 'string', note: /as in RFC 3339/ },
    { values: ['2024-01-01T10:00:00,123Z'], type: 'string', note: /as in RFC 3339/ },
    { values: ['2024-01-01T10:00:00.1234567890'], type: 'string', note: /as in RFC 3339/ },
  ],
  'other dates': [
    {
      values: ['03/04/2024', '05/06/2024'],
      type: 'string',
      note: /both day\/month\/year and month\/day\/year/,
    },
    { values: ['03/04/2024', '25/12/2024'], type: 'string', note: /Only the order day, month/ },
    { values: ['03/04/2024', '12/25/2024'], type: 'string', note: /Only the order month, day/ },
    { values: ['25/12/2024', '12/25/2024'], type: 'string', note: /Some fit only/ },
    { values: ['31.01.24', '1.2.24'], type: 'string', note: /Only the order day, month/ },
    { values: ['1.2.3', '4.5.6'], type: 'string' },
    { values: ['25.12.2024 10:00'], type: 'string', note: /Only the order day, month/ },
    {
      values: ['2024/12/25', '25 Dec 2024', 'March 3, 2024'],
      type: 'string',
      note: /not in ISO 8601 format\.$/,
    },
  ],
  fractions: [
    { values: ['1', '2.5'], type: 'Double', decided: [2, '2.5'] },
    { values: ['-0.5', '1.5e3', '1.5E-10', '1e-5', '1e+5'], type: 'Double' },
    { values: ['1e-5', '7'], type: 'Double' },
    { values: ['1.5', 'N/A', '2'], type: 'string', decided: [2, 'N/A'] },
    { values: ['1.234', '0.5'], type: 'Double' },
    { values: ['713752e1', '1'], type: 'string', note: /not written as digits/ },
    { values: ['-.5', '1'], type: 'Double', note: /not written as digits\.digits: -\.5/ },
    { values: ['50.', '.94e3'], type: 'Double', note: /not written as digits/ },
    { values: ['057.5', '0.5'], type: 'Double', note: /not written as digits/ },
    { values: ['+.5', '1'], type: 'string', note: /not written as digits/ },
    { values: ['12345678901234567890.5'], type: 'Double', note: /more digits than a double/ },
    { values: ['1.5', '0.1234567890123456789012345'], type: 'Double', note: /more digits than a double/ },
    { values: ['0.00000000000000000000012', '100000000000000000000.0'], type: 'Double' },
    { values: ['5-', '1'], type: 'string', note: /a minus sign behind it: 5-/ },
    { values: ['1.234,50-', '7'], type: 'string', note: /a minus sign behind it/ },
    { values: ['1.5', 'NaN'], type: 'string', decided: [2, 'NaN'] },
    { values: ['-Infinity', '1'], type: 'string', decided: [1, '-Infinity'] },
    { values: ['infinity', '1'], type: 'string', note: /infinity/ },
    { values: ['+1.5'], type: 'string', note: /plus sign, a currency, a percent sign, or parentheses: \+/ },
  ],
  'decimal commas': [
    { values: ['1,5', '2', '-3,25', '1,5e3'], type: 'Double', note: /separator is a comma/ },
    { values: ['1,5', '2.5'], type: 'string', decided: [2, '2.5'] },
    { values: ['1,5', '1.234,5'], type: 'string', note: /thousands/, decided: [2, '1.234,5'] },
    { values: ['"1,234"', '"5,678"'], type: 'string', note: /thousands/, delimiter: ',' },
    { values: ['"1,5"', '2'], type: 'string', note: /not written as digits\.digits: 1,5/, delimiter: ',' },
    { values: ['1,234', '0,5'], type: 'Double', note: /separator is a comma/, decided: [2, '0,5'] },
    { values: ['0,125', '2'], type: 'Double', note: /separator is a comma/ },
  ],
  'commas before three digits': [
    {
      values: ['999', '1,234', '12,345'],
      type: 'string',
      note: /Row 2 has 1,234, which is 1234 with a thousands separator, or 1\.234 with a decimal separator/,
      decided: [2, '1,234'],
    },
    { values: ['1,234', '1,234,567'], type: 'string', note: /thousands/ },
  ],
  'amounts and shares': [
    {
      values: ['$5', '€ 1,234.50', '7 EUR'],
      type: 'string',
      note: /plus sign, a currency, a percent sign, or parentheses: \$5/,
    },
    {
      values: ['5%', '12.5 %'],
      type: 'string',
      note: /plus sign, a currency, a percent sign, or parentheses: 5%/,
    },
    {
      values: ['5', '(1,200.50)'],
      type: 'string',
      note: /plus sign, a currency, a percent sign, or parentheses: \(1,200\.50\)/,
      decided: [2, '(1,200.50)'],
    },
    { values: ['1 234', '5'], type: 'string', note: /thousands/ },
    { values: ["1'234'567"], type: 'string', note: /thousands/ },
  ],
  'anything else': [
    { values: ['abc', '5'], type: 'string' },
    { values: ['5', 'abc', '6'], type: 'string', decided: [2, 'abc'] },
    { values: ['2024-01-01', '5'], type: 'string', decided: [2, '5'] },
    { values: ['10.0.12', '192.168.0.1', '1-2'], type: 'string' },
    { values: ['00:30:00', '1:2'], type: 'string' },
  ],
};

describe('The data type of a column', () => {
  for (const [title, cases] of Object.entries(examples))
    describe(`with ${title}`, () => {
      for (const { values, type, note, decided = [1, values[0]], delimiter } of cases)
        it(`is ${type} for ${values.join(' ')}`, async () => {
          const column = await inferColumn(values, delimiter === undefined ? {} : { delimiter });
          assert.equal(column.dataType, type);
          const [row, value] = decided;
          const written = String(value).replaceAll('"', '');
          assert.deepEqual([column.decidingRow, column.decidingValue], [row, written]);
          if (note === undefined) assert.equal(column.note, null);
          else assert.match(column.note ?? '', note);
        });
    });

  it('is string with a note where all values are empty', async () => {
    const column = await inferColumn(['', '""', '  ']);
    assert.equal(column.dataType, 'string');
    assert.deepEqual(
      [column.decidingRow, column.decidingValue, column.values, column.empty],
      [null, null, 0, 3],
    );
    assert.match(column.note ?? '', /All values are empty.*1 empty value is in quotes/);
  });

  it('is decided by the row after which it never changes, and not by later ones', async () => {
    const column = await inferColumn(['1', '2.5', '3', '2024-01-01', 'abc', '1']);
    assert.deepEqual(
      [column.dataType, column.decidingRow, column.decidingValue],
      ['string', 4, '2024-01-01'],
    );
  });
});

describe('The smallest and the largest value', () => {
  const extremesOf = async (...values: string[]) => {
    const { min, max } = await inferColumn(values);
    return [min, max];
  };

  it('are texts as written', async () => {
    assert.deepEqual(await extremesOf('10', '9', '-0', '100'), ['-0', '100']);
    assert.deepEqual(await extremesOf('1.50', '1e-5', '22.0'), ['1e-5', '22.0']);
    assert.deepEqual(await extremesOf('1,5', '-2,75', '3'), ['-2,75', '3']);
  });

  it('compare integers by their digits', async () => {
    assert.deepEqual(await extremesOf('9007199254740993', '9007199254740992', '9007199254740994'), [
      '9007199254740992',
      '9007199254740994',
    ]);
    assert.deepEqual(
      await extremesOf('-9223372036854775807', '-9223372036854775808', '9223372036854775807'),
      ['-9223372036854775808', '9223372036854775807'],
    );
  });

  it('compare dates as points in time, a time without an offset as UTC', async () => {
    assert.deepEqual(
      await extremesOf(
        '2024-03-01T00:30+01:00',
        '2024-02-29T23:45Z',
        '2024-03-01',
        '2024-03-01T00:00:00.000001',
      ),
      ['2024-03-01T00:30+01:00', '2024-03-01T00:00:00.000001'],
    );
  });

  it('are absent for text and booleans', async () => {
    assert.deepEqual(await extremesOf('a', 'b'), [null, null]);
    assert.deepEqual(await extremesOf('true', 'false'), [null, null]);
    assert.deepEqual(await extremesOf('1', '007'), [null, null]);
  });
});

describe('Texts for missing values', () => {
  it('are text and are counted', async () => {
    const column = await inferColumn(['1', 'NULL', 'NA', '\\N', 'NA']);
    assert.equal(column.dataType, 'string');
    assert.equal(column.values, 5);
    assert.match(
      column.note ?? '',
      /NULL occurs once and counts as text\. NA occurs 2 times.*\\N occurs once/,
    );
  });

  it('are empty values if they are named, in quotes as well', async () => {
    const column = await inferColumn(['1', 'NA', '"NA"', '-999', 'n/a'], { nulls: ['NA', '-999', 'n/a'] });
    assert.equal(column.dataType, 'Int64');
    assert.deepEqual([column.values, column.empty, column.min, column.max], [1, 4, '1', '1']);
    assert.match(column.note ?? '', /NA occurs 2 times and counts as empty/);
  });
});

describe('Texts that people write for a missing value', () => {
  it('are reported once for the table if only they keep columns from narrower types', async () => {
    const text = 'id;a;b;c\n1;2;N/A;x\n2;-;5.5;-\n3;7;1.5;y\n';
    const table = await inferTable(text);
    assert.deepEqual(typesOf(table), ['id:Int64', 'a:string', 'b:string', 'c:string']);
    assert.deepEqual(table.notes, [
      '2 columns would have narrower data types if the following counted as empty: -, N/A.',
    ]);
    // The note of the table says it.
    assert.deepEqual(
      table.columns.map(({ note }) => note),
      [null, null, null, null],
    );
    assert.deepEqual(typesOf(await inferTable(text, { nulls: ['-', 'N/A'] })), [
      'id:Int64',
      'a:Int64',
      'b:Double',
      'c:string',
    ]);
  });
});

describe('A few texts that keep columns from narrower types', () => {
  /** A column for each function, which gives the value of a row; others are the row's number. */
  const table = (rows: number, ...columns: readonly ((row: number) => unknown)[]) =>
    [
      columns.map((_, index) => `c${index}`),
      ...Array.from({ length: rows }, (_, index) => columns.map((column) => column(index + 1))),
    ]
      .map((row) => `${row.join(';')}\n`)
      .join('');
  const except =
    (text: string, ...rows: readonly number[]) =>
    (row: number) =>
      rows.includes(row) ? text : row;

  it('are named once for all columns with the same cause', async () => {
    const text = table(300, except('*****', 133), except('*****', 5), except('closed', 7, 9), (row) => row);
    const { notes, columns } = await inferTable(text);
    assert.deepEqual(notes, [
      '2 columns would be Int64 but for 1 value each: ***** (row 133).',
      'c2 would be Int64 but for 2 values: closed (first in row 7).',
    ]);
    assert.ok(columns.every(({ note }) => note === null));
    const read = await inferTable(text, { nulls: ['*****', 'closed'] });
    assert.deepEqual(
      read.columns.map(({ dataType }) => dataType),
      ['Int64', 'Int64', 'Int64', 'Int64'],
    );
  });

  it('are at most 1 % of the values, and at most 20 different ones', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => index * 7 + 3);
    const notesOf = async (...column: Parameters<typeof table>) => (await inferTable(table(...column))).notes;
    const others = (row: number) => row;
    assert.equal((await notesOf(300, except('x', ...rows(3)), others)).length, 1);
    assert.deepEqual(await notesOf(300, except('x', ...rows(4)), others), []);
    assert.equal((await notesOf(3000, except('x', ...rows(30)), others)).length, 1);
    const letters = (count: number) => (row: number) =>
      row <= count ? `x${'ab'.charAt(row % 2).repeat(row)}` : row;
    assert.equal((await notesOf(3000, letters(20), others)).length, 1);
    assert.deepEqual(await notesOf(3000, letters(21), others), []);
  });

  it('are named with everything else that the column needs', async () => {
    const amounts = table(
      200,
      (row) => (row === 7 ? '*****' : row % 9 === 0 ? 'N/A' : row),
      (row) => (row === 8 ? 'closed' : row % 2 === 0 ? '1,234.50' : '5'),
      (row) => (row === 9 ? 'soon' : '31/12/2024'),
      (row) => row,
    );
    const result = await tryInfer(amounts);
    assert.ok(result.ok);
    const [inferred] = result.value;
    const choices = [inferred?.notes ?? [], ...(inferred?.columns.map(({ notes }) => notes) ?? [])].flatMap(
      (notes) => notes.flatMap(noteChoices),
    );
    const nulls = choices.flatMap((choice) => choice.nulls ?? []);
    const reading: ReadingChoices = Object.assign({}, ...choices, { nulls });
    assert.deepEqual(
      { ...reading },
      { nulls: ['*****', 'N/A', 'closed', 'soon'], thousands: ',', dateOrder: 'dmy' },
    );
    assert.deepEqual(typesOf(await inferTable(amounts, reading)), [
      'c0:Int64',
      'c1:Double',
      'c2:DateTime',
      'c3:Int64',
    ]);
  });

  it('are found in JSON, beside fractions of the named data type', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({ a: index === 50 ? 'none yet' : index + 0.5 }));
    const result = await tryInfer(JSON.stringify(rows), { fileName: 'data.json' });
    assert.ok(result.ok);
    assert.deepEqual(inferenceReport(result.value, 'Decimal').tables[0]?.notes, [
      'a would be Decimal but for 1 value: none yet (row 51).',
    ]);
  });
});

describe('What the user says about numbers and dates', () => {
  const columnOf = async (values: readonly string[], options: object) => {
    const { dataType, min, max } = await inferColumn(values, options);
    return [dataType, min, max];
  };

  it('makes numbers of ambiguous ones', async () => {
    const values = ['999', '1,234', '12,345'];
    assert.deepEqual(await columnOf(values, { thousands: ',' }), ['Int64', '999', '12345']);
    assert.deepEqual(await columnOf(values, { decimalComma: true }), ['Double', '1,234', '999']);
    assert.deepEqual(await columnOf(['1.234,5', '7'], { thousands: '.', decimalComma: true }), [
      'Double',
      '7',
      '1234,5',
    ]);
    assert.equal((await columnOf(['1,23', '12,34,567'], { thousands: ',' }))[0], 'string');
  });

  it('decides the order of dates', async () => {
    for (const [order, values, type] of [
      ['dmy', ['03/04/2024', '25/12/2024'], 'DateTime'],
      ['mdy', ['03/04/2024', '12/25/2024'], 'DateTime'],
      ['mdy', ['03/04/2024', '25/12/2024'], 'string'],
      ['ymd', ['2024/12/25', '2024-01-01'], 'DateTime'],
      ['ymd', ['03/04/2024'], 'string'],
    ] as const)
      assert.equal((await columnOf(values, { dateOrder: order }))[0], type, `${order} ${values.join()}`);
  });

  it('makes dates of nothing that only begins as one', async () => {
    const dates = [
      '03/04/2024 10:00',
      '25.12.2024 23:59:59.5',
      '03/04/24, 9:05 pm',
      '3 May 2024 10:00 UTC',
      'Sept. 3, 2024',
      '25/12/2024 10:00:00+02:00',
    ];
    for (const value of dates)
      assert.equal((await columnOf([value], { dateOrder: 'dmy' }))[0], 'DateTime', value);
    const others = [
      '03/04/2024 10:00 lunch?',
      '03/04/2024 24:00',
      '03/04/2024 10:60',
      '03/04/2024 13:00 pm',
      '2024-01-01T24:00',
      '2024-01-01T10:00x',
      '2024/02/30',
      '31 Apr 2024',
      '45 May 2024',
      '3 Mayflower 2024',
      '1 decimal 10',
      '3 May 2024 10:00 CETERA',
    ];
    for (const dateOrder of ['dmy', 'mdy', 'ymd'] as const)
      for (const value of others)
        assert.equal((await columnOf([value], { dateOrder }))[0], 'string', `${dateOrder} ${value}`);
    // No order makes a date of it, so that none is proposed.
    assert.equal(
      (await inferColumn(['03/04/2024 10:00 CEST'])).note,
      'The values are dates, but some of their times are not as in RFC 3339, such as 24:00 or a comma before a fraction.',
    );
  });

  it('separates thousands and decimals by different characters', async () => {
    const inCsv = (values: readonly string[], thousands: string) =>
      columnOf(
        values.map((value) => (value.includes(',') ? `"${value}"` : value)),
        { thousands, delimiter: ',' },
      );
    // A comma that would end the field if it weren't quoted is no decimal comma.
    assert.equal((await inCsv(['1,234'], "'"))[0], 'string');
    assert.deepEqual(await inCsv(["1'234", "1'234.5"], "'"), ['Double', '1234', '1234.5']);
    assert.deepEqual(await inCsv(['1.234,50', '1,5', '7'], '.'), ['Double', '1,5', '1234,50']);
    assert.deepEqual(await inCsv(['1,234', '1,234.50'], ','), ['Double', '1234', '1234.50']);
    for (const [value, thousands] of [
      ['1,5', ','],
      ['1.5', '.'],
      ['0,123', ','],
      ['1234,567', ','],
      ['1.500,000', ','],
      ["1.5'000", "'"],
      [',234', ','],
    ] as const)
      assert.equal((await columnOf([value], { thousands }))[0], 'string', `${value} ${thousands}`);
  });

  it('names missing values with quotation marks as they are read, not as they are escaped', async () => {
    const options = { nulls: ['"', 'say "no"'] };
    const text = 'id,a\n1,""""\n2,"say ""no"""\n3,5\n';
    assert.deepEqual(typesOf(await inferTable(text, options)), ['id:Int64', 'a:Int64']);
    assert.deepEqual(typesOf(await inferTable('id;a\n1;"say \\"no\\""\n2;5\n', options)), [
      'id:Int64',
      'a:Int64',
    ]);
    const [, column] = (await inferTable(`${text}4,text\n5,"say ""no"""\n`, options)).columns;
    assert.deepEqual([column?.values, column?.empty], [2, 3]);
    assert.match(column?.note ?? '', /say "no" occurs 2 times and counts as empty/);
  });

  it('is proposed once where thousands separators are certain', async () => {
    const result = await tryInfer('id;a;b\n1;1,234.50;1,234\n2;1,234;$5,678.00\n');
    assert.ok(result.ok);
    const columns = result.value[0]?.columns ?? [];
    assert.deepEqual(
      columns.map(({ notes }) => notes.map((note) => [note.kind, noteChoices(note)])),
      [
        [],
        [['thousands-separators', [{ thousands: ',' }]]],
        [
          ['thousands-separators', []],
          ['decorated-numbers', []],
        ],
      ],
    );
    assert.deepEqual(typesOf(await inferTable('id;a\n1;1,234.50\n2;1,234\n', { thousands: ',' })), [
      'id:Int64',
      'a:Double',
    ]);
  });

  it('is proposed with the decimal comma where commas separate fields', async () => {
    const text = 'id,a\n1,"1.234,50"\n2,"0,5"\n3,"1,75"\n';
    const result = await tryInfer(text);
    assert.ok(result.ok);
    const choices = result.value[0]?.columns.flatMap(({ notes }) => notes.flatMap(noteChoices)) ?? [];
    assert.deepEqual(choices, [{ thousands: '.' }, { decimalComma: true }]);
    assert.deepEqual(typesOf(await inferTable(text, Object.assign({}, ...choices))), [
      'id:Int64',
      'a:Double',
    ]);
  });

  it('is asked where points beside decimal commas may separate thousands', async () => {
    const text = 'price;n\n1,5;1.234\n2,25;12.345\n';
    assert.deepEqual(typesOf(await inferTable(text)), ['price:Double', 'n:string']);
    assert.deepEqual(typesOf(await inferTable(text, { thousands: '.' })), ['price:Double', 'n:Int64']);
    assert.deepEqual(typesOf(await inferTable('price;n\n1.5;1.234\n')), ['price:Double', 'n:Double']);
  });
});

import assert from 'node:assert/strict';
import {
  type CheckedData,
  type CheckFinding,
  type CheckOptions,
  checkData,
  readDataset,
} from '../../../../src/app/check/check-data.ts';
import { memorySource, webPorts } from '../../../../src/inference/bytes/memory-source.ts';
import { type DataFile, inferSources } from '../../../../src/inference/infer-sources.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

function dataFiles(files: Files): readonly Extract<DataFile, { kind: 'memory' }>[] {
  return Object.entries(files).map(([name, text]) => ({
    kind: 'memory',
    name: name.slice(name.lastIndexOf('/') + 1),
    label: name,
    path: `/${name}`,
    content: typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text),
  }));
}

function tryCheck(files: Files, dataset: unknown, options: Partial<CheckOptions> = {}) {
  return checkData(
    dataFiles(files),
    dataset,
    { signal: new AbortController().signal, ...options },
    async (read, choices) =>
      choices.signal.aborted
        ? undefined
        : inferSources(
            read.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
            webPorts,
            choices,
          ),
  );
}

type Checked = Omit<CheckedData, 'findings'> & { readonly findings: readonly CheckFinding[] };

async function check(...args: Parameters<typeof tryCheck>): Promise<Checked> {
  const result = await tryCheck(...args);
  assert.ok(result.ok, JSON.stringify(result));
  return { ...result.value, findings: [...result.value.findings] };
}

/** `{ orders: { id: 'Int64' } }` */
function dataset(tables: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  return {
    name: 'Sales',
    tables: Object.entries(tables).map(([name, columns]) => ({
      name,
      columns: Object.entries(columns).map(([column, dataType]) => ({ name: column, dataType })),
    })),
  };
}

const short = ({ findings }: Checked) =>
  findings.map(({ file, table, column, code }) => [file, table, column, code].join(' '));

const sales = dataset({
  Orders: { id: 'Int64', price: 'Double', when: 'DateTime' },
  Customers: { id: 'Int64', name: 'string' },
});

describe('A dataset that data is checked against', () => {
  const read = (text: string, rules = {}) =>
    readDataset({
      content: new TextEncoder().encode(text),
      format: 'json',
      settings: { rules, dataTypes: [] },
    });
  const codes = async (...args: Parameters<typeof read>) => {
    const result = await read(...args);
    return result.ok ? [] : result.failure.errors.map(({ code }) => code);
  };

  it('is its value, also with warnings', async () => {
    const odd = { name: 'Sales', tables: [], extra: 1 };
    assert.deepEqual(await read(JSON.stringify(odd)), { ok: true, value: odd });
  });

  it('has no errors, whichever rules are off', async () => {
    assert.deepEqual(await codes('{"name":"Sales"}'), ['missing-property']);
    assert.deepEqual(await codes('{"name"'), ['syntax']);
    assert.deepEqual(await codes('[]', { 'wrong-type': 'off' }), ['wrong-type']);
  });
});

describe('Data that is checked against a dataset', () => {
  it('fits with narrower values, without values, and in any order of columns', async () => {
    const orders = 'PRICE,when,id\n5,,1\n6,,2\n';
    const { fits, findings, tables, tablesWithoutData } = await check({ 'orders.csv': orders }, sales);
    assert.deepEqual(
      { fits, findings, tablesWithoutData },
      { fits: true, findings: [], tablesWithoutData: ['Customers'] },
    );
    assert.deepEqual(tables, [{ file: 'orders.csv', name: 'orders', table: 'Orders', rows: 2 }]);
  });

  it('has a finding for each column, with the first value, its row and line, and the number of values', async () => {
    const orders = 'id,price,when\n1,5,2024-01-01\n\nx,6,2024-01-32\n007,y,2024-01-01\n';
    const { fits, findings } = await check({ 'orders.csv': orders }, sales);
    assert.equal(fits, false);
    const place = { file: 'orders.csv', table: 'Orders', code: 'unfit-value', severity: 'error' };
    assert.deepEqual(findings, [
      {
        ...place,
        column: 'id',
        row: 2,
        line: 4,
        value: 'x',
        count: 2,
        message: "Column id has the data type Int64, which 2 values don't fit. The first one is in row 2: x.",
      },
      {
        ...place,
        column: 'price',
        row: 3,
        line: 5,
        value: 'y',
        count: 1,
        message: "Column price has the data type Double, which the value in row 3 doesn't fit: y.",
      },
      {
        ...place,
        column: 'when',
        row: 2,
        line: 4,
        value: '2024-01-32',
        count: 1,
        message: "Column when has the data type DateTime, which the value in row 2 doesn't fit: 2024-01-32.",
      },
    ]);
  });

  it('has findings that say which option of reading would make the values fit', async () => {
    const orders = 'id;price;when\n0.5;1.234,50;31/12/2024\n1;2,50;01/02/2024\n';
    const messages = async (data: string, types: Record<string, string>) => {
      const options = { hint: (note: { readonly kind: string }) => ` [${note.kind}]` };
      const { findings } = await check({ 'orders.csv': data }, dataset({ orders: types }), options);
      return findings.map(({ message }) => message.replace(/^.*?: /, ''));
    };
    assert.deepEqual(await messages(orders, { id: 'Int64', price: 'Double', when: 'DateTime' }), [
      '0.5.',
      '1.234,50. Row 1 has a number with thousands separators: 1.234,50. [thousands-separators]',
      '31/12/2024. The values are dates, but not in ISO 8601 format. Only the order day, month fits all of them. [other-dates]',
    ]);
    assert.deepEqual(await messages(orders, { id: 'bool', price: 'DateTime', when: 'Int64' }), [
      '0.5.',
      '1.234,50.',
      '31/12/2024.',
    ]);
  });

  it('has texts in quotes that would fit otherwise', async () => {
    const types = dataset({ orders: { id: 'Int64', price: 'Double', paid: 'bool' } });
    const values = async (files: Files) =>
      (await check(files, types)).findings.map(({ message }) => message.replace(/^.*?: /, ''));
    const texts = ['"5".', '"19.99".', '"true".'];
    assert.deepEqual(await values({ 'orders.json': '[{"id":"5","price":"19.99","paid":"true"}]' }), texts);
    assert.deepEqual(await values({ 'orders.json': '[{"id":5.0,"price":"5.","paid":0}]' }), [
      '5.0.',
      '5..',
      '0.',
    ]);
    assert.deepEqual(await values({ 'orders.csv': 'id,price,paid\n"5",1,true\n' }), ['"5".']);
  });

  it('lists findings by file, table of the dataset, and column, then extra columns as the file has them', async () => {
    const files = {
      'b.json':
        '{"customers":[{"z":1,"name":"a"}],"nobody":[{"a":1}],"Orders":[{"y":1,"x":1,"when":"5","id":"5","price":1}]}',
      'a/orders.csv': 'id,price\n1,2\n',
    };
    const checked = await check(files, sales);
    assert.deepEqual(short(checked), [
      'b.json Orders id unfit-value',
      'b.json Orders when unfit-value',
      'b.json Orders y extra-column',
      'b.json Orders x extra-column',
      'b.json Customers id missing-column',
      'b.json Customers z extra-column',
      'b.json nobody  unknown-table',
      'a/orders.csv Orders when missing-column',
    ]);
    assert.equal(
      checked.findings[6]?.message,
      'The dataset has no table nobody. Its tables: Orders, Customers.',
    );
    assert.equal(checked.findings[0]?.line, null);
  });

  it('belongs to no table of a dataset without tables', async () => {
    const { findings } = await check({ 'orders.csv': 'id\n1\n' }, dataset({}));
    assert.deepEqual(
      findings.map(({ code, message }) => [code, message]),
      [['unknown-table', 'The dataset has no tables. Add one.']],
    );
  });

  it('belongs to the tables of the same names, ignoring a number that only tells files apart', async () => {
    const text = 'id,name\n1,a\n';
    const checked = await check(
      { 'a/customers.csv': text, 'b/customers.csv': text, 'customers_2.csv': text },
      sales,
    );
    assert.deepEqual(
      checked.tables.map(({ name, table }) => [name, table]),
      [
        ['customers', 'Customers'],
        ['customers', 'Customers'],
        ['customers_2', null],
      ],
    );
    assert.deepEqual(short(checked), ['customers_2.csv customers_2  unknown-table']);
  });

  it('belongs to the tables that were inferred from files of equal names', async () => {
    const checked = await check(
      { 'a/customers.csv': 'id\n1\n', 'b/customers.csv': 'name\na\n' },
      dataset({ customers: { id: 'Int64' }, customers_2: { name: 'string' } }),
    );
    assert.deepEqual(
      checked.tables.map(({ table }) => table),
      ['customers', 'customers_2'],
    );
    assert.deepEqual(short(checked), []);
  });

  it('belongs to the only table, if it is only one itself, and to the one that is named', async () => {
    const one = dataset({ Orders: { id: 'Int64' } });
    assert.deepEqual(short(await check({ 'export.csv': 'id\nx\n' }, one)), [
      'export.csv Orders id unfit-value',
    ]);
    const two = { 'export.csv': 'id\nx\n', 'more.csv': 'id\n2\n' };
    assert.equal(short(await check(two, one)).length, 2);
    assert.deepEqual(short(await check(two, one, { table: 'ORDERS' })), ['export.csv Orders id unfit-value']);
    assert.deepEqual(await tryCheck(two, sales, { table: 'Lines' }), {
      ok: false,
      failure: { kind: 'no-such-table', tables: ['Orders', 'Customers'] },
    });
  });

  it('belongs to the only table if no other data can be read', async () => {
    const one = dataset({ Orders: { id: 'Int64' } });
    const checked = await check({ 'a.csv': '', 'export.csv': 'id\nx\n', 'b.csv': '' }, one);
    assert.deepEqual(short(checked), [
      'a.csv   unreadable',
      'export.csv Orders id unfit-value',
      'b.csv   unreadable',
    ]);
  });

  it('may have more columns if that is allowed', async () => {
    const files = { 'customers.csv': 'id,name,more\n1,a,b\n' };
    assert.equal((await check(files, sales)).fits, false);
    const { fits, findings } = await check(files, sales, { allowExtraColumns: true });
    assert.deepEqual([fits, findings.map(({ severity }) => severity)], [true, ['warning']]);
  });

  it('fits unknown data types, with a note for each', async () => {
    const types = dataset({ t: { a: 'Guid', b: 'Guid', c: 'Money', d: 'int64', e: 'DECIMAL' } });
    const files = { 't.csv': 'a,b,c,d,e\nx,y,1.5,7,1.5\nx,y,z,8,2\n' };
    const { fits, findings } = await check(files, types);
    assert.equal(fits, true);
    assert.deepEqual(
      findings.map(({ column, code, severity }) => [column, code, severity]),
      [
        ['a', 'unchecked-type', 'note'],
        ['c', 'unchecked-type', 'note'],
      ],
    );
    assert.deepEqual(short(await check(files, types, { decimalType: 'money' })), [
      't.csv t a unchecked-type',
      't.csv t c unfit-value',
    ]);
  });

  it('never fits in part: a file that cannot be read is a finding, and the others are checked', async () => {
    const checked = await check({ 'customers.csv': '', 'orders.csv': 'id,price,when\nx,,\n' }, sales);
    assert.equal(checked.fits, false);
    assert.deepEqual(short(checked), ['customers.csv   unreadable', 'orders.csv Orders id unfit-value']);
    assert.equal(
      checked.findings[0]?.message,
      'The file is empty, or all of its rows are skipped. Add a header or at least one record, or skip fewer rows.',
    );
  });

  it('may lack columns if that is allowed', async () => {
    const files = { 'customers.csv': 'id\n1\n' };
    assert.equal((await check(files, sales)).fits, false);
    const { fits, findings } = await check(files, sales, { allowMissingColumns: true });
    assert.deepEqual(
      [fits, findings.map(({ code, severity }) => [code, severity])],
      [true, [['missing-column', 'warning']]],
    );
  });

  it('can be cancelled', async () => {
    const signal = AbortSignal.abort();
    assert.deepEqual(await tryCheck({ 'a.csv': 'a\n1\n' }, sales, { signal }), {
      ok: false,
      failure: { kind: 'cancelled' },
    });
  });
});

describe('Data that was not read as it is written', () => {
  const found = async (name: string, text: string, columns: Readonly<Record<string, string>>) => {
    const { findings } = await check({ [name]: text }, dataset({ t: columns }));
    return findings.map(({ code, severity, column, row, line, count }) =>
      [code, severity, column, row, line, count].filter((fact) => fact !== null).join(' '),
    );
  };
  const two = { a: 'Int64', b: 'Int64' };
  const three = { ...two, c: 'Int64' };

  for (const [what, text, columns, expected] of [
    ['too few fields', 'a,b,c\n1,2,3\n4\n5,6\n', three, ['row-width error 2 3 2']],
    ['too many fields', 'a,b\n1,2\n\n1,2,3\n', two, ['row-width error 2 4 1']],
    ['too many fields in quotes', 'a,b\n1,2\n1,2,"x"\n', two, ['row-width error 2 3 1']],
    ['only empty surplus fields', 'a,b\n1,2,\n3,4,""\n5,6\n', two, ['row-width warning 1 2 2']],
    [
      'missing fields of columns without values',
      'a,b,c\n1,2,\n3,4\n',
      { ...two, c: 'string' },
      ['row-width warning 2 3 1'],
    ],
    ['a last line without its fields', 'a,b,c\n1,2,3\n4,5', three, ['row-width error 2 3 1']],
    [
      'missing fields below a value with a line break',
      'a,b,c\n"1\n2",3,4\n5\n',
      { ...three, a: 'string' },
      ['row-width error 2 4 1'],
    ],
  ] as const)
    it(`has a finding for rows with ${what}`, async () => {
      assert.deepEqual(await found('t.csv', text, columns), expected);
    });

  it('says how many fields the first of such rows has', async () => {
    const messages = async (text: string) => {
      const { findings } = await check({ 't.csv': text }, dataset({ t: two }));
      return findings.map(({ message }) => message);
    };
    assert.deepEqual(await messages('a,b\n1,2\n3\n'), [
      'The number of fields in row 2 is 1, but should be 2.',
    ]);
    assert.deepEqual(await messages('a,b\n1\n1,2,3\n'), [
      'The number of fields in 2 rows is not 2. The first one is row 1, where it is 1.',
    ]);
  });

  it('has a finding for another table below it', async () => {
    const text = 'a,b\n1,2\n3,4\n\nitem,price,unit\nx,1.5,kg\n';
    assert.deepEqual(await found('t.csv', text, two), ['skipped-data error 5 1']);
  });

  it('has a finding for lines before the table', async () => {
    const text = 'A report\na,b\n1,2\n3,4\n';
    assert.deepEqual(await found('t.csv', text, two), ['skipped-data warning 1 1']);
    const result = await check({ 't.csv': text }, dataset({ t: two }), { reading: { skip: 1 } });
    assert.deepEqual(result.findings, []);
  });

  it('has a finding for rows of arrays that are shorter or longer than the header', async () => {
    const rows = (last: readonly unknown[]) => JSON.stringify([['a', 'b'], [1, 2], last]);
    assert.deepEqual(await found('t.json', rows([3]), two), ['row-width error 2 1']);
    assert.deepEqual(await found('t.json', rows([3, 4, 5]), two), ['row-width error 2 1']);
    assert.deepEqual(await found('t.json', rows([3, 4, null]), two), ['row-width warning 2 1']);
  });

  it('has a finding for what JSON has beside the rows', async () => {
    const rows = [{ a: 1, b: 2 }];
    const beside = async (more: object) => {
      const { findings } = await check(
        { 't.json': JSON.stringify({ t: rows, ...more }) },
        dataset({ t: two }),
      );
      return findings.map(({ code, severity, count }) => `${code} ${severity} ${count}`);
    };
    assert.deepEqual(await beside({ total: 1, tags: ['x'] }), ['skipped-data note 2']);
    assert.deepEqual(await beside({ meta: { list: [{ x: 1 }] } }), ['skipped-data error 1']);
    assert.deepEqual(await beside({ mixed: [1, { x: 1 }] }), ['skipped-data error 1']);
    assert.deepEqual(await beside({ lists: [['x', 'y'], [1], [2, 3]] }), ['skipped-data error 1']);
    const keyed = { k1: { a: 1, b: 2 }, k2: { a: 1, b: 2 } };
    const last = `${JSON.stringify(keyed).slice(0, -1)},${' '.repeat(70_000)}"more":[{"a":"x"}]}`;
    assert.deepEqual(await found('t.json', last, { key: 'string', ...two }), ['skipped-data error 1']);
  });

  it('has a finding for null in place of rows, and for properties that are repeated', async () => {
    assert.deepEqual(await found('t.ndjson', '{"a":1,"b":2}\nnull\n{"a":1,"b":2}\n', two), [
      'skipped-data warning 2 2 1',
    ]);
    assert.deepEqual(await found('t.json', '[{"a":1,"b":2,"a":3}]', two), ['skipped-data warning 1 1']);
  });

  it('says the line of what was left out first, in text with a row in each line', async () => {
    const lines = async (name: string, text: string) => {
      const { findings } = await check({ [name]: text }, dataset({ t: two }));
      return findings.map(({ row, line, count }) => ({ row, line, count }));
    };
    const title = 'sep=,\n\nA report\nof May\na,b\n1,2\n3,4\n';
    assert.deepEqual(await lines('t.csv', title), [{ row: null, line: 3, count: 2 }]);
    const comments = 'a,b\n"1",2\n\n# checked, by, hand\n3,4\n# all of, these, too\n5,6\n7,8\n9,0\n';
    assert.deepEqual(await lines('t.csv', comments), [{ row: 2, line: 4, count: 2 }]);
    const objects = '{"a":1,"b":2}\n\nnull\n{"a":1,"b":2,"a":3}\nnull\n';
    assert.deepEqual(await lines('t.ndjson', objects), [
      { row: 2, line: 4, count: 1 },
      { row: 2, line: 3, count: 2 },
    ]);
    const array = '[{"a":1,"b":2},\nnull,\n{"a":1,"b":2}]';
    assert.deepEqual(await lines('t.json', array), [{ row: 2, line: null, count: 1 }]);
  });

  it('has objects and arrays that fit no narrow type, unless objects have columns of their own', async () => {
    const objects = '[{"a":1,"b":2},{"a":{},"b":[]},{"a":{},"b":3}]';
    assert.deepEqual(await found('t.json', objects, two), [
      'unfit-value error a 2 2',
      'unfit-value error b 2 1',
    ]);
    assert.deepEqual(await found('t.json', objects, { a: 'string', b: 'string' }), []);
    const nested = '[{"a":1},{"a":{"x":2}}]';
    assert.deepEqual(await found('t.json', nested, { a: 'Int64', 'a.x': 'Int64' }), []);
    assert.deepEqual(await found('t.json', nested, { a: 'Int64' }), [
      'unfit-value error a 2 1',
      'extra-column error a.x',
    ]);
    assert.deepEqual(await found('t.json', '[{"a":1},{"a":{}}]', { a: 'Int64', 'a.x': 'string' }), [
      'missing-column error a.x',
    ]);
  });
});

describe('The encoding of data that is checked', () => {
  const expected = dataset({ t: { Nr: 'Int64', Straße: 'string' } });
  const mixed = Buffer.concat([Buffer.from('Nr;Straße\n1;x\n'), Buffer.from('2;M\xfcller\n', 'latin1')]);
  const western = Buffer.from('Nr;Stra\xdfe\n1;x\n', 'latin1');

  it('is a warning for each table, with what infer says, and the option', async () => {
    const hint = () => ' Use it.';
    const found = await check({ 'a/t.csv': mixed, 'b/t.csv': western }, expected, { hint });
    assert.ok(found.fits);
    assert.deepEqual(
      found.findings.map(({ code, severity, row, line, count, message }) => [
        code,
        severity,
        row,
        line,
        count,
        message,
      ]),
      [
        [
          'wrong-encoding',
          'warning',
          2,
          3,
          1,
          '1 character is not valid UTF-8 and was read as U+FFFD, in row 2. Use it.',
        ],
        [
          ...['wrong-encoding', 'warning', null, null, null],
          'The text is not UTF-8 and was read as windows-1252. If characters are wrong, choose its encoding. Use it.',
        ],
      ],
    );
  });

  it('is no finding once it is named', async () => {
    const reading = { encoding: 'latin1' };
    assert.deepEqual((await check({ 't.csv': western }, expected, { reading })).findings, []);
  });
});

describe('The check of a schema', () => {
  const script = `-- 'a;
/* two
lines */ CREATE TABLE other (x INT);
INSERT INTO other VALUES ('a
b');
CREATE TABLE bank (
  datum TIMESTAMP,
  betrag INTEGER, "Über" BYTEA,\r
  extra JSONB
);
ALTER TABLE bank
  ADD COLUMN late TEXT;
`;
  const declared = dataset({ bank: { datum: 'DateTime', betrag: 'bool', Über: 'Int64', zweck: 'string' } });

  it('has the lines of columns in a script, and says what the schema declares', async () => {
    const { findings } = await check({ 'drift.sql': script }, declared, { table: 'bank' });
    assert.deepEqual(
      findings
        .filter(({ table }) => table === 'bank')
        .filter(({ column }) => column !== 'x')
        .map(({ column, code, line }) => [column, code, line]),
      [
        ['datum', 'missing-column', null],
        ['betrag', 'missing-column', null],
        ['Über', 'missing-column', null],
        ['zweck', 'missing-column', null],
        ['betrag', 'unfit-value', 8],
        ['Über', 'unfit-value', 8],
        ['zweck', 'missing-column', null],
        ['extra', 'extra-column', 9],
        ['late', 'extra-column', 12],
      ],
    );
    const messages = findings.map(({ message }) => message);
    assert.ok(messages.includes("The schema declares a column extra, which table bank doesn't have."));
    assert.ok(messages.includes('The schema declares no column zweck, which table bank has.'));
  });

  it('counts lines of large scripts, as far as they are read', async () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => `INSERT INTO t VALUES (${id}, 'x');\n`).join('');
    const large = `CREATE TABLE t (id INT);\n${rows}CREATE TABLE bank (datum TIMESTAMP,\n extra INT);\n`;
    const { findings } = await check({ 'drift.sql': large }, dataset({ bank: { datum: 'DateTime' } }));
    assert.deepEqual(
      findings.filter(({ code }) => code === 'extra-column').map(({ column, line }) => [column, line]),
      [['extra', 20_003]],
    );
  });
});

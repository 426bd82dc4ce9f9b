import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasetStudio } from '../process.ts';

const columns = [
  { name: 'id', dataType: 'Int64' },
  { name: 'price', dataType: 'Double' },
];
const sales = { name: 'Sales', tables: ['Orders', 'Customers'].map((name) => ({ name, columns })) };

describe('dataset-studio check', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'sales.dataset.json'), JSON.stringify(sales));
    await writeFile(join(folder, 'data', 'orders.csv'), 'id,price\n1,2\n3,\n');
    await writeFile(join(folder, 'data', 'customers.ndjson'), '{"id":1,"price":1}\n{"id":"5","price":1.5}\n');
  });

  afterEach(() => rm(folder, { recursive: true }));

  const check = (args: readonly string[], input?: string) =>
    datasetStudio(['check', ...args], { cwd: folder, ...(input !== undefined && { input }) });
  const dataset = ['--dataset', 'sales.dataset.json'];

  it('exits with 0 if the data fits, and names tables without data', async () => {
    const { code, out, error } = await check(['data/orders.csv', ...dataset]);
    assert.deepEqual(
      [code, out, error],
      [0, '1 file: 0 errors, 0 warnings\nTables without data: Customers\n', ''],
    );
  });

  it('exits with 1 if it does not, with the line of the first value', async () => {
    const { code, out } = await check(['data', ...dataset]);
    assert.equal(code, 1);
    assert.match(
      out,
      /customers\.ndjson\n {2}2:1 +error {4}Column id has .* row 2 doesn't fit: "5"\. {2}unfit-value\n/,
    );
    assert.match(out, /2 files: 1 error, 0 warnings\n$/);
  });

  if (process.platform !== 'win32')
    it('shows no text of a file that a link leads to and that is not named like data', async () => {
      await mkdir(join(folder, '.git'));
      await writeFile(join(folder, 'passwd'), 'hunter2:x,price\nhunter3,hunter4\n');
      await symlink('../passwd', join(folder, 'data', 'linked.csv'));
      for (const args of [
        ['--format', 'json'],
        ['--format', 'gitlab'],
        ['--all', '--format', 'csv'],
        ['--format', 'stylish'],
      ])
        for (const named of ['data/linked.csv', 'data']) {
          const { code, out, error } = await check([named, ...dataset, '--table', 'Orders', ...args]);
          assert.equal(code, 1);
          assert.match(out, /not named like data|linked\.csv,/);
          assert.doesNotMatch(out + error, /hunter/, args.join(' '));
        }
      await symlink('orders.csv', join(folder, 'data', 'same'));
      assert.equal((await check(['data/same', ...dataset, '--table', 'Orders'])).code, 0);
    });

  it('says how to check data of another name', async () => {
    const { code, error } = await check(['-', ...dataset], 'id,price\n1,2\n');
    assert.equal(code, 1);
    assert.match(error, /^To check data against a table of another name, use --table NAME\.\n$/);
  });

  it('compares the tables of a script, and notes a script without tables, which only a folder names', async () => {
    const { tables } = sales;
    const create = tables.map(({ name }) => `CREATE TABLE ${name} (id int, price decimal(9, 2));\n`);
    await mkdir(join(folder, 'schema'));
    await writeFile(join(folder, 'schema', 'tables.sql'), create.join(''));
    await writeFile(join(folder, 'schema', 'query.sql'), 'SELECT 1;');
    const { code, out } = await check(['schema', ...dataset]);
    assert.equal(code, 0, out);
    assert.match(out, /query\.sql\n +info .*unreadable\n/);
    assert.equal((await check(['schema/query.sql', ...dataset])).code, 2);
  });

  it('prints all facts as JSON', async () => {
    const { code, out } = await check(['data', ...dataset, '--format', 'json']);
    assert.equal(code, 1);
    const [finding, ...others] = JSON.parse(out);
    assert.equal(others.length, 0);
    assert.deepEqual(Object.keys(finding), [
      'file',
      'table',
      'column',
      'code',
      'severity',
      'row',
      'line',
      'value',
      'count',
      'message',
    ]);
    assert.deepEqual(
      { ...finding, file: '', message: '' },
      {
        file: '',
        table: 'Customers',
        column: 'id',
        code: 'unfit-value',
        severity: 'error',
        row: 2,
        line: 2,
        value: '5',
        count: 1,
        message: '',
      },
    );
  });

  it('prints the formats of validate, with a line where there is one', async () => {
    await writeFile(join(folder, 'data', 'lines.json'), '[{"id":1}]');
    const print = async (format: string) => (await check(['data', ...dataset, '--format', format])).out;
    assert.match(await print('github'), /^::error file=data\/customers\.ndjson,line=2,endLine=2,/);
    assert.match(await print('azure'), /type=error;sourcepath=data\/lines\.json;code=unknown-table;\]/);
    const sarif = JSON.parse(await print('sarif'));
    const [, second] = sarif.runs[0].results;
    assert.equal(sarif.runs[0].tool.driver.rules[second.ruleIndex].id, 'unknown-table');
    assert.equal(second.locations[0].physicalLocation.region, undefined);
    assert.equal(JSON.parse(await print('gitlab'))[0].location.lines.begin, 2);
    assert.match(await print('junit'), /<testsuite name="data\/orders\.csv" tests="1" failures="0"/);
  });

  it('reads standard input, as the options say', async () => {
    const args = [
      '-',
      ...dataset,
      '--table',
      'orders',
      '--delimiter',
      ';',
      '--null',
      'NA',
      '--decimal-comma',
    ];
    assert.equal((await check(args, 'id;price\nNA;1,5\n')).code, 0);
    assert.equal((await check(args.slice(0, -1), 'id;price\nNA;1,234\n')).code, 1);
    const spaced = args.with(args.indexOf(';'), 'space');
    assert.equal((await check(spaced, '"id" "price"\n"NA" 1,5\n')).code, 0);
    assert.equal((await check(spaced, '"id" "price"\nx 1,5\n')).code, 1);
  });

  it('names the option that reads values in another way', async () => {
    const args = ['-', ...dataset, '--table', 'orders'];
    const { code, out } = await check(args, 'id,price\n1,"1,5"\n2,"2,5"\n');
    assert.equal(code, 1);
    assert.match(out, /2 values don't fit\..* To change it, use --decimal-comma\./);
    const missing = await check(args, 'id,price\n1,N/A\n2,2.5\n3,-\n4,N/A\n');
    assert.match(
      missing.out,
      /N\/A occurs 2 times and counts as text\..* To change it, use --null N\/A --null -\./,
    );
    const others = await check(args, 'id,price\n1,N/A\n2,2.5\n3,none of these\n');
    assert.doesNotMatch(others.out, /--null/);
  });

  it('prints at most so many problems, and still counts all', async () => {
    await writeFile(join(folder, 'data', 'orders.csv'), 'a,b,c\n1,2,3\n');
    const { code, out, error } = await check(['data/orders.csv', ...dataset, '--max-problems', '0']);
    assert.deepEqual([code, out.split('\n')[0]], [1, '1 file: 5 errors, 0 warnings']);
    assert.match(error, /^5 more problems are not printed\. Raise --max-problems to see them\.\n$/);
  });

  it('does not say in a JUnit report that a file has no problems if they are only not printed', async () => {
    const unfit = 'a,b,c\n1,2,3\n';
    await writeFile(join(folder, 'data', 'orders.csv'), unfit);
    await writeFile(join(folder, 'data', 'customers.csv'), unfit);
    const args = ['data/orders.csv', 'data/customers.csv', ...dataset, '--format', 'junit'];
    const { code, out } = await check([...args, '--max-problems', '1']);
    assert.equal(code, 1);
    assert.match(out, /<testsuite name="data\/orders\.csv" tests="1" failures="1"/);
    assert.doesNotMatch(out, /no problems|customers/);
  });

  it('writes to a file, but to none that it reads', async () => {
    const args = ['data', ...dataset, '--format', 'json', '--output'];
    const { code, out, error } = await check([...args, 'report.json', '-q']);
    assert.deepEqual([code, out, error], [1, '', 'report.json says what to fix.\n']);
    const [finding] = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    assert.equal(finding.code, 'unfit-value');
    assert.equal((await check([...args, 'data/orders.csv'])).code, 2);
    assert.equal((await check([...args, 'sales.dataset.json'])).code, 2);
  });

  describe('with --all', () => {
    const rows = Array.from({ length: 2500 }, (_, index) => (index % 2 ? `x${index},"1,5"` : `${index},2`));

    it('lists every value that does not fit as CSV, in the order of the file', async () => {
      await writeFile(join(folder, 'data', 'orders.csv'), `id,price,"a,b"\n${rows.join(',\n')},\n`);
      const { code, out } = await check(['data/orders.csv', ...dataset, '--all', '--format', 'csv']);
      const unfit = rows.flatMap((_, index) => {
        const place = `${index + 1},${index + 2}`;
        return index % 2
          ? [
              `data/orders.csv,Orders,id,unfit-value,${place},x${index}`,
              `data/orders.csv,Orders,price,unfit-value,${place},"1,5"`,
            ]
          : [];
      });
      assert.deepEqual(out.split('\n'), [
        'file,table,column,code,row,line,value',
        'data/orders.csv,Orders,"a,b",extra-column,,,',
        ...unfit,
        '',
      ]);
      assert.equal(code, 1);
    });

    it('lists and counts them as JSON and for people', async () => {
      await writeFile(join(folder, 'data', 'orders.csv'), 'id,price\nx,1\ny,z\n');
      const args = ['data/orders.csv', ...dataset, '--all'];
      const findings = JSON.parse((await check([...args, '--format', 'json'])).out);
      assert.deepEqual(
        findings.map(({ column, row, line, value, count, message }: Record<string, unknown>) => [
          column,
          row,
          line,
          value,
          count,
          message,
        ]),
        [
          ['id', 1, 2, 'x', 1, "Column id has the data type Int64, which the value in row 1 doesn't fit: x."],
          ['id', 2, 3, 'y', 1, "Column id has the data type Int64, which the value in row 2 doesn't fit: y."],
          [
            'price',
            2,
            3,
            'z',
            1,
            "Column price has the data type Double, which the value in row 2 doesn't fit: z.",
          ],
        ],
      );
      const { out } = await check(args);
      assert.equal(out.match(/unfit-value/g)?.length, 3);
      assert.match(out, /\n1 file: 3 errors, 0 warnings\n/);
    });

    it('lists at most as many as --max-problems says', async () => {
      await writeFile(join(folder, 'data', 'orders.csv'), `id\n${'x\n'.repeat(5000)}`);
      const args = ['data/orders.csv', ...dataset, '--all', '--format', 'csv', '--max-problems', '3'];
      const { code, out, error } = await check(args);
      assert.deepEqual([code, out.split('\n').length], [1, 5]);
      assert.match(error, /^4998 more problems are not printed\./);
    });

    it('is wrong usage for formats of few problems, and for standard input', async () => {
      const wrong = await check(['data', ...dataset, '--all', '--format', 'junit']);
      assert.equal(wrong.code, 2);
      assert.match(wrong.error, /^--all takes the formats stylish, json, and csv\./);
      const input = await check(['-', ...dataset, '--all'], 'id\nx\n');
      assert.equal(input.code, 2);
      assert.match(input.error, /^--all reads data twice/);
    });
  });

  it('prints one line for people about what is equal in several files, and one for each file as CSV', async () => {
    for (const name of ['orders.csv', 'customers.csv']) await rm(join(folder, 'data', name), { force: true });
    await mkdir(join(folder, 'months'));
    for (const month of [1, 2, 3]) await writeFile(join(folder, 'months', `${month}.csv`), `id\n${month}\n`);
    const args = ['months', ...dataset, '--table', 'Orders'];
    const { out } = await check(args);
    assert.equal(
      out,
      [
        'months/1.csv',
        '           error    The data has no column price, which table Orders has. (in 3 files)  missing-column',
        '',
        '3 files: 3 errors, 0 warnings',
        'Tables without data: Customers',
        '',
      ]
        .filter((line) => !line.startsWith('Tables'))
        .join('\n'),
    );
    const csv = await check([...args, '--format', 'csv']);
    assert.equal(csv.out.match(/,missing-column,/g)?.length, 3);
  });

  it('prints nothing for people with --quiet if the data fits, and then only errors', async () => {
    assert.deepEqual(await check(['data/orders.csv', ...dataset, '-q']), { code: 0, out: '', error: '' });
    await writeFile(join(folder, 'data', 'orders.csv'), 'id,more\nx,1\n');
    const { out } = await check(['data/orders.csv', ...dataset, '-q', '--allow-extra-columns']);
    assert.match(out, /unfit-value[\s\S]*missing-column\n\n1 file: 2 errors, 1 warning\n$/);
    assert.doesNotMatch(out, /extra-column|Tables without data/);
  });

  it('allows extra columns on request', async () => {
    await writeFile(join(folder, 'data', 'orders.csv'), 'id,price,more\n1,2,3\n');
    assert.equal((await check(['data/orders.csv', ...dataset])).code, 1);
    const { code, out } = await check(['data/orders.csv', ...dataset, '--allow-extra-columns']);
    assert.equal(code, 0);
    assert.match(out, /1 file: 0 errors, 1 warning\n/);
  });

  it('exits with 2 if a file cannot be read, after it has checked the others', async () => {
    const { code, out } = await check(['missing.csv', 'data', ...dataset]);
    assert.equal(code, 2);
    assert.match(out, /missing\.csv\n.*error {4}The file can't be read\..* unreadable\n/);
    assert.match(out, /unfit-value/);
  });

  it('exits with 2 for a dataset with errors, an unknown table, and wrong options', async () => {
    await writeFile(join(folder, 'broken.dataset.json'), '{"name":"x"}');
    await writeFile(join(folder, 'empty.dataset.json'), '{"name":"x","tables":[]}');
    for (const [args, message] of [
      [['data', '--dataset', 'broken.dataset.json'], /missing-property/],
      [['data', '--dataset', 'none.dataset.json'], /none\.dataset\.json can't be read\./],
      [['data', ...dataset, '--table', 'Lines'], /no table Lines\. Its tables: Orders, Customers\./],
      [
        ['data', '--dataset', 'empty.dataset.json', '--table', 'Lines'],
        /^The dataset has no tables\. Add one\./,
      ],
      [['data'], /--dataset/],
      [['data', '--dataset', ''], /^Name the dataset with --dataset/],
      [['data', ...dataset, '--table', ' '], /^--table takes a name, such as Orders\./],
      [['data', ...dataset, '--max-problems', 'x'], /--max-problems takes/],
    ] as const) {
      const { code, out, error } = await check(args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(error, message);
      assert.doesNotMatch(error, /\n\s+at /);
    }
  });
});

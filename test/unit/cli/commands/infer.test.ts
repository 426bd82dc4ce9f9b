import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import type { Dataset } from '../../../../src/dataset/dataset.ts';
import { validateText } from '../../../../src/dataset/document.ts';
import { reachable, sendSignal } from '../../signals.ts';
import { datasetStudio } from '../process.ts';

describe('dataset-studio infer', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    await writeFile(join(folder, 'orders.csv'), 'id;price;"when"\n1;1,5;2024-01-01\n2;;2024-01-02\n');
    await mkdir(join(folder, 'data', 'more'), { recursive: true });
    await writeFile(join(folder, 'data', 'a.tsv.gz'), gzipSync('x\ty\n1\ttrue\n'));
    await writeFile(join(folder, 'data', 'more', 'A.csv'), 'x,y\n2,no\n');
    await writeFile(join(folder, 'data', 'b.ndjson'), '{"x":1}\n');
    await writeFile(join(folder, 'data', 'old.dataset.json'), '{"name":"x","tables":[]}');
    await writeFile(join(folder, 'data', 'readme.md'), '# hello\n');
  });

  afterEach(() => rm(folder, { recursive: true }));

  const script = `CREATE TABLE orders (id int, total decimal(9, 2)); CREATE VIEW big AS SELECT * FROM orders;
    INSERT INTO orders VALUES (1, 2); INSERT INTO orders VALUES (2, 3);`;

  const infer = (...args: string[]) => datasetStudio(['infer', ...args], { cwd: folder });

  const shape = ({ name, tables }: Dataset) => ({
    [name]: Object.fromEntries(
      tables.map((table) => [
        table.name,
        table.columns.map(({ name, dataType }) => `${name}:${dataType}`).join(' '),
      ]),
    ),
  });

  const dataset = async (...args: string[]) => {
    const { out, code, error } = await infer(...args);
    assert.equal(code, 0, error);
    return shape(JSON.parse(out));
  };

  /** With `input` on its standard input. */
  async function inferInput(input: string | Uint8Array, ...args: string[]) {
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'infer', ...args], { cwd: folder });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return finished(child);
  }

  async function finished(child: ChildProcess) {
    let out = '';
    let error = '';
    child.stdout?.on('data', (text) => {
      out += text;
    });
    child.stderr?.on('data', (text) => {
      error += text;
    });
    const [code] = await once(child, 'close');
    return { code, out, error };
  }

  it('prints the dataset for --output -', async () => {
    const { code, out } = await infer('orders.csv', '--output', '-');
    assert.equal(code, 0);
    assert.equal(JSON.parse(out).name, 'orders');
    assert.deepEqual((await readdir(folder)).sort(), ['data', 'orders.csv']);
  });

  it('refuses an empty name of a file', async () => {
    for (const args of [[''], ['orders.csv', '--output', '']]) {
      const { code, out, error } = await infer(...args);
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.match(error, /An argument is empty|--output takes a file/);
    }
  });

  it('refuses --range for files that have no cells, instead of ignoring it', async () => {
    for (const args of [['orders.csv'], ['orders.csv', 'book.xlsx']]) {
      const { code, error } = await infer(...args, '--range', 'Sheet1!A1:B2');
      assert.equal(code, 2);
      assert.match(error, /^--range is for Excel workbooks, and orders\.csv is not one\./);
    }
  });

  it('names an option that it does not know', async () => {
    const { code, error } = await infer('-xorders.csv');
    assert.equal(code, 2);
    assert.match(error, /^Unknown option '-x'\.\nIf it is the name of a file, write \.\/ before it\.\n/);
  });

  it('prints the dataset, indented by two spaces, and nothing else on standard output', async () => {
    const { out, code } = await infer('orders.csv');
    assert.equal(code, 0);
    assert.equal(out, `${JSON.stringify(JSON.parse(out), null, 2)}\n`);
    assert.deepEqual(shape(JSON.parse(out)), { orders: { orders: 'id:Int64 price:Double when:DateTime' } });
  });

  it('prints a line for each table and note on standard error', async () => {
    const { error } = await infer('orders.csv');
    assert.deepEqual(error.split('\n'), [
      'orders: rows: 2, columns: 3, from orders.csv (csv)',
      'orders.price: The decimal separator is a comma.',
      'Decimal numbers have the data type Double, which is not declared yet. Create dataset-studio.json with {"dataTypes": ["Double"]}, or choose another one with --decimal-type.',
      '',
    ]);
  });

  it('prints YAML, which our own validator accepts as it does JSON', async () => {
    const yaml = (await infer('orders.csv', '--format', 'yaml')).out;
    const json = (await infer('orders.csv')).out;
    assert.deepEqual(parse(yaml), JSON.parse(json));
    for (const [text, format] of [
      [yaml, 'yaml'],
      [json, 'json'],
    ] as const) {
      const problems = await validateText(text, format, { rules: {}, dataTypes: [] });
      assert.deepEqual(
        problems.map(({ code, severity }) => [code, severity]),
        [['unknown-data-type', 'warning']],
      );
    }
  });

  it('finds nothing at a pattern in a folder whose name is too long', async () => {
    const { code, error } = await infer(`[x]${'a'.repeat(300)}/*.csv`);
    assert.equal(code, 2);
    assert.match(error, /^No data file is found at \[x\]a/);
  });

  it('takes globs below folders whose names look like patterns, and below absolute ones', async () => {
    const named = join(folder, '[x] (1)');
    await mkdir(named);
    await writeFile(join(named, 'rows.csv'), 'id\n1\n');
    for (const glob of ['[x] (1)/*.csv', `${named}/*.csv`]) {
      const { code, out } = await infer(glob);
      assert.equal(code, 0);
      assert.deepEqual(shape(JSON.parse(out)), { rows: { rows: 'id:Int64' } });
    }
  });

  it('takes folders and globs, and names the dataset after the folder', async () => {
    const all = { data: { a: 'x:Int64 y:bool', b: 'x:Int64', A_2: 'x:Int64 y:string' } };
    assert.deepEqual(await dataset('data'), all);
    assert.deepEqual(await dataset('data/**/*.{gz,csv,ndjson}'), all);
    assert.deepEqual(await dataset('data/b.ndjson', './data/b.ndjson', 'data/b*'), { b: { b: 'x:Int64' } });
  });

  it('makes one table of files with the same columns', async () => {
    await writeFile(join(folder, 'data', 'c.csv'), 'y,x\nyes,2.5\n,3\n');
    const args = ['data', '--merge', '--name', 'All', '--report', 'report.json'];
    assert.deepEqual(await dataset(...args), { All: { a: 'x:Double y:string', b: 'x:Int64' } });
    const [table] = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')).tables;
    assert.equal(table.rows, 4);
    assert.match(table.source, /a\.tsv\.gz, .*c\.csv, .*A\.csv/);
    const [x, y] = table.columns;
    assert.deepEqual([x.min, x.max, x.decidingRow, x.decidingValue], ['1', '3', 2, '2.5']);
    assert.deepEqual([y.decidingRow, y.decidingValue, y.values, y.empty], [2, 'yes', 3, 1]);
    assert.match(
      table.notes.join(),
      /table of 3 files, whose row numbers continue\. Other names of it are dropped: c, A\./,
    );
  });

  it('reads standard input', async () => {
    const { out } = await inferInput('a,b\n1,x\n', '-', '--name', 'orders');
    assert.deepEqual(shape(JSON.parse(out)), { orders: { orders: 'a:Int64 b:string' } });
    assert.deepEqual(shape(JSON.parse((await inferInput(gzipSync('a,b\n1,2\n'), '-')).out)), {
      stdin: { stdin: 'a:Int64 b:Int64' },
    });
  });

  it('writes the report as JSON, in its published shape', async () => {
    const { error } = await infer('orders.csv', '--report', 'report.json', '--decimal-type', 'Decimal');
    assert.equal(error, '');
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    assert.deepEqual(report, {
      tables: [
        {
          name: 'orders',
          source: 'orders.csv',
          format: 'csv',
          rows: 2,
          notes: [],
          columns: [
            {
              name: 'id',
              sourceName: 'id',
              dataType: 'Int64',
              sourceType: null,
              values: 2,
              empty: 0,
              min: '1',
              max: '2',
              examples: ['1', '2'],
              decidingRow: 1,
              decidingValue: '1',
              note: null,
            },
            {
              name: 'price',
              sourceName: 'price',
              dataType: 'Decimal',
              sourceType: null,
              values: 1,
              empty: 1,
              min: '1,5',
              max: '1,5',
              examples: ['1,5'],
              decidingRow: 1,
              decidingValue: '1,5',
              note: 'The decimal separator is a comma.',
            },
            {
              name: 'when',
              sourceName: 'when',
              dataType: 'DateTime',
              sourceType: null,
              values: 2,
              empty: 0,
              min: '2024-01-01',
              max: '2024-01-02',
              examples: ['2024-01-01', '2024-01-02'],
              decidingRow: 1,
              decidingValue: '2024-01-01',
              note: null,
            },
          ],
        },
      ],
      sources: [],
    });
  });

  it('reads the tables of a script, and says what it skips', async () => {
    await writeFile(join(folder, 'dump.sql'), script);
    assert.deepEqual(await dataset('dump.sql'), { dump: { orders: 'id:Int64 total:Double' } });
    const { error } = await infer('dump.sql');
    assert.match(error, /^dump\.sql: 4 statements: 1 table; skipped: 1 view \(big\), 2 INSERT\n/);
    await infer('dump.sql', '--report', 'report.json');
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    assert.deepEqual(report.sources, [
      {
        source: 'dump.sql',
        skipped: [
          { what: 'view', count: 1, names: ['big'] },
          { what: 'INSERT', count: 2, names: [] },
        ],
      },
    ]);
    assert.equal(report.tables[0].columns[1].sourceType, 'decimal(9,2)');
    await infer('dump.sql', '--report', 'report.md');
    assert.match(
      await readFile(join(folder, 'report.md'), 'utf8'),
      /^Skipped in `dump\.sql`: view: 1 \(big\), INSERT: 2\.\n/,
    );
    const strict = await infer('dump.sql', '--strict', '-q');
    assert.equal(strict.code, 1);
    assert.equal(strict.error, 'dump.sql is not complete, so --strict fails: 1 view (big)\n');
    await writeFile(join(folder, 'tables.sql'), 'CREATE TABLE a (x int); INSERT INTO a VALUES (1);');
    assert.equal((await infer('tables.sql', '--strict')).code, 0);
  });

  it('reads the scripts of a folder only if it has no data, and leaves out those without tables', async () => {
    await mkdir(join(folder, 'schema'));
    await writeFile(join(folder, 'schema', 'dump.sql'), script);
    await writeFile(join(folder, 'schema', 'query.sql'), 'SELECT 1;');
    const expected = { schema: { orders: 'id:Int64 total:Double' } };
    assert.deepEqual(await dataset('schema'), expected);
    assert.deepEqual(await dataset('schema/*'), expected);
    assert.match((await infer('schema')).error, /^schema\/query\.sql is left out\. /m);
    assert.equal((await infer('schema/query.sql')).code, 2);
    await writeFile(join(folder, 'schema', 'a.csv'), 'x,y\n1,2\n');
    assert.deepEqual(await dataset('schema'), { a: { a: 'x:Int64 y:Int64' } });
  });

  it('writes the report as Markdown, in which data is nothing but text', async () => {
    const text = 'id,"<b>|x`"\n1,"`a` | <script>"\n2,"[x](y)"\n';
    await writeFile(join(folder, 'odd.csv'), text);
    await infer('odd.csv', '--report', 'report.md');
    const report = await readFile(join(folder, 'report.md'), 'utf8');
    assert.match(report, /^## odd\n\n2 rows from `odd\.csv` \(csv\)\n/);
    assert.match(
      report,
      /\| <code>&#60;b&#62;&#124;x&#96;<\/code> \| string \| row 1: <code>&#96;a&#96; &#124; &#60;script&#62;<\/code> \|/,
    );
  });

  it('writes the dataset to a file, whole, and nothing to standard output', async () => {
    await writeFile(join(folder, 'real.dataset.json'), 'x'.repeat(5000));
    await symlink('real.dataset.json', join(folder, 'link.dataset.json'));
    const { out, code, error } = await infer('orders.csv', '--output', 'link.dataset.json');
    assert.deepEqual([code, out], [0, '']);
    assert.match(error, /\nReplaced link\.dataset\.json\.\n$/);
    const { out: printed } = await infer('orders.csv');
    assert.equal(await readFile(join(folder, 'real.dataset.json'), 'utf8'), printed);
    const made = await infer('orders.csv', '--output', 'new.dataset.yaml');
    assert.equal(made.code, 0);
    assert.doesNotMatch(made.error, /Replaced/);
    assert.match(await readFile(join(folder, 'new.dataset.yaml'), 'utf8'), /^name: orders\n/);
  });

  it('does not replace a file that it reads, or one output with the other', async () => {
    const before = await readFile(join(folder, 'orders.csv'), 'utf8');
    await symlink('orders.csv', join(folder, 'link.json'));
    for (const [args, message] of [
      [['orders.csv', '--output', './orders.csv'], /orders\.csv can't be replaced/],
      [['*.csv', '--output', 'link.json'], /link\.json can't be replaced/],
      [['orders.csv', '--report', 'link.json'], /link\.json can't be replaced/],
      [['orders.csv', '--output', 'new.json', '--report', './new.json'], /name different files/],
      [['orders.csv', '--output', 'old.json', '--report', 'old-link.json'], /name different files/],
    ] as const) {
      await writeFile(join(folder, 'old.json'), 'old');
      await symlink('old.json', join(folder, 'old-link.json')).catch(() => undefined);
      const { code, error, out } = await infer(...args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(error, message);
      assert.equal(await readFile(join(folder, 'old.json'), 'utf8'), 'old');
    }
    assert.equal(await readFile(join(folder, 'orders.csv'), 'utf8'), before);
    await assert.rejects(readFile(join(folder, 'new.json')));
  });

  it('does not take a dataset that a glob matches for data', async () => {
    await writeFile(join(folder, 'data', 'c.json'), '[{"z":1}]');
    const args = ['data/*.json', '--output', 'data/new.dataset.json'];
    // The second time, the glob matches the output of the first one.
    for (let run = 1; run <= 2; run++) {
      const { code, error } = await infer(...args);
      assert.equal(code, 0, error);
      const text = await readFile(join(folder, 'data', 'new.dataset.json'), 'utf8');
      assert.deepEqual(shape(JSON.parse(text)), { c: { c: 'z:Int64' } });
    }
    const { code, error } = await infer('data/*.dataset.json');
    assert.equal(code, 2);
    assert.match(error, /No data file is found/);
  });

  it('takes the type of fractions from the project file, and otherwise says where to declare it', async () => {
    const project = join(folder, 'dataset-studio.json');
    assert.match(
      (await infer('orders.csv')).error,
      /Create dataset-studio\.json with \{"dataTypes": \["Double"\]\}, or/,
    );
    await mkdir(join(folder, 'r', '.git'), { recursive: true });
    assert.match(
      (await infer('orders.csv', '--output', 'r/a/x.dataset.json')).error,
      /Create r\/dataset-studio\.json with/,
    );
    await writeFile(project, '{ "dataTypes": ["Guid"] }');
    assert.match((await infer('orders.csv')).error, /Add it to "dataTypes" in dataset-studio\.json, or/);
    await writeFile(project, '{ "dataTypes": ["Guid", "decimal", "Double"] }');
    const { out, error } = await infer('orders.csv');
    assert.deepEqual(shape(JSON.parse(out)), { orders: { orders: 'id:Int64 price:decimal when:DateTime' } });
    assert.doesNotMatch(error, /declared/);
    assert.match(JSON.stringify(await dataset('orders.csv', '--decimal-type', 'Number')), /price:Number/);
  });

  it('lets the user decide the dialect', async () => {
    await writeFile(join(folder, 'odd.csv'), 'a\tb;c\n1\tNA;-1\n');
    assert.deepEqual(await dataset('odd.csv', '--delimiter', 'tab'), { odd: { odd: 'a:Int64 b;c:string' } });
    assert.deepEqual(await dataset('odd.csv', '--delimiter', ';', '--no-header'), {
      odd: { odd: 'Column1:string Column2:string' },
    });
    await writeFile(join(folder, 'r.txt'), 'a b\n1 x\n2 y\n');
    for (const space of [' ', 'space'])
      assert.deepEqual(await dataset('r.txt', '--delimiter', space), { r: { r: 'a:Int64 b:string' } });
    assert.deepEqual(await dataset('orders.csv', '--header', '--null', '1', '--null=2'), {
      orders: { orders: 'id:string price:Double when:DateTime' },
    });
  });

  it('prints nothing on standard output and ends with 2 if any file cannot be read', async () => {
    await writeFile(join(folder, 'data', 'bad.csv'), 'a,b\n1,"x\n');
    await writeFile(join(folder, 'data', 'empty.csv'), '');
    const { out, code, error } = await infer(
      'data',
      'missing.csv',
      '--report',
      'report.json',
      '--output',
      'new.json',
    );
    assert.deepEqual([code, out], [2, '']);
    assert.match(error, /bad\.csv: A quote in row 1 is never closed/);
    assert.match(error, /empty\.csv: The file is empty/);
    assert.match(error, /missing\.csv: The file can't be read\. It does not exist/);
    await assert.rejects(readFile(join(folder, 'report.json')));
    await assert.rejects(readFile(join(folder, 'new.json')));
  });

  it('says with which options a note would not hold', async () => {
    await writeFile(
      join(folder, 'notes.csv'),
      'a;b;c\n1;1,234;03/04/2024\n--;2,345;13/04/2024\n?;1;1/1/2024\n..;1;1/1/2024\n',
    );
    const { error } = await infer('notes.csv');
    for (const options of [
      "--null=-- --null '..' --null '?'",
      "--thousands ',' or --decimal-comma",
      '--date-order dmy',
    ])
      assert.ok(error.includes(`To change it, use ${options}.`), error);
    const report = join(folder, 'report.json');
    await infer('notes.csv', '--report', report);
    assert.match(await readFile(report, 'utf8'), /To change it, use --date-order dmy/);
  });

  it('reads neither pipes nor sockets as files', async function () {
    // On Windows, pipes and sockets are no files of a folder.
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
    const server = createServer().listen(join(folder, 'socket.csv'));
    await once(server, 'listening');
    const { code, error } = await infer('pipe.csv', 'socket.csv');
    server.close();
    assert.equal(code, 2);
    assert.match(error, /pipe\.csv: The file can't be read\. It is a pipe, a socket, or a device/);
    assert.match(error, /socket\.csv: The file can't be read\. It is a pipe, a socket, or a device/);
  });

  it('ends with 2 where the output cannot be written', async () => {
    for (const flag of ['--output', '--report']) {
      const { code, error, out } = await infer('orders.csv', flag, 'none/x.json');
      assert.deepEqual([code, out], [2, '']);
      assert.match(error, /its folder doesn't exist/);
    }
  });

  describe('for an output that is not a file', () => {
    before(function () {
      // Windows has no devices and pipes in folders.
      if (process.platform === 'win32') this.skip();
    });

    it('writes to devices and to its own streams', async () => {
      assert.deepEqual((await infer('orders.csv', '--output', '/dev/null')).code, 0);
      const { out: printed } = await infer('orders.csv');
      const command = `"${process.execPath}" "${resolve('dist/cli.js')}" infer orders.csv --output /dev/stdout | cat`;
      assert.equal(
        execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }),
        printed,
      );
    });

    it('does not wait for the reader of a pipe', async () => {
      execFileSync('mkfifo', [join(folder, 'pipe.json')]);
      const { code, error, out } = await infer('orders.csv', '--output', 'pipe.json');
      assert.deepEqual([code, out], [2, '']);
      assert.match(error, /pipe\.json: The file can't be written because it is a pipe/);
    });
  });

  it('ends with 2 on wrong usage', async () => {
    await mkdir(join(folder, 'nothing'));
    for (const [args, message] of [
      [[], /^Missing required argument 'files'/],
      [['nothing'], /No data file is found at nothing/],
      [['*.xyz'], /No data file is found/],
      [['orders.csv', '--format', 'xml'], /argument 'xml' is invalid\. Allowed choices are json, yaml\./],
      [['orders.csv', '--report', 'a.txt'], /--report takes/],
      [['orders.csv', '--delimiter', 'ab'], /--delimiter can't be "/],
      [['orders.csv', '--delimiter', '"'], /--delimiter can't be "/],
      [['orders.csv', '--name', ' '], /--name takes/],
      [
        ['orders.csv', '--no-header', '--header'],
        /^--header and --no-header contradict each other\. Use only one/,
      ],
      [
        ['orders.csv', '--decimal-comma', '--thousands', ','],
        /^--decimal-comma and --thousands , contradict each other\. Use only one/,
      ],
      [['orders.csv', '--unknown'], /^Unknown option/],
    ] as const) {
      const { code, error, out } = await infer(...args);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
      assert.match(error, message);
    }
  });

  it('prints no terminal sequences that file names or data contain', async () => {
    // No file name on Windows has control characters.
    const name = process.platform === 'win32' ? 'a\u202e.csv' : 'a\u202e\u001b[31m.csv';
    await writeFile(join(folder, name), 'a\u202e\u200b,b\n 1,007\n');
    const { error, code } = await infer(name);
    assert.equal(code, 0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what may not be there.
    assert.doesNotMatch(error, /[\u0000-\u0009\u000b-\u001f\u202e\u200b]/);
  });

  it('ends with 130 at once when it is interrupted, though standard input stays open', async () => {
    const child = spawn(process.execPath, [...reachable.execArgv, resolve('dist/cli.js'), 'infer', '-'], {
      cwd: folder,
      stdio: [...reachable.stdio],
    });
    // More than a pipe holds: once all of it is written, the command reads.
    child.stdin?.on('error', () => undefined);
    child.stdin?.write('a,b\n1,2\n'.repeat(200_000), () => sendSignal(child, 'SIGINT'));
    const { code, out } = await finished(child);
    assert.deepEqual([code, out], [130, '']);
  });

  it('names the reason where permission is denied', async () => {
    await chmod(join(folder, 'orders.csv'), 0);
    const isReadable = await readFile(join(folder, 'orders.csv')).then(
      () => true,
      () => false,
    );
    if (isReadable) {
      // Root may read anything, and so may everyone on Windows; a link that leads to itself is unreadable for everyone.
      await symlink('loop.csv', join(folder, 'loop.csv'));
      assert.match((await infer('loop.csv')).error, /a link that leads back to itself/);
    } else {
      assert.match((await infer('orders.csv')).error, /Permission was denied/);
    }
  });

  it('reads binary formats, and reports what they do not say as null', async () => {
    const schema = JSON.stringify({ type: 'record', name: 'a', fields: [{ name: 'x', type: 'long' }] });
    const header = Buffer.from(
      `Obj\u0001\u0002\u0016avro.schema${String.fromCharCode(((schema.length * 2) & 127) | 128, (schema.length * 2) >> 7)}`,
      'latin1',
    );
    await writeFile(
      join(folder, 'a.avro'),
      Buffer.concat([header, Buffer.from(`${schema}\0`), Buffer.alloc(16)]),
    );
    const database = new DatabaseSync(join(folder, 'shop.sqlite'));
    database.exec('CREATE TABLE orders (id INTEGER); INSERT INTO orders VALUES (1)');
    database.close();
    const { out, code, error } = await infer(
      'a.avro',
      'shop.sqlite',
      '--name',
      'all',
      '--report',
      'report.json',
    );
    assert.equal(code, 0, error);
    assert.deepEqual(shape(JSON.parse(out)), { all: { a: 'x:Int64', orders: 'id:Int64' } });
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    assert.deepEqual(
      report.tables.map((table: { rows: unknown; columns: { values: unknown; min: unknown }[] }) => [
        table.rows,
        table.columns[0]?.values,
        table.columns[0]?.min,
      ]),
      [
        [null, null, null],
        [1, 1, '1'],
      ],
    );
    const summary = await infer('a.avro');
    assert.match(summary.error, /^a: columns: 1, from a\.avro \(avro\)$/m);
  });

  it('says what is wrong with a binary file', async () => {
    await writeFile(join(folder, 'a.parquet'), 'PAR1');
    const { out, code, error } = await infer('a.parquet');
    assert.deepEqual([out, code], ['', 2]);
    assert.equal(error, 'a.parquet: The Parquet file is damaged or incomplete. Export it again.\n');
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { datasetStudio } from '../process.ts';

const columns = [
  { name: 'Id', dataType: 'Int64' },
  { name: 'City', dataType: 'string' },
  { name: 'Price', dataType: 'Double' },
];
const sales = { name: 'Sales', tables: ['Orders', 'Customers'].map((name) => ({ name, columns })) };
const orders = {
  files: ['orders-*.csv'],
  dataset: 'sales.dataset.json',
  table: 'Orders',
  reading: { delimiter: ';', encoding: 'windows-1250', decimalComma: true, nulls: ['N/A'] },
};
/** `Łódź` in windows-1250, which other encodings read as something else. */
const text = (price: string) => Buffer.from(`Id;City;Price\n1;\xa3\xf3d\x9f;${price}\n`, 'latin1');

describe('dataset-studio check with a project file', function () {
  this.timeout(60_000);
  let top: string;
  let folder: string;

  async function write(files: Readonly<Record<string, string | Uint8Array | object>>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      const isWritten = typeof content === 'string' || content instanceof Uint8Array;
      await writeFile(join(folder, path), isWritten ? content : JSON.stringify(content, null, 1));
    }
  }

  beforeEach(async () => {
    top = await realpath(await mkdtemp(join(tmpdir(), 'dataset-studio-')));
    folder = join(top, 'repository');
    await write({
      '.git/HEAD': '',
      'sales.dataset.json': sales,
      'dataset-studio.json': { data: [orders] },
      'exports/orders-01.csv': text('1,5'),
      'exports/orders-02.csv': text('N/A'),
      'exports/node_modules/orders-03.csv': 'no',
      'exports/other.csv': 'no',
    });
  });

  afterEach(() => rm(top, { recursive: true }));

  const check = (...args: string[]) => datasetStudio(['check', ...args], { cwd: folder });

  it('checks all files that entries name, from any folder of the repository', async () => {
    const { code, out, error } = await check();
    assert.deepEqual([code, out, error], [0, '2 files: 0 errors, 0 warnings\n', '']);
    await write({ 'exports/orders-02.csv': text('1.5.0') });
    const from = await datasetStudio(['check'], { cwd: join(folder, 'exports') });
    assert.equal(from.code, 1, from.error);
    assert.match(
      from.out,
      /^\.\.\/exports\/orders-02\.csv\n {2}2:1 +error +Column Price .* 1\.5\.0\. {2}unfit-value/,
    );
  });

  it('finds the entry of each file that is named, also outside of the repository', async () => {
    const outside = join(top, 'orders-07.csv');
    await writeFile(outside, text('2,5'));
    assert.equal((await check('exports/orders-01.csv', outside)).code, 0);
    const other = await check('exports/orders-01.csv', 'exports/other.csv');
    assert.deepEqual(
      [other.code, other.error],
      [
        2,
        'The project file does not say which dataset exports/other.csv belongs to. Name it with --dataset, or add to dataset-studio.json: "data": [{"files":["other.csv"],"dataset":"DATASET.dataset.json","table":"TABLE"}], with the names of your dataset and table\nRun "dataset-studio check --help" for help.\n',
      ],
    );
    assert.match((await check('-')).error, /^Name the dataset with --dataset/);
  });

  it('replaces what the entry says by options, one by one', async () => {
    const customers = { name: 'C', tables: [{ name: 'Orders-', columns: columns.slice(0, 2) }] };
    await write({ 'customers.dataset.json': customers });
    const changed = await check('exports/orders-01.csv', '--dataset', 'customers.dataset.json');
    assert.equal(changed.code, 1);
    // The rest of the entry still says how it is read.
    assert.match(changed.out, /1 file: 1 error/);
    assert.match(changed.out, /The data has a column Price, which table Orders- doesn.t have/);
    const extra = ['--dataset', 'customers.dataset.json', '--allow-extra-columns'];
    assert.equal((await check('exports/orders-01.csv', ...extra)).code, 0);
    assert.equal((await check('exports/orders-01.csv', '--delimiter', ',')).code, 1);
    assert.equal((await check('exports/orders-01.csv', '--table', 'Customers')).code, 0);
  });

  it('checks the data of several datasets in one report, and lists values with --all', async () => {
    await write({
      'dataset-studio.json': {
        data: [
          { files: ['b*.csv'], dataset: 'other/t.dataset.json', table: 'T', allowExtraColumns: true },
          { files: ['a*.csv'], dataset: 'sales.dataset.json', reading: { delimiter: ';' }, table: 'orders' },
        ],
      },
      'other/t.dataset.json': { name: 'T', tables: [{ name: 'T', columns: columns.slice(0, 1) }] },
      'a1.csv': 'Id;City;Price\nx;y;1\nz;y;1\n',
      'b.csv': 'Id,More\n1,2\ny,2\n',
      'c.csv': '',
    });
    const { code, out } = await check('--all', '--format', 'csv');
    assert.equal(code, 1);
    assert.equal(
      out,
      'file,table,column,code,row,line,value\na1.csv,Orders,Id,unfit-value,1,2,x\na1.csv,Orders,Id,unfit-value,2,3,z\nb.csv,T,More,extra-column,,,\nb.csv,T,Id,unfit-value,2,3,y\n',
    );
  });

  it('warns of an entry without a file, and fails if there is none at all', async () => {
    await write({ 'dataset-studio.json': { data: [orders, { ...orders, files: ['x.csv', 'y/'] }] } });
    const some = await check();
    assert.equal(some.code, 0);
    assert.match(some.error, /^dataset-studio\.json:23:15: No data file was found for "x\.csv","y\/"\.\n$/);
    await write({ 'dataset-studio.json': { data: [{ ...orders, files: ['x.csv'] }] } });
    const none = await check();
    assert.equal(none.code, 2);
    assert.match(none.error, /\nNo data file was found for any entry of the project file\./);
    await write({ 'dataset-studio.json': {} });
    const without = await check();
    assert.equal(without.code, 2);
    assert.match(
      without.error,
      /"data": \[\{"files":\["orders-\*\.csv"\],"dataset":"DATASET\.dataset\.json","table":"TABLE"\}\], with/,
    );
  });

  it('reports each mistake at its line', async () => {
    const wrong = { ...orders, reading: { encoding: 'utf-7' } };
    await write({ 'dataset-studio.json': { data: [wrong] } });
    for (const args of [
      [],
      ['exports/orders-01.csv'],
      ['exports/orders-01.csv', '--dataset', 'sales.dataset.json'],
    ]) {
      const { code, error } = await check(...args);
      assert.equal(code, 2);
      assert.match(error, /^dataset-studio\.json:10:17: "encoding": Enter the name of an encoding/);
    }
    await write({ 'dataset-studio.json': { data: [{ ...orders, table: 'Ordrs' }] } });
    const table = await check();
    assert.equal(table.code, 2);
    assert.match(table.error, /^dataset-studio\.json:7:15: .*Ordrs.*Orders, Customers/);
    await write({ 'dataset-studio.json': { data: [{ ...orders, dataset: 'missing.dataset.json' }] } });
    assert.match((await check()).error, /^missing\.dataset\.json can't be read\./);
  });

  if (process.platform !== 'win32')
    it('reads no pipe, and nothing outside of the repository that nobody named', async () => {
      await writeFile(join(top, 'orders-08.csv'), 'secret');
      await symlink(join(top, 'orders-08.csv'), join(folder, 'orders-08.csv'));
      await symlink('/nowhere', join(folder, 'unnamed.csv'));
      execFileSync('mkfifo', [join(folder, 'orders-09.csv')]);
      await write({ 'dataset-studio.json': { data: [{ ...orders, files: ['orders-*.csv', '../*.csv'] }] } });
      const { code, out, error } = await check();
      assert.equal(code, 2);
      assert.doesNotMatch(out + error, /secret|orders-09|unnamed/);
      assert.match(out, /orders-08\.csv\n +error .*link.*unreadable/);
    });

  it('tells infer how to read data', async () => {
    const { out, error } = await datasetStudio(['infer', 'exports/orders-01.csv'], { cwd: folder });
    assert.match(out, /"City"/);
    assert.match(error, /^exports\/orders-01\.csv is read as dataset-studio\.json:7:15 says\.\n/);
    const other = await datasetStudio(['infer', 'exports/orders-01.csv', '--delimiter', ','], {
      cwd: folder,
    });
    assert.doesNotMatch(other.out, /"City"/);
  });
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { RootedFiles, rootedData, shortNameOf } from '../../../../src/cli/mcp/rooted-files.ts';

describe('Globs below the root of the MCP server', () => {
  let root: string;
  const longName = `${'a'.repeat(200)}.dataset.json`;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'rooted-'));
    await mkdir(join(root, 'data', 'more'), { recursive: true });
    for (const name of ['sales.dataset.json', longName])
      await writeFile(join(root, 'data', 'more', name), '');
  });

  afterEach(() => rm(root, { recursive: true }));

  const find = async (...patterns: readonly string[]) => (await RootedFiles.in(root)).find(patterns, '**/*');

  it('find files by names and in folders', async () => {
    for (const pattern of ['**/s*', 'data/**/*les*.json', '**/**/**/**/sales*', 'd*a/*/s*s*']) {
      const found = await find(pattern);
      assert.deepEqual(found.ok && found.value.files, ['data/more/sales.dataset.json'], pattern);
    }
  });

  it('lead to nothing outside, not even to whether it exists', async () => {
    const located = await (await RootedFiles.in(root)).locate('../none.json');
    assert.equal(!located.ok && located.failure.kind, 'outside-root');
    await symlink(tmpdir(), join(root, 'link'));
    const found = await find('l*/../none.json');
    assert.equal(!found.ok && found.failure.kind, 'outside-root');
  });

  it('may name folders and files with dots', async () => {
    await mkdir(join(root, '..data'));
    await writeFile(join(root, '..data', 'a..b.csv'), '');
    for (const pattern of ['[.][.]data/*.csv', '..data/*..b.*', '{..data,x}/a..b.*']) {
      const found = await find(pattern);
      assert.ok(found.ok || found.failure.kind !== 'outside-root', pattern);
    }
    const found = await find('..data/*..b.*');
    assert.deepEqual(found.ok && found.value.files, ['..data/a..b.csv']);
  });

  it('find nothing in a folder whose name is too long', async () => {
    const found = await find(`[x]${'a'.repeat(300)}/*`);
    assert.ok(!found.ok || found.value.files.length === 0);
  });

  // Each of them takes minutes to match one long name, or would in a deep folder.
  for (const pattern of [
    '**/*a*a*a*a*a*a*a*b',
    '**/**a**a**a**a**a**a**a**b',
    'data/**a*a**a*a**a*a**a*b/*',
    `${'{a,a}'.repeat(50)}b`,
    `${'{a,'.repeat(50)}a${'}'.repeat(50)}b`,
    '**/a/**/a/**/a/**/a/**/a/**/b',
    '**/{s,ales,sales}+.dataset.json',
    '**/(s|ales|sales)+.dataset.json',
    `**/s${'(a|)'.repeat(30)}ales*`,
  ])
    it(`match nothing where matching takes too long: ${pattern}`, async () => {
      const found = await find(pattern);
      assert.equal(!found.ok && found.failure.kind, 'no-match');
    });
});

describe('Data files below the root of the MCP server', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'rooted-'));
    await writeFile(join(root, 'orders.csv'), 'id\n1\n');
    await writeFile(join(root, 'file:notes.csv'), 'id\n1\n');
    await symlink(process.execPath, join(root, 'elsewhere.csv'));
  });

  afterEach(() => rm(root, { recursive: true }));

  const find = async (...patterns: readonly string[]) => {
    const data = rootedData(await RootedFiles.in(root), () => assert.fail('Nothing is read.'));
    return data.find(patterns);
  };

  it('that only a glob names are skipped if they may not be read', async () => {
    const found = await find('*.csv');
    assert.ok(found.ok);
    assert.deepEqual(
      found.value.files.map(({ label }) => label),
      ['orders.csv'],
    );
    assert.deepEqual(found.value.skipped, [{ file: 'file:notes.csv', details: 'This is not a path.' }]);
  });

  it('that are named as such and may not be read fail', async () => {
    const found = await find('orders.csv', 'elsewhere.csv');
    assert.equal(!found.ok && found.failure.kind, 'outside-root');
  });
});

describe('The beginning of a path of Windows that may be the root by its 8.3 names', () => {
  const root = 'C:\\Users\\Somebody\\Documents';
  for (const [file, expected] of [
    ['C:\\Users\\SOMEBO~1\\Documents\\a.csv', 'C:\\Users\\SOMEBO~1\\Documents'],
    ['c:\\users\\SOMEBO~1\\DOCUME~2', 'c:\\users\\SOMEBO~1\\DOCUME~2'],
    ['C:\\Users\\SOMEBO~1', undefined],
    ['C:\\Users\\Another\\Documents\\a.csv', undefined],
    ['D:\\Users\\SOMEBO~1\\Documents\\a.csv', undefined],
    ['\\\\host~1\\Users\\SOMEBO~1\\Documents', undefined],
    ['C:\\Users\\Somebody\\Documents\\a~1.csv', undefined],
  ] as const)
    it(`is ${expected ?? 'none'} in ${file}`, () => assert.equal(shortNameOf(root, file, win32), expected));
});

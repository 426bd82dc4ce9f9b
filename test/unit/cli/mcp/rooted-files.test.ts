import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootedData, rootedDocuments, rootedFiles } from '../../../../src/cli/mcp/rooted-files.ts';

const everything = { hidden: false, inFolder: (files: readonly string[]) => files, isWanted: () => true };

describe('Globs below the root of the MCP server', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'rooted-'));
    await mkdir(join(root, 'data', 'more'), { recursive: true });
    await writeFile(join(root, 'data', 'more', 'sales.dataset.json'), '');
  });

  afterEach(() => rm(root, { recursive: true }));

  const find = async (...patterns: readonly string[]) => (await rootedFiles(root)).find(patterns, everything);

  it('find files by names and in folders', async () => {
    for (const pattern of ['**/s*', 'data/**/*les*.json', '**/**/**/**/sales*', 'd*a/*/s*s*']) {
      const found = await find(pattern);
      assert.deepEqual(found.ok && found.value.files, ['data/more/sales.dataset.json'], pattern);
    }
  });

  it('lead to nothing outside, not even to whether it exists', async () => {
    const located = await (await rootedFiles(root)).locate('../none.json');
    assert.equal(!located.ok && located.failure.kind, 'outside-root');
    await symlink(tmpdir(), join(root, 'link'));
    const found = await find('l*/../none.json');
    assert.equal(!found.ok && found.failure.kind, 'outside-root');
  });

  it('may name folders and files with dots', async () => {
    await mkdir(join(root, '..data'));
    await writeFile(join(root, '..data', 'a..b.csv'), '');
    for (const pattern of ['..data/*..b.*', '{..data,x}/a..b.*']) {
      const found = await find(pattern);
      assert.ok(found.ok || found.failure.kind !== 'outside-root', pattern);
    }
    const found = await find('..data/*..b.*');
    assert.deepEqual(found.ok && found.value.files, ['..data/a..b.csv']);
  });

  it('find nothing in a folder whose name is too long', async () => {
    const found = await find(`${'a'.repeat(300)}/*`);
    assert.ok(!found.ok || found.value.files.length === 0);
  });
});

describe('Documents below the root of the MCP server', () => {
  it('that are links to another kind of file are refused, and settings that name one give no text of it', async () => {
    const root = await mkdtemp(join(tmpdir(), 'rooted-'));
    await writeFile(join(root, 'token'), 'hunter2');
    await writeFile(join(root, 'token.json'), '{"hunter2":1}');
    await writeFile(join(root, 'b.dataset.json'), '{}');
    for (const [target, name] of [
      ['token', 'a.dataset.json'],
      ['token.json', 'c.dataset.json'],
      ['b.dataset.json', 'd.dataset.json'],
    ] as const)
      await symlink(target, join(root, name));
    const documents = rootedDocuments(await rootedFiles(root));
    for (const name of ['a.dataset.json', 'c.dataset.json']) {
      const read = await documents.read(name);
      assert.equal(!read.ok && read.failure.kind, 'not-a-document', name);
    }
    assert.equal((await documents.read('d.dataset.json')).ok, true);
    await writeFile(join(root, 'dataset-studio.json'), '{"extends":"token"}');
    const read = await documents.read('b.dataset.json');
    assert.ok(!read.ok && read.failure.kind === 'wrong-settings');
    assert.match(read.failure.details, /token:1:1: .*not a valid project file/);
    assert.doesNotMatch(read.failure.details, /hunter2/);
    await rm(root, { recursive: true });
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
    const data = rootedData(await rootedFiles(root), () => assert.fail('Nothing is read.'));
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

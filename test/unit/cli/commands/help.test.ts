import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { datasetStudio } from '../process.ts';

describe('dataset-studio without a command to run', () => {
  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    const { code, out } = await datasetStudio(['--version']);
    assert.deepEqual([code, out], [0, `${version}\n`]);
  });

  it('prints the help with --help, also after a command', async () => {
    const { code, out } = await datasetStudio(['--help']);
    assert.equal(code, 0);
    assert.equal((await datasetStudio(['settle', '--help'])).out, out);
  });

  it('takes --help after -- as a name', async () => {
    const { code, out, error } = await datasetStudio(['validate', '--', '--help']);
    assert.deepEqual([code, out], [2, '']);
    assert.match(error, /^--help is not a dataset file/);
  });

  it('refuses arguments after --version', async () => {
    const { code, out, error } = await datasetStudio(['--version', 'x']);
    assert.deepEqual([code, out], [2, '']);
    assert.match(error, /^--version takes no arguments\./);
  });

  for (const args of [
    ['validate', '.'],
    ['infer', 'x.csv'],
    ['diagram', 'a.json'],
  ])
    it(`says that the current folder is gone, and exits with 2: ${args.join(' ')}`, async function () {
      // Windows doesn't delete the current folder of a process.
      if (process.platform === 'win32') this.skip();
      const folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
      const run = ['-c', 'rmdir "$PWD" && exec "$0" "$@"', process.execPath, resolve('dist/cli.js'), ...args];
      const { status, stdout, stderr } = spawnSync('sh', run, { cwd: folder, encoding: 'utf8' });
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^The current folder was deleted/);
    });

  it('names every variable and exit code of the documentation in the help', async () => {
    const { out } = await datasetStudio(['help']);
    const documentation = await readFile('docs/command-line.md', 'utf8');
    const [, table = ''] = documentation.split('## Exit codes');
    for (const [name] of documentation.matchAll(/\bDATASET_(?!ID\b)[A-Z_]+/g))
      assert.ok(out.includes(name), name);
    for (const [, code] of table.matchAll(/^\| (\d+) /gm)) assert.match(out, new RegExp(`^ +${code} `, 'm'));
  });

  it('prints the help on standard error without a command, and exits with 2', async () => {
    const { code, out, error } = await datasetStudio([]);
    assert.deepEqual([code, out], [2, '']);
    assert.match(error, /^Usage:/);
  });
});

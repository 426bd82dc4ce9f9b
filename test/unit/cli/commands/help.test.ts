import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
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

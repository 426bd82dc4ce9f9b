import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RootedFiles } from '../../../../src/cli/mcp/rooted-files.ts';

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

  const find = async (...patterns: readonly string[]) => (await RootedFiles.in(root)).find(patterns);

  it('find files by names and in folders', async () => {
    for (const pattern of ['**/s*', 'data/**/*les*.json', '**/**/**/**/sales*', 'd*a/*/s*s*']) {
      const found = await find(pattern);
      assert.deepEqual(found.ok && found.value.files, ['data/more/sales.dataset.json'], pattern);
    }
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

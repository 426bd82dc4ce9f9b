import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { formats } from '../../../../src/inference/formats/formats.ts';
import { readers } from '../../../../src/inference/formats/readers.ts';

describe('The readers of data files', () => {
  it('each have a row in the table of formats, which says what they are for', () => {
    assert.deepEqual(formats.map(({ name }) => name).sort(), Object.keys(readers).sort());
  });

  it('have tests of their own, named after their folders', () => {
    const source = readFileSync('src/inference/formats/readers.ts', 'utf8');
    const folders = [...source.matchAll(/import\('\.\/([\w-]+)\//g)].map(([, folder = '']) => folder);
    assert.ok(folders.length > 5);
    const isTested = (folder: string) =>
      globSync(`test/unit/inference/{,formats/}${folder}{,/*}.test.ts`).length > 0;
    const untested = [...new Set(folders)].filter((folder) => !isTested(folder));
    assert.deepEqual(untested, [], 'Write test/unit/inference/formats/<folder>.test.ts for these folders.');
  });
});

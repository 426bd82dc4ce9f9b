import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileFixes } from '../../../../src/cli/input/file-fixes.ts';

describe('FileFixes', () => {
  it('counts a file only if it is written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    const file = join(folder, 'a.dataset.json');
    const read = '{"name":" Sales","tables":[]}';
    const document = {
      format: 'json' as const,
      content: Buffer.from(read),
      settings: { rules: {}, dataTypes: [] },
    };
    // Another program has changed it since it was read, so it stays as it is.
    await writeFile(file, '{}');
    const fixes = new FileFixes(false);
    assert.equal((await fixes.fix(file, document)).ok, false);
    assert.equal(fixes.count, 0);
    await writeFile(file, read);
    assert.equal((await fixes.fix(file, document)).ok, true);
    assert.equal(fixes.count, 1);
    assert.equal(await readFile(file, 'utf8'), '{"name":"Sales","tables":[]}');
    await rm(folder, { recursive: true });
  });
});

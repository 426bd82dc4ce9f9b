import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { releaseUnderTest } from './release-under-test.ts';

describe('The agent plugin of the release', () => {
  it('is a file of its own, with all of dist/plugin in a folder of its name, and not in the .vsix', async () => {
    const { plugin, vsix } = await releaseUnderTest();
    const built = readdirSync('dist/plugin', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const packed = unzipSync(new Uint8Array(readFileSync(plugin)));
    assert.deepEqual(
      Object.keys(packed).sort(),
      built.map((file) => file.replace('dist/plugin', 'dataset-studio')).sort(),
    );
    for (const file of built)
      assert.deepEqual(
        Buffer.from(packed[file.replace('dist/plugin', 'dataset-studio')] ?? []),
        readFileSync(file),
        file,
      );
    const extension = Object.keys(unzipSync(new Uint8Array(readFileSync(vsix))));
    assert.deepEqual(
      extension.filter((file) => file.includes('plugin')),
      [],
    );
  });
});

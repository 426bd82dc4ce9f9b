import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';

describe('The workflows of GitHub Actions', () => {
  it('use actions by commit with the version in a comment, because a tag can be moved', async () => {
    const folder = '.github/workflows';
    const names = (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name));
    const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
    const uses = texts.flatMap((text) => text.match(/\buses:.*/g) ?? []);
    assert.ok(uses.length > 0);
    for (const use of uses)
      if (!/^uses: \.\//.test(use))
        assert.match(use, /^uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

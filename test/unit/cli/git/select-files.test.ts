import assert from 'node:assert/strict';
import { selectFiles } from '../../../../src/cli/git/select-files.ts';

const select = (known: readonly string[], ...positionals: readonly string[]) =>
  selectFiles(positionals, process.cwd(), new Set(known), 'There is no', {
    out: () => assert.fail(),
    error: () => assert.fail(),
  });

describe('The files that a comparison names', () => {
  it('are found in very deep folders without a list of all folders', async () => {
    const folder = 'd/'.repeat(1900);
    const alike = Array.from({ length: 300 }, (_, index) => `${folder}${index}.dataset.json`);
    const apart = Array.from({ length: 300 }, (_, index) => `${index}/${folder}a.dataset.json`);
    for (const known of [alike, apart]) {
      const { heapUsed } = process.memoryUsage();
      const { files } = await select(known, '.');
      assert.equal(files.length, known.length);
      // It took more than a gigabyte.
      assert.ok(process.memoryUsage().heapUsed - heapUsed < 200_000_000);
    }
  });

  it('are files, folders, and patterns', async () => {
    const known = ['a.dataset.json', 'b/c.dataset.json', 'b/d/e.dataset.yaml', 'bc/f.dataset.json'];
    assert.deepEqual((await select(known, 'b')).files, known.slice(1, 3));
    assert.deepEqual((await select(known, './b/d', 'a.dataset.json')).files, [known[2], known[0]]);
    assert.deepEqual((await select(known, 'b*/*.json')).files, [known[1], known[3]]);
    await assert.rejects(select(known, 'c'), /There is no dataset file/);
  });
});

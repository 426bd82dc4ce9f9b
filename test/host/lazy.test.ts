import assert from 'node:assert/strict';
import { once } from '../../src/editor/ui/lazy.ts';

describe('What is loaded on first use', () => {
  it('is loaded once, and again after a failure, such as that of a folder that could not be created', async () => {
    let builds = 0;
    const load = once(async () => {
      builds++;
      if (builds === 1) throw new Error('EACCES');
      return builds;
    });
    await assert.rejects(load(), /EACCES/);
    assert.deepEqual(await Promise.all([load(), load()]), [2, 2]);
  });
});

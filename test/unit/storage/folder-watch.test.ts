import assert from 'node:assert/strict';
import type { watch } from 'node:fs';
import { FolderWatch } from '../../../src/storage/folder-watch.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('watching a folder that the system does not watch', () => {
  const noWatches = (() => {
    throw Object.assign(new Error('no watches left'), { code: 'ENOSPC' });
  }) as unknown as typeof watch;

  it('looks again and again, and reports a change', async () => {
    let names = ['a'];
    let changes = 0;
    const watching = new FolderWatch(
      'nowhere',
      async () => names,
      () => changes++,
      { debounce: 1, polling: 5, watchFolder: noWatches },
    );
    await pause(30);
    assert.equal(changes, 0);
    names = ['a', 'b'];
    for (let looks = 0; changes === 0 && looks < 3000; looks++) await pause(10);
    assert.equal(changes, 1);

    watching.dispose();
    names = ['a'];
    await pause(40);
    assert.equal(changes, 1);
  });
});

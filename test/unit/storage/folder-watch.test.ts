import assert from 'node:assert/strict';
import type { watch } from 'node:fs';
import { FolderWatch } from '../../../src/storage/folder-watch.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('watching a folder that the system does not watch', () => {
  const noWatches = (() => {
    throw Object.assign(new Error('no watches left'), { code: 'ENOSPC' });
  }) as unknown as typeof watch;

  it('looks again and again, and tells of a change', async () => {
    let names = ['a'];
    let told = 0;
    const watching = new FolderWatch(
      'nowhere',
      async () => names,
      () => told++,
      { debounce: 1, polling: 5, watchFolder: noWatches },
    );
    await pause(30);
    assert.equal(told, 0);
    names = ['a', 'b'];
    for (let looks = 0; told === 0 && looks < 3000; looks++) await pause(10);
    assert.equal(told, 1);

    watching.dispose();
    names = ['a'];
    await pause(40);
    assert.equal(told, 1);
  });
});

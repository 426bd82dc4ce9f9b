import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { startGit } from '../../../src/git/git.ts';

describe('A program that is started', () => {
  it('would end with this process from before its start, until it has ended', async () => {
    const listeners = () =>
      ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((event) => process.listenerCount(event));
    const before = listeners();
    let atStart: readonly number[] = [];
    const onStart = () => {
      atStart = listeners();
    };
    // Node.js publishes this before a child process runs.
    subscribe('child_process', onStart);
    const running = startGit({ program: process.execPath, root: process.cwd() }, 'version', []);
    unsubscribe('child_process', onStart);
    assert.deepEqual(
      atStart,
      before.map((count) => count + 1),
    );
    await once(running, 'close');
    assert.deepEqual(listeners(), before);
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as nodeFiles from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { FolderLock } from '../../../src/storage/folder-lock.ts';

const never = new AbortController().signal;

describe('FolderLock', () => {
  let folder: string;
  let lock: FolderLock;
  let sleeps: number;

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'dataset-studio-lock-')), 'made', 'when needed');
    sleeps = 0;
    lock = new FolderLock(folder, {
      sleep: async () => {
        sleeps += 1;
        await nextTurn();
      },
    });
  });

  afterEach(() => rm(join(folder, '..', '..'), { recursive: true }));

  /** Leaves a lock behind, as `owner` would have. */
  async function leave(owner: string): Promise<string> {
    let file = '';
    await lock.run('key', never, async () => {
      file = await heldLock();
    });
    await writeFile(file, owner);
    return file;
  }

  /** The path of the lock that is held. */
  async function heldLock(): Promise<string> {
    return join(folder, (await readdir(folder)).find((name) => name.endsWith('.lock')) ?? '');
  }

  it('lets one at a time work, in this process too', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await delay(5);
      inside -= 1;
      return inside;
    };
    await Promise.all(Array.from({ length: 8 }, () => lock.run('key', never, work)));
    assert.equal(most, 1);
    assert.deepEqual(await readdir(folder), []);
  });

  it('keeps different keys apart', async () => {
    await lock.run('a', never, () => lock.run('b', never, async () => undefined));
  });

  it('is released after a failure', async () => {
    await assert.rejects(
      lock.run('key', never, () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(await lock.run('key', never, async () => 'next'), 'next');
  });

  it('is not waited for after the caller has cancelled', async () => {
    await lock.run('key', never, async () => {
      const cancellation = new AbortController();
      const waiting = lock.run('key', cancellation.signal, async () => 'worked');
      await delay(10);
      cancellation.abort();
      await assert.rejects(waiting, { name: 'AbortError' });
    });
  });

  it('passes a note to the next holder', async () => {
    assert.equal(await lock.run('key', never, (turn) => turn.readNote()), undefined);
    await lock.run('key', never, (turn) => turn.writeNote('7'));
    assert.equal(await lock.run('key', never, (turn) => turn.readNote()), '7');
    assert.equal(await lock.run('other', never, (turn) => turn.readNote()), undefined);
  });

  it("writes files that don't contain the key, for the user alone", async () => {
    await lock.run('a telling key', never, async (turn) => {
      await turn.writeNote('7');
      for (const name of await readdir(folder)) {
        assert.equal(`${name}${await readFile(join(folder, name), 'utf8')}`.includes('telling'), false);
        if (process.platform !== 'win32')
          assert.equal((await stat(join(folder, name))).mode & 0o077, 0, name);
      }
    });
  });

  it('is taken over from a process that has ended, after 20 seconds without a heartbeat', async () => {
    const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(ended, 'exit');
    await leave(JSON.stringify({ host: hostname(), pid: ended.pid, id: 'gone' }));
    const took = Array.from({ length: 4 }, () => lock.run('key', never, async () => 'taken'));
    assert.deepEqual(await Promise.all(took), ['taken', 'taken', 'taken', 'taken']);
    assert.ok(sleeps >= 400, String(sleeps));
    assert.deepEqual(await readdir(folder), []);
  });

  it('is taken over from a process that ended while it wrote', async () => {
    await leave('{"host');
    await lock.run('key', never, async () => undefined);
    assert.ok(sleeps >= 400 && sleeps < 2400, String(sleeps));
  });

  for (const [whom, owner] of [
    // No machine has a process of that number.
    ['another machine', { host: 'elsewhere', pid: 2 ** 30, id: 'x' }],
    ['a process that may be suspended', { host: hostname(), pid: process.ppid, id: 'x' }],
  ] as const)
    it(`is taken over from ${whom} after two minutes without a heartbeat`, async () => {
      await leave(JSON.stringify(owner));
      await lock.run('key', never, async () => undefined);
      assert.ok(sleeps >= 2400, String(sleeps));
    });

  it('is left to a holder with a heartbeat', async () => {
    const file = await leave(JSON.stringify({ host: 'elsewhere', pid: 1, id: 'x' }));
    let seconds = 1;
    const heartbeat = setInterval(() => void utimes(file, seconds, seconds++), 20);
    const cancellation = new AbortController();
    const waiting = lock.run('key', cancellation.signal, async () => 'worked');
    while (sleeps < 3000) await delay(10);
    cancellation.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    clearInterval(heartbeat);
  });

  it('is left to a holder whose heartbeat comes while it is being taken over', async () => {
    const file = await leave(JSON.stringify({ host: 'elsewhere', pid: 1, id: 'x' }));
    const cancellation = new AbortController();
    const open = async (path: string, ...rest: [string, number]) => {
      if (path.endsWith('.breaking')) {
        await utimes(file, 1, 1);
        cancellation.abort();
      }
      return nodeFiles.open(path, ...rest);
    };
    const files = { ...nodeFiles, open } as typeof nodeFiles;
    const waiter = new FolderLock(folder, { sleep: () => nextTurn() }, { files });
    await assert.rejects(
      waiter.run('key', cancellation.signal, async () => undefined),
      { name: 'AbortError' },
    );
    assert.ok((await readFile(file, 'utf8')).includes('elsewhere'));
  });

  it('is not taken over while another process is doing that', async () => {
    const file = await leave('{"host');
    await writeFile(`${file}.breaking`, '');
    const cancellation = new AbortController();
    let polls = 0;
    const waiter = new FolderLock(folder, {
      sleep: async () => {
        if (++polls > 405) cancellation.abort();
      },
    });
    await assert.rejects(
      waiter.run('key', cancellation.signal, async () => undefined),
      { name: 'AbortError' },
    );
    assert.equal((await readdir(folder)).length, 2);
  });

  it('is left to the holder that has taken it over', async () => {
    const others = JSON.stringify({ host: 'elsewhere', pid: 1, id: 'x' });
    let file = '';
    await lock.run('key', never, async () => {
      file = await heldLock();
      await writeFile(file, others);
    });
    assert.equal(await readFile(file, 'utf8'), others);
  });

  describe('on Windows, where other programs have its files open for moments', () => {
    /** Refuses some calls on files whose names end in `suffix`, as Windows does. */
    function lockRefusing(
      refused: 'open' | 'readFile' | 'rename' | 'rm',
      code: string,
      times: number,
      suffix = '',
    ): FolderLock {
      let left = times;
      const real = { ...nodeFiles };
      const files = {
        ...nodeFiles,
        [refused]: async (path: string, ...rest: readonly unknown[]) => {
          if (path.endsWith(suffix) && left-- > 0) throw Object.assign(new Error(code), { code });
          const call = real[refused] as (path: string, ...rest: readonly unknown[]) => Promise<unknown>;
          return call(path, ...rest);
        },
      };
      const sleep = async () => {
        sleeps += 1;
        await nextTurn();
      };
      return new FolderLock(folder, { sleep }, { files: files as typeof nodeFiles, platform: 'win32' });
    }

    for (const code of ['EPERM', 'EACCES', 'EBUSY'])
      for (const refused of ['open', 'readFile', 'rename', 'rm'] as const)
        it(`repeats ${refused} after ${code}`, async () => {
          const busy = lockRefusing(refused, code, 5);
          await busy.run('key', never, (turn) => turn.writeNote('7'));
          assert.equal(await busy.run('key', never, (turn) => turn.readNote()), '7');
          assert.deepEqual(
            (await readdir(folder)).map((name) => name.replace(/^\w+/, '')),
            ['.note'],
          );
        });

    it("keeps the result when its lock can't be deleted, and lets the next one in soon after it can", async () => {
      const busy = lockRefusing('rm', 'EBUSY', 50);
      assert.equal(await busy.run('key', never, async () => 'new token'), 'new token');
      sleeps = 0;
      assert.equal(await busy.run('key', never, async () => 'next'), 'next');
      assert.ok(sleeps < 150, String(sleeps));
    });

    it("reports why it can't be had if Windows goes on refusing", async () => {
      const forbidden = lockRefusing('open', 'EPERM', Number.POSITIVE_INFINITY, '.lock');
      await assert.rejects(
        forbidden.run('key', never, async () => undefined),
        { code: 'EPERM' },
      );
    });

    it("reports a note that can't be written, and leaves no draft of it", async () => {
      const busy = lockRefusing('rename', 'EACCES', Number.POSITIVE_INFINITY);
      await assert.rejects(
        busy.run('key', never, (turn) => turn.writeNote('7')),
        { code: 'EACCES' },
      );
      assert.deepEqual(await readdir(folder), []);
    });
  });
});

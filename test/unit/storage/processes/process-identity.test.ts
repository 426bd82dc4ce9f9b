import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SystemProcesses } from '../../../../src/storage/processes/process-identity.ts';
import { startZombie } from './zombie.ts';

describe('Process liveness', () => {
  const processes = new SystemProcesses();

  it('recognizes this process', async () => {
    const self = await processes.self();
    assert.equal(self.pid, process.pid);
    assert.equal(await processes.lifeOf(self), 'alive');
    assert.deepEqual(await new SystemProcesses().self(), self);
  });

  it('finds that a process has ended', async () => {
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    const { pid } = child;
    assert.ok(pid);
    await once(child, 'exit');
    assert.equal(await processes.lifeOf({ ...(await processes.self()), pid }), 'gone');
  });

  it('treats a zombie as ended', async function () {
    if (process.platform !== 'linux') this.skip();
    const zombie = await startZombie();
    try {
      const identity = { ...(await processes.self()), pid: zombie.pid, startedAt: zombie.startedAt };
      assert.equal(await processes.lifeOf(identity), 'gone');
    } finally {
      zombie.dispose();
    }
  });

  it('recognizes that another process has the number now', async function () {
    if (process.platform !== 'linux') this.skip();
    const self = await processes.self();
    const parent = { ...self, pid: process.ppid, startedAt: 'ticks:1' };
    assert.equal(await processes.lifeOf(parent), 'gone');
    assert.equal(await processes.lifeOf({ ...self, startedAt: 'ticks:1' }), 'gone');
  });

  describe('on Windows', () => {
    /** Asks twice about this process's parent, as a Windows would be asked. */
    async function askTwice(variables: Record<string, string>, answer: string | undefined) {
      const asked: string[] = [];
      let now = 0;
      const windows = new SystemProcesses({
        platform: 'win32',
        variables,
        now: () => now,
        outputOf: async (program) => {
          asked.push(program);
          return answer;
        },
      });
      const parent = { ...(await windows.self()), pid: process.ppid, startedAt: 'ms:1763769600000' };
      const lives = [await windows.lifeOf(parent), await windows.lifeOf(parent)];
      const once = [...asked];
      now = 60 * 60_000;
      await windows.lifeOf(parent);
      return { lives, once, later: asked.length };
    }

    it('runs PowerShell by its full path, never one that the current folder holds', async () => {
      const { lives, once } = await askTwice({ SYSTEMROOT: 'D:\\Windows' }, '2025-11-22T00:00:00.0000000Z');
      assert.deepEqual(once, ['D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe']);
      assert.deepEqual(lives, ['alive', 'alive']);
    });

    it('asks about a process once, also if there is no answer, and again after a while', async () => {
      for (const answer of ['2025-11-22T00:00:00Z', undefined]) {
        const { once, later } = await askTwice({ SystemRoot: 'C:\\Windows' }, answer);
        assert.equal(once.length, 1);
        assert.equal(later, 2);
      }
    });

    for (const [title, variables] of [
      ['is not set', {}],
      ['is relative', { SystemRoot: 'Windows' }],
      ['is on another machine', { SystemRoot: '\\\\elsewhere\\Windows' }],
    ] as const)
      it(`runs nothing if SystemRoot ${title}`, async () => {
        const { lives, once } = await askTwice(variables, '2025-11-22T00:00:00Z');
        assert.deepEqual(once, []);
        assert.deepEqual(lives, ['not-known', 'not-known']);
      });
  });

  it('calls every process of an earlier boot gone', async function () {
    const self = await processes.self();
    if (self.bootId === undefined) this.skip();
    assert.equal(await processes.lifeOf({ ...self, bootId: 'earlier' }), 'gone');
  });

  it('says nothing of other machines and containers', async function () {
    const self = await processes.self();
    const elsewhere = { pid: self.pid, startedAt: self.startedAt, host: 'elsewhere' };
    assert.equal(await processes.lifeOf(elsewhere), 'not-known');
    if (self.pidNamespace === undefined) this.skip();
    assert.equal(await processes.lifeOf({ ...self, pidNamespace: 'pid:[1]' }), 'not-known');
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mock } from 'node:test';
import { isRunning, SystemProcesses } from '../../../src/system/process-identity.ts';
import { startZombie } from '../storage/zombie.ts';

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

  it('recognizes a process of another user, which it may not signal', () => {
    const kill = mock.method(process, 'kill', () => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    });
    try {
      assert.equal(isRunning(1), true);
    } finally {
      kill.mock.restore();
    }
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

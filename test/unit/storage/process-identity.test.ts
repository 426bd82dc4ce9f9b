import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { SystemProcesses } from '../../../src/storage/process-identity.ts';

describe('telling whether a process is gone', () => {
  const processes = new SystemProcesses();

  it('knows itself', async () => {
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

  it('calls a zombie gone: it has ended, and nobody has asked how', async function () {
    if (process.platform !== 'linux') this.skip();
    // The inner shell ends, and its parent has become a program that never asks.
    const parent = spawn('/bin/sh', ['-c', '/bin/sh -c "echo \\$\\$" & exec sleep 60']);
    try {
      const [line] = await once(parent.stdout, 'data');
      const pid = Number(String(line));
      const stat = async () => await readFile(`/proc/${pid}/stat`, 'utf8');
      while (!/\) Z /.test(await stat())) await new Promise((resolve) => setTimeout(resolve, 10));
      const startedAt = `ticks:${(await stat()).split(') ')[1]?.split(' ')[19]}`;
      assert.equal(await processes.lifeOf({ ...(await processes.self()), pid, startedAt }), 'gone');
    } finally {
      parent.kill();
    }
  });

  it('is not deceived by a process that got the number of another', async function () {
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

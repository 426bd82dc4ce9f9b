import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type FileOperations,
  nodeFileOperations,
  retryingWhileBusy,
  retryWhileBusy,
} from '../../../src/storage/file-operations.ts';

describe('file operations of the journal on Windows', () => {
  const steps: readonly [string, (files: FileOperations) => Promise<unknown>][] = [
    ['rename', (files) => files.rename('from', 'to')],
    ['remove', (files) => files.remove('file')],
    ['read', (files) => files.read('file', 10)],
    ['stat', (files) => files.stat('file')],
  ];

  for (const [name, step] of steps)
    it(`repeat ${name} while another program has the file open`, async () => {
      let calls = 0;
      const busyTwice = async () => {
        calls += 1;
        if (calls <= 2) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
        return `${name} done`;
      };
      const busy = { ...nodeFileOperations, [name]: busyTwice };
      assert.equal(await step(retryingWhileBusy(busy, 'win32', async () => undefined)), `${name} done`);
      assert.equal(calls, 3);
    });
});

describe('A folder of the journal', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'folder-'));
  });
  afterEach(() => rm(parent, { recursive: true }));

  it('is made with the folders above it, for the owner alone', async () => {
    const folder = join(parent, 'a', 'b', 'c');
    await Promise.all([nodeFileOperations.makeFolder(folder), nodeFileOperations.makeFolder(folder)]);
    await nodeFileOperations.makeFolder(folder);
    if (process.platform !== 'win32')
      for (const made of [folder, join(parent, 'a')]) assert.equal((await stat(made)).mode & 0o777, 0o700);
  });

  it('is refused in a place that is a file', async () => {
    await writeFile(join(parent, 'file'), '');
    for (const path of [join(parent, 'file'), join(parent, 'file', 'a', 'b')])
      await assert.rejects(nodeFileOperations.makeFolder(path), { code: 'EEXIST' });
  });

  it('is refused where the system has no new folders', async function () {
    // Only Linux has /proc.
    if (process.platform !== 'linux') return this.skip();
    // In a process of its own: Node.js would not end while it tries.
    const makeFolder = `import(${JSON.stringify(import.meta.resolve('../../../src/storage/file-operations.ts'))})
      .then(({ nodeFileOperations }) => nodeFileOperations.makeFolder('/proc/none/journal'))
      .catch(({ code }) => console.log(code))`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', makeFolder], {
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    assert.equal(stdout.trim(), 'ENOENT');
  });
});

describe('retryWhileBusy', () => {
  /** Runs a step that fails `failures` times with `code`; resolves to the number of runs. */
  async function runsOf(platform: NodeJS.Platform, code: string, failures: number): Promise<number> {
    let runs = 0;
    let slept = 0;
    const step = async () => {
      runs += 1;
      if (runs <= failures) throw Object.assign(new Error(code), { code });
      return 'done';
    };
    const sleep = async (milliseconds: number) => {
      slept += milliseconds;
    };
    const result = await retryWhileBusy(step, platform, sleep).catch((error) => error.code);
    assert.equal(result, runs > failures ? 'done' : code);
    assert.ok(slept < 500);
    return runs;
  }

  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`repeats a step after ${code} on Windows`, async () => {
      assert.equal(await runsOf('win32', code, 9), 10);
    });

    it(`reports ${code} if it lasts`, async () => {
      assert.equal(await runsOf('win32', code, 100), 10);
    });

    it(`reports ${code} at once on other systems`, async () => {
      assert.equal(await runsOf('linux', code, 1), 1);
      assert.equal(await runsOf('darwin', code, 1), 1);
    });
  }

  it('reports other failures at once', async () => {
    for (const code of ['ENOENT', 'ENOSPC', 'EEXIST']) assert.equal(await runsOf('win32', code, 1), 1);
  });
});

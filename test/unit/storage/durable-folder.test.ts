import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DurableFolder } from '../../../src/storage/durable-folder.ts';
import { nodeFileOperations } from '../../../src/storage/file-operations.ts';
import { SystemProcesses } from '../../../src/storage/process-identity.ts';

describe('A folder of stored files', () => {
  let path: string;
  let folder: DurableFolder;

  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'durable-'));
    const processes = new SystemProcesses();
    folder = new DurableFolder(
      path,
      nodeFileOperations,
      () => processes.self(),
      (size) => new Uint8Array(size),
    );
  });

  afterEach(() => rm(path, { recursive: true }));

  it('reads what this program can not have written as empty', async () => {
    await mkdir(join(path, 'folder.entry'));
    await writeFile(join(path, 'huge.entry'), '');
    // Takes no space on the disk.
    await truncate(join(path, 'huge.entry'), 3 * 1024 ** 3);
    for (const name of ['folder.entry', 'huge.entry'])
      assert.deepEqual(await folder.read(name), new Uint8Array(), name);
    assert.equal(await folder.read('none.entry'), undefined);
  });
});

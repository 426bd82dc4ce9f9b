import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DurableFolder } from '../../../src/storage/durable-folder.ts';
import { type FileOperations, nodeFileOperations } from '../../../src/storage/file-operations.ts';
import { FaultyFiles } from './faulty-files.ts';

describe('A folder of stored files', () => {
  let path: string;
  let folder: DurableFolder;

  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'durable-'));
    folder = folderWith(nodeFileOperations);
  });

  function folderWith(files: FileOperations): DurableFolder {
    return new DurableFolder(path, files);
  }

  afterEach(() => rm(path, { recursive: true }));

  it('writes files that survive a power failure: first the content, then the name', async () => {
    const files = new FaultyFiles();
    const operations: string[] = [];
    files.plan = (operation) => {
      operations.push(operation);
      return 'well';
    };
    await folderWith(files).writeWhole('a.entry', new Uint8Array(1));
    assert.deepEqual(operations, ['create', 'write', 'sync', 'close', 'rename', 'syncFolder']);
  });

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

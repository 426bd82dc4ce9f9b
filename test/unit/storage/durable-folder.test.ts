import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
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

  it('does not read what this program can not have written', async () => {
    await mkdir(join(path, 'folder.entry'));
    await writeFile(join(path, 'huge.entry'), '');
    // Takes no space on the disk.
    await truncate(join(path, 'huge.entry'), 3 * 1024 ** 3);
    await symlink('none.entry', join(path, 'dangling.entry'));
    await writeFile(join(path, 'small.entry'), 'small');
    await symlink('small.entry', join(path, 'link.entry'));
    const read = async (name: string) => {
      const file = await folder.read(name, 1000);
      return (
        file && (file.ok ? String(file.value.bytes) : file.failure.kind === 'damaged' && file.failure.reason)
      );
    };
    for (const [name, expected] of Object.entries({
      'folder.entry': 'not a file',
      'huge.entry': 'too large',
      'dangling.entry': 'not a file',
      'link.entry': 'not a file',
      'small.entry': 'small',
      'none.entry': undefined,
    }))
      assert.equal(await read(name), expected, name);
  });
});

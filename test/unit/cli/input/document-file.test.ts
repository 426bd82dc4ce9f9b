import assert from 'node:assert/strict';
import { reasonUnreadable } from '../../../../src/cli/input/document-file.ts';

describe('The reason why a file can’t be read', () => {
  const reasonFor = (code: string) => reasonUnreadable(Object.assign(new Error(code), { code }));

  it('is the other program if that has the file open exclusively', () => {
    assert.match(reasonFor('EBUSY'), /^Another program .* close it there/);
  });

  it('is not the file system for any of the usual codes', () => {
    for (const code of ['ENOENT', 'ELOOP', 'EISDIR', 'EACCES', 'EPERM', 'EBUSY', 'ERR_FS_FILE_TOO_LARGE'])
      assert.notEqual(reasonFor(code), reasonFor('EIO'), code);
  });
});

import assert from 'node:assert/strict';
import { describeReadFailure } from '../../../src/storage/read-failure.ts';

describe('The reason why a file can’t be read', () => {
  it('names the other program if that has the file open exclusively', () => {
    assert.match(describeReadFailure('EBUSY'), /^Another program .* Close it there/);
  });

  it('is the same for the codes of Node.js and of VS Code', () => {
    assert.equal(describeReadFailure('FileNotFound'), describeReadFailure('ENOENT'));
    assert.equal(describeReadFailure('FileIsADirectory'), describeReadFailure('EISDIR'));
    assert.equal(describeReadFailure('NoPermissions'), describeReadFailure('EACCES'));
  });

  it('blames the file system only for an unusual code', () => {
    for (const code of ['ENOENT', 'ELOOP', 'EISDIR', 'EACCES', 'EPERM', 'EBUSY', 'ERR_FS_FILE_TOO_LARGE'])
      assert.notEqual(describeReadFailure(code), describeReadFailure('EIO'), code);
  });
});

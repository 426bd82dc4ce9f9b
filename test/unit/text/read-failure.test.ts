import assert from 'node:assert/strict';
import { describeReadFailure } from '../../../src/text/read-failure.ts';

describe("The reason why a file can't be read", () => {
  const reasonFor = (code: string) => describeReadFailure(Object.assign(new Error(code), { code }));

  it('names the other program if that has the file open exclusively', () => {
    assert.match(reasonFor('EBUSY'), /^Another program .* Close it there/);
  });

  it('is the same for the file systems of Node.js and of VS Code', () => {
    assert.equal(reasonFor('FileNotFound'), reasonFor('ENOENT'));
    assert.equal(reasonFor('FileIsADirectory'), reasonFor('EISDIR'));
    assert.equal(reasonFor('NoPermissions'), reasonFor('EACCES'));
  });

  it('blames the file system only for an unusual code', () => {
    const usual = [
      'ENOENT',
      'ENOTDIR',
      'ELOOP',
      'EISDIR',
      'EACCES',
      'EPERM',
      'EBUSY',
      'ERR_FS_FILE_TOO_LARGE',
    ];
    for (const code of usual) assert.notEqual(reasonFor(code), reasonFor('EIO'), code);
  });
});

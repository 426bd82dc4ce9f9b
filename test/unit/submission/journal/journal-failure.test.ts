import assert from 'node:assert/strict';
import { describeJournalFailure, withFileFailures } from '../../../../src/submission/journal/journal.ts';

describe("The message about a journal that can't be written", () => {
  const describeCode = (code: string) => describeJournalFailure({ code, folder: 'X' });

  it('says what to do for each common cause', () => {
    assert.match(describeCode('ENOSPC'), /no space left/);
    assert.match(describeCode('EACCES'), /Make the folder writable/);
    assert.match(describeCode('EBUSY'), /another program has a file in X open.*Close the file there/);
    assert.match(describeCode('EIO'), /\(EIO\)/);
  });

  it('is the same on Windows, whichever code it has for a file that another program has open', async () => {
    const failureOf = async (code: string, platform: NodeJS.Platform) => {
      const error = Object.assign(new Error(code), { code });
      const failed = await withFileFailures('X', () => Promise.reject(error), platform);
      return failed.ok ? '' : describeJournalFailure(failed.failure);
    };
    for (const code of ['EPERM', 'EACCES', 'EBUSY'])
      assert.equal(await failureOf(code, 'win32'), describeCode('EBUSY'));
    assert.equal(await failureOf('EPERM', 'linux'), describeCode('EPERM'));
  });
});

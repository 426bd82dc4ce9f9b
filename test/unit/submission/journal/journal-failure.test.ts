import assert from 'node:assert/strict';
import { describeJournalFailure } from '../../../../src/submission/journal/journal-failure.ts';

describe("The message about a journal that can't be written", () => {
  const describeCode = (code: string) => describeJournalFailure({ code, folder: 'X' });

  it('says what to do for each common cause', () => {
    assert.match(describeCode('ENOSPC'), /no space left/);
    assert.match(describeCode('EACCES'), /Make the folder writable/);
    assert.match(describeCode('EBUSY'), /another program is using a file in X. Close the file there/);
    assert.match(describeCode('EIO'), /\(EIO\)/);
  });
});

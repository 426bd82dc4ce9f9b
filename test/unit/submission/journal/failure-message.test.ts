import assert from 'node:assert/strict';
import { describeJournalFailure } from '../../../../src/submission/journal/failure-message.ts';

describe('Why the journal can’t be written, in words', () => {
  const describeCode = (code: string) => describeJournalFailure({ code, folder: 'X' });

  it('says what to do for each usual reason', () => {
    assert.match(describeCode('ENOSPC'), /no space left/);
    assert.match(describeCode('EACCES'), /Make the folder writable/);
    assert.match(describeCode('EBUSY'), /another program is using a file in X. Close the file there/);
    assert.match(describeCode('EIO'), /\(EIO\)/);
  });
});

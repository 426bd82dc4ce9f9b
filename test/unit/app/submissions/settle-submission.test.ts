import assert from 'node:assert/strict';
import {
  describeRefusal,
  settledAsCreated,
  settleSubmissions,
} from '../../../../src/app/submissions/settle-submission.ts';
import { failure, success } from '../../../../src/result.ts';
import type { EntryState } from '../../../../src/submission/journal/entry.ts';
import type { JournalWriteFailure } from '../../../../src/submission/journal/journal.ts';
import { draft, identity } from '../../submission/journal/journal-fixture.ts';

const id = '20261121T120000000Z-0123456789abcdef';
const state: EntryState = {
  kind: 'settled',
  settlement: { kind: 'not-created' },
  at: '2026-11-21T12:00:00.000Z',
};
const entry = {
  ...draft,
  id,
  begunAt: '2026-11-21T12:00:00.000Z',
  body: { sha256: '', contentSha256: '', length: 0 },
  owner: identity(1),
};

describe('Settling a submission', () => {
  it('takes an ID as entered, none if it is not known, and no text that is not shown as it is', () => {
    assert.deepEqual(settledAsCreated(' d-7 '), { kind: 'created', datasetId: 'd-7' });
    assert.deepEqual(settledAsCreated(''), { kind: 'created' });
    assert.equal(settledAsCreated('d\u001b[2J'), undefined);
  });

  it('says which outcome is recorded already', async () => {
    const journal = {
      settle: async () => failure({ kind: 'concluded' } as const),
      read: async () => success({ entry, state }),
    };
    assert.deepEqual(
      await settleSubmissions(journal, [id], { kind: 'created' }, () => 'sales.dataset.json'),
      failure({
        kind: 'concluded',
        text: 'The outcome of sales.dataset.json is already recorded: not created, recorded by you.',
      }),
    );
  });

  const refusals: readonly [JournalWriteFailure, RegExp][] = [
    [{ kind: 'in-flight' }, /still in progress\. Wait for its outcome/],
    [{ kind: 'not-owner' }, /still in progress\. Wait for its outcome/],
    [{ kind: 'unsettled' }, /Settle it before you delete it/],
    [{ kind: 'missing' }, /may have been deleted/],
    [{ kind: 'unreadable' }, /nobody knows what was created\. Restore its file, or settle it as not created/],
    [{ kind: 'file-system', code: 'ENOSPC', folder: '/journal' }, /no space left/],
  ];
  for (const [reason, text] of refusals)
    it(`says what to do if the journal refuses a change (${reason.kind})`, () => {
      assert.match(describeRefusal(reason, 'sales.dataset.json'), text);
    });
});

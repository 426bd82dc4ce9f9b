import assert from 'node:assert/strict';
import {
  type BatchRow,
  batchRows,
  describeCounts,
  describeEnd,
  updatedRows,
} from '../../../../src/app/submissions/batch-rows.ts';
import type { DocumentResult } from '../../../../src/submission/batch/batch-results.ts';
import type { EntryState } from '../../../../src/submission/journal/entry.ts';
import type { JournalRecord } from '../../../../src/submission/journal/journal.ts';
import type { SubmissionOutcome } from '../../../../src/submission/submit.ts';
import { draft, identity } from '../../submission/journal/journal-fixture.ts';

const at = '2026-11-21T12:00:00.000Z';
const response = { status: 201, headers: {}, body: new Uint8Array(), complete: true };
const created: SubmissionOutcome = { kind: 'created', status: 201, datasetId: 'd-1', response };
const rejected: SubmissionOutcome = {
  kind: 'rejected',
  status: 401,
  reason: '',
  cause: { kind: 'subscription-key' },
  response,
};
const lost: SubmissionOutcome = {
  kind: 'unknown',
  cause: { kind: 'connection-lost', code: 'UND_ERR_SOCKET' },
};

function recordOf(id: string, state: EntryState, rest: Partial<JournalRecord['entry']> = {}): JournalRecord {
  const body = { sha256: '', contentSha256: '', length: 0 };
  return { entry: { ...draft, id, begunAt: at, body, owner: identity(1), ...rest }, state };
}

function submitted(outcome: SubmissionOutcome, submissionId = 's-1'): DocumentResult {
  return { ...outcome, submissionId };
}

function rowOf(result: DocumentResult): BatchRow | undefined {
  return batchRows(new Map([[draft.document, result]]), () => 'Line 1: …')[0];
}

/** The row of a document after the journal has changed. */
function rowAfter(result: DocumentResult, ...records: readonly JournalRecord[]): BatchRow | undefined {
  const row = rowOf(result);
  return row && updatedRows([row], [], records, draft.environment, at)[0];
}

describe('The rows of a batch', () => {
  it('say why in words, without codes', () => {
    assert.equal(rowOf(submitted(lost))?.cause, 'the connection was lost before a response arrived');
    const refused: SubmissionOutcome = {
      kind: 'not-sent',
      cause: { kind: 'connection', failure: { kind: 'other', host: 'gateway.example', code: 'EPIPE' } },
    };
    assert.equal(rowOf(submitted(refused))?.cause, 'no connection to gateway.example');
    assert.equal(rowOf(submitted(rejected))?.cause, 'problem with the subscription key');
    assert.equal(rowOf(submitted({ ...rejected, reason: 'Key\u202e expired' }))?.cause, 'Key expired');
    assert.equal(rowOf({ kind: 'invalid' })?.cause, 'Line 1: …');
  });

  it('show what needs attention first, then by document, and leave out what remains', () => {
    const results = new Map<string, DocumentResult>([
      ['file:///10', submitted(created)],
      ['file:///2', submitted(created)],
      ['file:///3', submitted({ kind: 'cancelled' })],
      ['file:///4', { kind: 'invalid' }],
      ['file:///5', submitted(lost)],
    ]);
    const rows = batchRows(results, () => '');
    assert.deepEqual(
      rows.map(({ document, group }) => [document, group]),
      [
        ['file:///5', 'unknown'],
        ['file:///4', 'invalid'],
        ['file:///2', 'created'],
        ['file:///10', 'created'],
      ],
    );
    assert.equal(
      describeCounts(rows, 1, 'staging'),
      '2 of 4 datasets created in staging. 1 unknown, 1 not sent because of errors.',
    );
  });

  it('say what corrects the cause', () => {
    assert.equal(rowOf(submitted(rejected))?.next, 'set-subscription-key');
    const signedOut: SubmissionOutcome = {
      kind: 'not-sent',
      cause: { kind: 'token', failure: { kind: 'missing', secret: 'pastedToken' } },
    };
    assert.equal(rowOf(submitted(signedOut))?.next, 'sign-in');
  });

  it('change when an unknown outcome is settled', () => {
    const settled: EntryState = { kind: 'settled', settlement: { kind: 'created', datasetId: 'd-2' }, at };
    const row = rowAfter(submitted(lost), recordOf('s-1', settled));
    assert.deepEqual([row?.group, row?.datasetId, row?.next], ['created', 'd-2', undefined]);
    assert.equal(row?.cause, 'recorded by you');
  });

  it('show a later submission of the document in the environment instead', () => {
    const begunAt = '2026-11-21T12:05:00.000Z';
    const failed = submitted(rejected);
    const own = recordOf('s-1', {
      kind: 'rejected',
      status: 401,
      reason: '',
      cause: { kind: 'other' },
      response: '',
      at,
    });
    const later: EntryState = { kind: 'created', status: 201, datasetId: 'd-3', response: '', at };
    const row = rowAfter(failed, recordOf('s-2', later, { begunAt }), own);
    assert.deepEqual([row?.group, row?.datasetId, row?.submissionId], ['created', 'd-3', 's-2']);
    const elsewhere = recordOf('s-2', later, { begunAt, environment: 'production' });
    assert.equal(rowAfter(failed, elsewhere, own)?.group, 'rejected');
    assert.equal(rowAfter(failed, recordOf('s-0', later), own)?.group, 'rejected');
  });

  it('include those of remaining documents once they are submitted', () => {
    const document = 'file:///later.dataset.json';
    const later: EntryState = { kind: 'created', status: 201, datasetId: 'd-4', response: '', at };
    const begunAt = '2026-11-21T12:05:00.000Z';
    const records = [recordOf('s-4', later, { document, begunAt })];
    const remaining = [document, 'file:///last.dataset.json'];
    const rows = updatedRows([], remaining, records, draft.environment, at);
    assert.deepEqual(
      rows.map((row) => [row.document, row.group, row.datasetId, row.submissionId]),
      [[document, 'created', 'd-4', 's-4']],
    );
  });

  it('keep an outcome that the journal does not know', () => {
    assert.equal(rowAfter(submitted(created), recordOf('s-1', { kind: 'in-flight' }))?.group, 'created');
    assert.equal(rowAfter(submitted(created))?.group, 'created');
  });

  it('say because of which earlier submission one was skipped, until that is settled', () => {
    const earlier = recordOf('s-0', { kind: 'unknown', cause: { kind: 'process-gone' }, at });
    const skipped = submitted({ kind: 'not-sent', cause: { kind: 'earlier', earlier } }, 's-1');
    const row = rowOf(skipped);
    assert.deepEqual([row?.group, row?.submissionId, row?.next], ['skipped', 's-0', 'check-service']);
    assert.equal(row?.cause, 'outcome unknown: the program ended before a response arrived');
    const settled: EntryState = { kind: 'settled', settlement: { kind: 'created', datasetId: 'd-0' }, at };
    const now = rowAfter(skipped, recordOf('s-0', settled));
    assert.deepEqual([now?.group, now?.datasetId, now?.next], ['skipped', 'd-0', undefined]);
  });

  it('are of a batch that has finished, or was stopped, and why', () => {
    assert.equal(describeEnd('finished', '12:00'), '12:00: finished');
    assert.equal(describeEnd('stopped', '12:00'), '12:00: stopped before the end');
    assert.match(describeEnd('aborted', '12:00'), /^12:00: stopped, because the remaining submissions would/);
  });
});

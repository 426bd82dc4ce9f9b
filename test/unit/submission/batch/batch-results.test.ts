import assert from 'node:assert/strict';
import { batchStatus } from '../../../../src/submission/batch/batch-results.ts';
import type { EntryState } from '../../../../src/submission/journal/entry.ts';
import { draft, identity } from '../journal/journal-fixture.ts';

const at = '2026-11-21T12:00:00.000Z';
const body = { sha256: '', contentSha256: '', length: 0 };
const id = '20250102T030405678Z-01020304050607ff';
const created: EntryState = { kind: 'created', status: 201, datasetId: 'd', response: '', at };
const rejected: EntryState = {
  kind: 'rejected',
  status: 422,
  reason: '',
  cause: { kind: 'other' },
  response: '',
  at,
};

function recordOf(document: string, state: EntryState, batch = id) {
  return {
    entry: { ...draft, id: `of ${document}`, begunAt: at, document, body, owner: identity(1), batch },
    state,
  };
}

describe('An interrupted batch', () => {
  it('counts each document once: as created, unknown, or remaining, and of these the rejected ones', () => {
    const documents = ['a', 'b', 'c', 'd', 'e'].map((name) => `file:///${name}.dataset.json`);
    const [a = '', b = '', c = '', d = ''] = documents;
    const records = [
      recordOf(a, rejected),
      recordOf(a, created),
      recordOf(b, { kind: 'in-flight' }),
      recordOf(c, rejected),
      recordOf(c, rejected),
      recordOf(d, created, 'another batch'),
    ];
    assert.deepEqual(batchStatus({ id, documents }, records), {
      created: 1,
      unknown: 1,
      remaining: 3,
      rejected: 1,
    });
  });
});

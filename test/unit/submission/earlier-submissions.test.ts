import assert from 'node:assert/strict';
import { documentKey } from '../../../src/submission/document-key.ts';
import { earlierSubmissions } from '../../../src/submission/earlier-submissions.ts';
import type { EntryState } from '../../../src/submission/entry-state.ts';
import type { JournalRecord } from '../../../src/submission/journal.ts';
import { draft, identity } from './journal-fixture.ts';

const at = '2025-01-02T03:04:05.678Z';

function record(id: string, outcome: string, requestUrl = draft.requestUrl): JournalRecord {
  const state = { outcome, at, cause: { kind: 'other' } } as EntryState;
  return {
    entry: { ...draft, requestUrl, id, begunAt: at, body: { sha256: 'same', length: 2 }, owner: identity(1) },
    state,
  };
}

function idsBefore(records: readonly JournalRecord[], bodyHash = 'same'): string[] {
  return earlierSubmissions(records, { bodyHash, requestUrl: draft.requestUrl }).map(({ entry }) => entry.id);
}

describe('earlier submissions of the same content', () => {
  it('are told where they may have created a dataset', () => {
    const outcomes = ['created', 'accepted', 'unknown', 'in-flight', 'rejected', 'not-sent', 'cancelled'];
    assert.deepEqual(idsBefore(outcomes.map((outcome) => record(outcome, outcome))), outcomes.slice(0, 4));
  });

  it('are those of the same bytes', () => {
    assert.deepEqual(idsBefore([record('1', 'created')], 'other'), []);
  });

  it('are those sent to the same address, whatever the retention policy', () => {
    const records = [
      record(
        'policy',
        'created',
        'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=basicFIFO',
      ),
      record('path', 'created', 'https://gateway.example/other/reporting/datasets'),
      record('host', 'created', 'https://other.example/api/reporting/datasets'),
    ];
    assert.deepEqual(idsBefore(records), ['policy']);
  });
});

describe('telling documents apart', () => {
  it('knows a file by every spelling of its URI', () => {
    assert.equal(documentKey('file:///work/a%20b%2Cc.json'), documentKey('file:///work/a%20b,c.json'));
    assert.notEqual(documentKey('file:///work/a.json'), documentKey('file:///work/A.json'));
    assert.notEqual(documentKey('untitled:Untitled-1'), documentKey('untitled:Untitled-2'));
  });
});

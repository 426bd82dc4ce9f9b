import assert from 'node:assert/strict';
import { groupRecords, localDay, matches } from '../../../../src/app/submissions/group-records.ts';
import { DatasetHistory } from '../../../../src/submission/dataset-history.ts';
import type { EntryState } from '../../../../src/submission/journal/entry.ts';
import type { JournalRecord } from '../../../../src/submission/journal/journal.ts';
import { draft, identity } from '../../submission/journal/journal-fixture.ts';

const at = '2026-11-21T12:00:00.000Z';
const created: EntryState = { kind: 'created', status: 201, datasetId: 'd-1', response: '', at };
const unknown: EntryState = { kind: 'unknown', cause: { kind: 'process-gone' }, at };

function recordOf(state: EntryState, begunAt = at, document = draft.document): JournalRecord {
  const entry = {
    ...draft,
    document,
    id: `${begunAt.replace(/[-:.]/g, '')}-0123456789abcdef`,
    begunAt,
    body: { sha256: '', contentSha256: '', length: 0 },
    owner: identity(1),
  };
  return { entry, state };
}

describe('The groups of journal records', () => {
  it('show unknown outcomes first, then submissions in flight', () => {
    const states: EntryState[] = [
      { kind: 'cancelled', at },
      created,
      { kind: 'settled', settlement: { kind: 'created' }, at },
      { kind: 'settled', settlement: { kind: 'not-created' }, at },
      { kind: 'accepted', status: 202, response: '', at },
      { kind: 'in-flight' },
      unknown,
    ];
    const grouped = groupRecords(states.map((state) => recordOf(state)));
    assert.deepEqual(
      grouped.map(({ group, count }) => [group, count]),
      [
        ['unknown', 1],
        ['in-flight', 1],
        ['created', 3],
        ['not-created', 2],
      ],
    );
  });

  it('show a rejection that needs attention, unless its document was created later at the same service', () => {
    const rejected: EntryState = {
      kind: 'rejected',
      status: 401,
      reason: '',
      cause: { kind: 'token' },
      response: '',
      at,
    };
    const groupsOf = (records: readonly JournalRecord[], all?: readonly JournalRecord[]) =>
      groupRecords(records, all && new DatasetHistory(all)).map(({ group, count }) => [group, count]);
    const failed = recordOf(rejected);
    const later = recordOf(created, '2026-11-21T13:00:00.000Z');
    const requestUrl = 'https://gateway.example/api/other/datasets';
    const elsewhere = { ...later, entry: { ...later.entry, requestUrl } };
    const other = recordOf(created, later.entry.begunAt, 'file:///work/other.dataset.json');
    // Newest first.
    assert.deepEqual(groupsOf([later, failed, recordOf(rejected)]), [
      ['created', 1],
      ['not-created', 2],
    ]);
    for (const records of [
      [failed, recordOf(created, '2026-11-21T11:00:00.000Z')],
      [elsewhere, failed],
      [other, failed],
    ])
      assert.deepEqual(groupsOf(records), [
        ['created', 1],
        ['rejected', 1],
      ]);
    // A filter can hide the later one.
    assert.deepEqual(groupsOf([failed], [later, failed]), [['not-created', 1]]);
  });

  it('are by the day of the local time zone, in the given order', () => {
    const times = ['2026-11-21T12:00:00.000Z', '2026-11-21T11:00:00.000Z', '2026-11-19T12:00:00.000Z'];
    const [group] = groupRecords(times.map((time) => recordOf(created, time)));
    assert.deepEqual(
      group?.days.map(({ day, records }) => [day, records.map(({ entry }) => entry.begunAt)]),
      [
        [localDay(new Date(times[0] ?? '')), times.slice(0, 2)],
        [localDay(new Date(times[2] ?? '')), times.slice(2)],
      ],
    );
  });

  it('contain records that match all words of a filter, ignoring case', () => {
    const record = recordOf(created);
    for (const filter of ['sales', 'STAGING d-1', 'created', 'gateway.example', ''])
      assert.ok(matches(record, filter), filter);
    for (const filter of ['sales d-2', 'unknown', 'production']) assert.ok(!matches(record, filter), filter);
    assert.ok(matches(recordOf(unknown), 'unknown'));
    assert.ok(matches(recordOf(unknown), 'Outcome unknown'), 'as the view shows it');
    assert.ok(matches(recordOf(created, at, 'file:///a/V%C3%A9rk.json'), 'vérk'));
  });
});

import assert from 'node:assert/strict';
import {
  defaultRetention,
  findEntriesToDrop,
  type RetentionCandidate,
} from '../../../../../src/submission/journal/directory/retention.ts';
import type { EntryState } from '../../../../../src/submission/journal/entry.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1000 * day;
const at = new Date(now).toISOString();
const cancelled: EntryState = { kind: 'cancelled', at };
const created: EntryState = { kind: 'created', status: 201, response: '', at };
const unknown: EntryState = { kind: 'unknown', cause: { kind: 'process-gone' }, at };

function aged(days: number, state: EntryState, more: Partial<RetentionCandidate> = {}): RetentionCandidate {
  return {
    id: String(1000 - days).padStart(4, '0'),
    begunAt: now - days * day,
    size: 10,
    content: '',
    state,
    inOpenBatch: false,
    ...more,
  };
}

/** Submissions on three days, the last of them today. */
const use = () => [aged(0, unknown), aged(1, unknown), aged(2, unknown)];

describe('The retention of the journal', () => {
  const bounds = { entries: 2, age: 180, bytes: 1000 };

  it('removes the oldest entries beyond the maximum number', () => {
    const entries = [aged(1, cancelled), aged(3, cancelled), aged(2, cancelled), aged(4, cancelled)];
    assert.deepEqual(findEntriesToDrop(entries, bounds, now), ['0996', '0997']);
  });

  it('removes entries that are too old', () => {
    const entries = [
      aged(184, cancelled),
      aged(185, created),
      aged(182, cancelled),
      aged(9, created),
      ...use(),
    ];
    assert.deepEqual(findEntriesToDrop(entries, bounds, now), ['0815', '0816']);
  });

  it('removes those of more than 180 days by default', () => {
    const entries = [aged(183, created), aged(182, created), ...use()];
    assert.deepEqual(findEntriesToDrop(entries, defaultRetention, now), ['0817']);
  });

  it('removes none for its age unless there are later entries of three different days', () => {
    const twoDays = [aged(500, created), aged(0, created), aged(0.1, created), aged(1, created)];
    assert.deepEqual(findEntriesToDrop(twoDays, bounds, now), []);
    assert.deepEqual(findEntriesToDrop([...twoDays, aged(320.5, created)], bounds, now), []);
    assert.deepEqual(findEntriesToDrop([...twoDays, aged(319, created)], bounds, now), ['0500']);
  });

  it('removes none because the clock was years ahead in two runs', () => {
    const entries = [
      aged(9, created),
      aged(2, created),
      aged(1, created),
      aged(-2000, created),
      aged(-2001, created),
    ];
    for (const clock of [now, now + 2000 * day, now + 2001 * day])
      assert.deepEqual(findEntriesToDrop(entries, bounds, clock), []);
  });

  it('removes none for its age because the clock is ahead', () => {
    const entries = [aged(179, created), ...use()];
    assert.deepEqual(findEntriesToDrop(entries, bounds, now + 10_000 * day), []);
  });

  it('never removes the last one of a content with a dataset, such as after days of a clock that is a year ahead', () => {
    const settled: EntryState = { kind: 'settled', settlement: { kind: 'created' }, at };
    const entries = [
      aged(9, created, { content: 'a' }),
      aged(8, created, { content: 'a' }),
      aged(7, settled, { content: 'b' }),
      ...[-365, -366, -367, -368].map((days) => aged(days, created, { content: 'c' })),
    ];
    assert.deepEqual(findEntriesToDrop(entries, bounds, now + 369 * day), ['0991']);
  });

  it('removes none with a dataset because there are many, and counts none', () => {
    const entries = [4, 3, 2, 1].map((days) => aged(days, created, { size: 600 }));
    const settled: EntryState = { kind: 'settled', settlement: { kind: 'created' }, at };
    const others = [aged(7, settled), aged(6, cancelled), aged(5, cancelled)];
    assert.deepEqual(findEntriesToDrop([...entries, ...others], bounds, now), []);
  });

  it('removes none with a dataset in place of one without, even if it is older', () => {
    const entries = [aged(9, created), aged(3, cancelled), aged(2, cancelled), aged(1, cancelled)];
    assert.deepEqual(findEntriesToDrop(entries, bounds, now), ['0997']);
  });

  it('removes the oldest entries beyond the maximum size', () => {
    const entries = [aged(2, cancelled, { size: 600 }), aged(1, cancelled, { size: 600 })];
    assert.deepEqual(findEntriesToDrop(entries, bounds, now), ['0998']);
  });

  it('never removes entries that are unknown, in flight or part of an unfinished batch', () => {
    const entries = [
      aged(999, unknown, { size: 5000 }),
      aged(998, { kind: 'in-flight' }),
      aged(997, cancelled, { inOpenBatch: true, size: 5000 }),
      aged(1, cancelled),
    ];
    assert.deepEqual(findEntriesToDrop([...entries, ...use()], bounds, now), ['0999']);
  });
});

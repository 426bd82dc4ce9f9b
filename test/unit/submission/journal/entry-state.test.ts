import assert from 'node:assert/strict';
import {
  type EntryFacts,
  mayHaveCreated,
  refusalOf,
  stateOf,
} from '../../../../src/submission/journal/entry.ts';
import { apply, created, type EntryEvent, unknown } from './journal-fixture.ts';

const at = '2025-01-02T03:04:05.678Z';
const conclude: EntryEvent = { kind: 'conclude', outcome: created };
const concludeUnknown: EntryEvent = { kind: 'conclude', outcome: unknown };
const lose: EntryEvent = { kind: 'lose' };
const settle: EntryEvent = { kind: 'settle', settlement: { kind: 'not-created' } };
const remove: EntryEvent = { kind: 'delete' };

const inFlight: EntryFacts = {};
const concluded: EntryFacts = { outcome: { ...created, at } };
const withoutId: EntryFacts = { outcome: { kind: 'created', status: 201, response: '', at } };
const corrected: EntryFacts = {
  ...withoutId,
  settled: { settlement: { kind: 'not-created' }, at, corrects: 'created' },
};
const toldUnknown: EntryFacts = { outcome: { ...unknown, at } };
/** As in journals of earlier versions. */
const lost: EntryFacts = { lost: { at } };
const lostAndSettled: EntryFacts = {
  lost: { at },
  settled: { settlement: { kind: 'not-created' }, at },
};

/** What may happen when, and where it leads. */
const table: readonly [string, EntryFacts, EntryEvent, string][] = [
  ['in flight, concluded', inFlight, conclude, 'created'],
  ['in flight, concluded as unknown', inFlight, concludeUnknown, 'unknown'],
  ['in flight, lost', inFlight, lose, 'unknown'],
  ['in flight, settled', inFlight, settle, 'forbidden: in-flight'],
  ['in flight, deleted', inFlight, remove, 'forbidden: in-flight'],
  ['created, concluded again', concluded, conclude, 'forbidden: concluded'],
  ['created, lost', concluded, lose, 'forbidden: concluded'],
  ['created, settled', concluded, settle, 'forbidden: concluded'],
  ['created without an ID, settled', withoutId, settle, 'settled'],
  ['created without an ID, but settled before', { ...lostAndSettled, ...withoutId }, settle, 'settled'],
  ['created without an ID, and corrected, settled again', corrected, settle, 'forbidden: concluded'],
  ['created, deleted', concluded, remove, 'deleted'],
  ['unknown, concluded again', toldUnknown, conclude, 'forbidden: concluded'],
  ['unknown, settled', toldUnknown, settle, 'settled'],
  ['unknown, deleted', toldUnknown, remove, 'forbidden: unsettled'],
  ['lost, concluded by a process that came back', lost, conclude, 'created'],
  ['lost, lost again', lost, lose, 'forbidden: concluded'],
  ['lost, settled', lost, settle, 'settled'],
  ['settled, settled again', lostAndSettled, settle, 'forbidden: concluded'],
  ['settled, but the gateway had answered', lostAndSettled, conclude, 'created'],
  ['settled, and its process knows no more', lostAndSettled, concludeUnknown, 'settled'],
  ['settled, deleted', lostAndSettled, remove, 'deleted'],
];

describe('The states of a submission', () => {
  for (const [name, facts, event, expected] of table)
    it(`${name}: ${expected}`, () => {
      const refusal = refusalOf(facts, event.kind);
      const after = apply(facts, event);
      if (refusal) assert.equal(`forbidden: ${refusal.kind}`, expected);
      else assert.equal(after === 'deleted' ? after : stateOf(after).kind, expected);
    });

  it('prefers an outcome by the gateway to a settlement by the user', () => {
    const facts: EntryFacts = { ...concluded, ...lostAndSettled };
    assert.equal(stateOf(facts).kind, 'created');
  });

  it('prefers a settlement that corrects an outcome without an ID, and no other', () => {
    assert.equal(stateOf(corrected).kind, 'settled');
    assert.equal(stateOf({ ...lostAndSettled, ...withoutId }).kind, 'created');
    assert.equal(stateOf({ ...corrected, ...concluded }).kind, 'created');
  });

  it('has the cause of an unknown outcome that its own process recorded, if any', () => {
    const state = stateOf({ ...toldUnknown, ...lost });
    assert.equal(state.kind === 'unknown' && state.cause.kind, 'connection-lost');
  });

  it('counts an unknown outcome as possibly created', () => {
    assert.equal(mayHaveCreated(stateOf(inFlight)), true);
    assert.equal(mayHaveCreated(stateOf(lost)), true);
    assert.equal(mayHaveCreated(stateOf(concluded)), true);
    assert.equal(mayHaveCreated(stateOf(lostAndSettled)), false);
    assert.equal(
      mayHaveCreated({
        kind: 'rejected',
        status: 400,
        reason: '',
        cause: { kind: 'other' },
        response: '',
        at,
      }),
      false,
    );
  });
});

import assert from 'node:assert/strict';
import type { EntryState, RecordedOutcome } from '../../../src/submission/journal/entry.ts';
import { recordedOutcome } from '../../../src/submission/recorded-outcome.ts';
import { describeState, documentName } from '../../../src/submission/state-message.ts';
import type { SubmissionOutcome } from '../../../src/submission/submit.ts';
import { draft } from './journal/journal-fixture.ts';

const at = '2026-11-21T12:00:00.000Z';
const response = { status: 400, headers: {}, body: new Uint8Array(), complete: true };

function words(state: EntryState): string {
  return describeState(state);
}

describe('The description of a recorded submission', () => {
  const states: readonly [string, EntryState][] = [
    ['being submitted', { kind: 'in-flight' }],
    ['created: d-1', { kind: 'created', status: 201, datasetId: 'd-1', response: '', at }],
    ['created, no ID known', { kind: 'created', status: 201, response: '', at }],
    [
      'accepted, creation in progress: d-1',
      { kind: 'accepted', status: 202, datasetId: 'd-1', response: '', at },
    ],
    [
      'created, recorded by you: d-2',
      { kind: 'settled', settlement: { kind: 'created', datasetId: 'd-2' }, at },
    ],
    ['not created, recorded by you', { kind: 'settled', settlement: { kind: 'not-created' }, at }],
    ['cancelled before it was sent', { kind: 'cancelled', at }],
    [
      'outcome unknown: the program ended before a response arrived',
      { kind: 'unknown', cause: { kind: 'process-gone' }, at },
    ],
    [
      'rejected with status 400: no such policy',
      {
        kind: 'rejected',
        status: 400,
        reason: 'no such policy',
        cause: { kind: 'other' },
        response: '',
        at,
      },
    ],
  ];
  for (const [text, state] of states)
    it(`is "${text}"`, () => {
      assert.equal(words(state), text);
    });

  // Whatever an outcome is recorded as, there are words for it.
  const outcomes: readonly SubmissionOutcome[] = [
    ...(
      [
        { kind: 'name-not-found', host: 'h' },
        { kind: 'refused', host: 'h' },
        { kind: 'unreachable', host: 'h' },
        { kind: 'certificate', host: 'h', code: 'C' },
        { kind: 'tls', host: 'h', code: 'C' },
        { kind: 'timeout', host: 'h', seconds: 3 },
        { kind: 'invalid-header', host: 'h', name: 'N' },
        { kind: 'other', host: 'h', code: 'C' },
      ] as const
    ).map((failure) => ({ kind: 'not-sent', cause: { kind: 'connection', failure } }) as const),
    { kind: 'not-sent', cause: { kind: 'subscription-key' } },
    {
      kind: 'not-sent',
      cause: { kind: 'journal', failure: { kind: 'file-system', code: 'ENOSPC', folder: '/journal' } },
    },
    { kind: 'not-sent', cause: { kind: 'token', failure: { kind: 'cancelled' } } },
    ...(
      [
        { kind: 'connection-lost', code: 'C' },
        { kind: 'timeout', seconds: 3 },
        { kind: 'cancelled' },
        { kind: 'invalid-response', code: 'C' },
      ] as const
    ).map((cause) => ({ kind: 'unknown', cause }) as const),
    { kind: 'unknown', cause: { kind: 'status', status: 500, reason: '', response } },
    ...(
      [
        { kind: 'token' },
        { kind: 'subscription-key' },
        { kind: 'forbidden' },
        { kind: 'address' },
        { kind: 'too-large' },
        { kind: 'busy' },
        { kind: 'redirect', detail: 'https://elsewhere.example/' },
      ] as const
    ).map((cause) => ({ kind: 'rejected', status: 400, reason: '', cause, response }) as const),
  ];
  for (const outcome of outcomes) {
    const recorded: RecordedOutcome = recordedOutcome(outcome);
    it(`explains why it is ${recorded.kind} (${'cause' in recorded ? recorded.cause.kind : ''})`, () => {
      const text = words({ ...recorded, at });
      assert.match(text, /: [^ ]/);
      assert.doesNotMatch(text, /[{}]|undefined/);
    });
  }

  it('shows text of a server as plain text', () => {
    const reason = 'no\u001b[31m\u202e such';
    const state: EntryState = {
      kind: 'rejected',
      status: 400,
      reason,
      cause: { kind: 'other' },
      response: '',
      at,
    };
    assert.equal(words(state), 'rejected with status 400: no such');
  });

  it('names the document by its file', () => {
    assert.equal(documentName(draft), 'sales.dataset.json');
    assert.equal(documentName({ document: 'file:///a/V%C3%A9rk%20%2Fufe.json' }), 'Vérk /ufe.json');
    assert.equal(documentName({ document: 'untitled:Untitled-1' }), 'Untitled-1');
    assert.equal(documentName({ document: 'file:///a/100%.json' }), '100%.json');
  });
});

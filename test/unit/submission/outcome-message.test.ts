import assert from 'node:assert/strict';
import type { HttpResponse } from '../../../src/gateway/http.ts';
import type { RejectionCause } from '../../../src/gateway/outcome.ts';
import type { TokenFailure } from '../../../src/identity/grant.ts';
import { describeOutcome } from '../../../src/submission/outcome-message.ts';
import type { NextStep } from '../../../src/submission/outcome-table.ts';
import type { SubmissionOutcome } from '../../../src/submission/submit.ts';

const response: HttpResponse = { status: 200, headers: {}, body: new Uint8Array(), complete: true };

function describeOf(outcome: SubmissionOutcome) {
  return describeOutcome(outcome, 'staging');
}

function rejected(cause: RejectionCause, status: number): SubmissionOutcome {
  return { kind: 'rejected', status, reason: 'So it is.', cause, response };
}

function withoutToken(tokenFailure: TokenFailure): SubmissionOutcome {
  return { kind: 'not-sent', cause: { kind: 'token', failure: tokenFailure } };
}

describe('The message about the outcome of a submission', () => {
  const stories: readonly [string, SubmissionOutcome, RegExp, NextStep | undefined][] = [
    ['a created dataset', created('created', 'D-1'), /^Dataset created in staging: D-1$/, undefined],
    ['one without an ID', created('created'), /created in staging\. The response contains no ID/, undefined],
    [
      'one whose answer was cut',
      { kind: 'created', status: 201, response: { ...response, complete: false } },
      /created in staging, but the response was cut off before it contained an ID\. Look up the ID in staging/,
      undefined,
    ],
    [
      'an accepted one',
      created('accepted', 'D-1'),
      /accepted in staging, creation in progress: D-1/,
      undefined,
    ],
    [
      'a refused token',
      rejected({ kind: 'token' }, 401),
      /^staging rejected the dataset \(status 401\)\. It says: "So it is"/,
      'sign-in',
    ],
    [
      'a wrong subscription key',
      rejected({ kind: 'subscription-key' }, 401),
      /subscription key seems to be wrong/,
      'set-subscription-key',
    ],
    ['a 403', rejected({ kind: 'forbidden' }, 403), /no permission/, 'set-subscription-key'],
    [
      'a 404',
      rejected({ kind: 'address', detail: 'https://gateway.example/reporting/datasets' }, 404),
      /wrong: https:\/\/gateway\.example\/reporting\/datasets\. Check baseUrl and reportingPath/,
      'edit-environment',
    ],
    ['a 413', rejected({ kind: 'too-large' }, 413), /Split it/, undefined],
    [
      'a busy gateway',
      rejected({ kind: 'busy', seconds: 300 }, 503),
      /did not process the request\. Try again in 300 s/,
      'try-again',
    ],
    [
      'a redirect',
      rejected({ kind: 'redirect', detail: 'https://elsewhere.example/' }, 307),
      /redirects to https:\/\/elsewhere\.example\/\. Credentials are not sent to a redirect target/,
      'edit-environment',
    ],
    [
      'an unreachable gateway',
      {
        kind: 'not-sent',
        cause: { kind: 'connection', failure: { kind: 'refused', host: 'gateway.example' } },
      },
      /Nothing was sent to staging\..*It is safe to try again/,
      'try-again',
    ],
    [
      'a key that cannot be sent, now or later',
      {
        kind: 'not-sent',
        cause: { kind: 'connection', failure: { kind: 'invalid-header', host: 'g', name: 'Authorization' } },
      },
      /Enter the credential again\.$/,
      'try-again',
    ],
    [
      'a lost answer',
      { kind: 'unknown', cause: { kind: 'connection-lost', code: 'ECONNRESET' } },
      /^Outcome unknown\..*may already exist in staging\. Check before/,
      'check-service',
    ],
    [
      'a 500',
      { kind: 'unknown', cause: { kind: 'status', status: 500, reason: '', response } },
      /Outcome unknown\. The gateway answered with status 500\. The dataset may/,
      'check-service',
    ],
    ['a cancelled one', { kind: 'cancelled' }, /Nothing was created in staging/, undefined],
    [
      'a wrong password',
      withoutToken({
        kind: 'refused',
        grantType: 'password',
        status: 400,
        error: 'invalid_grant',
        description: 'No.',
      }),
      /Nothing was sent to staging\. The token endpoint refused: invalid_grant \(status 400\)\. It says: "No"\. Check the user name and the password\.$/,
      'sign-in',
    ],
    [
      'a wrong client',
      withoutToken({ kind: 'refused', status: 401, error: 'invalid_client', description: '' }),
      /invalid_client/,
      'set-client-secret',
    ],
    [
      'a client that may not do this, whatever the grant',
      withoutToken({ kind: 'refused', status: 400, error: 'unauthorized_client', description: '' }),
      /unauthorized_client \(status 400\)\. Check "auth\.clientId", the client secret, and whether .* "auth\.grantType"\.$/,
      'set-client-secret',
    ],
    [
      'a token endpoint that says in its answer alone that it is busy',
      withoutToken({ kind: 'refused', status: 400, error: 'temporarily_unavailable', description: '' }),
      /temporarily_unavailable \(status 400\)\. Try again later\.$/,
      'try-again',
    ],
    [
      'scopes that the provider does not know',
      withoutToken({ kind: 'denied', error: 'invalid_scope', description: '' }),
      /denied the request: invalid_scope\. Check "auth\.scopes"/,
      'edit-environment',
    ],
    [
      'an identity provider in trouble',
      withoutToken({
        kind: 'undiscovered',
        issuer: 'https://login.example/',
        detail: 'trouble',
        text: '503',
      }),
      /temporarily unavailable \(status 503\)\. Try again later\.$/,
      'try-again',
    ],
    [
      'a token endpoint in trouble, which says nothing about the password',
      withoutToken({ kind: 'refused', status: 500, error: 'server_error', description: '' }),
      /server_error/,
      'try-again',
    ],
    [
      'a token endpoint that answers with a page',
      withoutToken({ kind: 'invalid-response', status: 404, detail: 'not-json', text: 'Bad' }),
      /\(status 404\) is not JSON\. It says: "Bad"\./,
      'edit-environment',
    ],
    [
      'a token endpoint that refuses without a reason',
      withoutToken({ kind: 'invalid-response', status: 400, detail: 'not-json', text: 'Bad' }),
      /refused the request \(status 400\)\. It says: "Bad"\. Check "auth\.clientId"/,
      'edit-environment',
    ],
    [
      'a token endpoint that is busy, which says nothing about its address',
      withoutToken({ kind: 'invalid-response', status: 503, detail: 'not-json', text: '' }),
      /temporarily unavailable \(status 503\)\. Try again later\.$/,
      'try-again',
    ],
    [
      'a token whose answer broke off',
      withoutToken({ kind: 'invalid-response', status: 200, detail: 'cut', text: '' }),
      /\(status 200\) was cut off\. Try again/,
      'try-again',
    ],
    [
      'a token request without an answer',
      withoutToken({ kind: 'interrupted', interruption: { kind: 'connection-lost', code: 'ECONNRESET' } }),
      /Nothing was sent to staging\. The request for an access token failed\. The connection was lost/,
      'try-again',
    ],
    [
      'a gateway that is busy for longer than anybody waits',
      rejected({ kind: 'busy', seconds: 1e23 }, 429),
      /did not process the request\. Try again later\.$/,
      'try-again',
    ],
    [
      'a token of another type',
      withoutToken({ kind: 'invalid-response', status: 200, detail: 'token-type', text: 'mac' }),
      /of type "mac"\. Only "bearer"/,
      'edit-environment',
    ],
    [
      'a token of no type',
      withoutToken({ kind: 'invalid-response', status: 200, detail: 'token-type', text: '' }),
      /contains no token_type/,
      'edit-environment',
    ],
  ];
  for (const [name, outcome, text, next] of stories)
    it(`says what happened, why, and what to do for ${name}`, () => {
      const message = describeOf(outcome);
      assert.match(message.text, text);
      assert.equal(message.next, next);
    });
});

function created(outcome: 'created' | 'accepted', datasetId?: string): SubmissionOutcome {
  return { kind: outcome, status: 201, response, ...(datasetId === undefined ? {} : { datasetId }) };
}

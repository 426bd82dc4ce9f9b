import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../scripts/testing/random-cases.ts';
import { environmentOf } from '../../src/cli/environment-variables.ts';
import { jsonOf } from '../../src/cli/output/create-report.ts';
import { jsonText } from '../../src/cli/output/json-text.ts';
import type { ProviderAuthentication } from '../../src/environments/authentication.ts';
import { postDataset } from '../../src/gateway/dataset-request.ts';
import type { HttpClient, HttpResponse } from '../../src/gateway/http.ts';
import type { DatasetOutcome, RejectionCause } from '../../src/gateway/outcome.ts';
import { responseText } from '../../src/gateway/presentation/exchange-text.ts';
import { serviceDefaults } from '../../src/gateway/service.ts';
import { requestToken } from '../../src/gateway/token-request.ts';
import type { TokenFailure } from '../../src/identity/grant.ts';
import { sessionGrant } from '../../src/identity/grants/session-grant.ts';
import { describeTokenFailure } from '../../src/identity/messages/token-failure-message.ts';
import { connectProvider } from '../../src/identity/provider/connect-provider.ts';
import { EnvironmentSecrets } from '../../src/identity/secrets/secret-vault.ts';
import { formatOutcome, parseFact } from '../../src/submission/journal/directory/entry-format.ts';
import { stateOf } from '../../src/submission/journal/entry.ts';
import { describeOutcome } from '../../src/submission/outcome-message.ts';
import { recordedOutcome } from '../../src/submission/recorded-outcome.ts';
import { describeState } from '../../src/submission/state-message.ts';
import type { SubmissionOutcome } from '../../src/submission/submit.ts';
import { MemoryVault } from './memory-vault.ts';
import { decodings, spelledSecrets } from './text/spellings.ts';

interface Echo {
  readonly secret: string;
  /** The secret as the server spells it. */
  readonly spelled: string;
}

/** An answer that echoes what the client sent. */
type Answer = Partial<Pick<HttpResponse, 'status' | 'headers'>> & { readonly body?: string };

/** None of an outcome's texts are a server's. */
type Silent = 'no words of a server';

function answering(...answers: readonly Answer[]): HttpClient {
  const left = [...answers];
  return {
    exchange: async () => {
      const { status = 200, headers = {}, body = '' } = left.shift() ?? {};
      return {
        kind: 'response',
        response: { status, headers, body: Buffer.from(body), complete: true },
      };
    },
  };
}

const service = { ...serviceDefaults, baseUrl: new URL('https://gateway.example/api') };
const environment = environmentOf({ 'base-url': service.baseUrl.href }, {});
const options = { timeout: 1000 };

/** Everything that people are shown of an outcome, and what the journal keeps of it. A new place to show one belongs here. */
const views: Readonly<Record<string, (outcome: SubmissionOutcome) => string>> = {
  'notification, log and command line': (outcome) => describeOutcome(outcome, 'test').text,
  'Show Response of a notification, and the log in detail': (outcome) =>
    'response' in outcome ? responseText(outcome.response) : '',
  'headers of the response': (outcome) =>
    'response' in outcome ? JSON.stringify(outcome.response.headers) : '',
  'command line with --json': (outcome) => jsonText(jsonOf(outcome, { environment, journaled: true })),
  'journal entry': (outcome) =>
    Buffer.from(formatOutcome('2026-01-01T00:00:00.000Z', recordedOutcome(outcome))).toString(),
  'list of submissions': (outcome) => {
    const bytes = formatOutcome('2026-01-01T00:00:00.000Z', recordedOutcome(outcome));
    const fact = parseFact('outcome', bytes);
    assert.ok(fact.ok);
    return describeState(stateOf(fact.value));
  },
};

/** What servers put an echo into, by what comes of it. */
const datasetAnswers = {
  created: ({ spelled }): readonly Answer[] => [
    { body: `{"id":"${spelled}","echo":"${spelled}"}` },
    { body: `{"echo":"${spelled}"}`, headers: { location: `/datasets/${encodeURIComponent(spelled)}` } },
    { headers: { location: `/datasets/${spelled}/`, 'x-echo': spelled } },
    { body: `<p>${spelled}</p>` },
    { body: JSON.stringify({ echo: `{"inner":"${spelled}"}` }) },
  ],
  accepted: ({ spelled }): readonly Answer[] => [
    { status: 202, body: `{"data":{"datasetId":"${spelled}"}}` },
  ],
  rejected: ({ spelled }): readonly Answer[] => [
    { status: 400, body: `{"message":"${spelled}"}` },
    { status: 401, body: `{"error":{"message":"${spelled}"}}` },
    { status: 422, body: `{"errors":[{"detail":"You sent ${spelled}"}]}` },
    { status: 403, body: `<html><b>${spelled}</b></html>` },
    { status: 404, body: `No ${spelled} here` },
    { status: 429, body: `"${spelled}"`, headers: { 'retry-after': '7' } },
    {
      status: 401,
      headers: {
        'www-authenticate': `Bearer error="insufficient_user_authentication", acr_values="${spelled}"`,
      },
    },
    {
      status: 401,
      headers: {
        'www-authenticate': `Bearer error="insufficient_claims", claims="{\\"a\\":\\"${spelled}\\"}"`,
      },
    },
    { status: 307, headers: { location: `https://other.example/?token=${spelled}` } },
  ],
  unknown: ({ spelled }): readonly Answer[] => [
    { status: 500, body: `{"title":"${spelled}"}` },
    { status: 502, body: spelled },
  ],
  'not-sent': 'no words of a server',
  cancelled: 'no words of a server',
} satisfies Record<DatasetOutcome['kind'], ((echo: Echo) => readonly Answer[]) | Silent>;

/** Whether a cause of a rejection carries a server's words. */
const causes = {
  redirect: true,
  challenge: true,
  token: false,
  'subscription-key': false,
  forbidden: false,
  address: false,
  'too-large': false,
  busy: false,
  other: false,
} satisfies Record<RejectionCause['kind'], boolean>;

const authentication: ProviderAuthentication = {
  grantType: 'authorization_code',
  clientId: 'client',
  clientAuthentication: 'client_secret_post',
  scopes: [],
  server: {
    by: 'endpoints',
    authorizationEndpoint: new URL('https://login.example/authorize'),
    tokenEndpoint: new URL('https://login.example/token'),
  },
};

async function tokenFailure({ secret }: Echo, answer: Answer): Promise<TokenFailure> {
  const credentials = { username: 'user', password: secret, clientId: 'client' };
  const outcome = await requestToken(answering(answer), service, credentials, { method: 'none' }, options);
  assert.ok(outcome.kind !== 'issued');
  return outcome;
}

async function providerAt(http: HttpClient, secret: string, issuer?: URL) {
  const server = issuer ? ({ by: 'discovery', issuer } as const) : authentication.server;
  return connectProvider({ ...authentication, server }, secret, { http, now: Date.now }, options);
}

async function refreshFailure({ secret }: Echo, answer: Answer): Promise<TokenFailure> {
  const provider = await providerAt(answering(answer), 'client-secret');
  assert.ok(provider.ok);
  const result = await provider.value.refresh(secret, options);
  assert.ok(!result.ok);
  return result.failure;
}

async function discoveryFailure({ secret }: Echo, answer: Answer): Promise<TokenFailure> {
  const provider = await providerAt(answering(answer, answer), secret, new URL('https://login.example/'));
  assert.ok(!provider.ok);
  return provider.failure;
}

async function denial({ secret, spelled }: Echo): Promise<TokenFailure> {
  const provider = await providerAt(answering(), secret);
  assert.ok(provider.ok);
  const attempt = provider.value.newAttempt();
  const callback = new URL('https://editor.example/callback');
  callback.searchParams.set('error', 'access_denied');
  callback.searchParams.set('error_description', `You sent ${spelled}`);
  callback.searchParams.set('state', attempt.state);
  const result = await provider.value.redeem(
    attempt,
    new URL('https://editor.example/callback'),
    callback,
    options,
  );
  assert.ok(!result.ok && result.failure.kind === 'denied');
  return result.failure;
}

async function noSession({ secret, spelled }: Echo): Promise<TokenFailure> {
  const authentication = {
    grantType: 'session',
    providerId: 'github',
    scopes: [],
    clientId: '',
    clientAuthentication: 'none',
  } as const;
  const environment = { name: 'test', service, authentication };
  const vault = new MemoryVault();
  const secrets = new EnvironmentSecrets(vault, environment);
  const grant = sessionGrant(
    { environment, authentication, vault, secrets, now: 0 },
    {
      provider: { getSession: async () => ({ kind: 'failed', message: `No ${spelled}` }) },
      askConsent: async () => true,
    },
  );
  const signal = new AbortController().signal;
  const result = await grant.obtain({ ...options, signal, askAgain: false, rejected: secret });
  assert.ok(result.kind === 'no-session');
  return result;
}

type Failing = (echo: Echo) => readonly Promise<TokenFailure>[];

const tokenFailures = {
  refused: (echo) =>
    [tokenFailure, refreshFailure].flatMap((failure) => [
      failure(echo, { status: 400, body: `{"error":"${echo.spelled}"}` }),
      failure(echo, { status: 400, body: `{"error":"e","error_description":"Not ${echo.spelled}"}` }),
      failure(echo, { status: 400, body: `{"message":"${echo.spelled}"}` }),
    ]),
  'invalid-response': (echo) =>
    [tokenFailure, refreshFailure].flatMap((failure) => [
      failure(echo, { status: 400, body: echo.spelled }),
      failure(echo, { status: 503, body: `<p>${echo.spelled}</p>` }),
      failure(echo, { status: 200, body: `{"access_token":"t","token_type":"${echo.spelled}"}` }),
      failure(echo, { status: 302, headers: { location: `https://other.example/${echo.spelled}` } }),
    ]),
  undiscovered: (echo) => [
    discoveryFailure(echo, { status: 302, headers: { location: `https://other.example/${echo.spelled}` } }),
    discoveryFailure(echo, { body: `{"issuer":"https://login.example/${echo.spelled}"}` }),
    discoveryFailure(echo, {
      body: `{"issuer":"https://login.example/","authorization_endpoint":"http://other.example/${echo.spelled}","token_endpoint":"https://login.example/t"}`,
    }),
  ],
  denied: (echo) => [denial(echo)],
  'no-session': (echo) => [noSession(echo)],
  unreachable: 'no words of a server',
  interrupted: 'no words of a server',
  cancelled: 'no words of a server',
  missing: 'no words of a server',
  unsupported: 'no words of a server',
  untrusted: 'no words of a server',
  'no-browser': 'no words of a server',
  'timed-out': 'no words of a server',
  'sign-in-needed': 'no words of a server',
  'device-code-unusable': 'no words of a server',
  'port-in-use': 'no words of a server',
  'device-code-expired': 'no words of a server',
  'no-assertion': 'no words of a server',
} satisfies Record<TokenFailure['kind'], Failing | Silent>;

/** In JSON, no server can leave quotes and lone backslashes as they are. A secret that holds escapes
 * or backslashes has no single meaning there; `redact` is tested with those. */
const echoes = spelledSecrets.filter(({ secret, spelled }) => {
  if (secret.includes('\\') || [...decodings(secret, 1)].length > 1) return false;
  try {
    JSON.parse(`"${spelled}"`);
    return true;
  } catch {
    return false;
  }
});

function assertHidden(secret: string, shown: string, where: string): void {
  for (const text of decodings(shown)) assert.ok(!text.includes(secret), `${where}: ${shown}`);
}

describe('A secret that a server returns in any spelling is masked', () => {
  for (const [outcome, answers] of Object.entries(datasetAnswers)) {
    if (typeof answers === 'string') continue;
    for (const [view, show] of Object.entries(views))
      it(`in ${view} of a dataset that is ${outcome}`, () =>
        fc.assert(
          fc.asyncProperty(echoes, async (echo) => {
            for (const answer of answers(echo)) {
              const submission = {
                body: new Uint8Array(),
                accessToken: echo.secret,
                subscriptionKey: 'another-key',
              };
              const result = await postDataset(answering(answer), service, submission, options);
              assert.equal(result.kind, outcome);
              assertHidden(echo.secret, show(result), view);
            }
          }),
          { numRuns: caseCount(20) },
        ));
  }

  for (const [outcome, failures] of Object.entries(tokenFailures)) {
    if (typeof failures === 'string') continue;
    it(`in everything that is shown and stored of a token request that is ${outcome}`, () =>
      fc.assert(
        fc.asyncProperty(echoes, async (echo) => {
          for (const failure of await Promise.all(failures(echo))) {
            assert.equal(failure.kind, outcome);
            assertHidden(echo.secret, JSON.stringify(failure), 'failure');
            assertHidden(echo.secret, describeTokenFailure(failure), 'message');
            for (const [view, show] of Object.entries(views))
              assertHidden(echo.secret, show({ kind: 'not-sent', cause: { kind: 'token', failure } }), view);
          }
        }),
        { numRuns: caseCount(20) },
      ));
  }

  it('in the one cause of a rejection that contains text of a server', () => {
    assert.deepEqual(
      Object.entries(causes).flatMap(([kind, hasWords]) => (hasWords ? [kind] : [])),
      ['redirect', 'challenge'],
    );
  });
});

import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderAuthentication } from '../../src/environments/authentication.ts';
import type { Environment } from '../../src/environments/environment.ts';
import { UndiciHttpClient } from '../../src/gateway/network/undici-http-client.ts';
import { browserSignIn } from '../../src/identity/grants/browser-sign-in.ts';
import type { SignInReason } from '../../src/identity/grants/sign-in-method.ts';
import { SessionStore } from '../../src/identity/identity-session.ts';
import {
  describeTokenFailure,
  nextAfterTokenFailure,
} from '../../src/identity/messages/token-failure-message.ts';
import { EnvironmentSecrets } from '../../src/identity/secrets/secret-vault.ts';
import { type TokenResult, TokenSource } from '../../src/identity/token-source.ts';
import { MemoryVault } from '../unit/memory-vault.ts';
import { defineEnvironment, options, SkewedClock } from './certified/sign-in-setup.ts';

const jsonError = (error: unknown) => JSON.stringify({ error });
const html = '<!doctype html><title>Bad Request</title><h1>Bad Request</h1>';

/** The body of a refusal, and the OAuth error that it names. */
const bodies: readonly (readonly [name: string, body: string, error?: string])[] = [
  ['nothing', ''],
  ['a page', html],
  ['words', 'Invalid token'],
  ['a number', '7'],
  ['null', 'null'],
  ['a list', '["invalid_grant"]'],
  ['an empty object', '{}'],
  ['an error that is no text', jsonError({ code: 'invalid_grant' })],
  ['half an object', '{"error":"temporarily_unav'],
  ...[
    'invalid_grant',
    'invalid_request',
    'invalid_scope',
    'interaction_required',
    'expired_token',
    'something_else',
    'temporarily_unavailable',
    'server_error',
    'slow_down',
    'invalid_client',
    'unauthorized_client',
  ].map((error) => [error, jsonError(error), error] as const),
  ['a form with invalid_grant', 'error=invalid_grant&error_description=Expired', 'invalid_grant'],
  ['a form with slow_down', 'error=slow_down', 'slow_down'],
];

const statuses = [200, 201, 302, 400, 401, 402, 403, 404, 409, 418, 429, 499, 500, 502, 503, 504];

/** Whether a response ends the session: written down a second time, as the documents of `RefreshTokenStatus` say it. */
function isEnd(status: number, error = ''): boolean {
  const isExempt = [
    'temporarily_unavailable',
    'server_error',
    'slow_down',
    'invalid_client',
    'unauthorized_client',
  ].includes(error);
  if (status === 400 || status === 401) return !isExempt;
  return status >= 400 && status < 500 && error === 'invalid_grant';
}

describe('A session, if the identity provider responds to its refresh', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  let received: URLSearchParams[];
  let vault: MemoryVault;
  let tokens: TokenSource;
  let clientSecret: string | undefined;
  let offered: SignInReason[];
  let browserOpened: number;

  beforeEach(async () => {
    received = [];
    offered = [];
    browserOpened = 0;
    clientSecret = undefined;
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vault = new MemoryVault();
    const clock = new SkewedClock();
    tokens = new TokenSource({
      vault,
      http: new UndiciHttpClient(),
      now: () => clock.now(),
      prompt: { ask: async (kind) => (kind === 'clientSecret' ? clientSecret : undefined) },
      userSessions: {
        lock: {
          run: async (_key, _signal, work) =>
            work({ readNote: async () => undefined, writeNote: async () => undefined }),
        },
        clock,
        signIn: browserSignIn({
          receivers: [],
          openBrowser: async () => {
            browserOpened += 1;
            return false;
          },
          clock,
        }),
        offerSignIn: async (_, why) => {
          offered.push(why);
          return false;
        },
      },
    });
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  function environment(auth: Record<string, unknown> = {}): Environment {
    const { port } = server.address() as AddressInfo;
    return defineEnvironment({
      authorizationEndpoint: `http://127.0.0.1:${port}/authorize`,
      tokenEndpoint: `http://127.0.0.1:${port}/token`,
      ...auth,
    });
  }

  async function signedIn(of: Environment): Promise<void> {
    const authentication = of.authentication as ProviderAuthentication;
    const store = new SessionStore(new EnvironmentSecrets(vault, of), authentication);
    await store.write({
      revision: 1,
      account: { id: 'a1', label: 'ann' },
      refresh: { token: 'refresh-0' },
    });
  }

  const renew = (of: Environment): Promise<TokenResult> => tokens.accessToken(of, options);

  /** The message of the failure, and the actions that the user is offered. */
  async function failed(result: Promise<TokenResult>) {
    const failure = await result;
    assert.ok(failure.kind !== 'token', 'There is a token.');
    return { words: describeTokenFailure(failure), next: nextAfterTokenFailure(failure) };
  }

  const stateOf = async (of: Environment) => (await tokens.state(of)).state;

  const answerWith = (status: number, body: string) => {
    answer = (response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body);
    };
  };

  for (const status of statuses)
    for (const [name, body, error] of bodies)
      if (isEnd(status, error))
        it(`with ${status} and ${name}, ends`, async () => {
          const staging = environment();
          await signedIn(staging);
          answerWith(status, body);
          const { words, next } = await failed(renew(staging));
          assert.match(words, new RegExp(`ended the session.*\\(status ${status}\\).*Sign in again\\.$`));
          if (error !== undefined) assert.ok(words.includes(error), words);
          assert.equal(next, 'sign-in');
          assert.equal(await stateOf(staging), 'signed-out');
          assert.match((await failed(renew(staging))).words, /The browser couldn't be opened/);
          assert.equal(received.length, 1);
        });
      else
        it(`with ${status} and ${name}, continues`, async () => {
          const staging = environment();
          await signedIn(staging);
          answerWith(status, body);
          const { words } = await failed(renew(staging));
          assert.match(words, /You are still signed in/);
          assert.equal(await stateOf(staging), 'signed-in');
          const isClientError = error === 'invalid_client' || error === 'unauthorized_client';
          answerWith(200, '{"access_token":"new","token_type":"bearer"}');
          assert.equal((await renew(staging)).kind === 'token', !isClientError);
          assert.equal(received.length, isClientError ? 1 : 2);
        });

  for (const clientAuthentication of ['client_secret_basic', 'client_secret_post'])
    describe(`and a client secret is sent by ${clientAuthentication}`, () => {
      const method = { clientAuthentication };

      beforeEach(async () => {
        await signedIn(environment(method));
        await new EnvironmentSecrets(vault, environment(method)).store('clientSecret', 'old');
      });

      for (const [name, body, error] of [
        ...bodies,
        ['access_denied, as Auth0 does', jsonError('access_denied'), 'access_denied'] as const,
      ])
        if (error === 'invalid_grant')
          it(`with 401 and ${name}, ends`, async () => {
            answerWith(401, body);
            assert.match((await failed(renew(environment(method)))).words, /ended the session/);
            assert.equal(await stateOf(environment(method)), 'signed-out');
          });
        else
          it(`with 401 and ${name}, continues`, async () => {
            answerWith(401, body);
            const { words } = await failed(renew(environment(method)));
            assert.match(words, /You are still signed in/);
            assert.equal(await stateOf(environment(method)), 'signed-in');
            answerWith(200, '{"access_token":"new","token_type":"bearer"}');
            await new EnvironmentSecrets(vault, environment(method)).store('clientSecret', 'new');
            assert.equal((await renew(environment(method))).kind, 'token');
          });

      for (const [name, body] of [
        ['nothing', ''],
        ['a page', html],
        ['access_denied, as Auth0 does', jsonError('access_denied')],
        ['invalid_token', jsonError('invalid_token')],
        ['an empty object', '{}'],
      ] as const)
        it(`with 401 and ${name}, names the secret first, and what to do if it is correct`, async () => {
          answerWith(401, body);
          const { words, next } = await failed(renew(environment(method)));
          assert.match(
            words,
            /Check the client secret first, .*still signed in\. If the client secret is correct, sign in again\.$/,
          );
          assert.equal(next, 'set-client-secret');
        });

      it('with 400 and nothing, ends', async () => {
        answerWith(400, '');
        await failed(renew(environment(method)));
        assert.equal(await stateOf(environment(method)), 'signed-out');
      });
    });

  for (const [status, ends] of [
    [400, true],
    [401, true],
    [403, false],
    [502, false],
  ] as const)
    it(`with ${status} and a body that is cut off, ${ends ? 'ends' : 'continues'}`, async () => {
      const staging = environment();
      await signedIn(staging);
      answer = (response) => {
        response.writeHead(status, { 'content-length': '1000' });
        response.write('{"error":"tempor', () => response.destroy());
      };
      await failed(renew(staging));
      assert.equal(await stateOf(staging), ends ? 'signed-out' : 'signed-in');
    });

  it('with 400 and a body of more than a megabyte, ends', async () => {
    const staging = environment();
    await signedIn(staging);
    answerWith(400, 'x'.repeat(2 * 1024 * 1024));
    assert.match((await failed(renew(staging))).words, /ended the session/);
  });

  it('with 400 and a body in an unknown encoding, ends', async () => {
    const staging = environment();
    await signedIn(staging);
    answer = (response) => {
      response.writeHead(400, { 'content-encoding': 'gzip' });
      response.end('not gzip');
    };
    assert.match((await failed(renew(staging))).words, /ended the session/);
  });

  it('with 200 and a body that is cut off, requires a new sign-in, because the refresh token may have been used', async () => {
    const staging = environment();
    await signedIn(staging);
    answer = (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"access_token":"ne', () => response.destroy());
    };
    assert.deepEqual(await renew(staging), { kind: 'sign-in-needed', why: 'answer-lost' });
  });

  it('asks the user to sign in and says why before it opens the browser', async () => {
    const staging = environment();
    await signedIn(staging);
    answerWith(400, '');
    const { words } = await failed(renew(staging));
    assert.match(words, /ended the session \(status 400\)\. Sign in again\./);
    assert.deepEqual(offered, [{ end: { status: 400, error: '', text: '' } }]);
    assert.equal(browserOpened, 0);
  });

  it('shows the message of the response as plain text', async () => {
    const staging = environment();
    await signedIn(staging);
    answerWith(400, JSON.stringify({ error: 'x', error_description: 'a\u0000\u001b[31mb\u202ec refresh-0' }));
    assert.match((await failed(renew(staging))).words, /It says: "a b c •••"\. Sign in again/);
  });

  for (const error of ['invalid_client', 'unauthorized_client'])
    for (const status of [400, 401, 403, 500])
      describe(`with ${status} and ${error}`, () => {
        const method = { clientAuthentication: 'client_secret_post' };

        beforeEach(async () => {
          const staging = environment(method);
          await signedIn(staging);
          await new EnvironmentSecrets(vault, staging).store('clientSecret', 'old');
          answerWith(status, jsonError(error));
          assert.doesNotMatch((await failed(renew(staging))).words, /earlier answer/);
          answerWith(200, '{"access_token":"new","token_type":"bearer"}');
        });

        it('keeps the refresh token, says what to change, and sends nothing until then', async () => {
          const staging = environment(method);
          for (let times = 0; times < 2; times += 1) {
            const { words } = await failed(renew(staging));
            assert.ok(words.includes(error), words);
            assert.match(words, /This is the earlier answer: nothing was sent this time\./);
            assert.match(words, /renewed when you change the client secret or "auth\.clientAuthentication"/);
          }
          assert.equal(await stateOf(staging), 'signed-in');
          assert.equal(received.length, 1);
        });

        it('names the same thing to check as the first time', async () => {
          const { words, next } = await failed(renew(environment(method)));
          if (error === 'invalid_client') assert.match(words, /Check the client secret first/);
          assert.equal(next, status === 500 ? 'try-again' : 'set-client-secret');
        });

        it('is renewed with another client secret', async () => {
          const staging = environment(method);
          await new EnvironmentSecrets(vault, staging).store('clientSecret', 'new');
          assert.equal((await renew(staging)).kind, 'token');
          assert.deepEqual(
            received.map((form) => [form.get('client_secret'), form.get('refresh_token')]),
            [
              ['old', 'refresh-0'],
              ['new', 'refresh-0'],
            ],
          );
        });

        it('is renewed when the user sets the same client secret, because the provider may know it now', async () => {
          const staging = environment(method);
          await tokens.setClientSecret(staging, 'old');
          assert.equal((await renew(staging)).kind, 'token');
          assert.equal(received.length, 2);
        });

        it('is renewed by another method', async () => {
          const staging = environment({ clientAuthentication: 'client_secret_basic' });
          assert.equal((await renew(staging)).kind, 'token');
          assert.equal(received.length, 2);
        });

        it('keeps no client secret in the session', async () => {
          const [session] = [...vault.secrets].filter(([key]) => key.includes('issuedToken'));
          assert.ok(session && !session[1].includes('old'));
        });
      });
});

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Environment, readEnvironments } from '../../../src/environments/environment.ts';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import {
  describeTokenFailure,
  nextAfterTokenFailure,
} from '../../../src/identity/messages/token-failure-message.ts';
import { EnvironmentSecrets, type SecretKind } from '../../../src/identity/secrets/secret-vault.ts';
import { TokenSource } from '../../../src/identity/token-source.ts';
import { MemoryVault } from '../memory-vault.ts';

describe('TokenSource', () => {
  let server: Server;
  let environment: Environment;
  let vault: MemoryVault;
  let secrets: EnvironmentSecrets;
  let tokens: TokenSource;
  let asked: SecretKind[];
  let filledIn: (string | undefined)[];
  let answers: Partial<Record<SecretKind, string>>;
  let requests: URLSearchParams[];
  let answer: { status: number; body: unknown };
  let now: number;
  const signal = new AbortController().signal;
  const options = { signal, timeout: 5000 };

  beforeEach(async () => {
    asked = [];
    filledIn = [];
    answers = { username: 'ann', password: 'hunter2', clientSecret: 'client-secret', pastedToken: 'pasted' };
    requests = [];
    now = Date.UTC(2026, 0, 1);
    answer = { status: 200, body: undefined };
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      requests.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      const issued = { access_token: `token-${requests.length}`, token_type: 'bearer', expires_in: 3600 };
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body ?? issued));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    environment = define({ grantType: 'password', clientId: 'client' });
    vault = new MemoryVault();
    secrets = new EnvironmentSecrets(vault, environment);
    tokens = new TokenSource({
      vault,
      http: new UndiciHttpClient(),
      now: () => now,
      prompt: {
        ask: async (kind, _environment, current) => {
          asked.push(kind);
          filledIn.push(current);
          return answers[kind];
        },
      },
    });
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  function define(auth: Record<string, string>, gateway = server): Environment {
    const { port } = gateway.address() as AddressInfo;
    const entry = { name: 'test', baseUrl: `http://127.0.0.1:${port}`, auth };
    const [read] = readEnvironments([entry]).environments;
    assert.ok(read);
    return read;
  }

  const get = async (rejected?: string) => {
    const result = await tokens.accessToken(
      environment,
      rejected === undefined ? options : { ...options, rejected },
    );
    return result.kind === 'token' ? result.accessToken : result.kind;
  };

  describe('with the password grant', () => {
    it('asks for missing credentials once, and stores them', async () => {
      assert.equal(await get(), 'token-1');
      assert.equal(await get('token-1'), 'token-2');
      assert.deepEqual(asked, ['username', 'password']);
      assert.equal(await secrets.get('password'), 'hunter2');
    });

    it('keeps a token until it expires, and then requests another', async () => {
      assert.equal(await get(), 'token-1');
      now += 3000_000;
      assert.equal(await get(), 'token-1');
      now += 300_000;
      assert.equal(await get(), 'token-2');
    });

    it('mentions no setting for scopes, as it sends none', async () => {
      answer = { status: 400, body: { error: 'invalid_scope' } };
      const failure = await tokens.accessToken(environment, options);
      assert.ok(failure.kind === 'refused');
      const message = describeTokenFailure(failure);
      assert.doesNotMatch(message, /auth\.scopes/);
      assert.match(message, /Dataset Studio requests no scopes/);
    });

    it('advises on the user name and the password after an empty 400', async () => {
      answer = { status: 400, body: '' };
      const failure = await tokens.accessToken(environment, options);
      assert.ok(failure.kind !== 'token');
      assert.match(describeTokenFailure(failure), /\(status 400\)\. Check the user name and the password\.$/);
      assert.equal(nextAfterTokenFailure(failure), 'sign-in');
    });

    it('returns when the token expires', async () => {
      const result = await tokens.accessToken(environment, options);
      assert.equal(result.kind === 'token' && result.expiresAt, now + 3600_000);
    });

    it('does not extend its lifetime by a slow response', async () => {
      const requestedAt = now;
      server.once('request', () => {
        now += 600_000;
      });
      const result = await tokens.accessToken(environment, options);
      assert.equal(result.kind === 'token' && result.expiresAt, requestedAt + 3600_000);
    });

    it('does not keep a token without a lifetime', async () => {
      answer.body = { access_token: 'once', token_type: 'bearer' };
      assert.equal(await get(), 'once');
      assert.equal(await get(), 'once');
      assert.equal(requests.length, 2);
    });

    it('requests one for each gateway, although an environment has the same name as before', async () => {
      const other = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"access_token":"other","token_type":"bearer","expires_in":3600}');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      try {
        const moved = define({ grantType: 'password', clientId: 'client' }, other);
        const second = tokens.accessToken(moved, options);
        assert.equal(await get(), 'token-1');
        const result = await second;
        assert.equal(result.kind === 'token' && result.accessToken, 'other');
      } finally {
        other.closeAllConnections();
        other.close();
      }
    });

    it('requests one token for all callers at the same time', async () => {
      await secrets.store('username', 'ann');
      await secrets.store('password', 'hunter2');
      assert.deepEqual(await Promise.all([get(), get(), get()]), ['token-1', 'token-1', 'token-1']);
      assert.equal(requests.length, 1);
    });

    it('stores no password that the endpoint refused, and asks again with the user name filled in', async () => {
      answer = { status: 400, body: { error: 'invalid_grant', error_description: 'wrong password' } };
      assert.equal(await get(), 'refused');
      assert.equal(await secrets.get('password'), undefined);
      answers = { username: 'anne', password: 'hunter4' };
      assert.equal(await get(), 'refused');
      answers = { username: 'anne', password: 'hunter3' };
      answer = { status: 200, body: undefined };
      assert.equal(await get(), 'token-3');
      // The one that was typed last.
      assert.deepEqual(filledIn, [undefined, undefined, 'ann', undefined, 'anne', undefined]);
      assert.equal(await secrets.get('username'), 'anne');
    });

    it('reports a missing credential if the question is dismissed, and sends nothing', async () => {
      answers = { username: 'ann' };
      assert.equal(await get(), 'missing');
      assert.equal(requests.length, 0);
    });

    it('asks for the client secret if the client authenticates', async () => {
      environment = define({
        grantType: 'password',
        clientId: 'client',
        clientAuthentication: 'client_secret_post',
      });
      assert.equal(await get(), 'token-1');
      assert.deepEqual(asked, ['username', 'password', 'clientSecret']);
      assert.equal(requests[0]?.get('client_secret'), 'client-secret');
    });

    it('requests one for each client at the same time', async () => {
      await secrets.store('username', 'ann');
      await secrets.store('password', 'hunter2');
      const another = define({ grantType: 'password', clientId: 'another' });
      await Promise.all([get(), tokens.accessToken(another, options)]);
      assert.deepEqual(requests.map((form) => form.get('client_id')).sort(), ['another', 'client']);
    });

    it('does not use a token for another client', async () => {
      assert.equal(await get(), 'token-1');
      environment = define({ grantType: 'password', clientId: 'another' });
      assert.equal(await get(), 'token-2');
    });

    it('replaces stored credentials on sign-in only if the new ones work', async () => {
      await get();
      answers.password = 'wrong';
      answer = { status: 400, body: { error: 'invalid_grant' } };
      await tokens.signIn(environment, options);
      assert.equal(await secrets.get('password'), 'hunter2');
      answers.password = 'new';
      answer = { status: 200, body: undefined };
      await tokens.signIn(environment, options);
      assert.equal(await secrets.get('password'), 'new');
    });

    it('fills in the known user name, and never the password, which could be revealed', async () => {
      await get();
      await tokens.signIn(environment, options);
      assert.deepEqual(filledIn, [undefined, undefined, 'ann', undefined]);
    });

    it("deletes the user's credentials on sign-out, and keeps the client's secrets", async () => {
      await get();
      await secrets.store('subscriptionKey', 'key');
      await tokens.signOut(environment);
      assert.equal(await secrets.get('password'), undefined);
      assert.equal(await secrets.get('issuedToken'), undefined);
      assert.equal(await secrets.get('subscriptionKey'), 'key');
    });

    it('stores nothing again if the user signs out during a request', async () => {
      await secrets.store('username', 'ann');
      await secrets.store('password', 'hunter2');
      server.once('request', () => void tokens.signOut(environment));
      assert.equal(await get(), 'token-1');
      assert.deepEqual(await vault.keys(), []);
    });

    it('does not keep a token from before a sign-out, even if the password is known again', async () => {
      await secrets.store('username', 'ann');
      await secrets.store('password', 'hunter2');
      server.once('request', async () => {
        await tokens.signOut(environment);
        await secrets.store('username', 'ann');
        await secrets.store('password', 'hunter2');
      });
      assert.equal(await get(), 'token-1');
      assert.equal(await secrets.get('issuedToken'), undefined);
    });

    it('keeps a password that another window stores during a request', async () => {
      await secrets.store('username', 'ann');
      await secrets.store('password', 'hunter2');
      server.once('request', () => void secrets.store('password', 'new'));
      assert.equal(await get(), 'token-1');
      assert.equal(await secrets.get('password'), 'new');
    });

    it('is cancelled', async () => {
      const cancellation = new AbortController();
      const result = tokens.accessToken(environment, { ...options, signal: cancellation.signal });
      cancellation.abort();
      assert.equal((await result).kind, 'cancelled');
    });
  });

  describe('with a pasted token', () => {
    beforeEach(() => {
      environment = define({ grantType: 'token' });
    });

    it('asks for it once', async () => {
      assert.equal(await get(), 'pasted');
      assert.equal(await get(), 'pasted');
      assert.deepEqual(asked, ['pastedToken']);
    });

    for (const [pasted, token] of [
      ['Bearer a.b-c', 'a.b-c'],
      [' bearer\t a.b-c\n', 'a.b-c'],
      ['Authorization: Bearer a.b-c', 'a.b-c'],
      ['Bearer', 'Bearer'],
      ['BearerToken', 'BearerToken'],
      ['Basic dTpw', 'Basic dTpw'],
    ] as const)
      it(`takes it with its scheme: ${JSON.stringify(pasted)}`, async () => {
        answers.pastedToken = pasted;
        assert.equal(await get(), token);
        assert.equal(await get(), token);
      });

    it('asks for another if the gateway refused it', async () => {
      assert.equal(await get(), 'pasted');
      answers.pastedToken = 'fresh';
      assert.equal(await get('pasted'), 'fresh');
    });
  });
});

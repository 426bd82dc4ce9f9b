import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AccessToken } from '../../src/identity/grant.ts';
import { secretKey } from '../../src/identity/secrets/secret-vault.ts';
import { FileVault } from './certified/file-vault.ts';
import { clientSecret } from './certified/identity-provider.ts';
import { options, type SignInSetup, setUpSignIn } from './certified/sign-in-setup.ts';

describe('A session at an identity provider', () => {
  let setup: SignInSetup;

  beforeEach(async () => {
    setup = await setUpSignIn();
  });

  afterEach(() => setup.end());

  const environment = () => setup.environment();
  const refreshes = () => setup.provider.tokenRequests('refresh_token');
  const stored = async () =>
    JSON.parse((await setup.vault.get(secretKey(environment(), 'issuedToken'))) ?? 'null');

  async function signIn(): Promise<AccessToken> {
    const result = await setup.tokens.signIn(environment(), options);
    assert.ok(result.kind === 'token', JSON.stringify(result));
    return result;
  }

  async function token(rejected?: string): Promise<AccessToken> {
    const result = await setup.tokens.accessToken(environment(), {
      ...options,
      ...(rejected !== undefined && { rejected }),
    });
    assert.ok(result.kind === 'token', JSON.stringify(result));
    return result;
  }

  it('is renewed when the token has expired, with a new refresh token each time', async () => {
    const first = await signIn();
    setup.clock.skew += 3300_000;
    const second = await token();
    assert.notEqual(second.accessToken, first.accessToken);
    assert.deepEqual(second.account, first.account);
    setup.clock.skew += 3300_000;
    await token();
    const sent = refreshes().map(({ form }) => form.get('refresh_token'));
    assert.equal(new Set(sent).size, 2);
    assert.equal(sent.includes((await stored()).refresh.token), false);
    assert.equal(setup.provider.events.includes('grant.revoked'), false);
    assert.equal(setup.user.opened.length, 1);
  });

  it('is renewed once if the gateway rejects a token that has not expired', async () => {
    const { accessToken } = await signIn();
    const renewed = await Promise.all([token(accessToken), token(accessToken)]);
    assert.notEqual(renewed[0].accessToken, accessToken);
    assert.equal(renewed[0].accessToken, renewed[1].accessToken);
    assert.equal((await token(accessToken)).accessToken, renewed[0].accessToken);
    assert.equal(refreshes().length, 1);
  });

  it('returns a token only after the new refresh token is stored', async () => {
    const { accessToken } = await signIn();
    const store = setup.vault.store.bind(setup.vault);
    let writes = 0;
    setup.vault.store = async (key, value) => {
      writes += 1;
      if (writes === 2) throw new Error('The vault is broken.');
      await store(key, value);
    };
    await assert.rejects(token(accessToken), /The vault is broken/);
  });

  it('uses a token without a known lifetime once, and is renewed for the next', async () => {
    setup.http.rewrite('/token', ({ expires_in: _, ...fields }) => fields);
    const first = await signIn();
    assert.equal(first.expiresAt, undefined);
    const second = await token();
    assert.notEqual(second.accessToken, first.accessToken);
    assert.equal(refreshes().length, 1);
  });

  for (const [lifetime, expected] of [
    ['"1800"', 1800],
    [0, undefined],
    [-1, undefined],
    ['"soon"', undefined],
    [null, undefined],
  ] as const)
    it(`handles expires_in ${lifetime}`, async () => {
      const value = typeof lifetime === 'string' ? JSON.parse(lifetime) : lifetime;
      setup.http.rewrite('/token', (fields) => ({ ...fields, expires_in: value }));
      const { expiresAt } = await signIn();
      if (expected === undefined) assert.equal(expiresAt, undefined);
      else assert.ok(expiresAt && Math.abs(expiresAt - Date.now() - expected * 1000) < 60_000);
    });

  it('asks for a client secret that is missing', async () => {
    const basic = setup.environment({
      clientId: 'basic-client',
      clientAuthentication: 'client_secret_basic',
    });
    const first = await setup.tokens.signIn(basic, options);
    const rejected = first.kind === 'token' ? first.accessToken : '';
    await setup.secrets(basic).delete('clientSecret');
    assert.equal((await setup.tokens.accessToken(basic, { ...options, rejected })).kind, 'token');
    assert.equal(setup.user.opened.length, 1);
    assert.equal(await setup.secrets(basic).get('clientSecret'), clientSecret);
  });

  it('requires a new sign-in if the provider has ended it', async () => {
    const { accessToken } = await signIn();
    await setup.provider.revokeAll();
    setup.user.signsInAgain = false;
    const result = await setup.tokens.accessToken(environment(), { ...options, rejected: accessToken });
    assert.ok(result.kind === 'sign-in-needed' && result.why === 'refused', JSON.stringify(result));
    assert.equal(result.end.error, 'invalid_grant');
    const again = await setup.tokens.accessToken(environment(), options);
    assert.equal(again.kind, 'token');
    assert.equal(setup.user.opened.length, 2);
    assert.equal(refreshes().length, 1);
  });

  it('asks the user to sign in if the provider has ended it, and says why', async () => {
    const { accessToken } = await signIn();
    await setup.provider.revokeAll();
    const result = await setup.tokens.accessToken(environment(), { ...options, rejected: accessToken });
    assert.equal(result.kind, 'token');
    assert.deepEqual(
      setup.offered.map((why) => 'end' in why && [why.end.status, why.end.error]),
      [[400, 'invalid_grant']],
    );
    assert.equal(setup.user.opened.length, 2);
  });

  it('opens no browser if the user declines to sign in again', async () => {
    const { accessToken } = await signIn();
    await setup.provider.revokeAll();
    setup.user.signsInAgain = false;
    const result = await setup.tokens.accessToken(environment(), { ...options, rejected: accessToken });
    assert.ok(result.kind === 'sign-in-needed' && result.why === 'refused', JSON.stringify(result));
    assert.deepEqual(await setup.tokens.state(environment()), { state: 'signed-out' });
    assert.equal(setup.user.opened.length, 1);
  });

  describe('if its renewal fails', () => {
    const renew = (rejected: string) => setup.tokens.accessToken(environment(), { ...options, rejected });

    it('after the request was sent: reports it, and never sends that refresh token again', async () => {
      const { accessToken } = await signIn();
      setup.http.loseAnswers('/token');
      assert.deepEqual(await renew(accessToken), { kind: 'sign-in-needed', why: 'answer-lost' });
      setup.http.interfere = (_, send) => send();
      assert.equal((await renew(accessToken)).kind, 'token');
      assert.equal(setup.user.opened.length, 2);
      assert.equal(refreshes().length, 1);
    });

    for (const [status, body] of [
      [503, '{"error":"temporarily_unavailable"}'],
      [429, '{"error":"slow_down"}'],
      [403, 'a firewall'],
      [307, ''],
      [200, 'a login page'],
      [500, '<html>gateway</html>'],
      [502, ''],
    ] as const)
      it(`with status ${status}: keeps the refresh token`, async () => {
        const { accessToken } = await signIn();
        setup.http.answer('/token', status, body);
        assert.match((await renew(accessToken)).kind, /refused|invalid-response/);
        setup.http.interfere = (_, send) => send();
        assert.equal((await renew(accessToken)).kind, 'token');
        assert.equal(setup.user.opened.length, 1);
      });

    it('before the request was sent: uses the same refresh token for the next attempt', async () => {
      const { accessToken } = await signIn();
      await setup.provider.goAway();
      assert.equal((await renew(accessToken)).kind, 'unreachable');
      await setup.provider.comeBack();
      assert.equal((await renew(accessToken)).kind, 'token');
      assert.equal(setup.user.opened.length, 1);
    });

    it('because of a crash: does not send the same refresh token again', async () => {
      const { accessToken } = await signIn();
      const session = await stored();
      session.refresh.usedAt = Date.now() - 60_000;
      await setup.vault.store(secretKey(environment(), 'issuedToken'), JSON.stringify(session));
      assert.deepEqual(await renew(accessToken), { kind: 'sign-in-needed', why: 'answer-lost' });
      assert.equal(refreshes().length, 0);
    });
  });

  it('is kept when the caller cancels during a renewal', async () => {
    const { accessToken } = await signIn();
    const cancellation = new AbortController();
    setup.http.interfere = async (request, send) => {
      if (request.url.pathname === '/token') cancellation.abort();
      return send();
    };
    const cancelled = await setup.tokens.accessToken(environment(), {
      ...options,
      signal: cancellation.signal,
      rejected: accessToken,
    });
    assert.deepEqual(cancelled, { kind: 'cancelled' });
    assert.notEqual((await token(accessToken)).accessToken, accessToken);
    assert.equal(refreshes().length, 1);
  });

  it('stays signed out if the user signs out during a renewal', async () => {
    const { accessToken } = await signIn();
    setup.http.afterTokens(() => setup.tokens.signOut(environment()));
    const result = await setup.tokens.accessToken(environment(), { ...options, rejected: accessToken });
    assert.deepEqual(result, { kind: 'cancelled' });
    assert.deepEqual(await setup.vault.keys(), []);
  });

  it('revokes nothing if the user signs in again during a renewal', async () => {
    const { accessToken } = await signIn();
    setup.http.afterTokens(async () => {
      // In a window with another lock: in this one, signing in waits for the renewal.
      const session = await stored();
      const key = secretKey(environment(), 'issuedToken');
      await setup.vault.store(
        key,
        JSON.stringify({ ...session, id: 'other', revision: session.revision + 1 }),
      );
    });
    const result = await setup.tokens.accessToken(environment(), { ...options, rejected: accessToken });
    assert.deepEqual(result, { kind: 'cancelled' });
    assert.deepEqual(setup.provider.revocations(), []);
  });

  describe('on sign-out', () => {
    it('is revoked at the provider and deleted', async () => {
      const { accessToken } = await signIn();
      const refreshToken = (await stored()).refresh.token;
      await setup.tokens.signOut(environment());
      assert.deepEqual(setup.provider.revocations(), [
        [refreshToken, 'refresh_token'],
        [accessToken, 'access_token'],
      ]);
      assert.deepEqual(await setup.vault.keys(), []);
      assert.deepEqual(await setup.tokens.state(environment()), { state: 'signed-out' });
      assert.ok(setup.provider.events.includes('grant.revoked'));
    });

    it('is revoked with client authentication, whose secret is kept', async () => {
      const basic = setup.environment({
        clientId: 'basic-client',
        clientAuthentication: 'client_secret_basic',
      });
      await setup.tokens.signIn(basic, options);
      await setup.tokens.signOut(basic);
      assert.ok(setup.provider.events.includes('grant.revoked'));
      assert.equal(await setup.secrets(basic).get('clientSecret'), clientSecret);
    });

    it('is deleted even if the provider is unreachable', async () => {
      await signIn();
      await setup.provider.goAway();
      await setup.tokens.signOut(environment());
      assert.deepEqual(await setup.vault.keys(), []);
    });

    it('is deleted even if the provider has no revocation endpoint', async () => {
      await setup.end();
      setup = await setUpSignIn({ revocation: false });
      await signIn();
      await setup.tokens.signOut(environment());
      assert.deepEqual(await setup.vault.keys(), []);
    });
  });

  it('returns who is signed in and until when, without a request', async () => {
    assert.deepEqual(await setup.tokens.state(environment()), { state: 'signed-out' });
    const { account, expiresAt } = await signIn();
    const requests = setup.http.requests.length;
    const signedIn = { state: 'signed-in', account, renewable: true };
    assert.deepEqual(await setup.tokens.state(environment()), { ...signedIn, expiresAt });
    setup.clock.skew += 3600_000;
    assert.deepEqual(await setup.tokens.state(environment()), signedIn);
    assert.equal(setup.http.requests.length, requests);
  });

  it('is renewed by one request if two windows need it at the same time', async () => {
    const { accessToken } = await signIn();
    const file = join(setup.lockFolder, 'vault.json');
    const vault = new FileVault(file);
    for (const [key, value] of setup.vault.secrets) await vault.store(key, value);
    const startAt = Date.now() + 1500;
    const script = join(import.meta.dirname, 'certified', 'window-process.ts');
    const args = [script, setup.provider.issuer, file, setup.lockFolder, String(startAt), String(3300_000)];
    const run = promisify(execFile);
    const windows = await Promise.all([1, 2, 3].map(() => run(process.execPath, args)));
    const results = windows.map(({ stdout }) => JSON.parse(stdout));
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['token', 'token', 'token'],
    );
    assert.equal(new Set([accessToken, ...results.map((result) => result.accessToken)]).size, 2);
    assert.equal(refreshes().length, 1);
    assert.equal(setup.provider.events.includes('grant.revoked'), false);
  });
});

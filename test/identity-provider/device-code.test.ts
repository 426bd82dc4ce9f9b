import assert from 'node:assert/strict';
import { clientSecret, type ProviderBehavior, refusal } from './unusual/unusual-provider.ts';
import { failureMessage, issued, UnusualProviderSetup } from './unusual/unusual-provider-setup.ts';

const metadata = { device_authorization_endpoint: 'https://login.example/device' };
const auth = { grantType: 'device_code' };
const pending = refusal(400, 'authorization_pending');

function setUpSignIn(
  behavior: Partial<ProviderBehavior> = {},
  more: Record<string, unknown> = {},
): UnusualProviderSetup {
  return new UnusualProviderSetup({ metadata, ...behavior }, { ...auth, ...more });
}

const polls = (setup: UnusualProviderSetup) =>
  setup.provider.tokenRequests.filter((form) => form.has('device_code')).length;

describe('The device authorization grant', function () {
  // The provider sets the pace: at least a second between two requests.
  this.timeout(60_000);

  it('shows the code, and polls until the user has signed in', async () => {
    const setup = setUpSignIn({ polls: [pending, pending] });
    const token = await issued(setup.signIn());
    assert.deepEqual(setup.deviceCodes, ['WDJB-MJHT']);
    assert.equal(polls(setup), 3);
    assert.deepEqual(token.account, { id: 'a1', label: 'ann@login.example' });
    assert.equal(token.renewable, true);
  });

  it('keeps and refreshes the session like any other', async () => {
    const setup = setUpSignIn();
    const token = await issued(setup.signIn());
    assert.equal((await issued(setup.use())).accessToken, token.accessToken);
    assert.notEqual((await issued(setup.renew(token))).accessToken, token.accessToken);
    assert.deepEqual(setup.deviceCodes, ['WDJB-MJHT']);
  });

  it('sends scopes and additional parameters to the device authorization endpoint', async () => {
    const setup = setUpSignIn({}, { scopes: ['data'], parameters: { audience: 'x', resource: 'urn:a' } });
    await issued(setup.signIn());
    const [start, poll] = setup.provider.tokenRequests;
    assert.deepEqual(
      ['scope', 'audience', 'resource'].map((name) => start?.get(name)),
      ['data', 'x', 'urn:a'],
    );
    assert.deepEqual(
      ['scope', 'audience', 'resource'].map((name) => poll?.get(name)),
      [null, null, 'urn:a'],
    );
  });

  it('works with explicit endpoints', async () => {
    const endpoints = {
      deviceAuthorizationEndpoint: 'https://login.example/device',
      tokenEndpoint: 'https://login.example/token',
    };
    assert.ok((await issued(setUpSignIn({}, endpoints).signIn())).account);
  });

  it('authenticates the client', async () => {
    const clientAuthentication = 'client_secret_post';
    await issued(setUpSignIn({ clientAuthentication }, { clientAuthentication }).signIn());
  });

  it('slows down when the provider asks for it', async () => {
    const setup = setUpSignIn({ polls: [refusal(400, 'slow_down')] });
    const start = Date.now();
    await issued(setup.signIn());
    // RFC 8628, section 3.5: five seconds more from then on.
    assert.ok(Date.now() - start >= 6_000);
  });

  for (const [what, poll] of [
    ['a lost connection', 'lost'],
    ['a server that is temporarily unavailable', { status: 503, body: '<h1>Busy</h1>' }],
  ] as const)
    it(`continues after ${what}`, async () => {
      const setup = setUpSignIn({ polls: [poll] });
      await issued(setup.signIn());
      assert.equal(polls(setup), 2);
    });

  it('ends when the user cancels', async () => {
    const setup = setUpSignIn({ polls: Array(99).fill(pending) });
    setup.cancelsDeviceCode = true;
    assert.deepEqual(await setup.signIn(), { kind: 'cancelled' });
    assert.ok(polls(setup) <= 1);
  });

  it('ends when the caller cancels', async () => {
    const setup = setUpSignIn({ polls: Array(99).fill(pending) });
    const cancellation = new AbortController();
    const result = setup.signIn({ signal: cancellation.signal });
    while (setup.deviceCodes.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    cancellation.abort();
    assert.deepEqual(await result, { kind: 'cancelled' });
  });

  it('ends at once when the caller cancels, however long the provider wants to wait between polls', async () => {
    const setup = setUpSignIn({ deviceAuthorization: (fields) => ({ ...fields, interval: 600 }) });
    const cancellation = new AbortController();
    const result = setup.signIn({ signal: cancellation.signal });
    while (setup.deviceCodes.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    cancellation.abort();
    assert.deepEqual(await result, { kind: 'cancelled' });
    assert.equal(polls(setup), 0);
  });

  it('ends when the code expires', async () => {
    const deviceAuthorization = (fields: Record<string, unknown>) => ({ ...fields, expires_in: 2 });
    const setup = setUpSignIn({ polls: Array(99).fill(pending), deviceAuthorization });
    assert.match(await failureMessage(setup.signIn()), /code has expired/);
  });

  const ends: readonly [string, ReturnType<typeof refusal>, RegExp][] = [
    ['expired_token', refusal(400, 'expired_token'), /code has expired/],
    ['access_denied', refusal(400, 'access_denied', 'No.'), /denied the request: access_denied.*"No"\./],
    ['invalid_grant', refusal(400, 'invalid_grant'), /refused: invalid_grant/],
  ];
  for (const [error, poll, message] of ends)
    it(`ends with ${error}`, async () => {
      const setup = setUpSignIn({ polls: [pending, poll] });
      assert.match(await failureMessage(setup.signIn()), message);
      assert.deepEqual(await setup.vault.keys(), []);
    });

  it('ends if the device authorization endpoint denies the request', async () => {
    const setup = setUpSignIn({ clientAuthentication: 'client_secret_post' });
    assert.match(await failureMessage(setup.signIn()), /refused: invalid_client/);
    assert.deepEqual(setup.deviceCodes, []);
  });

  it('is not available without a device authorization endpoint', async () => {
    assert.match(
      await failureMessage(setUpSignIn({ metadata: {} }).signIn()),
      /no "device_authorization_endpoint"/,
    );
  });

  for (const [what, change] of [
    ['a code with invisible characters', { user_code: 'AB\u202eCD' }],
    ['a page without TLS', { verification_uri: 'http://login.example/activate' }],
    ['a page that is not on the web', { verification_uri: 'vscode://x.y/z' }],
    ['no code', { user_code: '' }],
    ['no page', { verification_uri: undefined }],
    ['no lifetime', { expires_in: undefined }],
  ] as const)
    it(`shows nothing if there is ${what}`, async () => {
      const setup = setUpSignIn({ deviceAuthorization: (fields) => ({ ...fields, ...change }) });
      assert.match(await failureMessage(setup.signIn()), /no device code that can be used/);
      assert.deepEqual(setup.deviceCodes, []);
    });

  it("shows nothing if the answer contains the client's secret", async () => {
    const clientAuthentication = 'client_secret_post';
    for (const change of [
      { user_code: clientSecret },
      { verification_uri_complete: `https://login.example/activate?${encodeURIComponent(clientSecret)}` },
    ]) {
      const deviceAuthorization = (fields: Record<string, unknown>) => ({ ...fields, ...change });
      const setup = setUpSignIn({ clientAuthentication, deviceAuthorization }, { clientAuthentication });
      assert.match(await failureMessage(setup.signIn()), /no device code that can be used/);
      assert.deepEqual(setup.deviceCodes, []);
    }
  });

  it('shows nothing if what is shown contains the device code, with which anyone could get the tokens', async () => {
    for (const property of ['user_code', 'verification_uri', 'verification_uri_complete']) {
      const deviceAuthorization = (fields: Record<string, unknown>) => ({
        ...fields,
        [property]: `${property === 'user_code' ? '' : 'https://login.example/activate?code='}${fields.device_code}`,
      });
      const setup = setUpSignIn({ deviceAuthorization });
      assert.match(await failureMessage(setup.signIn()), /no device code that can be used/, property);
      assert.deepEqual(setup.deviceCodes, []);
    }
  });

  it('is unsupported on the command line', async () => {
    const setup = setUpSignIn();
    const { TokenSource } = await import('../../src/identity/token-source.ts');
    const { vault, provider } = setup;
    const prompt = { ask: async () => undefined };
    const tokens = new TokenSource({ vault, http: provider, now: Date.now, prompt });
    const signal = new AbortController().signal;
    assert.deepEqual(await tokens.accessToken(setup.environment(), { signal, timeout: 1000 }), {
      kind: 'unsupported',
      grantType: 'device_code',
    });
  });
});

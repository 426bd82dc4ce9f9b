import assert from 'node:assert/strict';
import { options, type SignInSetup, setUpSignIn } from './certified/sign-in-setup.ts';

describe('Other grants at a certified identity provider', function () {
  // The provider allows a request for a device code every five seconds.
  this.timeout(60_000);
  let setup: SignInSetup;

  beforeEach(async () => {
    setup = await setUpSignIn();
  });

  afterEach(() => setup.end());

  it('include the device authorization grant', async () => {
    const environment = setup.environment({ grantType: 'device_code' });
    const token = await setup.tokens.signIn(environment, options);
    assert.ok(token.kind === 'token', JSON.stringify(token));
    assert.deepEqual(token.account, { id: 'ann', label: 'ann@login.example' });
    assert.equal(token.renewable, true);
    assert.match(setup.user.page, /Sign-in Success/);
    const renewed = await setup.tokens.accessToken(environment, {
      ...options,
      rejected: token.accessToken,
    });
    assert.ok(renewed.kind === 'token' && renewed.accessToken !== token.accessToken);
    const result = await setup.tokens.signOut(environment);
    assert.equal(result.revocation, 'revoked');
  });

  for (const [clientId, clientAuthentication] of [
    ['basic-client', 'client_secret_basic'],
    ['post-client', 'client_secret_post'],
  ] as const)
    it(`include the client credentials grant with ${clientAuthentication}`, async () => {
      const auth = { grantType: 'client_credentials', clientId, clientAuthentication };
      const token = await setup.tokens.accessToken(setup.environment(auth), options);
      assert.ok(token.kind === 'token', JSON.stringify(token));
      assert.equal(setup.user.opened.length, 0);
    });

  it('allow to switch the account', async () => {
    const environment = setup.environment();
    assert.equal((await setup.tokens.signIn(environment, options)).kind, 'token');
    const other = await setup.tokens.signIn(environment, { ...options, switchAccount: true });
    assert.equal(other.kind, 'token');
    assert.equal(setup.user.opened.at(-1)?.searchParams.get('prompt'), 'login consent');
  });

  it('return the URL that ends the session of the browser', async () => {
    const environment = setup.environment();
    await setup.tokens.signIn(environment, options);
    const { revocation, endSessionUrl } = await setup.tokens.signOut(environment);
    assert.equal(revocation, 'revoked');
    assert.ok(endSessionUrl);
    assert.ok(endSessionUrl.searchParams.has('id_token_hint'));
    const page = await fetch(endSessionUrl);
    assert.equal(page.status, 200);
  });

  it('report on sign-out that the provider has no revocation endpoint', async () => {
    await setup.end();
    setup = await setUpSignIn({ revocation: false });
    const environment = setup.environment();
    await setup.tokens.signIn(environment, options);
    assert.equal((await setup.tokens.signOut(environment)).revocation, 'unsupported');
  });
});

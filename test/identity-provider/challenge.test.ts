import assert from 'node:assert/strict';
import type { Environment } from '../../src/environments/environment.ts';
import { UndiciHttpClient } from '../../src/gateway/network/undici-http-client.ts';
import { describeOutcome } from '../../src/submission/outcome-message.ts';
import { submit } from '../../src/submission/submit.ts';
import { multifactor } from './certified/identity-provider.ts';
import { options, type SignInSetup, setUpSignIn } from './certified/sign-in-setup.ts';
import { TrustingGateway } from './certified/trusting-gateway.ts';

const claims = JSON.stringify({ id_token: { acr: { essential: true, value: multifactor } } });
const challenges = {
  'acr_values and max_age': `Bearer error="insufficient_user_authentication", acr_values="${multifactor}", max_age="3600"`,
  claims: `Bearer error="insufficient_claims", claims="${Buffer.from(claims).toString('base64')}"`,
};

describe('A gateway that requires more than a valid token', function () {
  // The provider allows a request for a device code every five seconds.
  this.timeout(60_000);
  let setup: SignInSetup;
  let gateway: TrustingGateway;
  let progress: string[];

  beforeEach(async () => {
    setup = await setUpSignIn();
    gateway = await TrustingGateway.start(setup.provider.issuer);
    progress = [];
  });

  afterEach(async () => {
    await gateway.close();
    await setup.end();
  });

  const demand = (challenge: string, isEnough = (acr?: string): boolean => acr === multifactor) => {
    gateway.challenge = async (token) =>
      isEnough(await setup.provider.acrOf(token)) ? undefined : challenge;
  };

  const environmentOf = (auth: Record<string, unknown> = {}): Environment => {
    const environment = setup.environment(auth);
    return { ...environment, service: { ...environment.service, baseUrl: new URL(gateway.baseUrl) } };
  };

  const create = (environment: Environment) =>
    submit({
      ...options,
      environment,
      body: new TextEncoder().encode('{}'),
      subscriptionKey: 'key',
      onProgress: (step) =>
        progress.push(step.kind === 'token' && step.requirement ? step.requirement : step.kind),
      http: new UndiciHttpClient(),
      tokens: setup.tokens,
      clock: setup.clock,
    });

  for (const [what, challenge] of Object.entries(challenges))
    for (const grantType of ['authorization_code', 'device_code'])
      it(`gets it by a sign-in with ${what} (${grantType})`, async () => {
        demand(challenge);
        const environment = environmentOf({ grantType });
        assert.equal((await setup.tokens.signIn(environment, options)).kind, 'token');
        const outcome = await create(environment);
        assert.equal(outcome.kind, 'created', JSON.stringify(outcome));
        assert.equal(gateway.tokens.length, 2);
        assert.equal(setup.offered.length, 1);
        const [offer] = setup.offered;
        assert.ok(offer && 'challenge' in offer);
        assert.match(offer.challenge.requirement, /urn:example:mfa/);
        assert.deepEqual(progress, ['token', 'sending', offer.challenge.requirement, 'sending']);
        // The session goes on with the new token.
        assert.equal((await create(environment)).kind, 'created');
        assert.equal(setup.offered.length, 1);
      });

  it('is asked once for all of a batch, and the others wait', async () => {
    demand(challenges.claims);
    const environment = environmentOf();
    await setup.tokens.signIn(environment, options);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => create(environment)));
    assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['created']));
    assert.equal(setup.offered.length, 1);
    assert.equal(setup.user.opened.length, 2);
    assert.equal(gateway.datasets.length, 10);
  });

  it('rejects if it asks again, with the same sentence and no third request', async () => {
    demand(challenges['acr_values and max_age'], () => false);
    const environment = environmentOf();
    await setup.tokens.signIn(environment, options);
    const outcome = await create(environment);
    assert.equal(gateway.tokens.length, 2);
    assert.equal(
      describeOutcome(outcome, 'staging').text,
      'staging rejected the dataset (status 401). The gateway requires a sign-in with acr_values=urn:example:mfa, max_age=3600. Use an account and a grant type that support it.',
    );
  });

  it('rejects if the user declines, with one request', async () => {
    demand(challenges.claims);
    const environment = environmentOf();
    await setup.tokens.signIn(environment, options);
    setup.user.signsInAgain = false;
    const outcome = await create(environment);
    assert.equal(outcome.kind === 'rejected' && outcome.cause.kind, 'challenge');
    assert.equal(gateway.tokens.length, 1);
  });

  for (const [grantType, challenge] of [
    ['client_credentials', challenges.claims],
    ['authorization_code', 'Bearer error="insufficient_claims", claims="not JSON"'],
  ] as const)
    it(`rejects where no sign-in can answer: ${grantType}, ${challenge.slice(-10)}`, async () => {
      demand(challenge);
      const environment = environmentOf(
        grantType === 'client_credentials'
          ? { grantType, clientId: 'basic-client', clientAuthentication: 'client_secret_basic' }
          : {},
      );
      gateway.trusts = () => true;
      await setup.tokens.signIn(environment, options);
      const outcome = await create(environment);
      assert.equal(outcome.kind === 'rejected' && outcome.cause.kind, 'challenge', JSON.stringify(outcome));
      assert.equal(gateway.tokens.length, 1);
      assert.equal(setup.offered.length, 0);
    });
});

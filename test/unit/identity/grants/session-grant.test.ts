import assert from 'node:assert/strict';
import { readEnvironments } from '../../../../src/environments/environment.ts';
import type { ProviderSession, SessionProvider } from '../../../../src/identity/grants/session-grant.ts';
import { TokenSource } from '../../../../src/identity/token-source.ts';
import { MemoryVault } from '../../memory-vault.ts';

const options = { signal: new AbortController().signal, timeout: 1000 };
const account = { id: '1', label: 'ann' };
const session = (accessToken: string): ProviderSession => ({ kind: 'session', accessToken, account });

describe('a session of a VS Code authentication provider', () => {
  const auth = { grantType: 'session', providerId: 'microsoft', scopes: ['api/.default'] };
  const entry = { name: 'staging', baseUrl: 'https://gateway.example', auth };
  const [environment] = readEnvironments([entry]).environments;
  assert.ok(environment);
  let asked: Parameters<SessionProvider['getSession']>[];
  let answers: ProviderSession[];
  let vault: MemoryVault;
  let tokens: TokenSource;

  beforeEach(() => {
    asked = [];
    answers = [];
    vault = new MemoryVault();
    tokens = new TokenSource({
      vault,
      http: { exchange: () => Promise.reject(new Error('nothing to send')) },
      now: Date.now,
      prompt: { ask: () => Promise.reject(new Error('nothing to ask')) },
      sessions: {
        getSession: async (...question) => {
          asked.push(question);
          return answers.shift() ?? { kind: 'none' };
        },
      },
    });
  });

  it('is asked for by its provider and scopes, and stored nowhere', async () => {
    answers = [session('one')];
    const result = await tokens.accessToken(environment, options);
    assert.deepEqual(result, { outcome: 'token', accessToken: 'one', account });
    assert.deepEqual(asked, [['microsoft', ['api/.default'], { createIfNone: true, forceNew: false }]]);
    assert.deepEqual(await vault.keys(), []);
  });

  it('is not begun silently', async () => {
    const result = await tokens.accessToken(environment, { ...options, silent: true });
    assert.deepEqual(result, { outcome: 'sign-in-needed', why: 'signed-out' });
    assert.deepEqual(asked[0]?.[2], { createIfNone: false, forceNew: false });
  });

  it('is begun anew on signing in', async () => {
    answers = [session('new')];
    assert.equal((await tokens.signIn(environment, options)).outcome, 'token');
    assert.deepEqual(asked[0]?.[2], { createIfNone: false, forceNew: true });
  });

  it('is taken again where the gateway refused a token that its provider has renewed since', async () => {
    answers = [session('renewed')];
    const result = await tokens.accessToken(environment, { ...options, rejected: 'old' });
    assert.equal(result.outcome === 'token' && result.accessToken, 'renewed');
    assert.equal(asked.length, 1);
  });

  it('is begun anew where the gateway refused just this token', async () => {
    answers = [session('old'), session('new')];
    const result = await tokens.accessToken(environment, { ...options, rejected: 'old' });
    assert.equal(result.outcome === 'token' && result.accessToken, 'new');
    assert.deepEqual(asked[1]?.[2], { createIfNone: false, forceNew: true });
  });

  it('is cancelled by a user who says no', async () => {
    answers = [{ kind: 'declined' }];
    assert.deepEqual(await tokens.accessToken(environment, options), { outcome: 'cancelled' });
  });

  it("tells its provider's failure as plain text", async () => {
    answers = [{ kind: 'failed', message: 'not\u202e installed' }];
    assert.deepEqual(await tokens.accessToken(environment, options), {
      outcome: 'no-session',
      providerId: 'microsoft',
      text: 'not installed',
    });
  });

  it('shows whose it is', async () => {
    answers = [session('one')];
    assert.deepEqual(await tokens.state(environment), { state: 'signed-in', account });
    assert.deepEqual(await tokens.state(environment), { state: 'signed-out' });
  });
});

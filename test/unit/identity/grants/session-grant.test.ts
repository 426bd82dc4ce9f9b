import assert from 'node:assert/strict';
import { type Environment, readEnvironments } from '../../../../src/environments/environment.ts';
import {
  type ProviderSession,
  SessionConsents,
  type SessionProvider,
  type SessionUse,
} from '../../../../src/identity/grants/session-consent.ts';
import { TokenSource } from '../../../../src/identity/token-source.ts';
import { MemoryVault } from '../../memory-vault.ts';

const options = { signal: new AbortController().signal, timeout: 1000 };
const account = { id: '1', label: 'ann' };
const session = (accessToken: string): ProviderSession => ({ kind: 'session', accessToken, account });

describe('The grant of a VS Code authentication provider', () => {
  const auth = { grantType: 'session', providerId: 'microsoft', scopes: ['api/.default'] };
  const entry = { name: 'staging', baseUrl: 'https://gateway.example', auth };
  const [environment] = readEnvironments([entry]).environments;
  assert.ok(environment);
  let asked: Parameters<SessionProvider['getSession']>[];
  let answers: ProviderSession[];
  /** What the user was asked to allow, and answers. */
  let questions: SessionUse[];
  let allows: boolean;
  let vault: MemoryVault;
  let tokens: TokenSource;

  beforeEach(() => {
    asked = [];
    answers = [];
    questions = [];
    allows = true;
    vault = new MemoryVault();
    tokens = newTokens();
  });

  function newTokens(): TokenSource {
    return new TokenSource({
      vault,
      http: { exchange: () => Promise.reject(new Error('nothing to send')) },
      now: Date.now,
      prompt: { ask: () => Promise.reject(new Error('nothing to ask')) },
      sessions: {
        provider: {
          getSession: async (...question) => {
            asked.push(question);
            return answers.shift() ?? { kind: 'none' };
          },
        },
        askConsent: async (use) => {
          questions.push(use);
          return allows;
        },
      },
    });
  }

  /** The user has allowed it before. */
  async function allow(): Promise<void> {
    await tokens.accessToken(environment as Environment, options);
    asked = [];
    questions = [];
  }

  it('requests a session by provider and scopes, and stores nothing', async () => {
    answers = [session('one')];
    const result = await tokens.accessToken(environment, options);
    assert.deepEqual(result, { kind: 'token', accessToken: 'one', account });
    assert.deepEqual(asked, [['microsoft', ['api/.default'], 'sign-in-if-needed']]);
    assert.ok([...vault.secrets].every((entry) => !entry.join().includes('one')));
  });

  it('starts a new session on sign-in', async () => {
    answers = [session('new')];
    assert.equal((await tokens.signIn(environment, options)).kind, 'token');
    assert.deepEqual(asked[0]?.[2], 'sign-in');
  });

  it('returns the renewed token after the gateway refused the previous one', async () => {
    answers = [session('renewed')];
    const result = await tokens.accessToken(environment, { ...options, rejected: 'old' });
    assert.equal(result.kind === 'token' && result.accessToken, 'renewed');
    assert.equal(asked.length, 1);
  });

  it('starts a new session if the gateway refused the current token', async () => {
    answers = [session('old'), session('new')];
    const result = await tokens.accessToken(environment, { ...options, rejected: 'old' });
    assert.equal(result.kind === 'token' && result.accessToken, 'new');
    assert.deepEqual(asked[1]?.[2], 'sign-in');
  });

  it('passes on what the gateway requires, and returns the token of that sign-in', async () => {
    await allow();
    answers = [session('stronger')];
    const challenge = {
      parameters: { acr_values: 'mfa' },
      requirement: 'acr_values=mfa',
      header: 'Bearer …',
    };
    const result = await tokens.accessToken(environment, { ...options, rejected: 'weak', challenge });
    assert.equal(result.kind === 'token' && result.accessToken, 'stronger');
    assert.deepEqual(asked, [['microsoft', ['api/.default'], challenge]]);
  });

  it('is cancelled if the user declines', async () => {
    answers = [{ kind: 'declined' }];
    assert.deepEqual(await tokens.accessToken(environment, options), { kind: 'cancelled' });
  });

  it("shows its provider's failure as plain text", async () => {
    answers = [{ kind: 'failed', message: 'not\u202e installed' }];
    assert.deepEqual(await tokens.accessToken(environment, options), {
      kind: 'no-session',
      providerId: 'microsoft',
      text: 'not installed',
    });
  });

  it('shows the account', async () => {
    await allow();
    answers = [session('one')];
    assert.deepEqual(await tokens.state(environment), { state: 'signed-in', account });
    assert.deepEqual(await tokens.state(environment), { state: 'signed-out' });
  });

  describe('requires the consent of the user', () => {
    const other = (changes: Record<string, unknown>, changedAuth: Record<string, unknown> = {}) => {
      const [read] = readEnvironments([
        { ...entry, ...changes, auth: { ...auth, ...changedAuth } },
      ]).environments;
      assert.ok(read);
      return read;
    };

    beforeEach(() => {
      answers = [session('one'), session('two'), session('three')];
    });

    it('and asks for it once, with address, provider and scopes', async () => {
      assert.equal((await tokens.accessToken(environment, options)).kind, 'token');
      assert.equal((await newTokens().accessToken(environment, options)).kind, 'token');
      assert.deepEqual(questions, [
        { origin: 'https://gateway.example', providerId: 'microsoft', scopes: ['api/.default'] },
      ]);
    });

    it('and requests no token without it', async () => {
      allows = false;
      assert.deepEqual(await tokens.accessToken(environment, options), { kind: 'cancelled' });
      assert.deepEqual(await tokens.signIn(environment, options), { kind: 'cancelled' });
      assert.equal(questions.length, 2);
      assert.deepEqual(asked, []);
    });

    it('and shows the user as signed out without it', async () => {
      assert.deepEqual(await tokens.state(environment), { state: 'signed-out' });
      assert.deepEqual(questions, []);
      assert.deepEqual(asked, []);
    });

    for (const [what, changed] of [
      ['address', other({ baseUrl: 'https://elsewhere.example' })],
      ['port', other({ baseUrl: 'https://gateway.example:8443' })],
      ['provider', other({}, { providerId: 'github' })],
      ['scope', other({}, { scopes: ['api/.default', 'repo'] })],
    ] as const)
      it(`and asks again for another ${what}`, async () => {
        await tokens.accessToken(environment, options);
        allows = false;
        assert.equal((await tokens.accessToken(changed, options)).kind, 'cancelled');
        assert.equal(asked.length, 1);
      });

    it('but not again for another name, another path or another order of scopes', async () => {
      await tokens.accessToken(other({}, { scopes: ['a', 'b'] }), options);
      const same = other({ name: 'another', baseUrl: 'https://gateway.example/api' }, { scopes: ['b', 'a'] });
      assert.equal((await tokens.accessToken(same, options)).kind, 'token');
      assert.equal(questions.length, 1);
    });

    it('until the user signs out', async () => {
      await tokens.accessToken(environment, options);
      await tokens.signOut(environment);
      assert.deepEqual(await vault.keys(), []);
      await tokens.accessToken(environment, options);
      assert.equal(questions.length, 2);
    });

    it('which is withdrawn with all others', async () => {
      await tokens.accessToken(environment, options);
      await vault.store('something else', 'stays');
      await new SessionConsents(vault).withdrawAll();
      assert.deepEqual([...vault.secrets.keys()], ['something else']);
    });
  });
});

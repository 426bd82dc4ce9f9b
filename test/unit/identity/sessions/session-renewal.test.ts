import assert from 'node:assert/strict';
import type { ProviderAuthentication } from '../../../../src/environments/authentication.ts';
import { readEnvironments } from '../../../../src/environments/environment.ts';
import { SessionStore } from '../../../../src/identity/identity-session.ts';
import { EnvironmentSecrets } from '../../../../src/identity/secrets/secret-vault.ts';
import { SessionRenewal } from '../../../../src/identity/sessions/session-renewal.ts';
import { failure, success } from '../../../../src/result.ts';
import type { CrossWindowLock } from '../../../../src/storage/folder-lock.ts';
import { MemoryVault } from '../../memory-vault.ts';

const [environment] = readEnvironments([
  {
    name: 'staging',
    baseUrl: 'https://gateway.example',
    auth: { grantType: 'authorization_code', clientId: 'client', issuer: 'https://login.example' },
  },
]).environments;
assert.ok(environment);
const authentication = environment.authentication as ProviderAuthentication;
const signal = new AbortController().signal;
const fingerprint = 'none';

/** Two windows' view of one storage: what one writes, the other sees when its own time has come. */
class LateVault extends MemoryVault {
  readonly #other: MemoryVault;
  arrives = false;

  constructor(other: MemoryVault) {
    super();
    this.#other = other;
    for (const [key, value] of other.secrets) this.secrets.set(key, value);
  }

  override async get(key: string): Promise<string | undefined> {
    return this.arrives ? this.#other.get(key) : super.get(key);
  }
}

describe('Renewing a session in two windows', () => {
  let vault: MemoryVault;
  let note: string | undefined;
  let notesRefused: boolean;
  let slept: number;
  let whileSleeping: () => void;
  let now: number;

  const lock: CrossWindowLock = {
    run: (_, __, work) =>
      work({
        readNote: async () => note,
        writeNote: async (text) => {
          if (notesRefused) throw Object.assign(new Error('in use'), { code: 'EPERM' });
          note = text;
        },
      }),
  };
  const clock = {
    now: () => now,
    sleep: async (milliseconds: number) => {
      slept += milliseconds;
      whileSleeping();
    },
  };
  const window = (its: MemoryVault) => {
    const store = new SessionStore(new EnvironmentSecrets(its, environment), authentication);
    return { store, renewal: new SessionRenewal(store, 'key', lock, clock) };
  };
  const sent: string[] = [];
  const connect = async () =>
    success({
      send: async (refreshToken: string) => {
        sent.push(refreshToken);
        return success({
          accessToken: `access-${sent.length}`,
          refreshToken: `refresh-${sent.length}`,
          expiresIn: 3600,
        });
      },
    });

  beforeEach(async () => {
    vault = new MemoryVault();
    note = undefined;
    notesRefused = false;
    slept = 0;
    now = Date.UTC(2026, 0, 1);
    sent.length = 0;
    whileSleeping = () => undefined;
    await window(vault).store.write({ revision: 1, refresh: { token: 'refresh-0' } });
  });

  it("waits until the other window's change has arrived, and uses it", async () => {
    const late = new LateVault(vault);
    await window(vault).renewal.renew({ signal, fingerprint, connect });
    whileSleeping = () => {
      late.arrives = slept >= 150;
    };
    const result = await window(late).renewal.renew({ signal, fingerprint, connect });
    assert.equal(result.kind === 'token' && result.accessToken, 'access-1');
    assert.deepEqual(sent, ['refresh-0']);
    assert.equal(slept, 150);
  });

  it("sends nothing if the other window's change never arrives, as in a browser", async () => {
    const late = new LateVault(vault);
    await window(vault).renewal.renew({ signal, fingerprint, connect });
    assert.deepEqual(await window(late).renewal.renew({ signal, fingerprint, connect }), {
      kind: 'sign-in-needed',
      why: 'renewed-elsewhere',
    });
    assert.equal(slept, 2_000);
    assert.deepEqual(sent, ['refresh-0']);
  });

  it("continues after a secret couldn't be stored, because nothing was sent", async () => {
    const { renewal } = window(vault);
    const store = vault.store.bind(vault);
    vault.store = async () => {
      throw new Error('locked');
    };
    await assert.rejects(renewal.renew({ signal, fingerprint, connect }), /locked/);
    vault.store = store;
    assert.equal((await renewal.renew({ signal, fingerprint, connect })).kind, 'token');
    assert.deepEqual(sent, ['refresh-0']);
  });

  it('renews its own sign-in independently of others', async () => {
    const theirs = window(new MemoryVault());
    const own = window(vault);
    const granted = { outcome: 'granted', accessToken: 'a', refreshToken: 'own', expiresIn: 3600 } as const;
    await own.renewal.begin(granted, now, signal);
    await theirs.renewal.begin({ ...granted, refreshToken: 'theirs' }, now, signal);
    await theirs.renewal.renew({ signal, fingerprint, connect, rejected: 'a' });
    const result = await own.renewal.renew({ signal, fingerprint, connect, rejected: 'a' });
    assert.equal(result.kind, 'token');
    assert.deepEqual(sent, ['theirs', 'own']);
  });

  for (const [what, reason] of [
    ['a server that is busy', { kind: 'refused', status: 503, error: 'HTTP 503', description: '' }],
    ['a refused client', { kind: 'refused', status: 401, error: 'invalid_client', description: '' }],
  ] as const)
    it(`writes no revision twice after ${what}, though the clock goes back`, async () => {
      await window(vault).store.write({ revision: now, refresh: { token: 'refresh-0' } });
      const { store, renewal } = window(vault);
      const revisions: number[] = [];
      const write = store.write.bind(store);
      store.write = async (session) => {
        revisions.push(session.revision);
        return write(session);
      };
      const refused = async () => {
        now -= 3_600_000;
        return failure(reason);
      };
      const result = await renewal.renew({
        signal,
        fingerprint,
        connect: async () => success({ send: refused }),
      });
      assert.equal('sessionKept' in result && result.sessionKept, true);
      assert.equal(revisions.length, 2);
      assert.equal(new Set(revisions).size, 2, revisions.join(' '));
      assert.equal((await store.read())?.refresh?.token, 'refresh-0');
    });

  it('does not wait if it sees the latest revision', async () => {
    await window(vault).renewal.renew({ signal, fingerprint, connect });
    await window(vault).renewal.renew({ signal, fingerprint, connect, rejected: 'access-1' });
    assert.deepEqual(sent, ['refresh-0', 'refresh-1']);
    assert.equal(slept, 0);
  });

  it('waits for a renewal in progress in a window with another lock', async () => {
    const { store, renewal } = window(vault);
    await store.write({ revision: 2, refresh: { token: 'refresh-0', usedAt: now - 1000 } });
    whileSleeping = () => {
      const access = { token: 'theirs', issuedAt: now, expiresAt: now + 3600_000 };
      if (slept === 200) void store.write({ revision: 3, access, refresh: { token: 'refresh-9' } });
    };
    const result = await renewal.renew({ signal, fingerprint, connect });
    assert.equal(result.kind === 'token' && result.accessToken, 'theirs');
    assert.deepEqual(sent, []);
  });

  it('discards a used refresh token after ten seconds, and never sends it', async () => {
    const { store, renewal } = window(vault);
    await store.write({ revision: 2, refresh: { token: 'refresh-0', usedAt: now - 1000 } });
    assert.deepEqual(await renewal.renew({ signal, fingerprint, connect }), {
      kind: 'sign-in-needed',
      why: 'answer-lost',
    });
    assert.equal(slept, 10_000);
    assert.deepEqual(sent, []);
    assert.deepEqual(await renewal.renew({ signal, fingerprint, connect }), {
      kind: 'nothing-to-renew',
    });
  });

  it("keeps a new refresh token whose note can't be written", async () => {
    const { store, renewal } = window(vault);
    const answer = await renewal.renew({
      signal,
      fingerprint,
      connect: async () => {
        const refresher = await connect();
        return success({
          send: async (refreshToken: string) => {
            notesRefused = true;
            return refresher.value.send(refreshToken);
          },
        });
      },
    });
    assert.equal(answer.kind, 'token');
    assert.equal((await store.read())?.refresh?.token, 'refresh-1');
  });

  it("sends nothing if the note can't be written before", async () => {
    notesRefused = true;
    await assert.rejects(window(vault).renewal.renew({ signal, fingerprint, connect }), /in use/);
    assert.deepEqual(sent, []);
  });

  it('sends and stores nothing if the user signs out while it connects', async () => {
    const { store, renewal } = window(vault);
    const result = await renewal.renew({
      signal,
      fingerprint,
      connect: async () => {
        await store.delete();
        return connect();
      },
    });
    assert.deepEqual(result, { kind: 'cancelled' });
    assert.deepEqual(sent, []);
    assert.equal(await store.read(), undefined);
  });

  it('uses the token of a window with another lock that renews the session while it connects', async () => {
    const { store, renewal } = window(vault);
    const access = { token: 'theirs', issuedAt: now, expiresAt: now + 3600_000 };
    const result = await renewal.renew({
      signal,
      fingerprint,
      connect: async () => {
        await store.write({ revision: 2, access, refresh: { token: 'refresh-9' } });
        return connect();
      },
    });
    assert.equal(result.kind === 'token' && result.accessToken, 'theirs');
    assert.deepEqual(sent, []);
    assert.equal((await store.read())?.refresh?.token, 'refresh-9');
  });

  it('keeps a sign-in that ends while it waits for the answer to its refresh token', async () => {
    const { store, renewal } = window(vault);
    const signIn = { kind: 'granted', accessToken: 'new', refreshToken: 'new', expiresIn: 3600 } as const;
    const result = await renewal.renew({
      signal,
      fingerprint,
      connect: async () =>
        success({
          send: async () => {
            await window(vault).renewal.begin(signIn, now, signal);
            return success({ accessToken: 'late', refreshToken: 'late', expiresIn: 3600 });
          },
        }),
    });
    assert.deepEqual(result, { kind: 'cancelled' });
    assert.equal((await store.read())?.refresh?.token, 'new');
  });

  for (const [what, other] of [
    ['another client', { clientId: 'other' }],
    ['other scopes', { scopes: ['other'] }],
    ['other parameters', { parameters: { audience: 'other' } }],
  ] as const)
    it(`has no session that was issued for ${what}`, async () => {
      const secrets = new EnvironmentSecrets(vault, environment);
      assert.equal(await new SessionStore(secrets, { ...authentication, ...other }).read(), undefined);
    });

  it('stores that the refresh token is used before it is sent', async () => {
    const { store, renewal } = window(vault);
    let seen: unknown;
    await renewal.renew({
      signal,
      fingerprint,
      connect: async () =>
        success({
          send: async () => {
            seen = (await store.read())?.refresh;
            return failure({ kind: 'cancelled' } as const);
          },
        }),
    });
    assert.deepEqual(seen, { token: 'refresh-0', usedAt: now });
  });
});

import assert from 'node:assert/strict';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, readEnvironments } from '../../src/environments/environment.ts';
import type { HttpClient } from '../../src/gateway/http.ts';
import { browserSignIn } from '../../src/identity/grants/browser-sign-in.ts';
import { EnvironmentSecrets, forgetAllSecrets, secretKey } from '../../src/identity/secrets/secret-vault.ts';
import { TokenSource } from '../../src/identity/token-source.ts';
import { FolderLock } from '../../src/storage/folder-lock.ts';
import { DirectoryBatches } from '../../src/submission/journal/directory/directory-batches.ts';
import { DirectoryJournal } from '../../src/submission/journal/directory/directory-journal.ts';
import { bodyContentHash, type EntryState, sha256 } from '../../src/submission/journal/entry.ts';
import type { ProcessTable } from '../../src/system/process-identity.ts';
import { MemoryVault } from './memory-vault.ts';
import { identity, TemporaryFolders } from './submission/journal/journal-fixture.ts';

const recorded = join(import.meta.dirname, '../recorded/0.1.0');
/** A minute after the recording, in milliseconds since the epoch. */
const now = Date.UTC(2026, 0, 2, 3, 5, 5, 678);
const host = 'gateway.example';

type WithoutTime<State> = State extends unknown ? Omit<State, 'at'> : never;

/** By document. */
const states: Readonly<Record<string, WithoutTime<EntryState>>> = {
  created: {
    kind: 'created',
    status: 201,
    datasetId: 'd-1',
    response: '{"id":"d-1","name":"Umsätze"}',
  },
  'created-without-id': { kind: 'created', status: 204, response: '' },
  accepted: {
    kind: 'accepted',
    status: 202,
    datasetId: '12345678901234567890',
    response: '{"datasetId":12345678901234567890}',
  },
  'rejected-token': {
    kind: 'rejected',
    status: 401,
    reason: 'invalid_token',
    cause: { kind: 'token' },
    response: '{"error":"invalid_token"}',
  },
  'rejected-subscription-key': {
    kind: 'rejected',
    status: 401,
    reason: 'Access denied due to missing subscription key.',
    cause: { kind: 'subscription-key' },
    response: 'Access denied due to missing subscription key.',
  },
  'rejected-forbidden': {
    kind: 'rejected',
    status: 403,
    reason: 'Not yours: “sales”',
    cause: { kind: 'forbidden' },
    response: '{"error":{"message":"Not yours: \\u201csales\\u201d"}}',
  },
  'rejected-address': {
    kind: 'rejected',
    status: 404,
    reason: '',
    cause: { kind: 'address' },
    response: '',
  },
  'rejected-too-large': {
    kind: 'rejected',
    status: 413,
    reason: 'Too large',
    cause: { kind: 'too-large' },
    response: '<h1>Too large</h1>\r\n',
  },
  'rejected-busy': {
    kind: 'rejected',
    status: 429,
    reason: '',
    cause: { kind: 'busy', seconds: 300 },
    response: '',
  },
  'rejected-busy-without-time': {
    kind: 'rejected',
    status: 429,
    reason: '',
    cause: { kind: 'busy' },
    response: '',
  },
  // This version wrote the time, which JSON can't hold, as null.
  'rejected-busy-endlessly': {
    kind: 'rejected',
    status: 429,
    reason: '',
    cause: { kind: 'busy' },
    response: '',
  },
  'rejected-redirect': {
    kind: 'rejected',
    status: 302,
    reason: '',
    cause: { kind: 'redirect', detail: 'https://elsewhere.example/' },
    response: '',
  },
  'rejected-other': {
    kind: 'rejected',
    status: 400,
    reason: 'The name is taken.',
    cause: { kind: 'other' },
    response: '{"message":"The name is taken."}',
  },
  'unknown-status': {
    kind: 'unknown',
    cause: { kind: 'status', status: 500, detail: 'Out of order' },
    response: '{"message":"Out of order"}',
  },
  'unknown-long-response': {
    kind: 'unknown',
    cause: { kind: 'status', status: 502, detail: `${'x'.repeat(500)}…` },
    response: 'x'.repeat(64 * 1024),
  },
  'unknown-connection-lost': { kind: 'unknown', cause: { kind: 'connection-lost', code: 'ECONNRESET' } },
  'unknown-timeout': { kind: 'unknown', cause: { kind: 'timeout', seconds: 60 } },
  'unknown-cancelled': { kind: 'unknown', cause: { kind: 'cancelled' } },
  'unknown-invalid-response': {
    kind: 'unknown',
    cause: { kind: 'invalid-response', code: 'HPE_INVALID_CONSTANT' },
  },
  'unknown-error': { kind: 'unknown', cause: { kind: 'error', detail: 'TypeError' } },
  'not-sent-name-not-found': { kind: 'not-sent', cause: { kind: 'name-not-found', host } },
  'not-sent-refused': { kind: 'not-sent', cause: { kind: 'refused', host } },
  'not-sent-unreachable': { kind: 'not-sent', cause: { kind: 'unreachable', host } },
  'not-sent-certificate': {
    kind: 'not-sent',
    cause: { kind: 'certificate', host, code: 'CERT_HAS_EXPIRED' },
  },
  'not-sent-tls': { kind: 'not-sent', cause: { kind: 'tls', host, code: 'EPROTO' } },
  'not-sent-proxy': { kind: 'not-sent', cause: { kind: 'proxy', host } },
  'not-sent-insecure': { kind: 'not-sent', cause: { kind: 'insecure', host } },
  'not-sent-timeout': { kind: 'not-sent', cause: { kind: 'timeout', host, seconds: 60 } },
  'not-sent-invalid-header': {
    kind: 'not-sent',
    cause: { kind: 'invalid-header', host, detail: 'Ocp-Apim-Subscription-Key' },
  },
  'not-sent-other': { kind: 'not-sent', cause: { kind: 'other', host, code: 'EMFILE' } },
  'not-sent-journal': { kind: 'not-sent', cause: { kind: 'journal', code: 'ENOSPC' } },
  'not-sent-token': {
    kind: 'not-sent',
    cause: { kind: 'token', code: 'refused', detail: 'The password is wrong.' },
  },
  'not-sent-subscription-key': { kind: 'not-sent', cause: { kind: 'subscription-key' } },
  'not-sent-earlier': {
    kind: 'not-sent',
    cause: { kind: 'earlier', detail: '20260102T030524678Z-0000000000000073' },
  },
  'not-sent-earlier-first': { kind: 'cancelled' },
  cancelled: { kind: 'cancelled' },
  'settled-created': { kind: 'settled', settlement: { kind: 'created', datasetId: 'd-3' } },
  'settled-created-without-id': { kind: 'settled', settlement: { kind: 'created' } },
  'settled-not-created': { kind: 'settled', settlement: { kind: 'not-created' } },
  lost: { kind: 'unknown', cause: { kind: 'process-gone' } },
  'lost-and-settled': { kind: 'settled', settlement: { kind: 'created', datasetId: 'd-4' } },
  'in-flight': { kind: 'in-flight' },
  'file:///c%3A/Work/Ums%C3%A4tze.dataset.json': {
    kind: 'created',
    status: 201,
    datasetId: 'd-2',
    response: '{"id":"d-2"}',
  },
  'batch/one': { kind: 'created', status: 201, datasetId: 'd-5', response: '{"id":"d-5"}' },
  'batch/two': {
    kind: 'rejected',
    status: 400,
    reason: 'The name is taken.',
    cause: { kind: 'other' },
    response: '{"message":"The name is taken."}',
  },
  'batch/three': { kind: 'in-flight' },
};

function nameOf(document: string): string {
  return /^file:\/\/\/work\/(.*)\.dataset\.json$/.exec(document)?.[1] ?? document;
}

describe('The data of version 0.1.0', () => {
  const folders = new TemporaryFolders();
  afterEach(() => folders.removeAll());

  describe('the journal', () => {
    const recorderIsGone: ProcessTable = { self: async () => identity(1), lifeOf: async () => 'gone' };
    let folder: string;
    let journal: DirectoryJournal;
    beforeEach(async () => {
      folder = await folders.make();
      await cp(join(recorded, 'journal'), folder, { recursive: true });
      journal = new DirectoryJournal(folder, { processes: recorderIsGone, now: () => now });
    });

    it('has every entry with its outcome', async () => {
      const listing = await journal.list();
      assert.ok(listing.ok);
      const found: [string, object][] = [];
      for (const { entry } of listing.value.records) {
        // A listing has no responses.
        const reading = await journal.read(entry.id);
        assert.ok(reading.ok);
        const state = { ...reading.value.state };
        if ('at' in state) {
          assert.match(state.at, /^2026-01-02T03:0[45]:\d\d\.678Z$/);
          Reflect.deleteProperty(state, 'at');
        }
        found.push([nameOf(entry.document), state]);
      }
      assert.deepEqual(Object.fromEntries(found), states);
      assert.equal(found.length, Object.keys(states).length);
    });

    it('has the unchanged bytes that were submitted', async () => {
      const listing = await journal.list();
      assert.ok(listing.ok);
      for (const { entry } of listing.value.records) {
        const body = await journal.body(entry.id);
        assert.ok(body);
        assert.equal(sha256(body), entry.body.sha256);
        assert.equal(entry.environment, 'staging');
        assert.equal(entry.origin, 'https://gateway.example');
        assert.equal(
          entry.requestUrl,
          'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None',
        );
        assert.equal(entry.retentionPolicy, 'None');
      }
      const windows = listing.value.records.find(({ entry }) => entry.document.includes('/c%3A/'));
      const body = windows && (await journal.body(windows.entry.id));
      assert.equal(String(Buffer.from(body ?? [])), '{\r\n  "name": "Umsätze",\r\n  "tables": []\r\n}\r\n');
      assert.deepEqual(windows?.entry.owner, { pid: 17, startedAt: 'ms:1767323045678', host: 'RECORDER' });
    });

    it('is found by document and by content', async () => {
      const intent = {
        document: 'file:///work/created.dataset.json',
        contentHash: bodyContentHash(await contentOf('lost')),
        requestUrl: 'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None',
      };
      const related = await journal.related(intent);
      assert.ok(related.ok);
      assert.deepEqual(
        related.value.map(({ entry }) => nameOf(entry.document)),
        ['lost', 'created'],
      );
    });

    it('is recovered, after which a submission in flight is unknown', async () => {
      const recovery = await journal.recover();
      assert.deepEqual(recovery.unreadable, []);
      assert.deepEqual(recovery.dropped, []);
      assert.equal(recovery.failure, undefined);
      const lost = await Promise.all(recovery.lost.map((id) => journal.read(id)));
      assert.deepEqual(
        lost.map((reading) => reading.ok && nameOf(reading.value.entry.document)),
        ['in-flight', 'batch/three'],
      );
    });

    it('removes the temporary file of the process that was killed, a day later', async () => {
      assert.equal(await temporaryFiles(), 1);
      const tomorrow = Date.now() + 25 * 60 * 60 * 1000;
      await new DirectoryJournal(folder, { processes: recorderIsGone, now: () => tomorrow }).recover();
      assert.equal(await temporaryFiles(), 0);
    });

    it('offers to resume the interrupted batch', async () => {
      const runs = new DirectoryBatches(folder, { processes: recorderIsGone });
      const [run, ...others] = await runs.interrupted();
      assert.ok(run);
      assert.deepEqual(others, []);
      assert.equal(run.environment, 'staging');
      assert.deepEqual(
        run.documents.map(nameOf),
        ['one', 'two', 'three', 'four'].map((name) => `batch/${name}`),
      );
      const listing = await journal.list();
      assert.ok(listing.ok);
      assert.equal(listing.value.records.filter(({ entry }) => entry.batch === run.id).length, 3);
      assert.ok((await runs.resume(run)).ok);
    });

    async function contentOf(name: string): Promise<Uint8Array> {
      const listing = await journal.list();
      const record = listing.ok && listing.value.records.find(({ entry }) => nameOf(entry.document) === name);
      const body = record && (await journal.body(record.entry.id));
      assert.ok(body);
      return body;
    }

    async function temporaryFiles(): Promise<number> {
      return (await readdir(folder)).filter((name) => name.endsWith('.tmp')).length;
    }
  });

  describe('the secrets', () => {
    let environments: readonly Environment[];
    let vault: MemoryVault;
    let locks: string;
    beforeEach(async () => {
      const reading = readEnvironments(await json('environments.json'));
      assert.deepEqual(reading.problems, []);
      environments = reading.environments;
      vault = new MemoryVault();
      for (const [key, value] of Object.entries((await json('secrets.json')) as Record<string, string>))
        vault.secrets.set(key, value);
      locks = await folders.make();
      await cp(join(recorded, 'sign-in-locks'), locks, { recursive: true });
    });

    const expiresAt = Date.UTC(2026, 0, 2, 4, 4, 5, 678);

    it('contain the account that is signed in', async () => {
      const states = await Promise.all(
        environments.map(async (environment) => [environment.name, await tokens().state(environment)]),
      );
      const user = (name: string) => ({ id: `username of ${name}`, label: `username of ${name}` });
      assert.deepEqual(Object.fromEntries(states), {
        password: { state: 'signed-in', account: user('password'), expiresAt },
        'password with "secret"': {
          state: 'signed-in',
          account: user('password with "secret"'),
          expiresAt,
        },
        token: { state: 'signed-in' },
        session: { state: 'signed-out' },
        discovery: {
          state: 'signed-in',
          account: { id: 'user-1', label: 'Zoë Example' },
          expiresAt,
          renewable: true,
        },
        endpoints: { state: 'signed-in', expiresAt, renewable: true },
        'refresh under way': { state: 'signed-in', expiresAt },
      });
    });

    it('contain the access tokens', async () => {
      const found: Record<string, string> = {};
      for (const environment of environments) {
        const result = await tokens().accessToken(environment, silently());
        if (result.kind === 'token') found[environment.name] = result.accessToken;
      }
      assert.deepEqual(found, {
        password: 'issued access token',
        'password with "secret"': 'issued access token',
        token: 'pastedToken of token',
        discovery: 'access token of discovery',
        endpoints: 'access token of endpoints',
        'refresh under way': 'access token of refresh under way',
      });
    });

    it('are found by their kind', async () => {
      for (const environment of environments)
        assert.equal(await secretsOf(environment).get('subscriptionKey'), `key of ${environment.name}`);
      for (const name of ['password', 'password with "secret"'])
        assert.equal(await secretsOf(named(name)).get('password'), `password of ${name}`);
      for (const name of ['password with "secret"', 'endpoints'])
        assert.equal(await secretsOf(named(name)).get('clientSecret'), `clientSecret of ${name}`);
    });

    it('never send a refresh token again', async () => {
      const rejected = 'access token of refresh under way';
      const result = await tokens().accessToken(named('refresh under way'), { ...silently(), rejected });
      assert.deepEqual(result, { kind: 'sign-in-needed', why: 'answer-lost' });
    });

    it('are as recent as the notes next to the lock', async () => {
      for (const name of ['discovery', 'endpoints'])
        await new FolderLock(locks, clock).run(
          secretKey(named(name), 'issuedToken'),
          new AbortController().signal,
          async (turn) => assert.match((await turn.readNote()) ?? '', /^\[\["[\w-]+",1767323045678\]\]$/),
        );
    });

    it('can all be deleted', async () => {
      const { size } = vault.secrets;
      assert.equal(await forgetAllSecrets(vault), size);
    });

    const clock = { now: () => now, sleep: async () => undefined };
    const unreachable: HttpClient = {
      exchange: async () => assert.fail('Nothing is sent: what is stored is enough.'),
    };

    function tokens(): TokenSource {
      const signIn = browserSignIn({ receivers: [], openBrowser: async () => false, clock });
      return new TokenSource({
        vault,
        prompt: { ask: async () => undefined },
        http: unreachable,
        now: () => now,
        userSessions: {
          lock: new FolderLock(locks, clock),
          clock,
          signIn,
          offerSignIn: async () => false,
        },
      });
    }

    function silently() {
      return { signal: new AbortController().signal, timeout: 1000 };
    }

    function secretsOf(environment: Environment): EnvironmentSecrets {
      return new EnvironmentSecrets(vault, environment);
    }

    function named(name: string): Environment {
      const environment = environments.find((one) => one.name === name);
      assert.ok(environment);
      return environment;
    }
  });
});

async function json(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(recorded, name), 'utf8'));
}

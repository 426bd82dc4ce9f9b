import { EventEmitter, once } from 'node:events';
import type { ConnectionFailure, Exchange, HttpClient, Interruption } from '../../src/gateway/http.ts';
import { type Environment, readEnvironments } from '../../src/environments/environment.ts';
import { DirectoryJournal } from '../../src/submission/journal/directory/directory-journal.ts';
import { DatasetHistory } from '../../src/submission/dataset-history.ts';
import { DirectoryBatches } from '../../src/submission/journal/directory/directory-batches.ts';
import type { EntryDraft } from '../../src/submission/journal/entry.ts';
import { submitMany } from '../../src/submission/batch/submit-many.ts';
import { recordedOutcome } from '../../src/submission/recorded-outcome.ts';
import { type FileOperations, nodeFileOperations } from '../../src/storage/file-operations.ts';
import type { ProcessIdentity, ProcessTable } from '../../src/system/process-identity.ts';
import type { SubmissionOutcome } from '../../src/submission/submit.ts';
import { submitOnce } from '../../src/submission/submit-once.ts';
import { answer, noClock, tokens } from '../unit/submission/scripted-service.ts';

/** Three processes that write the journal; all are gone when it is read. */
const linux: ProcessIdentity = {
  pid: 4711,
  startedAt: 'ticks:123456',
  host: 'recorder',
  bootId: '6f1e7a52-0000-4000-8000-000000000001',
  pidNamespace: 'pid:[4026531836]',
};
const windows: ProcessIdentity = { pid: 17, startedAt: 'ms:1767323045678', host: 'RECORDER' };
const killed: ProcessIdentity = { ...linux, pid: 4712, startedAt: 'ticks:123999' };

/** What the gateway or the network answers, by the name of the document. */
const answers: Readonly<Record<string, Exchange>> = {
  created: answer(201, '{"id":"d-1","name":"Umsätze"}', { location: '/reporting/datasets/d-1' }),
  'created-without-id': answer(204),
  accepted: answer(202, '{"datasetId":12345678901234567890}'),
  'rejected-token': answer(401, '{"error":"invalid_token"}'),
  'rejected-subscription-key': answer(401, 'Access denied due to missing subscription key.'),
  'rejected-forbidden': answer(403, '{"error":{"message":"Not yours: \\u201csales\\u201d"}}'),
  'rejected-address': answer(404),
  'rejected-too-large': answer(413, '<h1>Too large</h1>\r\n'),
  'rejected-busy': answer(429, '', { 'retry-after': '300' }),
  'rejected-busy-without-time': answer(429),
  'rejected-redirect': answer(302, '', { location: 'https://elsewhere.example/' }),
  'rejected-other': answer(400, '{"message":"The name is taken."}'),
  'unknown-status': answer(500, '{"message":"Out of order"}'),
  'unknown-long-response': answer(502, 'x'.repeat(70_000)),
  ...interrupted({ kind: 'connection-lost', code: 'ECONNRESET' }),
  ...interrupted({ kind: 'timeout', seconds: 60 }),
  ...interrupted({ kind: 'cancelled' }),
  ...interrupted({ kind: 'invalid-response', code: 'HPE_INVALID_CONSTANT' }),
  ...notSent({ kind: 'name-not-found', host: 'gateway.example' }),
  ...notSent({ kind: 'refused', host: 'gateway.example' }),
  ...notSent({ kind: 'unreachable', host: 'gateway.example' }),
  ...notSent({
    kind: 'certificate',
    host: 'gateway.example',
    code: 'CERT_HAS_EXPIRED',
    setting: 'http.systemCertificates',
  }),
  ...notSent({ kind: 'tls', host: 'gateway.example', code: 'EPROTO' }),
  ...notSent({
    kind: 'proxy',
    host: 'gateway.example',
    setting: 'HTTPS_PROXY',
    problem: { kind: 'refused', proxy: 'proxy.example:8080', status: 407 },
  }),
  ...notSent({ kind: 'insecure', host: 'gateway.example' }),
  ...notSent({ kind: 'timeout', host: 'gateway.example', seconds: 60 }),
  ...notSent({ kind: 'invalid-header', host: 'gateway.example', name: 'Ocp-Apim-Subscription-Key' }),
  ...notSent({ kind: 'other', host: 'gateway.example', code: 'EMFILE' }),
  cancelled: { kind: 'not-sent', failure: { kind: 'cancelled' } },
  'settled-created': answer(500),
  'settled-created-without-id': answer(500),
  'settled-not-created': answer(500),
};

function interrupted(interruption: Interruption): Record<string, Exchange> {
  return { [`unknown-${interruption.kind}`]: { kind: 'interrupted', interruption } };
}

function notSent(failure: ConnectionFailure): Record<string, Exchange> {
  return { [`not-sent-${failure.kind}`]: { kind: 'not-sent', failure } };
}

/** Submits, settles and breaks off, each in every way there is, with the journal in `folder`. */
export async function recordJournal(folder: string): Promise<void> {
  const recorder = new Recorder(folder);
  for (const [name, exchange] of Object.entries(answers)) await recorder.submit(name, async () => exchange);
  await recorder.settle();
  await recorder.submit('created-on-windows', async () => answer(201, '{"id":"d-2"}'), {
    self: windows,
    document: 'file:///c%3A/Work/Ums%C3%A4tze.dataset.json',
    body: '{\r\n  "name": "Umsätze",\r\n  "tables": []\r\n}\r\n',
  });
  await recorder
    .submit('unknown-error', async () => {
      throw new TypeError('a bug');
    })
    .catch(() => undefined);
  await recorder.failToBegin();
  await recorder.conclude('not-sent-token', {
    kind: 'not-sent',
    cause: {
      kind: 'token',
      failure: {
        kind: 'refused',
        status: 400,
        error: 'invalid_grant',
        description: 'The password is wrong.',
      },
    },
  });
  await recorder.conclude('not-sent-subscription-key', { kind: 'not-sent', cause: { kind: 'subscription-key' } });
  await recorder.submitTheSameTwice('not-sent-earlier');
  await recorder.breakOff('lost', killed);
  await recorder.breakOff('lost-and-settled', killed);
  await recorder.recover();
  await recorder.settleLost();
  await recorder.breakOff('in-flight', linux);
  await recorder.interruptBatch();
  await recorder.submit('rejected-busy-endlessly', async () =>
    answer(429, '', { 'retry-after': '9'.repeat(400) }),
  );
  await recorder.interruptWriting();
}

class Recorder {
  readonly #folder: string;
  readonly #ids = new Map<string, string>();
  #time = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  #random = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async submit(
    name: string,
    exchange: HttpClient['exchange'],
    {
      self = linux,
      document = `file:///work/${name}.dataset.json`,
      body = `{"name":"${name}","tables":[]}`,
    } = {},
  ): Promise<void> {
    const { submissionId } = await submitOnce({
      ...this.#submission(), document, body: new TextEncoder().encode(body), onProgress: () => undefined,
      http: { exchange }, tokens, clock: noClock, journal: this.#journal(self) ,
    });
    if (submissionId !== undefined) this.#ids.set(name, submissionId);
  }

  /** The process is killed while it waits for the answer. */
  breakOff(name: string, self: ProcessIdentity): Promise<void> {
    return new Promise((sent) => {
      const exchange = () => {
        sent();
        return new Promise<never>(() => undefined);
      };
      void this.submit(name, exchange, { self });
    });
  }

  async settle(): Promise<void> {
    const journal = this.#journal(windows);
    await journal.settle(this.#id('settled-created'), { kind: 'created', datasetId: 'd-3' });
    await journal.settle(this.#id('settled-created-without-id'), { kind: 'created' });
    await journal.settle(this.#id('settled-not-created'), { kind: 'not-created' });
  }

  /** The entry is there although it could not be made durable, and goes only when the disk works again. */
  async failToBegin(): Promise<void> {
    const noSpace = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const journal = this.#journal(linux, {
      ...nodeFileOperations,
      syncFolder: () => Promise.reject(noSpace),
      remove: () => Promise.reject(noSpace),
    });
    await journal.begin(...draftOf('not-sent-journal'));
    await journal.recover();
  }

  async conclude(name: string, outcome: SubmissionOutcome): Promise<void> {
    const journal = this.#journal(linux);
    const begun = await journal.begin(...draftOf(name));
    if (begun.ok) await journal.conclude(begun.value.id, recordedOutcome(outcome));
  }

  /** Two processes at the same moment: the later one gives way. */
  async submitTheSameTwice(name: string): Promise<void> {
    const journal = this.#journal(windows);
    const [draft, body] = draftOf(`${name}-first`);
    const begun = await journal.begin(draft, body);
    if (!begun.ok) throw new Error('The first submission could not begin.');
    const state = { kind: 'in-flight' } as const;
    await this.conclude(name, { kind: 'not-sent', cause: { kind: 'earlier', earlier: { entry: begun.value, state } } });
    await journal.conclude(begun.value.id, { kind: 'cancelled' });
  }

  async recover(): Promise<void> {
    await this.#journal(windows, nodeFileOperations, 'gone').recover();
  }

  async settleLost(): Promise<void> {
    const journal = this.#journal(windows);
    const listing = await journal.list();
    const lost =
      listing.ok && listing.value.records.find(({ entry }) => entry.document.includes('lost-and-settled'));
    if (!lost) throw new Error('The submission that got lost is not in the journal.');
    await journal.settle(lost.entry.id, { kind: 'created', datasetId: 'd-4' });
  }

  /** Killed at the third of four documents. */
  async interruptBatch(): Promise<void> {
    const documents = ['one', 'two', 'three', 'four'].map(
      (name) => `file:///work/batch/${name}.dataset.json`,
    );
    const runs = new DirectoryBatches(this.#folder, this.#parts(killed));
    const requestUrl = 'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None';
    const begun = await runs.begin({ environment: 'staging', requestUrl, documents });
    if (!begun.ok) throw new Error('The batch could not begin.');
    // One document after the other, so that the same is recorded each time.
    const done = new EventEmitter();
    const exchanges = [answer(201, '{"id":"d-5"}'), answer(400, '{"message":"The name is taken."}')];
    await new Promise<void>((sent) => {
      const exchange = async (): Promise<Exchange> => {
        const next = exchanges.shift();
        if (next) return next;
        sent();
        return new Promise<never>(() => undefined);
      };
      void submitMany({
          ...this.#submission(),
          batch: begun.value.id,
          history: new DatasetHistory([]),
          documents,
          concurrency: 1,
          load: async (document) => {
            const before = documents[documents.indexOf(document) - 1];
            if (before !== undefined) await once(done, before);
            return new TextEncoder().encode(JSON.stringify({ name: document, tables: [] }));
          },
          decide: async () => 'stop',
          onResult: (document) => void done.emit(document),
          onProgress: () => undefined,
          stop: new AbortController().signal,
          http: { exchange }, tokens, clock: noClock, journal: this.#journal(killed) ,
      });
    });
  }

  /** Killed between writing a temporary file and renaming it. */
  async interruptWriting(): Promise<void> {
    const journal = this.#journal(killed, {
      ...nodeFileOperations,
      rename: () => new Promise<never>(() => undefined),
    });
    void journal.settle(this.#id('unknown-status'), { kind: 'not-created' });
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }

  #submission() {
    return {
      environment: staging,
      subscriptionKey: 'key-0123',
      timeout: 60_000,
      signal: new AbortController().signal,
    };
  }

  #journal(
    self: ProcessIdentity,
    files: FileOperations = nodeFileOperations,
    life: 'alive' | 'gone' = 'alive',
  ): DirectoryJournal {
    return new DirectoryJournal(this.#folder, { ...this.#parts(self, life), files });
  }

  #parts(self: ProcessIdentity, life: 'alive' | 'gone' = 'alive') {
    const processes: ProcessTable = { self: async () => self, lifeOf: async () => life };
    return {
      processes,
      now: () => (this.#time += 1000),
      random: (size: number) => {
        const bytes = Buffer.alloc(size);
        bytes.writeUInt32BE(++this.#random, size - 4);
        return bytes;
      },
    };
  }

  #id(name: string): string {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`No submission is named ${name}.`);
    return id;
  }
}

function draftOf(name: string): [EntryDraft, Uint8Array] {
  return [
    {
      environment: 'staging',
      origin: 'https://gateway.example',
      requestUrl: 'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None',
      retentionPolicy: 'None',
      document: `file:///work/${name}.dataset.json`,
      mayTake: 420_000,
    },
    new TextEncoder().encode(`{"name":"${name}"}`),
  ];
}

const staging = environmentOf({
  name: 'staging',
  baseUrl: 'https://gateway.example/api',
  auth: { grantType: 'token' },
});

function environmentOf(entry: object): Environment {
  const [environment] = readEnvironments([entry]).environments;
  if (!environment) throw new Error('The environment is not valid.');
  return environment;
}

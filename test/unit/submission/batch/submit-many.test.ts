import assert from 'node:assert/strict';
import { datasetUrl } from '../../../../src/gateway/dataset-request.ts';
import type { Exchange } from '../../../../src/gateway/http.ts';
import {
  BatchCounter,
  type BatchEnd,
  type BatchProgress,
  type DocumentResult,
} from '../../../../src/submission/batch/batch-results.ts';
import { type ManySubmissions, submitMany } from '../../../../src/submission/batch/submit-many.ts';
import { DatasetHistory } from '../../../../src/submission/dataset-history.ts';
import { DirectoryBatches } from '../../../../src/submission/journal/directory/directory-batches.ts';
import { DirectoryJournal } from '../../../../src/submission/journal/directory/directory-journal.ts';
import { type RecordedOutcome, unreadableEntry } from '../../../../src/submission/journal/entry.ts';
import { recordedDatasetId } from '../../../../src/submission/state-message.ts';
import { FaultyFiles } from '../../storage/faulty-files.ts';
import { bytes, draft, jsonBytes, ProcessWorld, TemporaryFolders } from '../journal/journal-fixture.ts';
import {
  answer,
  environment,
  lostConnection,
  noClock,
  refusedConnection,
  ScriptedService,
  tokens,
} from '../scripted-service.ts';

const run = '20250102T030405678Z-01020304050607ff';

function documentsUpTo(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `file:///work/${index}.dataset.json`);
}

describe('Submitting many', () => {
  const folders = new TemporaryFolders();
  let folder: string;
  let files: FaultyFiles;
  let world: ProcessWorld;
  let journal: DirectoryJournal;
  let results: Map<string, DocumentResult>;
  afterEach(() => folders.removeAll());
  beforeEach(async () => {
    folder = await folders.make();
    files = new FaultyFiles();
    world = new ProcessWorld();
    journal = new DirectoryJournal(folder, { files, processes: world.start(1) });
    results = new Map();
  });

  async function submitAll(
    service: ScriptedService,
    documents: readonly string[],
    more: Partial<ManySubmissions> = {},
  ): Promise<Pick<BatchEnd, 'left' | 'end'> & Pick<BatchProgress, 'counts'>> {
    let { counts } = new BatchCounter(documents.length).progress(0);
    const listing = await journal.list(true);
    assert.ok(listing.ok);
    const submitted = await submitMany({
      batch: run,
      history: new DatasetHistory(listing.value.records),
      environment,
      documents,
      concurrency: 4,
      subscriptionKey: 'key',
      timeout: 1000,
      signal: new AbortController().signal,
      stop: new AbortController().signal,
      load: async (document) => jsonBytes(document),
      decide: async () => assert.fail('there is nothing to decide'),
      onResult: (document, result) => results.set(document, result),
      http: service,
      tokens,
      clock: noClock,
      journal,
      ...more,
      onProgress: (progress) => {
        ({ counts } = progress);
        more.onProgress?.(progress);
      },
    });
    return { ...submitted, counts };
  }

  const creating = () => answer(201, '{"id":"d-1"}');
  const slowly = async (exchange: Exchange): Promise<Exchange> => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return exchange;
  };

  it('creates each dataset once, and reports each', async () => {
    const service = new ScriptedService(creating);
    const documents = documentsUpTo(20);
    const { counts, left, end } = await submitAll(service, documents);
    assert.deepEqual([counts.created, left, end], [20, 0, 'finished']);
    assert.deepEqual(service.bodies.map((body) => JSON.parse(body)).sort(), documents.toSorted());
    assert.deepEqual([...results.keys()].sort(), documents.toSorted());
  });

  it('reports all that was created before it fails by a bug of the journal', async () => {
    const service = new ScriptedService(creating);
    let recorded = 0;
    const conclude = journal.conclude.bind(journal);
    journal.conclude = async (...args) => {
      if (++recorded > 2) throw new TypeError('a bug');
      return conclude(...args);
    };
    await assert.rejects(submitAll(service, documentsUpTo(8)), /a bug/);
    const created = [...results.values()].filter((result) => result.kind === 'created');
    assert.equal(created.length, service.bodies.length);
  });

  it('sends as many as allowed at the same time, and never more', async () => {
    let now = 0;
    let most = 0;
    const service = new ScriptedService(async () => {
      most = Math.max(most, ++now);
      // The first ones wait for the others, however slow the machine, and all for one that must not come.
      for (let wait = 0; wait < (most < 3 ? 1000 : 2); wait++)
        await new Promise((resolve) => setTimeout(resolve, 5));
      now--;
      return creating();
    });
    await submitAll(service, documentsUpTo(24), { concurrency: 3 });
    assert.equal(most, 3);
  });

  it('records a submission when its request may be sent, so that a crash leaves none unknown that never was', async () => {
    let entries: number | undefined;
    const service = new ScriptedService(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const listing = await journal.list();
      entries ??= listing.ok ? listing.value.records.length : 0;
      return creating();
    });
    await submitAll(service, documentsUpTo(4), { concurrency: 1 });
    assert.equal(entries, 1);
  });

  it('has few documents in memory at a time', async () => {
    let held = 0;
    let most = 0;
    await submitAll(new ScriptedService(() => slowly(creating())), documentsUpTo(40), {
      load: async (document) => {
        most = Math.max(most, ++held);
        return jsonBytes(document);
      },
      onResult: () => held--,
    });
    assert.ok(most <= 8, String(most));
  });

  it('delays all submissions if the service asks one to wait', async () => {
    let end: () => void = () => undefined;
    let pauses = 0;
    let during = 0;
    let paused = false;
    const clock = {
      sleep: async () => {
        if (++pauses > 1) return new Promise<void>((resolve) => setTimeout(resolve, 60));
        paused = true;
        await new Promise<void>((resolve) => {
          end = resolve;
          setTimeout(() => end(), 50);
        });
        paused = false;
      },
    };
    const service = new ScriptedService((_body, request) => {
      if (paused) during++;
      return request === 1 ? answer(429, '', { 'retry-after': '7' }) : creating();
    });
    const waits: number[] = [];
    const onProgress = ({ step }: BatchProgress) => {
      if (step?.kind === 'waiting') waits.push(step.seconds);
    };
    const { counts } = await submitAll(service, documentsUpTo(12), { concurrency: 1, onProgress, clock });
    assert.equal(counts.created, 12);
    assert.equal(during, 0);
    assert.deepEqual(waits, [7]);
  });

  it('reports counts that add up', async () => {
    const reports: BatchProgress[] = [];
    const answers = [creating(), answer(400), answer(500), creating()];
    await submitAll(
      new ScriptedService((_body, request) => answers[request - 1] ?? creating()),
      documentsUpTo(5),
      {
        onProgress: (progress) => reports.push(progress),
        load: async (document) => (document.includes('/4.') ? undefined : jsonBytes(document)),
      },
    );
    const last = reports.at(-1);
    assert.ok(last);
    const { created, rejected, unknown, invalid } = last.counts;
    assert.deepEqual([created, rejected, unknown, invalid, last.sending, last.total], [2, 1, 1, 1, 0, 5]);
  });

  it('begins nothing more when it is stopped, and waits for requests in flight', async () => {
    const stop = new AbortController();
    const service = new ScriptedService((_body, request) => {
      if (request === 6) stop.abort();
      return slowly(creating());
    });
    const { counts, left, end } = await submitAll(service, documentsUpTo(50), { stop: stop.signal });
    assert.equal(end, 'stopped');
    assert.equal(counts.created, service.bodies.length);
    assert.equal(counts.unknown, 0);
    assert.equal(left, 50 - counts.created);
  });

  it('stops if the remaining submissions would fail the same way: a full disk', async () => {
    files.plan = (operation) => (operation === 'write' ? { code: 'ENOSPC' } : 'well');
    const service = new ScriptedService(creating);
    const { end, left } = await submitAll(service, documentsUpTo(50));
    assert.equal(end, 'aborted');
    assert.ok(left >= 40);
    assert.deepEqual(service.bodies, []);
  });

  for (const [name, exchange] of [
    ['a service that is not there', refusedConnection],
    ['a key that is not accepted', answer(401, 'subscription key')],
  ] as const)
    it(`stops if the remaining submissions would fail the same way: ${name}`, async () => {
      const service = new ScriptedService(() => exchange);
      const { end } = await submitAll(service, documentsUpTo(50));
      assert.equal(end, 'aborted');
      assert.ok(service.bodies.length < 20);
    });

  it('is finished, not stopped, if all are rejected for the same cause and none remains', async () => {
    const { end, left, counts } = await submitAll(
      new ScriptedService(() => answer(401, 'subscription key')),
      documentsUpTo(4),
    );
    assert.deepEqual([end, left, counts.rejected], ['finished', 0, 4]);
  });

  const refused = {
    kind: 'not-sent',
    cause: { kind: 'connection', failure: { kind: 'refused', host: 'gateway.example' } },
  } as const;

  const sent = {
    kind: 'unknown',
    cause: { kind: 'timeout', seconds: 30 },
  } as const;

  const response = { status: 0, headers: {}, body: new Uint8Array(), complete: true };
  const created = { kind: 'created', status: 201, response } as const;
  const rejectedWith = (status: number, cause: 'other' | 'busy' | 'forbidden') =>
    ({ kind: 'rejected', status, reason: '', cause: { kind: cause }, response }) as const;
  const [content, tooMany, unavailable, forbidden] = [
    rejectedWith(400, 'other'),
    rejectedWith(429, 'busy'),
    rejectedWith(503, 'busy'),
    rejectedWith(403, 'forbidden'),
  ];
  const earlier = {
    kind: 'not-sent',
    cause: { kind: 'earlier', earlier: { entry: unreadableEntry(run), state: { kind: 'in-flight' } } },
  } as const;

  for (const [what, outcomes, shouldAbort] of [
    ['three refused connections', [refused, refused, refused], true],
    ['three unknown outcomes', [sent, sent, sent], true],
    ['failures of different kinds', [refused, sent, unavailable], true],
    ['what was not sent between them', [sent, sent, { kind: 'invalid' }, earlier, sent], true],
    ['a success between them', [sent, sent, created, sent, sent], false],
    ['a rejection between them', [sent, sent, content, sent, sent], false],
    ['a rejection of the credentials between them', [sent, sent, forbidden, sent, forbidden], false],
    ['too many requests', [tooMany, tooMany, tooMany, tooMany], false],
    ['documents with one submission', [1, 2, 3].map(() => ({ ...sent, submissionId: run })), false],
  ] as const)
    it(`leaves a service that fails alone after three failures in a row: ${what}`, () => {
      const counter = new BatchCounter(50);
      for (const result of outcomes) counter.add(result);
      assert.equal(counter.shouldAbort, shouldAbort);
    });

  it('leaves at most as many unknown outcomes as requests at once, and three', async () => {
    const service = new ScriptedService((_body, request) => slowly(request > 20 ? answer(502) : creating()));
    const { counts, end, left } = await submitAll(service, documentsUpTo(60));
    assert.equal(end, 'aborted');
    assert.ok(counts.unknown >= 3 && counts.unknown <= 7, String(counts.unknown));
    assert.equal(left, 60 - counts.created - counts.unknown);
  });

  it('stops at the first token that is refused, and not at one that cannot be requested', () => {
    const host = 'login.example';
    for (const [failure, shouldAbort] of [
      [{ kind: 'missing', secret: 'password' }, true],
      [{ kind: 'unreachable', failure: { kind: 'refused', host } }, false],
    ] as const) {
      const counter = new BatchCounter(50);
      counter.add({ kind: 'not-sent', cause: { kind: 'token', failure } });
      assert.equal(counter.shouldAbort, shouldAbort, failure.kind);
    }
  });

  it('continues after documents that are rejected for their content', async () => {
    const { counts, end } = await submitAll(new ScriptedService(() => answer(400)), documentsUpTo(30));
    assert.deepEqual([counts.rejected, end], [30, 'finished']);
  });

  for (const [exchange, first, others] of [
    [answer(201, '{"id":"d-1"}'), 'created', 'unchanged'],
    [answer(202, '{"datasetId":"d-1"}'), 'accepted', 'unchanged'],
    [answer(400), 'rejected', 'rejected'],
    [lostConnection, 'unknown', 'unknown'],
  ] as const)
    it(`gives the same content in other documents the outcome of the first: ${first}`, async () => {
      const service = new ScriptedService(() => slowly(exchange));
      await submitAll(service, documentsUpTo(6), {
        load: async () => jsonBytes('the same'),
        decide: async () => 'submit',
      });
      assert.equal(service.bodies.length, 1);
      const kinds = [...results.values()].map(({ kind }) => kind);
      assert.deepEqual(kinds, [first, ...Array.from({ length: 5 }, () => others)]);
    });

  it('keeps what was created, waits for what is in flight, and sends nothing whose outcome is unknown', async () => {
    const other = new DirectoryJournal(folder, { processes: world.start(2) });
    const body = jsonBytes('the same');
    const begun = await other.begin(draft, body);
    assert.ok(begun.ok);
    const { id } = begun.value;
    const service = new ScriptedService(creating);
    const [document = ''] = documentsUpTo(1);
    const keep = async (waits: number, outcome?: RecordedOutcome) => {
      let looks = 0;
      const clock = {
        ...noClock,
        sleep: async () => {
          looks += 1;
          if (looks === waits && outcome) await other.conclude(id, outcome);
        },
      };
      const own = new DirectoryJournal(folder, { processes: world.start(3) });
      const more = { load: async () => body, decide: async () => 'keep' as const, clock, journal: own };
      await submitAll(service, [document], more);
      return [results.get(document), looks] as const;
    };
    const [inFlight, looks] = await keep(1);
    assert.deepEqual([inFlight?.kind, looks], ['not-sent', 2], 'for as long as a request may take');
    const [known] = await keep(2, { kind: 'created', status: 201, datasetId: 'theirs', response: '' });
    assert.ok(known?.kind === 'unchanged');
    assert.deepEqual([known.earlier.entry.id, recordedDatasetId(known.earlier.state)], [id, 'theirs']);
    assert.equal((await keep(0))[0]?.kind, 'unchanged');

    const lost = await other.begin(draft, body);
    assert.ok(lost.ok);
    await other.conclude(lost.value.id, { kind: 'unknown', cause: { kind: 'timeout' } });
    const [unknown] = await keep(0);
    assert.ok(unknown?.kind === 'not-sent' && unknown.cause.kind === 'earlier');
    assert.deepEqual([unknown.cause.earlier.entry.id, service.bodies], [lost.value.id, []]);
  });

  it('asks about each earlier submission once', async () => {
    const requestUrl = datasetUrl(environment.service).href;
    for (let count = 0; count < 3; count += 1) {
      const begun = await journal.begin({ ...draft, requestUrl }, jsonBytes('the same'));
      assert.ok(begun.ok);
      await journal.conclude(begun.value.id, { kind: 'unknown', cause: { kind: 'timeout' } });
    }
    const asked: string[] = [];
    const { counts } = await submitAll(new ScriptedService(creating), documentsUpTo(1), {
      load: async () => jsonBytes('the same'),
      decide: async (_document, { entry }) => {
        asked.push(entry.id);
        return 'submit';
      },
    });
    assert.deepEqual([new Set(asked).size, asked.length, counts.created], [3, 3, 1]);
  });

  it('can be resumed: keeps what was created, asks about unknown outcomes, and submits the rest', async () => {
    const documents = documentsUpTo(30);
    const stop = new AbortController();
    const first = new ScriptedService((body, request) => {
      if (request === 10) stop.abort();
      return body.includes('/3.') ? lostConnection : slowly(creating());
    });
    const interrupted = await submitAll(first, documents, { stop: stop.signal });
    assert.equal(interrupted.counts.unknown, 1);

    const asked: string[] = [];
    const second = new ScriptedService(creating);
    const { counts, left } = await submitAll(second, documents, {
      decide: async (document, earlier) => {
        asked.push(document);
        assert.equal(earlier.state.kind, 'unknown');
        return 'skip';
      },
    });
    assert.deepEqual(asked, ['file:///work/3.dataset.json']);
    assert.equal(counts.skipped, interrupted.counts.created + 1);
    assert.equal(left, 0);
    const sent = [...first.bodies, ...second.bodies];
    assert.deepEqual(sent.map((body) => JSON.parse(body)).sort(), documents.toSorted());
  });

  it('submits what another batch created, if it has changed since', async () => {
    const documents = documentsUpTo(2);
    const service = new ScriptedService(creating);
    await submitAll(service, documents);
    const { counts } = await submitAll(service, documents, {
      batch: run.replace('ff', '00'),
      load: async (document) => jsonBytes(`changed ${document}`),
    });
    assert.equal(counts.created, 2);
  });

  it('asks no other question after the user has chosen to stop', async () => {
    const documents = documentsUpTo(6);
    await submitAll(new ScriptedService(() => lostConnection), documents, { concurrency: 6 });
    let questions = 0;
    const { counts } = await submitAll(new ScriptedService(creating), documents, {
      decide: async () => {
        questions += 1;
        return 'stop';
      },
    });
    assert.deepEqual([questions, counts.created], [1, 0]);
  });

  it('stops at a question if the user chooses so', async () => {
    const [document = ''] = documentsUpTo(1);
    const requestUrl = datasetUrl(environment.service).href;
    const begun = await journal.begin({ ...draft, requestUrl, batch: run, document }, jsonBytes(document));
    assert.ok(begun.ok);
    await journal.conclude(begun.value.id, { kind: 'unknown', cause: { kind: 'timeout' } });
    const service = new ScriptedService(() => slowly(creating()));
    const { end, left } = await submitAll(service, documentsUpTo(200), { decide: async () => 'stop' });
    assert.equal(end, 'stopped');
    assert.ok(left > 150);
  });

  it('keeps an interrupted batch until it ends, and its entries beyond the retention', async () => {
    const one = new DirectoryBatches(folder, { processes: world.start(1) });
    const begun = await one.begin({
      environment: 'staging',
      requestUrl: draft.requestUrl,
      documents: ['a', 'b'],
    });
    assert.ok(begun.ok);
    const { id } = begun.value;
    const entry = await journal.begin({ ...draft, batch: id }, bytes('{}'));
    assert.ok(entry.ok);
    await journal.conclude(entry.value.id, { kind: 'cancelled' });

    const processes = world.start(2);
    const other = new DirectoryBatches(folder, { processes });
    const small = new DirectoryJournal(folder, { processes, retention: { entries: 0, age: 180, bytes: 0 } });
    assert.deepEqual(await other.interrupted(), []);
    world.becomes(1, 'gone');
    assert.deepEqual(await other.interrupted(), [begun.value]);
    assert.deepEqual((await small.recover()).dropped, []);

    assert.ok((await other.resume(begun.value)).ok);
    assert.deepEqual(await other.interrupted(), []);
    assert.ok((await other.end(id)).ok);
    assert.deepEqual((await small.recover()).dropped, [entry.value.id]);
  });
});

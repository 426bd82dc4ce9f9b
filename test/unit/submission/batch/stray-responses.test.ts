import assert from 'node:assert/strict';
import { timeLimit } from '../../../../scripts/testing/time-limits.ts';
import { UndiciHttpClient } from '../../../../src/gateway/network/undici-http-client.ts';
import type { DoubtfulSubmission } from '../../../../src/submission/batch/batch-results.ts';
import { submitMany } from '../../../../src/submission/batch/submit-many.ts';
import { DirectoryJournal } from '../../../../src/submission/journal/directory/directory-journal.ts';
import { isDoubtful } from '../../../../src/submission/journal/entry-state.ts';
import type { Submitted } from '../../../../src/submission/submit-once.ts';
import { bytes, ProcessWorld, TemporaryFolders } from '../journal/journal-fixture.ts';
import { environmentNamed, noClock, tokens } from '../scripted-service.ts';
import { StrayServer, type Strays } from './stray-server.ts';

const concurrency = 4;
const documents = Array.from({ length: 60 }, (_, index) => `file:///work/${index}.dataset.json`);

describe('A batch at a server that sends responses twice', () => {
  const folders = new TemporaryFolders();
  let server: StrayServer;
  afterEach(async () => {
    server.stop();
    await folders.removeAll();
  });

  async function submitAll(strays: Strays) {
    server = new StrayServer(strays);
    const environment = environmentNamed('test', await server.start());
    const http = new UndiciHttpClient().keepAlive();
    const journal = new DirectoryJournal(await folders.make(), { processes: new ProcessWorld().start(1) });
    const results = new Map<string, Submitted>();
    const doubts: DoubtfulSubmission[] = [];
    const never = new AbortController().signal;
    const summary = await submitMany({
      environment,
      documents,
      concurrency,
      subscriptionKey: 'key',
      timeout: timeLimit(5000),
      signal: never,
      stop: never,
      load: async (document) => bytes(JSON.stringify({ name: document, tables: [] })),
      decide: async () => 'stop',
      onResult: (document, result) => {
        assert.equal(result.kind, 'submitted');
        if (result.kind === 'submitted') results.set(document, result);
      },
      onDoubt: (submission) => doubts.push(submission),
      onProgress: () => undefined,
      http,
      tokens,
      clock: noClock,
      journal,
    });
    http.close();
    const listing = await journal.list();
    assert.ok(summary.ok && listing.ok);
    return { summary: summary.value, results, doubts, records: listing.value.records };
  }

  for (const noDelay of [true, false])
    for (const delay of [0, 1, 4, 8, 15, 40, 'next request'] as const)
      it(`records no wrong ID (${typeof delay === 'number' ? `${delay} ms later` : delay}, ${noDelay ? 'with' : 'without'} TCP_NODELAY)`, async () => {
        const { summary, results, doubts, records } = await submitAll({
          delay,
          noDelay,
          echoes: true,
          isTwice: (request) => request === 3,
        });
        for (const [document, { outcome }] of results) {
          assert.ok(['created', 'unknown'].includes(outcome.kind), outcome.kind);
          if (outcome.kind === 'created') assert.equal(outcome.datasetId, server.created.get(document)?.id);
        }
        for (const { state, entry } of records)
          if (state.kind === 'created') assert.equal(state.datasetId, server.created.get(entry.document)?.id);
        assert.equal(summary.doubtful, doubts.length);
        assert.deepEqual(
          records
            .filter(({ state }) => isDoubtful(state))
            .map(({ entry }) => entry.document)
            .sort(),
          doubts.map(({ document }) => document).sort(),
        );
      });

  it('marks what was created on its connection as doubtful, and uses no connection again', async () => {
    const { results, doubts } = await submitAll({
      delay: 'next request',
      noDelay: true,
      echoes: true,
      isTwice: (request) => request === 3,
    });
    const [foreign] = [...results].find(([, { outcome }]) => outcome.kind === 'unknown') ?? [];
    const { connection } = server.created.get(foreign ?? '') ?? {};
    const before = [...server.created].filter(
      ([, each]) => each.connection === connection && each.request < 4,
    );
    assert.equal(before.length, 3);
    for (const [name] of before)
      assert.ok(
        doubts.some(({ document }) => document === name),
        name,
      );
    assert.ok([...server.created.values()].every(({ request }) => request <= 4));
  });
});

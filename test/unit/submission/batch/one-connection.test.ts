import assert from 'node:assert/strict';
import { timeLimit } from '../../../../scripts/testing/time-limits.ts';
import { UndiciHttpClient } from '../../../../src/gateway/network/undici-http-client.ts';
import { submitMany } from '../../../../src/submission/batch/submit-many.ts';
import { DatasetHistory } from '../../../../src/submission/dataset-history.ts';
import { DirectoryJournal } from '../../../../src/submission/journal/directory/directory-journal.ts';
import { bytes, ProcessWorld, TemporaryFolders } from '../journal/journal-fixture.ts';
import { environmentNamed, noClock, tokens } from '../scripted-service.ts';
import { LateGateway, type Lateness, responseOf } from './late-gateway.ts';

const documents = Array.from({ length: 40 }, (_, index) => `file:///work/Sales ${index}.dataset.json`);

describe('A batch has one connection and one outcome for each request', () => {
  const folders = new TemporaryFolders();
  let gateway: LateGateway;
  afterEach(async () => {
    gateway.stop();
    await folders.removeAll();
  });

  /** Creates all datasets, and compares what is reported and recorded with those of the gateway. */
  async function createAll(late?: Lateness): Promise<void> {
    gateway = new LateGateway(late);
    const journal = new DirectoryJournal(await folders.make(), { processes: new ProcessWorld().start(1) });
    const reported: Record<string, string> = {};
    const never = new AbortController().signal;
    await submitMany({
      history: new DatasetHistory([]),
      environment: environmentNamed('test', await gateway.start()),
      documents,
      concurrency: 4,
      subscriptionKey: 'key',
      timeout: timeLimit(5000),
      signal: never,
      stop: never,
      load: async (document) => bytes(JSON.stringify({ name: document, tables: [{ name: 'Orders' }] })),
      decide: async () => 'stop',
      onResult: (document, result) => {
        reported[document] =
          result.kind === 'created' ? (result.datasetId ?? 'created without ID') : JSON.stringify(result);
      },
      onProgress: () => undefined,
      http: new UndiciHttpClient(),
      tokens,
      clock: noClock,
      journal,
    });
    const created = Object.fromEntries([...gateway.created].map(([name, ids]) => [name, ids.join()]));
    assert.deepEqual(Object.keys(created).sort(), documents.toSorted());
    assert.deepEqual(reported, created);
    const listing = await journal.list();
    assert.ok(listing.ok);
    assert.deepEqual(
      Object.fromEntries(
        listing.value.records.map(({ entry: { document }, state }) => [
          document,
          state.kind === 'created' ? state.datasetId : state.kind,
        ]),
      ),
      created,
    );
    assert.deepEqual(
      gateway.requests,
      documents.map(() => 1),
    );
  }

  it('at a gateway that writes names in another case', () => createAll());

  for (const [what, response] of [
    ['a 408', responseOf('408 Request Timeout')],
    ['a 429 with Retry-After', responseOf('429 Too Many Requests', '', 'Retry-After: 1\r\n')],
    ['another creation', responseOf('201 Created', '{"id":"other"}')],
  ] as const)
    for (const delay of [0, 15, 'next request'] as const)
      it(`at a gateway that answers requests once more with ${what}, ${typeof delay === 'number' ? `${delay} ms later` : 'when it gets the next one'}`, () =>
        createAll({ response, delay }));
});

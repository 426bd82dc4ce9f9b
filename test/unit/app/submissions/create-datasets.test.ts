import assert from 'node:assert/strict';
import {
  type CreateHost,
  createDatasets,
  createResultOf,
} from '../../../../src/app/submissions/create-datasets.ts';
import { failure, success } from '../../../../src/result.ts';
import {
  type DocumentResult,
  isSubmission,
  type ResultKind,
  resultKindOf,
} from '../../../../src/submission/batch/batch-results.ts';
import { MemoryJournal } from '../../../../src/submission/journal/memory-journal.ts';
import { earlierOf, responseOf } from '../../../../src/submission/recorded-outcome.ts';
import { created, draft, jsonBytes } from '../../submission/journal/journal-fixture.ts';
import { answer, environment, ScriptedService, tokens } from '../../submission/scripted-service.ts';

const documents = ['a', 'b', 'c'].map((name) => `file:///work/${name}.dataset.json`);

describe('Creating datasets', () => {
  const never = new AbortController().signal;
  let results: [string, ResultKind][];
  let service: ScriptedService;
  let journal: MemoryJournal;

  beforeEach(() => {
    results = [];
    service = new ScriptedService(() => answer(201, '{"id":"d-1"}'));
    journal = new MemoryJournal();
  });

  function host(more: Partial<CreateHost> = {}): CreateHost {
    return {
      concurrency: 1,
      whileValidating: (_count, validate) => validate(() => true),
      load: async (document) => jsonBytes(document),
      confirm: async () => environment,
      sender: async () => success({ subscriptionKey: 'key', timeout: 1000, tokens, http: service }),
      journal: async () => journal,
      whileSending: (_environment, _documents, send) =>
        send({ stop: never, signal: never, onProgress: () => undefined }),
      decide: async () => 'skip',
      onResult: (document, result) => results.push([document, resultKindOf(result)]),
      ...more,
    };
  }

  it('validates all documents before it sends the first, and skips those with errors', async () => {
    const steps: string[] = [];
    const { end } = await createDatasets(
      documents,
      host({
        load: async (document) => {
          steps.push(`load ${document.at(13)}, ${service.bodies.length} sent`);
          return document === documents[1] ? undefined : jsonBytes(document);
        },
        confirm: async (valid) => {
          steps.push(`confirm ${valid.length}`);
          return environment;
        },
      }),
    );
    assert.equal(end, 'finished');
    assert.deepEqual(steps.slice(0, 4), ['load a, 0 sent', 'load b, 0 sent', 'load c, 0 sent', 'confirm 2']);
    assert.deepEqual(
      service.bodies.map((body) => JSON.parse(body)),
      [documents[0], documents[2]],
    );
    assert.deepEqual(results, [
      [documents[1], 'invalid'],
      [documents[0], 'created'],
      [documents[2], 'created'],
    ]);
  });

  it('sends of one document exactly what was confirmed', async () => {
    let loads = 0;
    await createDatasets(documents.slice(0, 1), host({ load: async () => jsonBytes(`version ${++loads}`) }));
    assert.deepEqual(service.bodies, ['"version 1"']);
  });

  it('asks nothing if no document is valid', async () => {
    const { end } = await createDatasets(
      documents,
      host({ load: async () => undefined, confirm: () => assert.fail('there is nothing to confirm') }),
    );
    assert.equal(end, 'invalid');
    assert.equal(results.length, 3);
  });

  it('sends nothing if one of all or nothing is not valid', async () => {
    const load = async (document: string) => (document === documents[1] ? undefined : jsonBytes(document));
    const { end, results: all } = await createDatasets(
      documents,
      host({ load, confirm: () => assert.fail('there is nothing to confirm') }),
      true,
    );
    assert.deepEqual([end, service.bodies, results], ['invalid', [], [[documents[1], 'invalid']]]);
    assert.deepEqual([...all.values()].map(resultKindOf).toSorted(), ['cancelled', 'cancelled', 'invalid']);
    assert.equal((await createDatasets(documents, host(), true)).end, 'finished');
  });

  it('sends nothing if the user declines, or cancels the validation', async () => {
    for (const declining of [
      { confirm: async () => undefined },
      { whileValidating: ((_count, validate) => validate(() => false)) as CreateHost['whileValidating'] },
    ]) {
      const { end, results: all } = await createDatasets(documents, host(declining));
      assert.equal(end, 'declined');
      assert.deepEqual([...all.values()].map(resultKindOf), ['cancelled', 'cancelled', 'cancelled']);
    }
    assert.deepEqual(service.bodies, []);
  });

  it('gives all documents the same result without a credential or a journal', async () => {
    const noKey = { kind: 'not-sent', cause: { kind: 'subscription-key' } } as const;
    const noCredential = await createDatasets(documents, host({ sender: async () => failure(noKey) }));
    const full = { kind: 'file-system', code: 'ENOSPC', folder: '/journal' } as const;
    const noJournal = await createDatasets(
      documents,
      host({ batches: { begin: async () => failure(full), end: async () => undefined } }),
    );
    const unwritten = { kind: 'not-sent', cause: { kind: 'journal', failure: full } };
    for (const [{ end, results: all }, outcome] of [
      [noCredential, noKey],
      [noJournal, unwritten],
    ] as const) {
      assert.equal(end, 'failed');
      assert.deepEqual([...all.values()], Array(3).fill(outcome));
    }
    assert.deepEqual([results.length, service.bodies], [6, []]);
  });

  it('has one result for each document if the user stops, and reports how many remain', async () => {
    const stop = new AbortController();
    const left: number[] = [];
    service = new ScriptedService(() => {
      stop.abort();
      return answer(201, '{"id":"d-1"}');
    });
    const created = await createDatasets(
      documents,
      host({
        batches: {
          begin: async () => success('batch'),
          end: async (_batch, count) => void left.push(count),
        },
        whileSending: (_environment, _documents, send) =>
          send({ stop: stop.signal, signal: never, onProgress: () => undefined }),
      }),
    );
    assert.deepEqual([service.bodies.length, created.end, created.left, left], [1, 'stopped', 2, [2]]);
    assert.deepEqual([...created.results.keys()], documents);
    // Why the others were cancelled is known at the end.
    assert.deepEqual(results, [[documents[0], 'created']]);
  });

  it('keeps the response of one document, and not those of many', async () => {
    const lengthsOf = async (several: readonly string[]) => {
      const { results: all } = await createDatasets(several, host());
      return [...all.values()].map((result) =>
        isSubmission(result) ? responseOf(result)?.body.length : undefined,
      );
    };
    assert.deepEqual(await lengthsOf(documents), [0, 0, 0]);
    journal = new MemoryJournal();
    assert.deepEqual(await lengthsOf(documents.slice(0, 1)), ['{"id":"d-1"}'.length]);
  });

  it('begins no batch if the journal cannot be listed, and ends none', async () => {
    const unlisted = failure({ kind: 'file-system', code: 'EIO', folder: '/journal' } as const);
    const steps: string[] = [];
    await createDatasets(
      documents,
      host({
        journal: async () => Object.assign(journal, { list: async () => unlisted }),
        batches: {
          begin: async () => {
            steps.push('begin');
            return success('20250102T030405678Z-01020304050607ff');
          },
          end: async () => void steps.push('end'),
        },
      }),
    );
    assert.deepEqual([steps, service.bodies], [[], []]);
  });

  it('returns the submission that created the dataset of a document that is unchanged', async () => {
    const begun = await journal.begin(draft, jsonBytes('sales'));
    assert.ok(begun.ok);
    const state = { ...created, at: '2025-01-02T03:04:05.678Z' };
    assert.deepEqual(createResultOf({ kind: 'unchanged', earlier: { entry: begun.value, state } }), {
      outcome: 'unchanged',
      datasetId: 'd-1',
      submissionId: begun.value.id,
    });
  });

  it('returns the earlier submission where the front end cannot ask', async () => {
    const load = async () => jsonBytes('the same');
    const known: DocumentResult[] = [];
    for (const document of documents.slice(0, 2))
      await createDatasets([document], host({ load, onResult: (_document, result) => known.push(result) }));
    const [, second] = known;
    assert.ok(second && isSubmission(second));
    assert.equal(earlierOf(second)?.entry.document, documents[0]);
    assert.equal(service.bodies.length, 1);
  });
});

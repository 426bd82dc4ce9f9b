import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Exchange, HttpClient } from '../../../src/gateway/http.ts';
import { DirectoryJournal } from '../../../src/submission/journal/directory/directory-journal.ts';
import { describeOutcome } from '../../../src/submission/outcome-message.ts';
import { earlierOf } from '../../../src/submission/recorded-outcome.ts';
import type { SubmissionOutcome } from '../../../src/submission/submit.ts';
import { type JournaledSubmission, submitOnce } from '../../../src/submission/submit-once.ts';
import { FaultyFiles } from '../storage/faulty-files.ts';
import { bytes, draft, ProcessWorld, TemporaryFolders } from './journal/journal-fixture.ts';
import {
  answer,
  environment,
  lostConnection,
  noClock,
  refusedConnection,
  ScriptedService,
  tokens,
} from './scripted-service.ts';

const creating = () => answer(201, '{"id":"d-1"}');

describe('Submitting with the journal', () => {
  const folders = new TemporaryFolders();
  let folder: string;
  let world: ProcessWorld;
  let files: FaultyFiles;
  let journal: DirectoryJournal;
  afterEach(() => folders.removeAll());
  beforeEach(async () => {
    folder = await folders.make();
    world = new ProcessWorld();
    files = new FaultyFiles();
    journal = new DirectoryJournal(folder, { files, processes: world.start(1) });
  });

  const submission = (service: HttpClient, more: Partial<JournaledSubmission> = {}): JournaledSubmission => ({
    http: service,
    tokens,
    clock: noClock,
    journal,
    environment,
    document: draft.document,
    body: bytes('{"name":"sales"}'),
    subscriptionKey: 'subscription-key',
    timeout: 1000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  });

  const submitTo = (service: ScriptedService, more: Partial<JournaledSubmission> = {}) =>
    submitOnce(submission(service, more));

  async function states(): Promise<string[]> {
    const listing = await journal.list();
    assert.ok(listing.ok);
    return listing.value.records.map(({ state }) => state.kind);
  }

  it('writes its entry durably before the request is sent', async () => {
    let seen: string[] = [];
    const service = new ScriptedService(async () => {
      seen = await states();
      return creating();
    });
    const outcome = await submitTo(service);
    assert.deepEqual(seen, ['in-flight']);
    assert.equal(outcome.kind, 'created');
    const reading = await journal.read(outcome.submissionId ?? '');
    assert.ok(reading.ok);
    assert.equal(reading.value.state.kind === 'created' && reading.value.state.datasetId, 'd-1');
    assert.equal(reading.value.entry.requestUrl, draft.requestUrl);
  });

  const outcomes: readonly [string, Exchange, string][] = [
    ['202', answer(202), 'accepted'],
    ['400', answer(400, '{"message":"no"}'), 'rejected'],
    ['500', answer(500), 'unknown'],
    ['a broken connection', lostConnection, 'unknown'],
    ['a refused connection', refusedConnection, 'not-sent'],
  ];
  for (const [name, exchange, expected] of outcomes)
    it(`records ${name} as ${expected}`, async () => {
      const outcome = await submitTo(new ScriptedService(() => exchange));
      assert.equal(outcome.kind, expected);
      assert.deepEqual(await states(), [expected]);
    });

  it('writes one entry for a submission that sends again', async () => {
    const service = new ScriptedService((_body, request) =>
      request === 1 ? answer(429, '', { 'retry-after': '1' }) : creating(),
    );
    await submitTo(service);
    assert.equal(service.bodies.length, 2);
    assert.deepEqual(await states(), ['created']);
  });

  it('records nothing if there is no token', async () => {
    const service = new ScriptedService(creating);
    const outcome = await submitOnce(
      submission(service, {
        tokens: { accessToken: async () => ({ kind: 'missing', secret: 'pastedToken' }) },
      }),
    );
    assert.deepEqual([outcome.kind, outcome.submissionId], ['not-sent', undefined]);
    assert.deepEqual(await states(), []);
  });

  it('records nothing if the user cancels before there is a token', async () => {
    const cancellation = new AbortController();
    const service = new ScriptedService(creating);
    const accessToken = async () => {
      cancellation.abort();
      return tokens.accessToken();
    };
    const outcome = await submitOnce(
      submission(service, { tokens: { accessToken }, signal: cancellation.signal }),
    );
    assert.deepEqual([outcome.kind, await states(), service.bodies], ['cancelled', [], []]);
  });

  for (const code of ['ENOSPC', 'EACCES'])
    it(`sends nothing if the journal can't be written (${code}), and says what to do`, async () => {
      files.plan = (operation) => (operation === 'write' ? { code } : 'well');
      const service = new ScriptedService(creating);
      const outcome = await submitTo(service);
      assert.deepEqual(outcome, {
        kind: 'not-sent',
        cause: { kind: 'journal', failure: { kind: 'file-system', code, folder } },
      });
      assert.deepEqual(service.bodies, []);
      const { text } = describeOutcome(outcome, 'staging');
      assert.match(text, /^Nothing was sent to staging\./);
      assert.ok(text.includes(folder));
    });

  it('reports an outcome that could not be recorded', async () => {
    const service = new ScriptedService(() => {
      files.plan = (operation) => (operation === 'write' ? { code: 'ENOSPC' } : 'well');
      return creating();
    });
    const outcome = await submitTo(service);
    assert.equal(outcome.kind, 'created');
    assert.deepEqual(outcome.unrecorded, { kind: 'file-system', code: 'ENOSPC', folder });
    assert.deepEqual(await states(), ['in-flight']);
  });

  it('is unknown after an unexpected error', async () => {
    const service = new ScriptedService(() => {
      throw new TypeError('a mistake');
    });
    await assert.rejects(submitTo(service), TypeError);
    assert.deepEqual(await states(), ['unknown']);
  });

  it('is cancelled and sends nothing if the user cancels while the entry is written', async () => {
    const cancellation = new AbortController();
    files.plan = (operation) => {
      if (operation === 'rename') cancellation.abort();
      return 'well';
    };
    const service = new ScriptedService(creating);
    const outcome = await submitTo(service, { signal: cancellation.signal });
    assert.equal(outcome.kind, 'cancelled');
    assert.deepEqual(service.bodies, []);
    assert.deepEqual(await states(), ['cancelled']);
  });

  it('rejects a document that is already being submitted', async () => {
    let second: Promise<SubmissionOutcome> | undefined;
    const notUsed = new ScriptedService(creating);
    const slow = new ScriptedService(async () => {
      second = submitTo(notUsed);
      await second;
      return creating();
    });
    const first = await submitTo(slow);
    const refused = await second;
    assert.equal(first.kind, 'created');
    assert.ok(refused);
    assert.equal(earlierOf(refused)?.entry.id, first.submissionId);
    assert.deepEqual(notUsed.bodies, []);
  });

  for (const [name, before] of [
    ['created', creating()],
    ['unknown', lostConnection],
  ] as const)
    it(`does not send the same content again that is ${name}, before the user is informed`, async () => {
      const first = await submitTo(new ScriptedService(() => before));
      const service = new ScriptedService(creating);
      const elsewhere = { document: 'file:///work/a-copy.dataset.json' };
      const outcome = await submitTo(service, elsewhere);
      const earlier = earlierOf(outcome);
      assert.ok(earlier);
      assert.deepEqual([earlier.entry.id, outcome.submissionId], [first.submissionId, undefined]);
      assert.match(describeOutcome(outcome, 'staging').text, /same content was/);
      assert.deepEqual([service.bodies.length, (await states()).length], [0, 1]);

      const again = await submitTo(service, { ...elsewhere, acknowledgedIds: [earlier.entry.id] });
      assert.equal(again.kind, 'created');
    });

  it('asks about the newest of several earlier submissions first, and about each of them', async () => {
    const created: string[] = [];
    for (let earlier = 0; earlier < 3; earlier++) {
      const { submissionId = '' } = await submitTo(new ScriptedService(creating), {
        acknowledgedIds: created,
      });
      created.push(submissionId);
    }
    created.sort().reverse();
    for (let known = 0; known < 3; known++) {
      const outcome = await submitTo(new ScriptedService(creating), {
        acknowledgedIds: created.slice(0, known),
      });
      assert.equal(earlierOf(outcome)?.entry.id, created[known]);
    }
  });

  for (const before of [answer(400), refusedConnection])
    it('does not ask about content that was not created', async () => {
      await submitTo(new ScriptedService(() => before));
      const outcome = await submitTo(new ScriptedService(creating));
      assert.equal(outcome.kind, 'created');
    });

  it('does not ask about a document that has changed since', async () => {
    await submitTo(new ScriptedService(creating));
    const outcome = await submitTo(new ScriptedService(creating), { body: bytes('{"name":"other"}') });
    assert.equal(outcome.kind, 'created');
  });

  it('finds what another process created between its search and its own entry', async () => {
    const other = new DirectoryJournal(folder, { processes: world.start(2) });
    const service = new ScriptedService(creating);
    const slowTokens = {
      accessToken: async () => {
        const parts = { http: service, tokens, clock: noClock, journal: other };
        await submitOnce(submission(service, parts));
        return tokens.accessToken();
      },
    };
    const parts = { http: service, tokens: slowTokens, clock: noClock, journal };
    const outcome = await submitOnce(submission(service, parts));
    assert.equal(earlierOf(outcome)?.state.kind, 'created');
    assert.equal(service.bodies.length, 1);
    assert.deepEqual(await states(), ['not-sent', 'created']);
  });

  it('continues if the user knows about the submission in flight', async () => {
    const other = new DirectoryJournal(folder, { processes: world.start(2) });
    const begun = await other.begin(draft, bytes('{}'));
    assert.ok(begun.ok);
    const outcome = await submitTo(new ScriptedService(creating), { acknowledgedIds: [begun.value.id] });
    assert.equal(outcome.kind, 'created');
  });

  it('submits exactly one of several at the same time', async () => {
    const service = new ScriptedService(async () => {
      await setTimeout(20);
      return creating();
    });
    const clock = { sleep: () => setTimeout<void>(5) };
    const journals = [1, 2, 3, 4].map((pid) => new DirectoryJournal(folder, { processes: world.start(pid) }));
    const all = await Promise.all(
      journals.map((each) => submitOnce(submission(service, { clock, journal: each }))),
    );
    assert.equal(service.bodies.length, 1);
    assert.deepEqual(all.map(({ kind }) => kind).sort(), ['created', 'not-sent', 'not-sent', 'not-sent']);
  });

  describe('of two at the same time, sends exactly one', () => {
    type Process = 'earlier' | 'later';
    type Step = `${Process} ${'begins' | 'looks'}`;

    /**
     * Submits the same content from two processes, of which `earlier` has the smaller entry ID. Each takes the steps that `order`
     * lists in this order, and all others at once.
     */
    const race = async (...order: readonly Step[]) => {
      const service = new ScriptedService(creating);
      const waits: Process[] = [];
      const taken = new EventEmitter();
      const isTaken = new Map(order.map((step) => [step, once(taken, step)]));
      /** Takes a step when all before it have been taken. */
      const inTurn = async <Value>(step: Step, take: () => Promise<Value>): Promise<Value> => {
        const before = order.slice(0, Math.max(order.indexOf(step), 0));
        await Promise.all(before.map((each) => isTaken.get(each)));
        return take().finally(() => taken.emit(step));
      };
      const submitAs = async (process: Process, pid: number) => {
        const own = new DirectoryJournal(folder, {
          processes: world.start(pid),
          now: () => Date.UTC(2026, 0, 1),
          random: (size) => randomBytes(size).fill(pid, 0, 1),
        });
        let looks = 0;
        const submitted = submitOnce(
          submission(service, {
            clock: {
              sleep: (pause) => {
                waits.push(process);
                return setTimeout(pause);
              },
            },
            journal: {
              begin: (...entry) => inTurn(`${process} begins`, () => own.begin(...entry)),
              conclude: (...concluded) => own.conclude(...concluded),
              // The first look is before the entry is written.
              related: (...look) =>
                ++looks === 1 ? own.related(...look) : inTurn(`${process} looks`, () => own.related(...look)),
            },
          }),
        );
        // The other process waits for no step that this one has left out.
        return submitted.finally(() => {
          for (const step of order) if (step.startsWith(process)) taken.emit(step);
        });
      };
      const [earlier, later] = await Promise.all([submitAs('earlier', 1), submitAs('later', 2)]);
      assert.equal(service.bodies.length, 1);
      return { earlier, later, waits: new Set(waits) };
    };

    const bothBegin: readonly Step[] = ['earlier begins', 'later begins'];
    for (const looks of [
      ['earlier looks', 'later looks'],
      ['later looks', 'earlier looks'],
    ] as const)
      for (const begins of [bothBegin, bothBegin.toReversed()])
        it(`if both see each other: the earlier one (${[...begins, ...looks].join(', ')})`, async () => {
          const { earlier, later, waits } = await race(...begins, ...looks);
          assert.deepEqual([earlier.kind, later.kind], ['created', 'not-sent']);
          assert.ok(!waits.has('later'), 'The later one yields immediately.');
        });

    for (const [first, second] of [
      ['earlier', 'later'],
      ['later', 'earlier'],
    ] as const)
      it(`if the ${first} one has looked before the other begins: that one`, async () => {
        const outcomes = await race(`${first} begins`, `${first} looks`, `${second} begins`);
        assert.equal(outcomes[first].kind, 'created');
        assert.equal(outcomes[second].kind, 'not-sent');
      });
  });

  it('is cancelled if it is stopped while it waits until a later one yields', async () => {
    const stopping = new AbortController();
    const later = new DirectoryJournal(folder, {
      processes: world.start(2),
      now: () => Date.UTC(2100, 0, 1),
    });
    const service = new ScriptedService(creating);
    let looks = 0;
    const outcome = await submitOnce(
      submission(service, {
        stop: stopping.signal,
        tokens: {
          // Between the first look and the entry.
          accessToken: async () => {
            assert.ok((await later.begin(draft, bytes('{"name":"sales"}'))).ok);
            return tokens.accessToken();
          },
        },
        clock: { sleep: async () => stopping.abort() },
        journal: {
          begin: (...entry) => journal.begin(...entry),
          conclude: (...concluded) => journal.conclude(...concluded),
          related: (...look) => {
            looks += 1;
            return journal.related(...look);
          },
        },
      }),
    );
    assert.deepEqual([outcome.kind, looks, service.bodies.length], ['cancelled', 2, 0]);
  });

  it('stores no secret', async () => {
    const service = new ScriptedService(() =>
      answer(500, 'subscription-key and access-token were not liked'),
    );
    const { submissionId } = await submitTo(service);
    const reading = await journal.read(submissionId ?? '');
    assert.doesNotMatch(JSON.stringify(reading), /subscription-key|access-token/);
    assert.match(JSON.stringify(reading), /were not liked/);
  });

  it('stores at most 64 KiB of a response', async () => {
    const { submissionId } = await submitTo(new ScriptedService(() => answer(201, 'x'.repeat(1_000_000))));
    const reading = await journal.read(submissionId ?? '');
    assert.ok(reading.ok && reading.value.state.kind === 'created');
    assert.equal(reading.value.state.response.length, 64 * 1024);
  });
});

import assert from 'node:assert/strict';
import fc, { type Arbitrary } from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import { readDatasetResponse } from '../../../../src/gateway/dataset-outcome.ts';
import type { ConnectionFailure, HttpResponse, Interruption } from '../../../../src/gateway/http.ts';
import type { TokenFailure } from '../../../../src/identity/grant.ts';
import {
  type Batch,
  formatBatch,
  parseBatch,
} from '../../../../src/submission/journal/directory/directory-batches.ts';
import { DirectoryJournal } from '../../../../src/submission/journal/directory/directory-journal.ts';
import {
  bodyOf,
  formatEntry,
  formatOutcome,
  formatSettlement,
  formatTime,
  parseEntry,
  parseFact,
} from '../../../../src/submission/journal/directory/entry-format.ts';
import {
  type JournalEntry,
  newEntryId,
  type RecordedOutcome,
  type Settlement,
  sha256,
} from '../../../../src/submission/journal/entry.ts';
import { recordedOutcome } from '../../../../src/submission/recorded-outcome.ts';
import type { SubmissionOutcome } from '../../../../src/submission/submit.ts';
import type { ProcessIdentity } from '../../../../src/system/process-identity.ts';
import { plainText } from '../../../../src/text/plain-text.ts';
import { bytes, created, draft, ProcessWorld, TemporaryFolders } from './journal-fixture.ts';

/** What a gateway sends. Lone surrogates, controls, separators and names that objects inherit among them. */
const anyText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', '__proto__', 'toString', '\n', '\ufeff', '\u2028', '\ud800', '{"version":9}\n'),
  fc.constantFrom('x', '\ud83d', '\u0000').map((character) => character.repeat(70_000)),
);
/** As we read it from others. */
const text = anyText.map((each) => plainText(each));
/** As of `Retry-After`, or a time limit. */
const number: Arbitrary<number> = fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 31, 0.1));
const url = fc.webUrl({ withQueryParameters: true }).map((each) => new URL(each).href);
const status = fc.integer({ min: 100, max: 999 });
const time = fc
  .date({ min: new Date(0), max: new Date(Date.UTC(9999, 0)), noInvalidDate: true })
  .map((date) => date.toISOString());
const id = fc
  .tuple(time, fc.uint8Array({ minLength: 8, maxLength: 8 }))
  .map(([at, random]) => newEntryId(new Date(at), random));

const owner: Arbitrary<ProcessIdentity> = fc.record(
  { pid: fc.maxSafeNat(), startedAt: text, host: text, bootId: text, pidNamespace: text },
  { requiredKeys: ['pid', 'startedAt', 'host'] },
);

const failure: Arbitrary<ConnectionFailure> = fc.oneof(
  fc.record({ kind: fc.constantFrom('name-not-found', 'refused', 'unreachable', 'insecure'), host: text }),
  fc.record({ kind: fc.constantFrom('tls', 'other'), host: text, code: text }),
  fc.record({ kind: fc.constant('certificate'), host: text, code: text, setting: text }),
  fc.record({
    kind: fc.constant('proxy'),
    host: text,
    setting: text,
    problem: fc.record({ kind: fc.constant('refused'), proxy: text, status }),
  }),
  fc.record({ kind: fc.constant('timeout'), host: text, seconds: number }),
  fc.record({ kind: fc.constant('invalid-header'), host: text, name: text }),
) as Arbitrary<ConnectionFailure>;

const interruption: Arbitrary<Interruption> = fc.oneof(
  fc.record({ kind: fc.constantFrom('connection-lost', 'invalid-response'), code: text }),
  fc.record({ kind: fc.constant('timeout'), seconds: number }),
  fc.constant({ kind: 'cancelled' }),
) as Arbitrary<Interruption>;

const tokenFailure: Arbitrary<TokenFailure> = fc.oneof(
  fc.record({
    kind: fc.constant('refused'),
    status,
    error: text,
    description: text,
    retryAfterSeconds: number,
  }),
  fc.record({ kind: fc.constant('missing'), secret: fc.constant('password') }),
  fc.record({ kind: fc.constant('unreachable'), failure }),
) as Arbitrary<TokenFailure>;

const response: Arbitrary<HttpResponse> = fc.record({
  status,
  headers: fc.record(
    {
      'retry-after': fc.oneof(
        anyText,
        fc.integer({ min: 1, max: 500 }).map((digits) => '9'.repeat(digits)),
        time.map((at) => new Date(at).toUTCString()),
      ),
      location: anyText,
    },
    { requiredKeys: [] },
  ),
  body: fc.oneof(
    fc.uint8Array(),
    anyText.map(bytes),
    fc.oneof(anyText, number).map((datasetId) => bytes(JSON.stringify({ datasetId, message: datasetId }))),
  ),
  complete: fc.boolean(),
}) as Arbitrary<HttpResponse>;

/** Whatever a gateway answers, whatever happens on the way to it. */
const outcome: Arbitrary<SubmissionOutcome> = fc.oneof(
  fc.tuple(response, fc.integer()).map(([answer, now]) => readDatasetResponse(answer, now, [])),
  fc.record({
    kind: fc.constant('not-sent' as const),
    cause: fc.record({ kind: fc.constant('connection' as const), failure }),
  }),
  fc.record({
    kind: fc.constant('not-sent' as const),
    cause: fc.record({ kind: fc.constant('token' as const), failure: tokenFailure }),
  }),
  fc.constant({ kind: 'not-sent' as const, cause: { kind: 'subscription-key' as const } }),
  fc.record({
    kind: fc.constant('not-sent' as const),
    cause: fc.record({
      kind: fc.constant('journal' as const),
      failure: fc.record({ kind: fc.constant('file-system' as const), code: text, folder: text }),
    }),
  }),
  fc.record({
    kind: fc.constant('unknown' as const),
    cause: interruption,
  }),
  fc.constant({ kind: 'cancelled' as const }),
  // As if the gateway's words and numbers had not been read by us.
  fc.record({
    kind: fc.constant('rejected' as const),
    status,
    reason: text,
    cause: fc.record({ kind: fc.constant('busy' as const), seconds: number }, { noNullPrototype: true }),
    response,
  }),
);

const settlement: Arbitrary<Settlement> = fc.oneof(
  fc.record({ kind: fc.constant('created' as const), datasetId: text.filter((each) => each !== '') }),
  fc.constant({ kind: 'created' as const }),
  fc.constant({ kind: 'not-created' as const }),
);

describe('The journal returns what was written', () => {
  it('for an entry and its body', () => {
    const head = fc.record(
      {
        id,
        begunAt: time,
        environment: text,
        origin: text,
        requestUrl: url,
        retentionPolicy: text,
        document: text,
        path: text,
        owner,
        mayTake: fc.nat(),
        batch: id,
      },
      {
        requiredKeys: [
          'id',
          'begunAt',
          'environment',
          'origin',
          'requestUrl',
          'retentionPolicy',
          'document',
          'owner',
          'mayTake',
        ],
      },
    );
    fc.assert(
      fc.property(head, fc.uint8Array(), (drafted, body) => {
        const entry: JournalEntry = {
          ...drafted,
          body: { sha256: sha256(body), contentSha256: sha256(body), length: body.length },
        };
        const file = formatEntry(entry, body);
        assert.deepEqual(plain(parseEntry(entry.id, file, file.length)), { ok: true, value: plain(entry) });
        assert.deepEqual(Buffer.from(bodyOf(file)), Buffer.from(body));
      }),
    );
  });

  it('for each outcome', () => {
    fc.assert(
      fc.property(outcome, time, (submitted, at) => {
        const recorded: RecordedOutcome = recordedOutcome(submitted);
        const reading = parseFact('outcome', formatOutcome(at, recorded));
        assert.deepEqual(reading, { ok: true, value: { outcome: { ...recorded, at } } });
      }),
      { numRuns: caseCount(1000) },
    );
  });

  it('for a settlement', () => {
    fc.assert(
      fc.property(settlement, time, fc.constantFrom(undefined, 'accepted'), (said, at, corrects) => {
        const settled = { settlement: said, at, ...(corrects && { corrects }) };
        const reading = parseFact('settled', formatSettlement(settled));
        assert.deepEqual(plain(reading), { ok: true, value: { settled: plain(settled) } });
      }),
    );
  });

  it('for a lost submission', () => {
    fc.assert(
      fc.property(time, (at) => {
        assert.deepEqual(parseFact('lost', formatTime(at)), { ok: true, value: { lost: { at } } });
      }),
    );
  });

  it('for a batch', () => {
    const batch: Arbitrary<Batch> = fc.record({
      id,
      begunAt: time,
      environment: text,
      requestUrl: url,
      documents: fc.array(text),
      owner,
    });
    fc.assert(
      fc.property(batch, (run) => {
        assert.deepEqual(plain(parseBatch(formatBatch(run))), { ok: true, value: plain(run) });
      }),
    );
  });

  describe('on disk', () => {
    const folders = new TemporaryFolders();
    afterEach(() => folders.removeAll());

    it('for names of any length', async () => {
      const journal = new DirectoryJournal(await folders.make(), { processes: new ProcessWorld().start(1) });
      const body = bytes('{"name":"sales"}\n');
      const long = { ...draft, environment: 'x'.repeat(300_000), document: `untitled:${'ü'.repeat(60_000)}` };
      const begun = await journal.begin(long, body);
      assert.ok(begun.ok);
      const { id: entryId } = begun.value;
      assert.ok((await journal.conclude(entryId, created)).ok);
      assert.deepEqual((await journal.recover()).unreadable, []);
      const listing = await journal.list();
      assert.ok(listing.ok);
      const environment = plainText(long.environment);
      assert.deepEqual(listing.value.records[0]?.entry, { ...begun.value, environment });
      assert.deepEqual(await journal.body(entryId), Buffer.from(body));
    });
  });
});

/** Without the prototypes that fast-check gives its objects. */
function plain<Value extends object>(value: Value): unknown {
  return structuredClone(value);
}

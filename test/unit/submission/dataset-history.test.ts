import assert from 'node:assert/strict';
import { DatasetHistory, type SubmittedDocument } from '../../../src/submission/dataset-history.ts';
import { DirectoryJournal } from '../../../src/submission/journal/directory/directory-journal.ts';
import { documentKey } from '../../../src/submission/journal/entry.ts';
import { type JournalRecord, serviceAddress } from '../../../src/submission/journal/journal.ts';
import { isUnderway } from '../../../src/submission/submit-once.ts';
import {
  bytes,
  created,
  draft,
  identity,
  ProcessWorld,
  TemporaryFolders,
  unknown,
} from './journal/journal-fixture.ts';

const at = '2026-11-22T02:06:59.123Z';
const uri = 'file:///work/repo/datasets/sales.dataset.json';
const elsewhere = 'file:///builds/2/datasets/sales.dataset.json';
const path = 'datasets/sales.dataset.json';
const isUnknown: JournalRecord['state'] = { ...unknown, at };
const inFlight: JournalRecord['state'] = { kind: 'in-flight' };

/** Of the content of its ID, which is a letter: records are in the order of their IDs, newest first. */
function record(
  id: string,
  entry: Partial<JournalRecord['entry']> & { readonly content?: string } = {},
  state: JournalRecord['state'] = { ...created, at },
): JournalRecord {
  const { content = id, ...more } = entry;
  const body = { sha256: content, contentSha256: content, length: 1 };
  return { entry: { ...draft, id, begunAt: at, document: uri, body, owner: identity(1), ...more }, state };
}

function find(
  records: readonly JournalRecord[],
  contentHash: string,
  document: Partial<SubmittedDocument> = {},
  retentionPolicy?: string,
) {
  const service = serviceAddress(draft.requestUrl);
  const known = { uris: [uri], path: { path }, ...document };
  const found = new DatasetHistory(records).find({ document: known, contentHash, service, retentionPolicy });
  return [found.state, found.record?.entry.id, found.submittedAs];
}

/** Histories of sequences of submissions are in `test/unit/cli/histories`: these are about what a document is. */
describe('The dataset of a document', () => {
  const clone = { document: elsewhere, path, repository: 'host/a' };
  const isThere = () => true;
  const isGone = (document: string) => document !== elsewhere;
  for (const [title, records, document, expected] of [
    [
      'by its path in a clone of the same repository',
      [record('b', clone)],
      { path: { path, repository: 'host/a' } },
      ['changed', 'b', undefined],
    ],
    [
      'by any of both, the newest',
      [record('b', clone), record('a')],
      { path: { path, repository: 'host/a' } },
      ['changed', 'b', undefined],
    ],
    [
      'not by the same path in another repository',
      [record('b', clone)],
      { path: { path, repository: 'host/b' } },
      ['new', undefined, undefined],
    ],
    [
      'not by another path',
      [record('b', clone)],
      { path: { path: 'sales.dataset.json', repository: 'host/a' } },
      ['new', undefined, undefined],
    ],
    [
      'not without a path',
      [record('b', { document: elsewhere })],
      { path: undefined },
      ['new', undefined, undefined],
    ],
    [
      'by a guess, if there is no origin, and no file at the recorded address',
      [record('b', { document: elsewhere, path })],
      { exists: isGone },
      ['changed', 'b', elsewhere],
    ],
    [
      'by a guess, if only one has an origin',
      [record('b', clone)],
      { exists: isGone },
      ['changed', 'b', elsewhere],
    ],
    [
      'not by a guess while there is a file at the recorded address',
      [record('b', { document: elsewhere, path })],
      { exists: isThere },
      ['new', undefined, undefined],
    ],
    [
      'not by a guess where it has submissions of its own',
      [record('b', { document: elsewhere, path }), record('a', {}, { kind: 'cancelled', at })],
      { exists: isGone },
      ['new', undefined, undefined],
    ],
    [
      'by a URI that it had before',
      [record('b', { document: 'untitled:/work/a.dataset.json' })],
      { uris: [uri, 'untitled:/work/a.dataset.json'] },
      ['changed', 'b', undefined],
    ],
    [
      'not by the URI of an untitled document, which VS Code uses again',
      [record('b', { document: 'untitled:Untitled-1' })],
      { uris: ['untitled:Untitled-1'] },
      ['new', undefined, undefined],
    ],
    [
      'in any spelling of its URI',
      [record('b', { document: 'file:///c:/work/a%2Cb.dataset.json' })],
      { uris: ['file:///c%3A/work/a,b.dataset.json'] },
      ['changed', 'b', undefined],
    ],
    [
      'whatever is in flight',
      [record('b', {}, inFlight), record('a', { content: 'now' })],
      {},
      ['in-flight', 'b', undefined],
    ],
    [
      'not whatever outcome is unknown',
      [record('b', {}, isUnknown), record('a', { content: 'now' })],
      {},
      ['unchanged', 'a', undefined],
    ],
    [
      'settled as created',
      [record('b', {}, { kind: 'settled', settlement: { kind: 'created' }, at })],
      {},
      ['changed', 'b', undefined],
    ],
    [
      'settled as not created',
      [record('b', {}, { kind: 'settled', settlement: { kind: 'not-created' }, at })],
      {},
      ['new', undefined, undefined],
    ],
    [
      'by its content, whatever document was submitted, also an untitled one',
      [record('b', { document: 'untitled:Untitled-1', content: 'now' })],
      {},
      ['unchanged', 'b', 'untitled:Untitled-1'],
    ],
    [
      'not at another path of the same host',
      [record('b', { requestUrl: 'https://gateway.example/api/other/datasets' })],
      {},
      ['new', undefined, undefined],
    ],
    [
      'at the same service by any name',
      [record('b', { environment: 'renamed' })],
      {},
      ['changed', 'b', undefined],
    ],
  ] as const)
    it(`is found ${title}`, () => assert.deepEqual(find(records, 'now', document), expected));

  it('has another content with another retention policy, if that counts', () => {
    const records = [record('b', { content: 'now', retentionPolicy: 'basicFIFO' })];
    assert.deepEqual(find(records, 'now'), ['unchanged', 'b', undefined]);
    assert.deepEqual(find(records, 'now', {}, 'basicFIFO'), ['unchanged', 'b', undefined]);
    assert.deepEqual(find(records, 'now', {}, 'None'), ['changed', 'b', undefined]);
    assert.deepEqual(find(records, 'now', { uris: [elsewhere] }, 'None'), ['new', undefined, undefined]);
  });

  it('is found in time that does not depend on the number of submissions', function () {
    this.timeout(20_000);
    const records = Array.from({ length: 20_000 }, (_, index) => {
      const id = String(100_000 - index);
      return record(id, { document: `file:///work/${id}.dataset.json` });
    });
    const history = new DatasetHistory(records);
    const service = serviceAddress(draft.requestUrl);
    const began = process.cpuUsage();
    for (const { entry } of records)
      history.find({ document: { uris: [entry.document], path: { path } }, contentHash: entry.id, service });
    // One pass over all records for each would take a minute.
    assert.ok(process.cpuUsage(began).user < 5_000_000);
  });
});

describe('A submission whose process has ended', () => {
  const folders = new TemporaryFolders();
  afterEach(() => folders.removeAll());

  it('is unknown to who is about to send, even before recovery, and awaited before that while it can be in progress', async () => {
    const folder = await folders.make();
    const world = new ProcessWorld();
    const writer = new DirectoryJournal(folder, { processes: world.start(1) });
    const reader = new DirectoryJournal(folder, { processes: world.start(2) });
    const begun = await writer.begin(draft, bytes('{}'));
    assert.ok(begun.ok);
    const { requestUrl, document } = draft;
    const states = async () => {
      const intent = { document, requestUrl, contentHash: begun.value.body.contentSha256 };
      const looks = [await reader.related(intent), await reader.list(true), await reader.list()];
      return looks.map((look) => {
        assert.ok(look.ok);
        return ('records' in look.value ? look.value.records : look.value).map(({ state }) => state.kind);
      });
    };
    assert.deepEqual(await states(), [['in-flight'], ['in-flight'], ['in-flight']]);
    world.becomes(1, 'gone');
    assert.deepEqual(await states(), [['unknown'], ['unknown'], ['in-flight']]);
    const time = Date.parse(begun.value.begunAt);
    const isAwaited = (state: JournalRecord['state'], after: number) =>
      isUnderway({ entry: begun.value, state }, time + after);
    assert.deepEqual(
      [isAwaited(inFlight, 419_000), isAwaited(inFlight, 421_000), isAwaited({ kind: 'cancelled', at }, 0)],
      [true, false, false],
    );
  });
});

describe('The identity of a document', () => {
  it("is the same for all spellings of a file's URI", () => {
    const onWindows = process.platform === 'win32';
    const [folder, same] = onWindows
      ? ['file:///c:/work', 'file:///C%3A/work']
      : ['file:///work', 'file:///work'];
    assert.equal(documentKey(`${folder}/a%20b%2Cc.json`), documentKey(`${same}/a%20b,c.json`));
    assert.equal(documentKey(`${folder}/a.json`) === documentKey(`${folder}/A.json`), onWindows);
    assert.notEqual(documentKey(`${folder}/a.json`), documentKey(`${folder}/b.json`));
    assert.notEqual(documentKey('untitled:Untitled-1'), documentKey('untitled:Untitled-2'));
  });
});

import assert from 'node:assert/strict';
import { DirectoryJournal } from '../../../src/submission/journal/directory/directory-journal.ts';
import type { EntryDraft, RecordedOutcome } from '../../../src/submission/journal/entry.ts';
import { bodyContentHash, documentKey } from '../../../src/submission/journal/entry.ts';
import type { Intent } from '../../../src/submission/journal/journal.ts';
import { earlierSubmissions, isUnderway } from '../../../src/submission/submit-once.ts';
import {
  bytes,
  created,
  draft,
  jsonBytes,
  ProcessWorld,
  TemporaryFolders,
  unknown,
} from './journal/journal-fixture.ts';

const body = bytes('{"name":"sales"}');
const intent: Intent = {
  document: draft.document,
  contentHash: bodyContentHash(body),
  requestUrl: draft.requestUrl,
};
const rejected: RecordedOutcome = {
  kind: 'rejected',
  status: 400,
  reason: '',
  cause: { kind: 'other' },
  response: '',
};

describe('Earlier submissions that the user is asked about', () => {
  const folders = new TemporaryFolders();
  let world: ProcessWorld;
  let writer: DirectoryJournal;
  let reader: DirectoryJournal;
  afterEach(() => folders.removeAll());
  beforeEach(async () => {
    const folder = await folders.make();
    world = new ProcessWorld();
    writer = new DirectoryJournal(folder, { processes: world.start(1) });
    reader = new DirectoryJournal(folder, { processes: world.start(2) });
  });

  async function note(outcome: RecordedOutcome | undefined, more: Partial<EntryDraft> = {}, content = body) {
    const begun = await writer.begin({ ...draft, ...more }, content);
    assert.ok(begun.ok);
    if (outcome) await writer.conclude(begun.value.id, outcome);
    return begun.value.id;
  }

  async function found(): Promise<string[]> {
    const related = await reader.related(intent);
    assert.ok(related.ok);
    return earlierSubmissions(related.value, intent).map(({ entry, state }) => `${entry.id} ${state.kind}`);
  }

  const copy = { document: 'file:///work/copy.dataset.json' };

  it('are those of the same content that may have created a dataset, newest first', async () => {
    const first = await note(created, copy);
    await note(rejected);
    await note({ kind: 'cancelled' });
    const second = await note(unknown);
    assert.deepEqual(await found(), [`${second} unknown`, `${first} created`]);
  });

  it('are those of the same document that are in flight, with any content', async () => {
    const id = await note(undefined, {}, jsonBytes('other'));
    await note(undefined, copy, jsonBytes('other'));
    assert.deepEqual(await found(), [`${id} in-flight`]);
  });

  it('are those of the same document that are in flight, in any spelling of its URI', async () => {
    const id = await note(undefined, { document: 'file:///c:/work/a%2Cb.dataset.json' }, jsonBytes('other'));
    const related = await reader.related({ ...intent, document: 'file:///c%3A/work/a,b.dataset.json' });
    assert.ok(related.ok);
    const sameDocument = { ...intent, document: 'file:///c%3A/work/a,b.dataset.json' };
    assert.deepEqual(
      earlierSubmissions(related.value, sameDocument).map(({ entry }) => entry.id),
      [id],
    );
  });

  it('are not those with other content that have ended', async () => {
    await note(created, {}, jsonBytes('other'));
    assert.deepEqual(await found(), []);
  });

  it('are unknown if their process has ended, even before recovery', async () => {
    const id = await note(undefined);
    world.becomes(1, 'gone');
    assert.deepEqual(await found(), [`${id} unknown`]);
  });

  it('are those sent to the same URL with its query, with any environment name', async () => {
    const base = 'https://gateway.example/api';
    const same = await note(created, { environment: 'renamed' });
    await note(created, { requestUrl: `${base}/reporting/datasets?defaultRetentionPolicy=basicFIFO` });
    await note(created, { requestUrl: `${base}/other/datasets` });
    await note(created, { requestUrl: 'https://other.example/api/reporting/datasets' });
    assert.deepEqual(await found(), [`${same} created`]);
  });

  it('are those with the same value in another layout and notation', async () => {
    const ids = [
      await note(created, {}, bytes('{\r\n\t"name" : "s\\u0061les"\r\n}\r\n')),
      await note(created, {}, bytes('{"name":"sales"}\n')),
    ];
    await note(created, {}, bytes('{"name":"sales "}'));
    assert.deepEqual(await found(), ids.map((id) => `${id} created`).toReversed());
  });

  it('are not those that were settled or deleted', async () => {
    const [settled, deleted] = [await note(unknown), await note(created)];
    assert.equal((await found()).length, 2);
    await reader.settle(settled, { kind: 'not-created' });
    await reader.delete(deleted);
    assert.deepEqual(await found(), []);
  });

  it('are awaited while they can be in progress, and then left to the user', async () => {
    await note(undefined);
    const related = await reader.related(intent);
    assert.ok(related.ok);
    const [inFlight] = related.value;
    assert.ok(inFlight);
    const begun = Date.parse(inFlight.entry.begunAt);
    assert.equal(isUnderway(inFlight, begun + 419_000), true);
    assert.equal(isUnderway(inFlight, begun + 421_000), false);
    assert.equal(isUnderway({ ...inFlight, state: { kind: 'cancelled', at: '' } }, begun), false);
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

import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectoryJournal } from '../../../../../src/submission/journal/directory/directory-journal.ts';
import type { JournalRecord } from '../../../../../src/submission/journal/journal.ts';
import { rowOf } from '../../../../../src/submission/outcome-message.ts';
import { earlierOf } from '../../../../../src/submission/recorded-outcome.ts';
import type { SubmissionOutcome } from '../../../../../src/submission/submit.ts';
import { submitOnce } from '../../../../../src/submission/submit-once.ts';
import { answer, environment, noClock, ScriptedService, tokens } from '../../scripted-service.ts';
import { bytes, created, draft, ProcessWorld, TemporaryFolders } from '../journal-fixture.ts';

type Ending = 'entry' | 'outcome' | 'settled';

/** Changes the text of a file. */
const edit =
  (ending: Ending, from: string | RegExp, to: string) =>
  async (path: (ending: Ending) => string): Promise<void> => {
    const text = await readFile(path(ending), 'utf8');
    assert.notEqual(text.replace(from, to), text);
    await writeFile(path(ending), text.replace(from, to));
  };
const replace =
  (ending: Ending, by: (path: string) => Promise<unknown>) => async (path: (ending: Ending) => string) => {
    await rm(path(ending));
    await by(path(ending));
  };
const grown = (size: number) => async (path: string) => {
  await writeFile(path, '');
  // Takes no space on the disk.
  await truncate(path, size);
};

type Damage = (path: (ending: Ending) => string) => Promise<void>;

/** Which content it was, nobody can tell. */
const damagedEntries: Readonly<Record<string, Damage>> = {
  'is cut': (path) => truncate(path('entry'), 40),
  'is cut in the body': (path) => truncate(path('entry'), 700),
  'is empty': (path) => truncate(path('entry'), 0),
  'is missing': (path) => rm(path('entry')),
  'is a folder': replace('entry', (path) => mkdir(path)),
  'is a link': replace('entry', (path) => symlink('/dev/null', path)),
  'is a link that leads nowhere': replace('entry', (path) => symlink('nowhere', path)),
  'is larger than a document may be': replace('entry', grown(2 ** 29)),
  'is of a newer version that says nothing in our way': replace('entry', (path) =>
    writeFile(path, '{"version":3}\n'),
  ),
  'has another ID': edit('entry', /"id":"2/, '"id":"1'),
  'has a time that is none': edit('entry', /"begunAt":"[^"]*"/, '"begunAt":"2025-99-01T00:00:00.000Z"'),
  'has an address of two lines': edit(
    'entry',
    'https://gateway.example/api',
    'https://gateway.example/\\napi',
  ),
  'has another body': edit('entry', '{"name":"sales"}', '{"name":"SALES"}'),
  'claims another content': edit('entry', /"contentSha256":"[^"]*"/, `"contentSha256":"${'0'.repeat(64)}"`),
};

/** What became of the content, nobody can tell. */
const damagedOutcomes: Readonly<Record<string, Damage>> = {
  'is cut': (path) => truncate(path('outcome'), 10),
  'is a folder': replace('outcome', (path) => mkdir(path)),
  'is larger than an outcome may be': replace('outcome', grown(2 ** 29)),
  'is of a newer version': edit('outcome', '"version":1', '"version":2'),
  'has a time that is none': edit('outcome', /"at":"[^"]*"/, '"at":"2025-02-31T25:00:00.000Z"'),
  'has an ID of two lines': edit('outcome', '"d-1"', '"d-1\\nother=x"'),
  'has an ID with control characters': edit('outcome', '"d-1"', '"d-1\\u001b[2J"'),
  'has an ID that reverses text': edit('outcome', '"d-1"', '"d-1\\u202e"'),
  'has an ID of 502 characters': edit('outcome', '"d-1"', `"${'d'.repeat(502)}"`),
  'has an empty ID': edit('outcome', '"d-1"', '""'),
  'has a damaged settlement beside it': (path) => writeFile(path('settled'), 'garbage'),
};

describe('Damage in a journal', () => {
  const folders = new TemporaryFolders();
  let folder: string;
  let id: string;
  const sales = '{"name":"sales"}';
  const path = (ending: Ending) => join(folder, `${id}.${ending}`);
  const open = () => new DirectoryJournal(folder, { processes: new ProcessWorld().start(2) });

  afterEach(() => folders.removeAll());
  beforeEach(async function () {
    // Symbolic links need a right there.
    if (process.platform === 'win32') this.skip();
    folder = await folders.make();
    const journal = open();
    const begun = await journal.begin(draft, bytes(sales));
    assert.ok(begun.ok);
    ({ id } = begun.value);
    await journal.conclude(id, created);
  });

  let sent: number;
  const submit = async (text: string, journal = open()): Promise<SubmissionOutcome> => {
    const service = new ScriptedService(() => answer(201, '{"id":"d-2"}'));
    const outcome = await submitOnce({
      http: service,
      tokens,
      clock: noClock,
      journal,
      environment,
      document: 'file:///work/other.dataset.json',
      body: bytes(text),
      subscriptionKey: 'subscription-key',
      timeout: 1000,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    sent = service.bodies.length;
    return outcome;
  };
  const record = async (): Promise<JournalRecord> => {
    const listing = await open().list();
    assert.ok(listing.ok);
    const found = listing.value.records.find(({ entry }) => entry.id === id);
    assert.ok(found);
    return found;
  };
  /** As an earlier submission whose outcome is unknown, with exit code 5. */
  const isHeld = (outcome: SubmissionOutcome) => {
    const earlier = earlierOf(outcome);
    assert.equal(earlier?.entry.id, id);
    assert.equal(earlier.state.kind, 'unknown');
    assert.deepEqual([rowOf(outcome).exitCode, sent], [5, 0]);
  };

  for (const [what, damage] of Object.entries(damagedEntries))
    it(`lets nothing be sent until it is settled, if an entry ${what}`, async () => {
      await damage(path);
      const journal = open();
      const { unreadable, lost } = await journal.recover();
      assert.deepEqual([unreadable.map(({ file }) => file), lost], [[`${id}.entry`], []]);
      assert.deepEqual((await journal.recover()).unreadable, []);
      assert.partialDeepStrictEqual(await record(), { isUnreadable: true, state: { kind: 'unknown' } });
      for (const text of [sales, '{"name":"other"}']) isHeld(await submit(text));
      assert.deepEqual(await journal.settle(id, { kind: 'created', datasetId: 'd-1' }), {
        ok: false,
        failure: { kind: 'unreadable' },
      });
      assert.deepEqual(await journal.delete(id), { ok: false, failure: { kind: 'unsettled' } });
      assert.ok((await journal.settle(id, { kind: 'not-created' })).ok);
      assert.equal((await submit('{"name":"other"}')).kind, 'created');
      assert.deepEqual((await open().recover()).unreadable, []);
    });

  for (const [what, damage] of Object.entries(damagedOutcomes))
    it(`makes a submission unknown whose outcome ${what}, until it is settled`, async () => {
      await damage(path);
      const journal = open();
      assert.equal((await journal.recover()).unreadable.length, 1);
      const { state, isUnreadable } = await record();
      assert.deepEqual([state.kind, isUnreadable], ['unknown', undefined]);
      assert.equal((await submit('{"name":"other"}')).kind, 'created');
      isHeld(await submit(sales));
      assert.ok((await journal.settle(id, { kind: 'created', datasetId: 'd-7' })).ok);
      const earlier = earlierOf(await submit(sales));
      assert.deepEqual(
        [earlier?.state.kind === 'settled' ? earlier.state.settlement : earlier?.state.kind, sent],
        [what.includes('settlement') ? 'created' : { kind: 'created', datasetId: 'd-7' }, 0],
      );
    });

  it('holds nothing if the outcome says that nothing was created', async () => {
    const journal = open();
    const begun = await journal.begin(draft, bytes(sales));
    assert.ok(begun.ok);
    await journal.conclude(begun.value.id, { kind: 'cancelled' });
    await rm(path('entry'));
    await rm(path('outcome'));
    for (const damage of [(file: string) => truncate(file, 10), rm]) {
      await damage(join(folder, `${begun.value.id}.entry`));
      assert.deepEqual((await open().recover()).unreadable, []);
      assert.equal((await submit(JSON.stringify(damage.name))).kind, 'created');
    }
  });

  it('shows texts of others on one line', async () => {
    await edit('entry', '"staging"', '"stag\\ning\\u202e"')(path);
    assert.equal((await record()).entry.environment, 'stag ing');
  });

  it('records no body that it would not read back', async () => {
    for (const text of [`"${'x'.repeat(2 ** 24)}"`, `[${'0,'.repeat(2 ** 20)}0]`]) {
      const outcome = await submit(text);
      assert.ok(outcome.kind === 'not-sent' && outcome.cause.kind === 'journal');
      assert.deepEqual([outcome.cause.failure.code, sent], ['EFBIG', 0]);
    }
  });
});

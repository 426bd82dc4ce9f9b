import assert from 'node:assert/strict';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { nodeFileOperations } from '../../../../../src/storage/file-operations.ts';
import {
  DirectoryJournal,
  type DirectoryJournalOptions,
} from '../../../../../src/submission/journal/directory/directory-journal.ts';
import type { Journal } from '../../../../../src/submission/journal/journal.ts';
import { FaultyFiles } from '../../../storage/faulty-files.ts';
import {
  bytes,
  created,
  draft,
  identity,
  ProcessWorld,
  TemporaryFolders,
  unknown,
} from '../journal-fixture.ts';

const intent = { document: draft.document, contentHash: '', requestUrl: draft.requestUrl };
const body = bytes('{"name":"sales","tables":[]}');

describe('The journal in a folder', () => {
  const folders = new TemporaryFolders();
  let folder: string;
  let world: ProcessWorld;
  afterEach(() => folders.removeAll());
  beforeEach(async () => {
    folder = await folders.make();
    world = new ProcessWorld();
  });

  const open = (pid = 1, parts: Partial<DirectoryJournalOptions> = {}) =>
    new DirectoryJournal(folder, { processes: world.start(pid), ...parts });

  async function begin(journal: Journal): Promise<string> {
    const begun = await journal.begin(draft, body);
    assert.ok(begun.ok);
    return begun.value.id;
  }

  async function stateOf(journal: Journal, id: string): Promise<string> {
    const reading = await journal.read(id);
    return reading.ok ? reading.value.state.kind : reading.failure.kind;
  }

  it('records what is sent, where, from which document and by which account', async () => {
    const journal = open();
    const id = await begin(journal);
    const reading = await journal.read(id);
    assert.ok(reading.ok);
    const { entry, state } = reading.value;
    assert.equal(state.kind, 'in-flight');
    assert.deepEqual({ ...draft, ...entry }, entry);
    assert.deepEqual(entry.owner, identity(1));
    assert.deepEqual(Buffer.from((await journal.body(id)) ?? []), Buffer.from(body));
  });

  it('lists submissions without their responses, which would fill the memory', async () => {
    const journal = open();
    const id = await begin(journal);
    await journal.conclude(id, created);
    for (const lister of [journal, open(2)]) {
      const listing = await lister.list();
      assert.ok(listing.ok);
      assert.partialDeepStrictEqual(listing.value.records, [{ state: { ...created, response: '…' } }]);
      assert.deepEqual(await lister.related(intent), { ok: true, value: listing.value.records });
      const reading = await lister.read(id);
      assert.ok(reading.ok);
      assert.partialDeepStrictEqual(reading.value.state, created);
    }
  });

  it('can be read by its owner only', async function () {
    if (process.platform === 'win32') this.skip();
    await begin(open());
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    for (const name of await readdir(folder))
      assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
  });

  it('does not change the mode of an existing folder', async function () {
    if (process.platform === 'win32') this.skip();
    const journal = open();
    await begin(journal);
    await chmod(folder, 0o755);
    await begin(journal);
    assert.equal((await stat(folder)).mode & 0o777, 0o755);
  });

  it('is the same for all windows', async () => {
    const one = open(1);
    const other = open(2);
    const id = await begin(one);
    assert.equal(await stateOf(other, id), 'in-flight');
    assert.deepEqual(await one.conclude(id, created), { ok: true, value: undefined });
    const listing = await other.list();
    assert.ok(listing.ok);
    assert.deepEqual(
      listing.value.records.map(({ entry, state }) => [entry.id, state.kind]),
      [[id, 'created']],
    );
  });

  it('lists the newest entries first', async () => {
    const times = [1_000, 3_000, 2_000];
    const journal = open(1, { now: () => times.shift() ?? 4_000 });
    for (let count = 0; count < 3; count++) await begin(journal);
    const listing = await journal.list();
    assert.ok(listing.ok);
    const begun = listing.value.records.map(({ entry }) => Date.parse(entry.begunAt));
    assert.deepEqual(begun, [3_000, 2_000, 1_000]);
  });

  it('lets only the process of an entry record its outcome, once', async () => {
    const one = open(1);
    const id = await begin(one);
    assert.deepEqual(await open(2).conclude(id, created), { ok: false, failure: { kind: 'not-owner' } });
    assert.deepEqual(await one.conclude(id, created), { ok: true, value: undefined });
    assert.deepEqual(await one.conclude(id, unknown), { ok: false, failure: { kind: 'concluded' } });
  });

  for (const [what, requestUrl, isFound] of [
    ['in the same service, with another retention policy', draft.requestUrl.replace('None', 'Long'), true],
    ['in another service', draft.requestUrl.replace('gateway', 'other'), false],
    ['at another path', draft.requestUrl.replace('reporting', 'other'), false],
  ] as const)
    it(`${isFound ? 'finds' : "doesn't find"} the same document ${what}`, async () => {
      const journal = open();
      const id = await begin(journal);
      const related = await journal.related({ ...intent, requestUrl });
      assert.deepEqual(related.ok && related.value.map(({ entry }) => entry.id), isFound ? [id] : []);
    });

  it('finds submissions in flight on other machines, which may go on', async () => {
    await begin(open(1));
    world.becomes(1, 'not-known');
    const related = await open(2).related(intent);
    assert.deepEqual(related.ok && related.value.map(({ state }) => state.kind), ['in-flight']);
  });

  it('finds what is left after many entries were deleted', async () => {
    const one = open(1);
    const journal = open(2);
    const [left, ...deleted] = await Promise.all(Array.from({ length: 102 }, () => begin(one)));
    await journal.related(intent);
    for (const id of deleted) await rm(join(folder, `${id}.entry`));
    const related = await journal.related(intent);
    assert.deepEqual(related.ok && related.value.map(({ entry }) => entry.id), [left]);
  });

  it('lets the user settle an unknown outcome in any window', async () => {
    const one = open(1);
    const id = await begin(one);
    await one.conclude(id, unknown);
    assert.deepEqual(await open(2).settle(id, { kind: 'created', datasetId: 'd-7' }), {
      ok: true,
      value: undefined,
    });
    const reading = await one.read(id);
    assert.ok(reading.ok && reading.value.state.kind === 'settled');
    assert.deepEqual(
      { ...reading.value.state, at: '' },
      { kind: 'settled', settlement: { kind: 'created', datasetId: 'd-7' }, at: '' },
    );
  });

  it('lists the later of two settlements at the same moment, also if it has listed the earlier one', async () => {
    const reader = open(1);
    const id = await begin(reader);
    await reader.conclude(id, unknown);
    const listed = async () => {
      const listing = await reader.list();
      assert.ok(listing.ok);
      const [record] = listing.value.records;
      return record?.state.kind === 'settled' ? record.state.settlement.kind : record?.state.kind;
    };
    const files: typeof nodeFileOperations = {
      ...nodeFileOperations,
      // Between its look at the entry and its own settlement.
      create: async (...created) => {
        await open(2).settle(id, { kind: 'not-created' });
        assert.equal(await listed(), 'not-created');
        return nodeFileOperations.create(...created);
      },
    };
    await open(3, { files }).settle(id, { kind: 'created', datasetId: 'd-7' });
    assert.equal(await listed(), 'created');
  });

  it('prefers the outcome by the gateway if the user settled too early', async () => {
    const one = open(1);
    const id = await begin(one);
    world.becomes(1, 'gone');
    const other = open(2);
    await other.recover();
    await other.settle(id, { kind: 'not-created' });
    assert.equal(await stateOf(other, id), 'settled');
    await one.conclude(id, created);
    assert.equal(await stateOf(other, id), 'created');
  });

  it('deletes settled entries, and not those that are unknown or in flight', async () => {
    const journal = open();
    const id = await begin(journal);
    assert.deepEqual(await journal.delete(id), { ok: false, failure: { kind: 'in-flight' } });
    await journal.conclude(id, unknown);
    assert.deepEqual(await journal.delete(id), { ok: false, failure: { kind: 'unsettled' } });
    await journal.settle(id, { kind: 'not-created' });
    assert.deepEqual(await journal.delete(id), { ok: true, value: undefined });
    assert.deepEqual(await readdir(folder), []);
    assert.equal(await stateOf(journal, id), 'missing');
  });

  it('uses only valid IDs in paths', async () => {
    const journal = open();
    await begin(journal);
    for (const id of ['../../etc/passwd', '', '..', '20250102T030405678Z-01020304050607ff/..']) {
      assert.equal(await stateOf(journal, id), 'missing');
      assert.deepEqual(await journal.delete(id), { ok: false, failure: { kind: 'missing' } });
      assert.equal(await journal.body(id), undefined);
    }
  });

  it('returns no body that was changed on disk', async () => {
    const journal = open();
    const id = await begin(journal);
    const path = join(folder, `${id}.entry`);
    await writeFile(path, (await readFile(path, 'utf8')).replace('"sales"', '"SALES"'));
    assert.equal(await journal.body(id), undefined);
  });

  it('is empty if the folder does not exist', async () => {
    assert.deepEqual(await open().list(), { ok: true, value: { records: [] } });
  });

  for (const code of ['ENOSPC', 'EACCES', 'EROFS', 'EIO'])
    for (const operation of [
      'makeFolder',
      'create',
      'write',
      'sync',
      'close',
      'rename',
      'syncFolder',
    ] as const)
      it(`begins no entry if ${operation} fails with ${code}, and leaves no files`, async () => {
        const files = new FaultyFiles();
        files.plan = (found) => (found === operation ? { code } : 'well');
        const journal = open(1, { files });
        assert.deepEqual(await journal.begin(draft, body), {
          ok: false,
          failure: { kind: 'file-system', code, folder },
        });
        files.plan = () => 'well';
        assert.deepEqual(await journal.list(), { ok: true, value: { records: [] } });
        assert.deepEqual(await readdir(folder).catch(() => []), []);
      });

  it('records a submission as not sent, not lost, if its entry can be neither completed nor removed', async () => {
    const files = new FaultyFiles();
    files.plan = (found) => (['syncFolder', 'remove'].includes(found) ? { code: 'EIO' } : 'well');
    const journal = open(1, { files });
    const unrelated = { ok: false, failure: { kind: 'file-system', code: 'EIO', folder } };
    // The folder is there already, so that it is the entry's own fsync that fails.
    await begin(open(2));
    assert.deepEqual(await journal.begin(draft, body), unrelated);
    files.plan = () => 'well';
    assert.equal((await journal.recover()).concludedLate.length, 1);
    const listing = await journal.list();
    assert.ok(listing.ok);
    assert.deepEqual(listing.value.records.map(({ state }) => state.kind).sort(), ['in-flight', 'not-sent']);
  });

  it('has deleted an entry when its head is removed, even if its outcome file is in use', async () => {
    const files = new FaultyFiles();
    const journal = open(1, { files });
    const id = await begin(journal);
    await journal.conclude(id, created);
    files.plan = (operation, path) =>
      operation === 'remove' && !path.endsWith('.entry') ? { code: 'EBUSY' } : 'well';
    assert.deepEqual(await journal.delete(id), { ok: true, value: undefined });
    files.plan = () => 'well';
    assert.equal(await stateOf(journal, id), 'missing');
    await journal.recover();
    assert.deepEqual(await readdir(folder), []);
  });

  it('deletes the entry durably before its outcome, because it would look in flight without an outcome', async () => {
    const files = new FaultyFiles();
    const journal = open(1, { files });
    const id = await begin(journal);
    await journal.conclude(id, created);
    const done: string[] = [];
    files.plan = (operation, path) => {
      if (['remove', 'rename', 'syncFolder'].includes(operation)) done.push(`${operation} ${basename(path)}`);
      return 'well';
    };
    assert.deepEqual(await journal.delete(id), { ok: true, value: undefined });
    assert.deepEqual(done.slice(0, 2), [`rename ${id}.deleted`, `syncFolder ${basename(folder)}`]);
    assert.ok(done.slice(2).includes(`remove ${id}.outcome`));
    assert.equal(done.at(-1), `remove ${id}.deleted`);
  });

  it('reports that an outcome could not be written, and writes it later', async () => {
    const files = new FaultyFiles();
    const journal = open(1, { files });
    const id = await begin(journal);
    files.plan = (found) => (found === 'write' ? { code: 'ENOSPC' } : 'well');
    assert.deepEqual(await journal.conclude(id, created), {
      ok: false,
      failure: { kind: 'file-system', code: 'ENOSPC', folder },
    });
    assert.deepEqual((await journal.recover()).concludedLate, []);
    assert.equal(await stateOf(journal, id), 'in-flight');
    files.plan = () => 'well';
    assert.deepEqual((await journal.recover()).concludedLate, [id]);
    assert.equal(await stateOf(journal, id), 'created');
  });

  it('reports that it cannot be read', async () => {
    const files = new FaultyFiles();
    files.plan = (found) => (found === 'names' ? { code: 'EACCES' } : 'well');
    const journal = open(1, { files });
    const unreadable = { ok: false, failure: { kind: 'file-system', code: 'EACCES', folder } };
    assert.deepEqual(await journal.list(), unreadable);
    assert.deepEqual(await journal.related(intent), unreadable);
    assert.deepEqual((await journal.recover()).failure, unreadable.failure);
  });

  it('shares an fsync of the folder between entries that are begun at the same time', async () => {
    let syncs = 0;
    const syncFolder = async () => {
      syncs += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const journal = open(1, { files: { ...nodeFileOperations, syncFolder } });
    await begin(journal);
    syncs = 0;
    await Promise.all(Array.from({ length: 20 }, () => begin(journal)));
    assert.ok(syncs < 20, String(syncs));
  });

  it('reads no entry that it is writing itself', async () => {
    const files = new FaultyFiles();
    const reads: string[] = [];
    files.plan = (operation, path) => {
      if (operation === 'read' || operation === 'stat') reads.push(basename(path));
      return 'well';
    };
    const journal = open(1, { files });
    const beginAndLook = async () => {
      await begin(journal);
      const found = await journal.related({ ...intent, document: 'file:///work/other.dataset.json' });
      assert.deepEqual(found, { ok: true, value: [] });
    };
    await Promise.all(Array.from({ length: 10 }, beginAndLook));
    assert.deepEqual(reads, []);
  });

  it('lists the folder again for what others write, unless an older listing is enough', async () => {
    const files = new FaultyFiles();
    let listings = 0;
    files.plan = (operation) => {
      if (operation === 'names') listings += 1;
      return 'well';
    };
    const journal = open(1, { files });
    await journal.related(intent);
    const id = await begin(open(2));
    assert.deepEqual(await journal.related(intent, [], 60_000), { ok: true, value: [] });
    assert.equal(listings, 1);
    const related = await journal.related(intent);
    assert.equal(listings, 2);
    assert.deepEqual(related.ok && related.value.map(({ entry }) => entry.id), [id]);
  });

  it('reports changes by other processes, once for many at the same time', async () => {
    const journal = open(1);
    await begin(journal);
    let told = 0;
    const changed = new Promise<void>((resolve) => {
      const watch = journal.watch(() => {
        told++;
        watch.dispose();
        resolve();
      });
    });
    const other = open(2);
    for (let count = 0; count < 5; count++) await begin(other);
    await changed;
    assert.equal(told, 1);
  });
});

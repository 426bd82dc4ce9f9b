import assert from 'node:assert/strict';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nodeFileOperations } from '../../../../../src/storage/file-operations.ts';
import { DirectoryBatches } from '../../../../../src/submission/journal/directory/directory-batches.ts';
import {
  DirectoryJournal,
  type DirectoryJournalOptions,
} from '../../../../../src/submission/journal/directory/directory-journal.ts';
import { isUnderway } from '../../../../../src/submission/submit-once.ts';
import { Crash, FaultyFiles } from '../../../storage/faulty-files.ts';
import { bytes, created, draft, ProcessWorld, TemporaryFolders, unknown } from '../journal-fixture.ts';

const hour = 60 * 60 * 1000;

describe('Recovering the journal', () => {
  const folders = new TemporaryFolders();
  let folder: string;
  let world: ProcessWorld;
  afterEach(() => folders.removeAll());
  beforeEach(async () => {
    folder = await folders.make();
    world = new ProcessWorld();
  });

  const open = (pid: number, parts: Partial<DirectoryJournalOptions> = {}) =>
    new DirectoryJournal(folder, { processes: world.start(pid), ...parts });

  async function begin(journal: DirectoryJournal): Promise<string> {
    const begun = await journal.begin(draft, bytes('{}'));
    assert.ok(begun.ok);
    return begun.value.id;
  }

  async function states(journal: DirectoryJournal): Promise<Record<string, string>> {
    const listing = await journal.list();
    assert.ok(listing.ok);
    return Object.fromEntries(listing.value.records.map(({ entry, state }) => [entry.id, state.kind]));
  }

  it('records the submissions of an ended process as unknown', async () => {
    const id = await begin(open(1));
    const journal = open(2);
    assert.deepEqual((await journal.recover()).lost, []);
    world.becomes(1, 'gone');
    assert.deepEqual((await journal.recover()).lost, [id]);
    assert.deepEqual(await states(journal), { [id]: 'unknown' });
    assert.deepEqual((await journal.recover()).lost, []);
  });

  it('keeps the outcome that a process records right before it ends', async () => {
    const one = open(1);
    const id = await begin(one);
    const processes = world.start(2);
    const lifeOf: typeof processes.lifeOf = async (owner) => {
      await one.conclude(id, created);
      world.becomes(1, 'gone');
      return processes.lifeOf(owner);
    };
    const journal = open(2, { processes: { ...processes, lifeOf } });
    assert.deepEqual((await journal.recover()).lost, []);
    assert.deepEqual(await states(journal), { [id]: 'created' });
  });

  it('reads several entries at the same time, but not all, and reports them in their order', async () => {
    const before = open(1);
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push(await begin(before));
    world.becomes(1, 'gone');
    let reading = 0;
    let most = 0;
    const read: typeof nodeFileOperations.read = async (path, limit) => {
      reading += 1;
      most = Math.max(most, reading);
      // The later entries are read sooner.
      await delay(20 - ids.findIndex((id) => path.includes(id)));
      return nodeFileOperations.read(path, limit).finally(() => {
        reading -= 1;
      });
    };
    const journal = open(2, { files: { ...nodeFileOperations, read } });
    assert.deepEqual((await journal.recover()).lost, ids.toSorted());
    assert.equal(most, 8);
  });

  it('reads again only entries that are new or in flight, and still applies the retention to all', async () => {
    const cancelled = { kind: 'cancelled' } as const;
    const before = open(1);
    const concluded = await begin(before);
    await before.conclude(concluded, cancelled);
    const inFlight = await begin(before);
    const read = new Set<string>();
    const files: typeof nodeFileOperations = {
      ...nodeFileOperations,
      read: (path, limit) => {
        read.add(basename(path).split('.')[0] ?? '');
        return nodeFileOperations.read(path, limit);
      },
    };
    const journal = open(2, { files, retention: { entries: 2, age: 1, bytes: 1e9 } });
    await journal.recover();
    assert.deepEqual(read, new Set([concluded, inFlight]));
    read.clear();
    await journal.recover();
    assert.deepEqual(read, new Set([inFlight]));
    await before.conclude(inFlight, cancelled);
    const third = await begin(before);
    await before.conclude(third, cancelled);
    read.clear();
    assert.deepEqual((await journal.recover()).dropped, [concluded]);
    assert.deepEqual(read, new Set([inFlight, third]));
  });

  it('keeps the outcomes that an ended process recorded', async () => {
    const one = open(1);
    const id = await begin(one);
    await one.conclude(id, created);
    world.becomes(1, 'gone');
    const journal = open(2);
    assert.deepEqual((await journal.recover()).lost, []);
    assert.deepEqual(await states(journal), { [id]: 'created' });
  });

  it('keeps an outcome whose entry is missing from a folder listing', async () => {
    const one = open(1);
    const id = await begin(one);
    await one.conclude(id, created);
    const names = async () => [`${id}.outcome`];
    await open(2, { files: { ...nodeFileOperations, names } }).recover();
    assert.deepEqual(await states(open(3)), { [id]: 'created' });
  });

  it('waits for a process that cannot be observed for as long as its submission may take', async () => {
    let now = Date.parse('2025-01-01T00:00:00Z');
    const id = await begin(open(1, { now: () => now }));
    world.becomes(1, 'not-known');
    const journal = open(2, { now: () => now });
    now += 419_000;
    assert.deepEqual((await journal.recover()).lost, []);
    now += 2000;
    assert.deepEqual((await journal.recover()).lost, [id]);
  });

  for (const [what, hours, mayTake, state] of [
    ['minutes behind', 0.05, draft.mayTake, 'in-flight'],
    ['minutes ahead', -0.05, draft.mayTake, 'in-flight'],
    ['hours ahead', -100, draft.mayTake, 'unknown'],
    ['decades ahead', -600_000, draft.mayTake, 'unknown'],
    ['right, and whose time is none', 3, Number.MAX_SAFE_INTEGER, 'unknown'],
    ['right, and whose time is the longest', 2, 7_500_000, 'in-flight'],
  ] as const)
    it(`takes a submission of a machine for ${state} whose clock is ${what}`, async () => {
      const now = Date.parse('2025-01-02T00:00:00Z');
      const begun = await open(1, { now: () => now - hours * hour }).begin(
        { ...draft, mayTake },
        bytes('{}'),
      );
      assert.ok(begun.ok);
      const { id } = begun.value;
      world.becomes(1, 'not-known');
      const journal = open(2, { now: () => now });
      const related = await journal.related({ ...draft, contentHash: '' });
      assert.deepEqual(related.ok && related.value.map((record) => record.state.kind), [state]);
      const [record] = related.ok ? related.value : [];
      assert.equal(record && isUnderway(record, now), state === 'in-flight');
      const { lost, dropped } = await journal.recover();
      assert.deepEqual([lost, dropped], [state === 'unknown' ? [id] : [], []]);
      assert.deepEqual(await states(journal), { [id]: state });
      assert.equal((await journal.settle(id, { kind: 'not-created' })).ok, state === 'unknown');
    });

  it('reports an entry of a later version as an earlier submission of the same content', async () => {
    const one = open(1);
    const ids = [await begin(one), await begin(one), await begin(one)];
    const [outcome = '', entry = '', other = ''] = ids;
    await writeFile(join(folder, `${outcome}.outcome`), '{"version":2,"outcome":"shown"}');
    const head = await readFile(join(folder, `${entry}.entry`), 'utf8');
    await writeFile(join(folder, `${entry}.entry`), head.replace('"version":1', '"version":2'));
    // One that says nothing of its content in our way may be of any.
    await writeFile(join(folder, `${other}.entry`), '{"version":3}\n');
    const related = await open(2).related({ ...draft, contentHash: '' });
    assert.ok(related.ok);
    assert.deepEqual(
      related.value.map(({ entry, state }) => [entry.id, 'cause' in state && state.cause]),
      ids
        .toSorted()
        .toReversed()
        .map((id) => [id, { kind: 'newer', code: `version ${id === other ? 3 : 2}` }]),
    );
  });

  it('does not change the files of a later version', async () => {
    const one = open(1);
    const id = await begin(one);
    await writeFile(join(folder, `${id}.outcome`), '{"version":2}');
    world.becomes(1, 'gone');
    const recovery = await open(2).recover();
    assert.partialDeepStrictEqual(recovery.unreadable, [
      { kind: 'newer', file: `${id}.outcome`, reason: 'version 2' },
    ]);
    assert.deepEqual(recovery.lost, []);
    assert.ok((await readdir(folder)).includes(`${id}.outcome`));
  });

  it('removes temporary files after a day', async () => {
    await begin(open(1));
    const [fresh, old] = ['writing-1-new.tmp', 'writing-1-old.tmp'];
    for (const name of [fresh, old]) await writeFile(join(folder, name), 'half');
    const longAgo = (Date.now() - 48 * hour) / 1000;
    await utimes(join(folder, old), longAgo, longAgo);
    await open(1).recover();
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.tmp')),
      [fresh],
    );
  });

  it('completes an interrupted deletion', async () => {
    const one = open(1);
    const id = await begin(one);
    await one.conclude(id, created);
    const files = new FaultyFiles();
    files.plan = (operation) => (operation === 'remove' ? 'crash-before' : 'well');
    await assert.rejects(open(2, { files }).delete(id), Crash);
    assert.deepEqual((await readdir(folder)).sort(), [`${id}.deleted`, `${id}.outcome`]);
    const other = open(3);
    assert.deepEqual(await states(other), {});
    const related = await other.related({ ...draft, contentHash: '' });
    assert.deepEqual(related.ok && related.value, []);
    await other.recover();
    assert.deepEqual(await readdir(folder), []);
  });

  it('applies the retention, and keeps all unknown outcomes', async () => {
    let now = Date.parse('2025-01-01T00:00:00Z');
    const journal = open(1, {
      now: () => (now += 1000),
      retention: { entries: 3, age: 180, bytes: 1_000_000 },
    });
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) {
      const id = await begin(journal);
      ids.push(id);
      await journal.conclude(id, count < 2 ? unknown : { kind: 'cancelled' });
    }
    const { dropped } = await journal.recover();
    assert.deepEqual(dropped, ids.slice(2, 3));
    assert.deepEqual(Object.keys(await states(journal)).sort(), ids.toSpliced(2, 1).sort());
  });

  it('keeps the entries of an unfinished batch for 30 days', async () => {
    let now = Date.parse('2025-01-01T00:00:00Z');
    const journal = open(1, { now: () => now, retention: { entries: 0, age: 180, bytes: 0 } });
    const batches = new DirectoryBatches(folder, { processes: world.start(1) });
    const { environment, requestUrl, document } = draft;
    const batch = await batches.begin({ environment, requestUrl, documents: [document] });
    assert.ok(batch.ok);
    const begun = await journal.begin({ ...draft, batch: batch.value.id }, bytes('{}'));
    assert.ok(begun.ok);
    await journal.conclude(begun.value.id, { kind: 'cancelled' });
    const drops: (readonly string[])[] = [];
    for (const days of [0, 29, 2]) {
      now += days * 24 * hour;
      drops.push((await journal.recover()).dropped);
    }
    assert.deepEqual(drops, [[], [], [begun.value.id]]);
  });

  it('offers a batch to be resumed only if its process has certainly ended', async () => {
    const { environment, requestUrl, document } = draft;
    const begun = await new DirectoryBatches(folder, { processes: world.start(1) }).begin({
      environment,
      requestUrl,
      documents: [document],
    });
    const other = new DirectoryBatches(folder, { processes: world.start(2) });
    const offered: number[] = [];
    for (const life of ['alive', 'not-known', 'gone'] as const) {
      world.becomes(1, life);
      offered.push((await other.interrupted()).length);
    }
    assert.ok(begun.ok);
    assert.deepEqual(offered, [0, 0, 1]);
  });
});

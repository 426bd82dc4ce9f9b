import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import { DirectoryJournal } from '../../../../src/submission/journal/directory/directory-journal.ts';
import {
  type EntryFacts,
  type RecordedOutcome,
  refusalOf,
  type Settlement,
  stateOf,
} from '../../../../src/submission/journal/entry.ts';
import type { JournalRecord, JournalWriteResult } from '../../../../src/submission/journal/journal.ts';
import { Crash, FaultyFiles, type FileOutcome } from '../../storage/faulty-files.ts';
import {
  apply,
  bytes,
  created,
  draft,
  type EntryEvent,
  ProcessWorld,
  TemporaryFolders,
  unknown,
} from './journal-fixture.ts';

/** What must be on the disk: every entry that was ever begun and not deleted. */
interface Model {
  readonly entries: Map<string, { owner: number; facts: EntryFacts }>;
}

interface Window {
  pid: number;
  files: FaultyFiles;
  journal: DirectoryJournal;
}

/** Two windows and an onlooker on one folder. A window that crashed is opened again as another process. */
class Real {
  readonly #folder: string;
  readonly #world = new ProcessWorld();
  readonly onlooker: DirectoryJournal;
  readonly windows: Window[];
  #now = Date.parse('2025-01-01T00:00:00Z');
  #pid = 10;

  constructor(folder: string) {
    this.#folder = folder;
    this.onlooker = this.#open(1, new FaultyFiles());
    this.windows = [this.#window(), this.#window()];
  }

  window(index: number): Window {
    const window = this.windows[index];
    assert.ok(window);
    return window;
  }

  reopen(index: number): void {
    this.#world.becomes(this.window(index).pid, 'gone');
    this.windows[index] = this.#window();
  }

  isGone(pid: number): boolean {
    return !this.windows.some((window) => window.pid === pid);
  }

  #window(): Window {
    const pid = this.#pid++;
    const files = new FaultyFiles();
    return { pid, files, journal: this.#open(pid, files) };
  }

  #open(pid: number, files: FaultyFiles): DirectoryJournal {
    const processes = this.#world.start(pid);
    return new DirectoryJournal(this.#folder, { files, processes, now: () => (this.#now += 1000) });
  }
}

/** What befalls the n-th operation of a command on the file system. */
interface Trouble {
  readonly step: number;
  readonly outcome: FileOutcome;
}

type Change = (window: Window) => Promise<JournalWriteResult | { ok: true; value: undefined } | undefined>;

abstract class Step implements fc.AsyncCommand<Model, Real> {
  readonly index: number;
  readonly trouble: Trouble | undefined;

  constructor(index: number, trouble: Trouble | undefined) {
    this.index = index;
    this.trouble = trouble;
  }

  check(): boolean {
    return true;
  }

  abstract run(model: Model, real: Real): Promise<void>;

  /** Runs with the trouble planned; undefined where the process crashed, and a new one has taken its place. */
  async attempt<Value>(real: Real, change: (window: Window) => Promise<Value>): Promise<Value | undefined> {
    const window = real.window(this.index);
    const { files } = window;
    const first = files.steps;
    const { trouble } = this;
    files.plan = (_operation, _path, step) =>
      trouble && step === first + trouble.step ? trouble.outcome : 'well';
    try {
      return await change(window);
    } catch (error) {
      assert.ok(error instanceof Crash, String(error));
      return undefined;
    } finally {
      files.plan = () => 'well';
      if (files.crashed) real.reopen(this.index);
    }
  }

  /** An event on an entry: it comes about where the rules allow it, or doesn't at all; after trouble, either. */
  async change(
    model: Model,
    real: Real,
    id: string,
    event: EntryEvent,
    change: Change,
    mayDo = true,
  ): Promise<void> {
    const before = model.entries.get(id);
    assert.ok(before);
    const isAllowed = refusalOf(before.facts, event.kind) === undefined;
    const noted = await this.attempt(real, change);
    if (noted?.ok) assert.ok(isAllowed && mayDo, `${event.kind} was done, and must not be`);
    if (noted && !noted.ok && noted.failure.kind !== 'file-system')
      assert.ok(!isAllowed || !mayDo, `${event.kind} was refused`);
    const after = apply(before.facts, event);
    const found = (await recordsOf(real)).get(id);
    if (noted?.ok) settleModel(model, id, after);
    else if (this.trouble && isAllowed && mayDo && !agrees(found, before.facts))
      settleModel(model, id, after);
    await compare(model, real);
  }

  pick(model: Model, which: number): string | undefined {
    const ids = [...model.entries.keys()];
    return ids[which % Math.max(ids.length, 1)];
  }
}

class Begin extends Step {
  async run(model: Model, real: Real): Promise<void> {
    const owner = real.window(this.index).pid;
    const begun = await this.attempt(real, ({ journal }) => journal.begin(draft, bytes('{"name":"sales"}')));
    if (begun?.ok) model.entries.set(begun.value.id, { owner, facts: {} });
    // After a crash it may be there, and then whole; a refusal leaves nothing.
    if (begun === undefined)
      for (const id of (await recordsOf(real)).keys())
        if (!model.entries.has(id)) model.entries.set(id, { owner, facts: {} });
    await compare(model, real);
  }

  override toString(): string {
    return `begin(${this.index}, ${JSON.stringify(this.trouble)})`;
  }
}

class Conclude extends Step {
  readonly which: number;
  readonly outcome: RecordedOutcome;

  constructor(index: number, which: number, outcome: RecordedOutcome, trouble: Trouble | undefined) {
    super(index, trouble);
    this.which = which;
    this.outcome = outcome;
  }

  async run(model: Model, real: Real): Promise<void> {
    const id = this.pick(model, this.which);
    if (id === undefined) return;
    const isOwner = model.entries.get(id)?.owner === real.window(this.index).pid;
    const event: EntryEvent = { kind: 'conclude', outcome: this.outcome };
    await this.change(model, real, id, event, ({ journal }) => journal.conclude(id, this.outcome), isOwner);
    // What could not be written is written as soon as it can: by `recover`, which a later step may run, or here.
    await real.window(this.index).journal.recover();
    await recovered(model, real);
    if (isOwner && this.trouble && !real.isGone(model.entries.get(id)?.owner ?? 0)) {
      const facts = model.entries.get(id)?.facts;
      if (facts && !facts.outcome) settleModel(model, id, apply(facts, event));
    }
    await compare(model, real);
  }

  override toString(): string {
    return `conclude(${this.index}, ${this.which}, ${this.outcome.kind}, ${JSON.stringify(this.trouble)})`;
  }
}

class Settle extends Step {
  readonly which: number;
  readonly settlement: Settlement;

  constructor(index: number, which: number, settlement: Settlement, trouble: Trouble | undefined) {
    super(index, trouble);
    this.which = which;
    this.settlement = settlement;
  }

  async run(model: Model, real: Real): Promise<void> {
    const id = this.pick(model, this.which);
    if (id === undefined) return;
    const event: EntryEvent = { kind: 'settle', settlement: this.settlement };
    await this.change(model, real, id, event, ({ journal }) => journal.settle(id, this.settlement));
  }

  override toString(): string {
    return `settle(${this.index}, ${this.which}, ${JSON.stringify(this.trouble)})`;
  }
}

class Delete extends Step {
  readonly which: number;

  constructor(index: number, which: number, trouble: Trouble | undefined) {
    super(index, trouble);
    this.which = which;
  }

  async run(model: Model, real: Real): Promise<void> {
    const id = this.pick(model, this.which);
    if (id === undefined) return;
    await this.change(model, real, id, { kind: 'delete' }, ({ journal }) => journal.delete(id));
  }

  override toString(): string {
    return `delete(${this.index}, ${this.which}, ${JSON.stringify(this.trouble)})`;
  }
}

class Recover extends Step {
  async run(model: Model, real: Real): Promise<void> {
    await this.attempt(real, ({ journal }) => journal.recover());
    // What a crash interrupted, the next one ends.
    await real.onlooker.recover();
    await recovered(model, real);
    await compare(model, real);
  }

  override toString(): string {
    return `recover(${this.index}, ${JSON.stringify(this.trouble)})`;
  }
}

class Kill extends Step {
  async run(model: Model, real: Real): Promise<void> {
    real.reopen(this.index);
    await compare(model, real);
  }

  override toString(): string {
    return `kill(${this.index})`;
  }
}

function settleModel(model: Model, id: string, facts: EntryFacts | 'deleted'): void {
  const entry = model.entries.get(id);
  if (facts === 'deleted') model.entries.delete(id);
  else if (entry) entry.facts = facts;
}

/** Everything whose process is gone has become unknown. */
async function recovered(model: Model, real: Real): Promise<void> {
  await real.onlooker.recover();
  for (const entry of model.entries.values())
    if (real.isGone(entry.owner) && refusalOf(entry.facts, 'lose') === undefined)
      entry.facts = { ...entry.facts, lost: { at: '' } };
}

async function recordsOf(real: Real): Promise<Map<string, JournalRecord>> {
  const listing = await real.onlooker.list();
  assert.ok(listing.ok);
  assert.ok(!listing.value.records.some(({ isUnreadable }) => isUnreadable));
  return new Map(listing.value.records.map((record) => [record.entry.id, record]));
}

function agrees(found: JournalRecord | undefined, facts: EntryFacts): boolean {
  return (
    found !== undefined && JSON.stringify(timeless(found.state)) === JSON.stringify(timeless(stateOf(facts)))
  );
}

function timeless(state: object): object {
  // A listing has no responses.
  const response = 'response' in state && state.response ? { response: '…' } : {};
  return Object.fromEntries(Object.entries({ ...state, ...response, at: '' }).sort());
}

async function compare(model: Model, real: Real): Promise<void> {
  const found = await recordsOf(real);
  assert.deepEqual([...found.keys()].sort(), [...model.entries.keys()].sort());
  for (const [id, { facts }] of model.entries) {
    const record = found.get(id);
    assert.ok(record);
    assert.deepEqual(timeless(record.state), timeless(stateOf(facts)));
    assert.deepEqual(Buffer.from((await real.onlooker.body(id)) ?? []).toString(), '{"name":"sales"}');
  }
}

const fileOutcome = fc.constantFrom<FileOutcome>(
  { code: 'ENOSPC' },
  { code: 'EACCES' },
  { code: 'EIO' },
  'crash-before',
  'crash-within',
  'crash-after',
);
const trouble = fc.option(fc.record({ step: fc.integer({ min: 1, max: 9 }), outcome: fileOutcome }), {
  nil: undefined,
});
const index = fc.nat({ max: 1 });
const which = fc.nat({ max: 5 });
const outcome = fc.constantFrom<RecordedOutcome>(created, unknown, { kind: 'cancelled' });
const settlement = fc.constantFrom<Settlement>(
  { kind: 'created', datasetId: 'd-9' },
  { kind: 'not-created' },
);

const commands = fc.commands<Model, Real, false>(
  [
    fc.tuple(index, trouble).map((args) => new Begin(...args)),
    fc.tuple(index, which, outcome, trouble).map((args) => new Conclude(...args)),
    fc.tuple(index, which, settlement, trouble).map((args) => new Settle(...args)),
    fc.tuple(index, which, trouble).map((args) => new Delete(...args)),
    fc.tuple(index, trouble).map((args) => new Recover(...args)),
    index.map((each) => new Kill(each, undefined)),
  ],
  { maxCommands: 25, size: 'max' },
);

describe('Any sequence of actions, crashes and faults in two windows', () => {
  const folders = new TemporaryFolders();
  afterEach(() => folders.removeAll());

  it('is recorded by the journal as it happened', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(commands, async (story) => {
        const folder = await folders.make();
        await fc.asyncModelRun(() => ({ model: { entries: new Map() }, real: new Real(folder) }), story);
      }),
      { numRuns: caseCount(150) },
    );
  });
});

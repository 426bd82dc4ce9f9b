import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { isFull, seed } from '../../../../scripts/testing/random-cases.ts';
import { systemClock } from '../../../../src/system/clock.ts';
import { expectedOf, goneOf, type ModelSubmission } from './history-model.ts';
import { type Answer, type Clone, clones, creating, type Place, World } from './history-world.ts';

/** What has happened, as the people know it. */
class Model {
  readonly submissions: ModelSubmission[] = [];
  readonly files: Readonly<Record<Clone, Map<string, string>>> = { here: new Map(), there: new Map() };
  /** How often more than once a content may be created, as somebody said so. */
  readonly repeats: string[] = [];

  expected({ clone, file, service }: Place, policy?: string) {
    return expectedOf(this.submissions, file, this.files[clone].get(file) ?? '', service, policy);
  }

  begin(id: string, { clone, file, service, policy }: Place, state: ModelSubmission['state']): void {
    const content = this.files[clone].get(file) ?? '';
    this.submissions.push({ id, service, policy, file, content, state });
  }

  keyOf({ clone, file, service, policy }: Place): string {
    return `${service} ${policy} ${this.files[clone].get(file)}`;
  }
}

abstract class Step implements fc.AsyncCommand<Model, World> {
  readonly name: string;
  readonly place: Place;

  constructor(name: string, place: Place) {
    this.name = name;
    this.place = place;
  }

  check({ files }: Model): boolean {
    return files[this.place.clone].has(this.place.file);
  }

  abstract act(model: Model, world: World): Promise<void>;

  async run(model: Model, world: World): Promise<void> {
    await this.act(model, world);
    await compare(model, world, this.place);
  }

  toString(): string {
    const { name, place, ...others } = this;
    return `${name}(${Object.values(place).join(' ')}${Object.values(others)
      .map((each) => ` ${each}`)
      .join('')})`;
  }
}

class Edit extends Step {
  readonly content: string;
  readonly isIndented: boolean;

  constructor(place: Place, content: string, isIndented: boolean) {
    super('edit', place);
    this.content = content;
    this.isIndented = isIndented;
  }

  override check(): boolean {
    return true;
  }

  async act({ files }: Model, world: World): Promise<void> {
    const { clone, file } = this.place;
    files[clone].set(file, this.content);
    world.write(clone, file, this.content, this.isIndented);
  }
}

/** Renames a file; onto another one, swaps their contents. */
class Rename extends Step {
  readonly to: string;

  constructor(place: Place, to: string) {
    super('rename', place);
    this.to = to;
  }

  async act({ files }: Model, world: World): Promise<void> {
    const { clone, file } = this.place;
    const names = files[clone];
    const [moved = '', other] = [names.get(file), names.get(this.to)];
    names.set(this.to, moved);
    world.write(clone, this.to, moved);
    if (other === undefined) {
      names.delete(file);
      world.remove(clone, file);
    } else {
      names.set(file, other);
      world.write(clone, file, other);
    }
    if (file === this.to) await new Edit(this.place, moved, true).act({ files } as Model, world);
  }
}

class Delete extends Step {
  async act({ files }: Model, world: World): Promise<void> {
    const { clone, file } = this.place;
    files[clone].delete(file);
    world.remove(clone, file);
  }
}

/** The other clone gets the file. */
class Pull extends Step {
  async act({ files }: Model, world: World): Promise<void> {
    const { clone, file } = this.place;
    const other = clone === 'here' ? 'there' : 'here';
    files[other].set(file, files[clone].get(file) ?? '');
    world.copy(clone, other, file);
  }
}

class Create extends Step {
  readonly isAgain: boolean;
  readonly others: readonly string[];
  readonly answers: readonly Answer[];

  constructor(place: Place, others: readonly string[], isAgain: boolean, answers: readonly Answer[]) {
    super('create', place);
    this.others = others;
    this.isAgain = isAgain;
    this.answers = answers;
  }

  async act(model: Model, world: World): Promise<void> {
    const { clone, file, service, policy } = this.place;
    const names = model.files[clone];
    // --again is for one file.
    const files = [...new Set([file, ...(this.isAgain ? [] : this.others)])].filter((each) =>
      names.has(each),
    );
    const args = [...files, '--json', '--reporting-path', service, '--retention-policy', policy];
    const plan: Row[] = JSON.parse((await world.run(clone, ['create', ...args, '--dry-run'])).out);
    const planned = new Set<string>();
    for (const [index, each] of files.entries()) {
      const { state, record } = model.expected({ ...this.place, file: each }, policy);
      const isTwin = planned.has(names.get(each) ?? '');
      if (state === 'new' || state === 'changed') planned.add(names.get(each) ?? '');
      const { plan: said, submissionId } = plan[index] ?? {};
      assert.deepEqual([said, submissionId], isTwin ? ['unchanged', null] : [state, record]);
    }
    const contents = files.map((each) => names.get(each) ?? '');
    world.answers.clear();
    for (const [index, answer] of this.answers.entries()) world.answers.set(contents[index] ?? '', answer);
    world.requests.length = 0;
    const options = ['--concurrency', '1', '--timeout', '1', ...(this.isAgain ? ['--again'] : [])];
    const { out, error } = await world.run(clone, ['create', ...args, ...options]);
    const rows: Row[] = [JSON.parse(out)].flat();
    const listed = await world.run(clone, ['submissions', '--json']);
    const documents = new Map<string, string>(
      JSON.parse(listed.out).map(({ submissionId, document }: Row) => [submissionId, document]),
    );
    const isOwn = (row: Row, each: string) => documents.get(row.submissionId ?? '')?.endsWith(each) === true;
    const isNew = ({ submissionId }: Row) =>
      submissionId !== undefined && !before.some(({ id }) => id === submissionId);
    const requests: string[] = [];
    const before = [...model.submissions];
    for (const [index, each] of files.entries()) {
      const [row, at] = [rows[index], { ...this.place, file: each }];
      assert.ok(row);
      const { state, record, newer, previous, unsettled } = expectedOf(
        before,
        each,
        contents[index] ?? '',
        service,
        policy,
      );
      const [content = '', others] = [contents[index], contents.filter((one) => one === contents[index])];
      // --again sends nothing beside it.
      const blocking = before.findLast(
        (one) =>
          one.state === 'in-flight' &&
          one.service === service &&
          (one.file === each || (one.content === content && one.policy === policy)),
      );
      const isSent = !blocking && (this.isAgain || state === 'new' || state === 'changed');
      const said = [row.outcome, row.submissionId];
      const first =
        others.length === 1
          ? undefined
          : rows.find(
              (one, place) => contents[place] === content && isNew(one) && isOwn(one, files[place] ?? ''),
            );
      if (first && first !== row && row.outcome !== 'not-sent') {
        // What another file of this run got.
        const outcome = first.outcome?.replace(/created|accepted/, 'unchanged');
        assert.deepEqual(said, [outcome, first.submissionId], error);
      } else if (isSent) {
        requests.push(content);
        const answer = world.answers.get(content) ?? 'creates';
        const outcome =
          { creates: 'created', accepts: 'accepted', rejects: 'rejected' }[String(answer)] ?? 'unknown';
        assert.equal(row.outcome, outcome, error);
        const isCreated = outcome === 'created' || outcome === 'accepted';
        if (isCreated) assert.equal(row.previous?.submissionId ?? null, previous);
        const isRepeated = state !== 'new' && state !== 'changed' && creating.includes(answer);
        if (isRepeated) model.repeats.push(model.keyOf(at));
        model.begin(
          row.submissionId ?? '',
          at,
          isCreated ? 'done' : outcome === 'unknown' ? 'unknown' : 'over',
        );
      } else if (state === 'unchanged' && !(blocking && this.isAgain))
        assert.deepEqual(said, ['unchanged', record], error);
      else {
        const earlier = this.isAgain ? (blocking?.id ?? null) : record;
        assert.deepEqual([row.outcome, row.earlier?.submissionId], ['not-sent', earlier], error);
      }
      assert.deepEqual([row.newer?.submissionId ?? null, row.unsettled ?? []], [newer, unsettled]);
    }
    model.submissions.sort((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(world.requests.toSorted(), requests.toSorted(), error);
  }
}

/** A process that is killed while it creates a dataset, or that goes on. */
class Begin extends Step {
  readonly process: 'gone' | 'alive';
  readonly isCreated: boolean;

  constructor(place: Place, process: 'gone' | 'alive', isCreated: boolean) {
    super('begin', place);
    this.process = process;
    this.isCreated = isCreated;
  }

  override check(model: Model): boolean {
    return (
      super.check(model) && ['new', 'changed'].includes(model.expected(this.place, this.place.policy).state)
    );
  }

  async act(model: Model, world: World): Promise<void> {
    const content = model.files[this.place.clone].get(this.place.file) ?? '';
    const id = await world.begin(this.place, content, this.process);
    model.begin(id, this.place, this.process === 'gone' ? 'unknown' : 'in-flight');
    if (this.process === 'gone' && this.isCreated) world.created.push(model.keyOf(this.place));
  }
}

/** Ends a submission that is in flight, or settles an unknown outcome as somebody believes. */
class End extends Step {
  readonly which: number;
  readonly isCreated: boolean;

  constructor(place: Place, which: number, isCreated: boolean) {
    super('end', place);
    this.which = which;
    this.isCreated = isCreated;
  }

  override check({ submissions }: Model): boolean {
    return submissions.some(isOpen);
  }

  async act({ submissions, repeats }: Model, world: World): Promise<void> {
    const open = submissions.filter(isOpen);
    const chosen = open[this.which % open.length];
    assert.ok(chosen);
    const { id, service, policy, content, state } = chosen;
    const key = `${service} ${policy} ${content}`;
    chosen.state = this.isCreated ? 'done' : 'over';
    if (state === 'in-flight') {
      await world.conclude(id, this.isCreated);
      if (this.isCreated) world.created.push(key);
      return;
    }
    // Wrongly, so that it is created a second time.
    if (!this.isCreated && world.created.includes(key)) repeats.push(key);
    const settled = await world.run('here', [
      'settle',
      id,
      ...(this.isCreated ? ['--created', 'd'] : ['--not-created']),
    ]);
    assert.equal(settled.code, 0, settled.error);
  }
}

function isOpen({ state }: ModelSubmission): boolean {
  return state === 'unknown' || state === 'in-flight';
}

type Row = { readonly [fact: string]: unknown } & Readonly<
  Partial<Record<'file' | 'address' | 'plan' | 'state' | 'outcome' | 'document' | 'submissionId', string>>
> & {
    readonly newer?: { readonly submissionId: string };
    readonly previous?: { readonly submissionId: string };
    readonly earlier?: { readonly submissionId: string };
    readonly unsettled?: readonly string[];
  };

/** All doors say the same of all files of the clone, nothing is created twice, and no unknown outcome is forgotten. */
async function compare(model: Model, world: World, { clone, service }: Place): Promise<void> {
  const files = [...model.files[clone].keys()].sort();
  const asExpected = (file: string, at: string, policy?: string) => {
    const { state, record, newer, unsettled } = model.expected(
      { clone, file, service: at, policy: '' },
      policy,
    );
    return [file, at, state, record, newer, unsettled];
  };
  const asSaid = (row: Row) => [
    row.file,
    row.address?.slice(world.origin.length + 1),
    (row.plan ?? row.state)?.replace('never-created', 'new'),
    row.submissionId,
    row.newer?.submissionId ?? null,
    row.unsettled ?? [],
  ];
  // Twins are compared where they are created.
  const planned = files.filter(
    (file, index) =>
      !files.slice(0, index).some((each) => model.files[clone].get(each) === model.files[clone].get(file)),
  );
  if (planned.length > 0) {
    const plan = await world.run(clone, [
      'create',
      ...planned,
      '--dry-run',
      '--json',
      '--reporting-path',
      service,
    ]);
    assert.deepEqual(
      [JSON.parse(plan.out)].flat().map(asSaid),
      planned.map((file) => asExpected(file, service, 'None')),
      plan.error,
    );
  }
  const known = [...new Set(model.submissions.map((each) => each.service))].sort();
  if (files.length > 0) {
    const { out, error } = await world.run(clone, ['status', '--json']);
    const rows: Row[] = JSON.parse(out);
    const withFile = rows.filter(({ state }) => state !== 'no-file');
    assert.deepEqual(
      withFile.map(asSaid).sort(),
      files.flatMap((file) => known.map((each) => asExpected(file, each))).sort(),
      error,
    );
    assert.deepEqual(
      rows
        .filter(({ state }) => state === 'no-file')
        .map(({ submissionId }) => submissionId)
        .sort(),
      known.flatMap((each) => goneOf(model.submissions, model.files[clone], each)).sort(),
    );
  }
  const unknown = await world.run(clone, ['submissions', '--unknown', '--json']);
  assert.deepEqual(
    JSON.parse(unknown.out).map(({ submissionId }: Row) => submissionId),
    model.submissions
      .filter(({ state }) => state === 'unknown')
      .map(({ id }) => id)
      .toReversed(),
  );
  const countOf = (keys: readonly string[], key: string) => keys.filter((each) => each === key).length;
  for (const key of world.created)
    assert.ok(countOf(world.created, key) <= 1 + countOf(model.repeats, key), `${key} was created twice.`);
}

const file = fc.constantFrom('a.dataset.json', 'b.dataset.json', 'c.dataset.json');
const content = fc.constantFrom('A', 'B', 'C');
/** The files at the beginning, with their contents. */
const start = [
  ['a.dataset.json', 'A'],
  ['b.dataset.json', 'B'],
] as const;
const place: fc.Arbitrary<Place> = fc.record({
  clone: fc.constantFrom('here', 'here', 'there'),
  file,
  service: fc.constantFrom('one', 'one', 'two'),
  policy: fc.constantFrom('None', 'None', 'None', 'basicFIFO'),
});
const answer = fc.constantFrom<Answer>(
  ...([
    'creates',
    'creates',
    'creates',
    'creates',
    'accepts',
    'rejects',
    'fails',
    'fails late',
    'breaks off',
    'breaks off late',
  ] as const),
);
const edit = fc.tuple(place, content, fc.boolean()).map((args) => new Edit(...args));
const create = fc
  .tuple(place, fc.array(file, { maxLength: 2 }), fc.boolean(), fc.array(answer, { maxLength: 3 }))
  .map(([at, others, isAgain, answers]) => new Create(at, others, isAgain && others.length === 0, answers));

const commands = fc.commands<Model, World, false>(
  [
    ...[edit, edit, edit],
    ...[create, create, create, create, create],
    fc.tuple(place, file).map((args) => new Rename(...args)),
    place.map((each) => new Delete('delete', each)),
    place.map((each) => new Pull('pull', each)),
    fc.tuple(place, fc.constantFrom('gone', 'alive'), fc.boolean()).map((args) => new Begin(...args)),
    fc.tuple(place, fc.nat({ max: 5 }), fc.boolean()).map((args) => new End(...args)),
  ],
  { maxCommands: 24, size: 'max' },
);

describe('Any history of files, services, and outcomes', () => {
  const { now } = Date;
  const { sleep } = systemClock;
  before(() => {
    let last = 0;
    // No two submissions begin in the same millisecond, and nobody waits.
    Date.now = () => {
      last = Math.max(now(), last + 1);
      return last;
    };
    systemClock.sleep = async () => undefined;
  });
  after(() => Object.assign(Date, { now }) && Object.assign(systemClock, { sleep }));

  it('is told in the same way by create, its plan, and status, and creates nothing twice', async function () {
    this.timeout(isFull ? 3_600_000 : 120_000);
    const runs = Number(process.env.TEST_HISTORIES ?? (isFull ? 5000 : 100));
    await fc.assert(
      fc.asyncProperty(commands, async (history) => {
        const world = await World.open(existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
        try {
          const model = new Model();
          for (const clone of clones)
            for (const [name, text] of start)
              await new Edit({ clone, file: name, service: 'one', policy: 'None' }, text, false).act(
                model,
                world,
              );
          await fc.asyncModelRun(() => ({ model, real: world }), history);
        } finally {
          world.close();
        }
      }),
      { numRuns: runs, seed },
    );
  });
});

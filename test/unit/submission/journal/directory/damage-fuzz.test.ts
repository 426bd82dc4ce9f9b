import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { caseCount } from '../../../../../scripts/testing/random-cases.ts';
import { type FileOperations, nodeFileOperations } from '../../../../../src/storage/file-operations.ts';
import { DatasetHistory } from '../../../../../src/submission/dataset-history.ts';
import { DirectoryBatches } from '../../../../../src/submission/journal/directory/directory-batches.ts';
import { DirectoryJournal } from '../../../../../src/submission/journal/directory/directory-journal.ts';
import {
  bodyContentHash,
  isDone,
  type RecordedOutcome,
} from '../../../../../src/submission/journal/entry.ts';
import { type JournalRecord, serviceAddress } from '../../../../../src/submission/journal/journal.ts';
import { describeState } from '../../../../../src/submission/state-message.ts';
import { plainText } from '../../../../../src/text/plain-text.ts';
import { bytes, created, draft, ProcessWorld, unknown } from '../journal-fixture.ts';

/** A file, or what has only the size of one: it must not be read. */
type Stored = Uint8Array | { readonly size: number; readonly isFile: boolean };

/** Files as a folder or a branch has them. */
class StoredFiles implements FileOperations {
  readonly files: Map<string, Stored>;

  constructor(files: ReadonlyMap<string, Stored> = new Map()) {
    this.files = new Map(files);
  }

  async makeFolder(): Promise<void> {}

  async create(path: string) {
    return {
      write: async (content: Uint8Array) => void this.files.set(path, content),
      sync: async () => undefined,
      close: async () => undefined,
    };
  }

  async rename(from: string, to: string): Promise<void> {
    const file = this.files.get(basename(from)) ?? this.files.get(from);
    if (!file) return nodeFileOperations.rename(join('/nowhere', from), to);
    this.files.delete(from);
    this.files.delete(basename(from));
    this.files.set(basename(to), file);
  }

  async remove(path: string): Promise<void> {
    this.files.delete(basename(path));
  }

  async syncFolder(): Promise<void> {}

  async names(): Promise<readonly string[]> {
    return [...this.files.keys()];
  }

  async read(path: string, limit?: number): Promise<Uint8Array> {
    const file = this.files.get(basename(path));
    assert.ok(file instanceof Uint8Array, `${path} was read`);
    return file.subarray(0, limit);
  }

  async stat(path: string) {
    const file = this.files.get(basename(path));
    if (!file) return nodeFileOperations.stat('/nowhere/file');
    if (!(file instanceof Uint8Array)) return { ...file, modifiedAt: Date.now() };
    return { size: file.length, isFile: true, modifiedAt: Date.now() };
  }
}

const bodies = ['a', 'b', 'c', 'd', 'e'].map((name) => bytes(`{"name":"${name}","tables":[]}`));
const [hashOfA = '', ...otherHashes] = bodies.map(bodyContentHash);
/** The outcomes of all but the last one. Only the first was created, and the fourth is in flight on another machine. */
const outcomes: readonly (RecordedOutcome | undefined)[] = [
  created,
  { kind: 'rejected', status: 400, reason: 'no', cause: { kind: 'other' }, response: 'no' },
  unknown,
  undefined,
];

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      -1,
      0,
      1e300,
      2 ** 53,
      '',
      true,
      [],
      {},
      'x'.repeat(1e5),
      '\u202e\n\u001b[2J',
      '__proto__',
      '2025',
    ],
    ...['9999-12-31T23:59:59.999Z', '0000-99-99T99:99:99.999Z', 'javascript:x', 'https://\nx', undefined],
    ...['rejected', 'unknown', 'not-created', 'cancelled', 2],
    ...[hashOfA, ...otherHashes],
  ),
  fc.json().map((text) => JSON.parse(text)),
);
const mutation = fc.record({
  file: fc.nat(),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  how: fc.oneof(
    fc.record({ kind: fc.constantFrom('flip', 'insert'), value: fc.integer({ min: 1, max: 255 }) }),
    fc.record({
      kind: fc.constantFrom('cut', 'remove', 'link', 'huge', 'spaces', 'nested', 'body'),
      value: fc.constant(0),
    }),
    fc.record({ kind: fc.constant('field'), value: hostile }),
    fc.record({ kind: fc.constant('entry-of'), value: fc.nat() }),
  ),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(files: Map<string, Stored>, { file, at, how: { kind, value } }: Mutation): void {
  const names = [...files.keys()];
  const name = names[file % names.length] ?? '';
  const content = files.get(name);
  if (!(content instanceof Uint8Array)) return;
  const place = Math.floor(at * content.length);
  const splice = (part: Uint8Array, rest: number) =>
    files.set(name, Buffer.concat([content.subarray(0, place), part, content.subarray(rest)]));
  switch (kind) {
    case 'flip':
      return void splice(Uint8Array.of((content[place] ?? 0) ^ Number(value)), place + 1);
    case 'insert':
      return void splice(Uint8Array.of(Number(value)), place);
    case 'cut':
      return void files.set(name, content.subarray(0, place));
    case 'remove':
      return void files.delete(name);
    case 'link':
      return void files.set(name, { size: content.length, isFile: false });
    case 'huge':
      return void files.set(name, { size: 2 ** 29, isFile: true });
    case 'spaces':
      return void files.set(name, Buffer.alloc(2 ** 20, ' '));
    case 'nested':
      return void files.set(name, Buffer.alloc(2 ** 20, '['));
    case 'body':
      return void splice(bytes('"\\u0041"'), content.length);
    case 'entry-of': {
      const entries = names.filter((each) => each.endsWith('.entry'));
      const other = files.get(entries[Number(value) % entries.length] ?? '');
      if (other && name.endsWith('.entry')) files.set(name, other);
      return;
    }
    case 'field': {
      const [head = '', ...rest] = Buffer.from(content).toString().split('\n');
      let parsed: unknown;
      try {
        parsed = JSON.parse(head);
      } catch {
        return;
      }
      const places: [Record<string, unknown>, string][] = [];
      const collect = (object: unknown) => {
        if (typeof object !== 'object' || object === null) return;
        for (const [key, each] of Object.entries(object)) {
          places.push([object as Record<string, unknown>, key]);
          collect(each);
        }
      };
      collect(parsed);
      const [object, key] = places[Math.floor(at * (places.length - 1))] ?? [];
      if (object && key !== undefined) object[key] = value;
      files.set(name, bytes([JSON.stringify(parsed), ...rest].join('\n')));
    }
  }
}

describe('A journal whose files somebody has changed at random', function () {
  this.timeout(600_000);

  it('never breaks a command, and counts as created only what was', async () => {
    const files = new StoredFiles();
    const world = new ProcessWorld();
    const writer = new DirectoryJournal('journal', { files, processes: world.start(1) });
    for (const [index, outcome] of outcomes.entries()) {
      const begun = await writer.begin(draft, bodies[index] ?? new Uint8Array());
      assert.ok(begun.ok);
      if (outcome) assert.ok((await writer.conclude(begun.value.id, outcome)).ok);
    }
    const { environment, requestUrl, document } = draft;
    const batches = new DirectoryBatches('journal', { files, processes: world.start(1) });
    assert.ok((await batches.begin({ environment, requestUrl, documents: [document] })).ok);
    world.becomes(1, 'not-known');
    const memory = process.resourceUsage().maxRSS;
    const check = (record: JournalRecord) => {
      assert.ok(!isDone(record) || record.entry.body.contentSha256 === hashOfA, describeState(record.state));
      const shown = record.state.kind === 'created' ? (record.state.datasetId ?? '') : '';
      assert.equal(plainText(shown), shown);
      assert.equal(plainText(record.entry.environment), record.entry.environment);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const changed = new StoredFiles(files.files);
        for (const each of mutations) mutate(changed.files, each);
        const options = { files: changed, processes: world.start(2) };
        world.becomes(1, 'not-known');
        const journal = new DirectoryJournal('journal', options);
        for (const contentHash of [hashOfA, ...otherHashes]) {
          const intent = { document, requestUrl, contentHash };
          const related = await journal.related(intent);
          assert.ok(related.ok);
          const asked = { document: { uris: [document] }, contentHash, service: serviceAddress(requestUrl) };
          const { earlier } = new DatasetHistory(related.value).find(asked);
          earlier.forEach(check);
          assert.ok(contentHash === hashOfA || !earlier.some(isDone));
        }
        const { failure } = await journal.recover();
        assert.equal(failure, undefined);
        const listing = await journal.list();
        assert.ok(listing.ok);
        listing.value.records.forEach(check);
        await new DirectoryBatches('journal', options).interrupted();
        for (const { entry, state } of listing.value.records) {
          await journal.body(entry.id);
          if (state.kind === 'unknown')
            assert.ok((await journal.settle(entry.id, { kind: 'not-created' })).ok, 'it can be settled');
        }
      }),
      { numRuns: caseCount(1000) },
    );
    const grown = (process.resourceUsage().maxRSS - memory) / 1024;
    assert.ok(grown < 300, `${grown} MB`);
  });
});

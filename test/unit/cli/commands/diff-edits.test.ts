import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import { diff } from '../../../../src/cli/commands/diff.ts';
import { SafeOutput } from '../../../../src/cli/output/safe-output.ts';
import { readArguments } from '../../../../src/cli/program.ts';
import type { Dataset } from '../../../../src/dataset/dataset.ts';
import { validDataset } from '../../comparison/generated-datasets.ts';
import { GitRepository } from '../git-repository.ts';
import { datasetStudio } from '../process.ts';

type Table = Dataset['tables'][number];
type Column = Table['columns'][number];

/** A dataset, and the positions of a table and a column in it. */
interface Place {
  readonly before: Dataset;
  readonly table: number;
  readonly column: number;
}

/** What no generated item is called: they have at most six characters. */
const fresh = 'a new name';
const withTables = (dataset: Dataset, change: (tables: readonly Table[]) => readonly unknown[]) => ({
  ...dataset,
  tables: change(dataset.tables),
});
const withColumns =
  (change: (columns: readonly Column[], at: number) => readonly unknown[]) =>
  ({ before, table, column }: Place) =>
    withTables(before, (tables) =>
      tables.map((each, index) =>
        index === table ? { ...each, columns: change(each.columns, column) } : each,
      ),
    );
const replaced = <Item>(items: readonly Item[], at: number, change: object) =>
  items.map((item, index) => (index === at ? { ...item, ...change } : item));
const without = <Item>(items: readonly Item[], at: number) => items.filter((_, index) => index !== at);
/** The item becomes the last one; the last one becomes the first. */
const moved = <Item>(items: readonly Item[], at: number): readonly unknown[] => {
  const item = items[at];
  return at === items.length - 1 ? [item, ...without(items, at)] : [...without(items, at), item];
};

/** Each edit: the kind and the severity of the change, and how it is made. */
const edits: Readonly<Record<string, readonly [string, string | undefined, (place: Place) => unknown]>> = {
  none: ['none', undefined, ({ before }) => ({ tables: before.tables, name: before.name })],
  'rename the dataset': ['dataset-renamed', 'compatible', ({ before }) => ({ ...before, name: fresh })],
  'add a property': ['property-changed', 'compatible', ({ before }) => ({ ...before, note: 'x' })],
  'add a table': [
    'table-added',
    'compatible',
    ({ before }) => withTables(before, (tables) => [{ name: fresh, columns: [] }, ...tables]),
  ],
  'remove a table': [
    'table-removed',
    'breaking',
    ({ before, table }) => withTables(before, (tables) => without(tables, table)),
  ],
  'rename a table': [
    'table-renamed',
    'breaking',
    ({ before, table }) => withTables(before, (tables) => replaced(tables, table, { name: fresh })),
  ],
  'move a table': [
    'table-moved',
    'cosmetic',
    ({ before, table }) => withTables(before, (tables) => moved(tables, table)),
  ],
  'add a property of a table': [
    'property-changed',
    'compatible',
    ({ before, table }) => withTables(before, (tables) => replaced(tables, table, { note: 'x' })),
  ],
  'add a column': [
    'column-added',
    'compatible',
    withColumns((columns) => [...columns, { name: fresh, dataType: 'Int64' }]),
  ],
  'remove a column': ['column-removed', 'breaking', withColumns(without)],
  'rename a column': [
    'column-renamed',
    'breaking',
    withColumns((all, at) => replaced(all, at, { name: fresh })),
  ],
  'change a data type': [
    'column-type-changed',
    'breaking',
    withColumns((all, at) => replaced(all, at, { dataType: 'Double' })),
  ],
  'move a column': ['column-moved', 'cosmetic', withColumns(moved)],
  'add a property of a column': [
    'property-changed',
    'compatible',
    withColumns((all, at) => replaced(all, at, { note: 'x' })),
  ],
};

/** Two tables at least, so that one can move, the chosen one with two columns at least. */
const place: fc.Arbitrary<Place> = validDataset
  .filter(({ tables }) => tables.length > 1 && tables.some(({ columns }) => columns.length > 1))
  .chain((before) => {
    const tables = before.tables.flatMap(({ columns }, index) => (columns.length > 1 ? [index] : []));
    return fc.tuple(fc.constantFrom(...tables), fc.nat()).map(([table, column]) => ({
      before,
      table,
      column: column % (before.tables[table]?.columns.length ?? 1),
    }));
  });

/** From the gravest to none. */
const severities = ['breaking', 'compatible', 'cosmetic'];
const failOnNames = ['breaking', 'compatible', 'any', 'never'];
const expectedCode = (severity: string | undefined, failOn: string) => {
  if (severity === undefined || failOn === 'never') return 0;
  return failOn === 'any' || severities.indexOf(severity) <= severities.indexOf(failOn) ? 1 : 0;
};

describe('The exit code of dataset-studio diff', function () {
  this.timeout(120_000);
  let repository: GitRepository;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    repository = GitRepository.make();
  });
  after(async () => {
    await rm(folder, { recursive: true });
    repository.remove();
  });

  for (const [edit, [kind, severity, change]] of Object.entries(edits))
    it(`is that of --fail-on for each single edit: ${edit}`, async () => {
      const paths = ['old.json', 'new.json'].map((name) => join(folder, name));
      await fc.assert(
        fc.asyncProperty(place, async (each) => {
          const documents = [each.before, change(each)];
          for (const [index, path] of paths.entries())
            await writeFile(path, JSON.stringify(documents[index]));
          for (const failOn of failOnNames) {
            let out = '';
            const terminal = {
              out: (text: string | SafeOutput) => {
                out += SafeOutput.of(text).text;
              },
              error: (text: string | SafeOutput) => assert.fail(SafeOutput.of(text).text),
            };
            const invocation = readArguments(
              ['diff', ...paths, '--format', 'json', '--fail-on', failOn],
              [diff],
              '',
            );
            assert.ok(invocation.kind === 'run');
            const code = await diff.run(invocation.values, invocation.positionals, {
              terminal,
              variables: {},
              input: () => process.stdin,
              listen: assert.fail,
              commands: assert.fail,
            });
            assert.equal(code, expectedCode(severity, failOn), failOn);
            const kinds = JSON.parse(out).map((made: { kind: string }) => made.kind);
            assert.deepEqual(kinds, severity === undefined ? [] : [kind]);
          }
        }),
        { numRuns: caseCount(30) },
      );
    });

  it('follows from the same changes since a revision', async () => {
    const [each] = fc.sample(place, { numRuns: 1, seed: 1 });
    assert.ok(each);
    const files = (documentOf: (change: (each: Place) => unknown) => unknown) =>
      Object.entries(edits).map(([edit, [, , change]]) => [
        `${edit}.dataset.json`,
        JSON.stringify(documentOf(change)),
      ]);
    await repository.commit(Object.fromEntries(files(() => each.before)));
    await repository.write(Object.fromEntries(files((change) => change(each))));
    const { out } = await datasetStudio(['diff', '--against', 'HEAD', '--format', 'json'], {
      cwd: repository.folder,
    });
    const found = JSON.parse(out).map(({ file, changes }: { file: string; changes: { kind: string }[] }) => [
      file,
      ...changes.map(({ kind }) => kind),
    ]);
    const expected = Object.entries(edits).flatMap(([edit, [kind, severity]]) =>
      severity === undefined ? [] : [[`${edit}.dataset.json`, kind]],
    );
    assert.deepEqual(found, expected.sort());
  });
});

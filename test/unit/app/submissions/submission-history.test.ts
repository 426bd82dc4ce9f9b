import assert from 'node:assert/strict';
import { SubmissionHistory } from '../../../../src/app/submissions/submission-history.ts';
import type { JournalRecord } from '../../../../src/submission/journal/journal.ts';
import { created, draft, identity, unknown } from '../../submission/journal/journal-fixture.ts';

const at = '2026-11-22T02:06:59.123Z';
const uri = 'file:///work/repo/datasets/sales.dataset.json';
const path = 'datasets/sales.dataset.json';

/** Its ID is a letter: records are in the order of their IDs, newest first. */
function record(
  id: string,
  entry: Partial<JournalRecord['entry']> = {},
  state: JournalRecord['state'] = { ...created, at },
): JournalRecord {
  const body = { sha256: id, contentSha256: id, length: 1 };
  return { entry: { ...draft, id, begunAt: at, document: uri, body, owner: identity(1), ...entry }, state };
}

const inFlight: JournalRecord['state'] = { kind: 'in-flight' };
const isUnknown: JournalRecord['state'] = { ...unknown, at };

/** The IDs of the last submissions by environment. `files`: the URIs of files on this machine. */
function lastIds(
  records: readonly JournalRecord[],
  shownPath: string | undefined = path,
  repository?: string,
  files: readonly string[] = [uri],
) {
  return new SubmissionHistory(records)
    .lastOf({
      uris: [uri],
      path: { path: shownPath, ...(repository && { repository }) },
      exists: (each) => files.includes(each),
    })
    .map(({ environment, created, unknown }) => [environment, created?.entry.id, unknown?.entry.id]);
}

describe('The last submissions of a document', () => {
  it('are the newest that created a dataset, in each environment', () => {
    const records = [
      record('e', { environment: 'production' }),
      record('d', {}, { kind: 'settled', settlement: { kind: 'created', datasetId: 'd-2' }, at }),
      record('c', { environment: 'production' }),
      record('b'),
    ];
    assert.deepEqual(lastIds(records), [
      ['production', 'e', undefined],
      ['staging', 'd', undefined],
    ]);
  });

  it('include a later one whose outcome is unknown or not known yet, and no earlier one', () => {
    assert.deepEqual(lastIds([record('c', {}, isUnknown), record('b')]), [['staging', 'b', 'c']]);
    assert.deepEqual(lastIds([record('c', {}, inFlight), record('b')]), [['staging', 'b', 'c']]);
    assert.deepEqual(lastIds([record('c'), record('b', {}, isUnknown)]), [['staging', 'c', undefined]]);
  });

  it('are none for an environment that has other documents only', () => {
    const other = { document: 'file:///work/other.dataset.json' };
    const rejected = { kind: 'cancelled', at } as const;
    assert.deepEqual(lastIds([record('c', {}, rejected), record('b', other)]), [
      ['staging', undefined, undefined],
    ]);
  });

  it('are found by the path where no submission has the address', () => {
    const elsewhere = { document: 'file:///home/runner/work/datasets/sales.dataset.json', path };
    assert.deepEqual(lastIds([record('c', elsewhere), record('b')]), [['staging', 'b', undefined]]);
    assert.deepEqual(lastIds([record('c', elsewhere)]), [['staging', 'c', undefined]]);
    assert.deepEqual(lastIds([record('c', elsewhere)], 'sales.dataset.json'), [
      ['staging', undefined, undefined],
    ]);
    // Neither has a path.
    const { path: _, ...withoutPath } = elsewhere;
    assert.deepEqual(
      new SubmissionHistory([record('c', withoutPath)])
        .lastOf({ uris: [uri], path: undefined, exists: () => false })
        .map((last) => last.created),
      [undefined],
    );
  });

  it('are those of all clones of a repository', () => {
    const clone = { document: 'file:///builds/2/datasets/sales.dataset.json', path, repository: 'host/a' };
    const files = [uri, clone.document];
    assert.deepEqual(lastIds([record('c', clone), record('b')], path, 'host/a', files), [
      ['staging', 'c', undefined],
    ]);
    assert.deepEqual(lastIds([record('c', clone, isUnknown), record('b')], path, 'host/a'), [
      ['staging', 'b', 'c'],
    ]);
  });

  it('are never those of another repository with the same path', () => {
    const other = { document: 'file:///work/other/datasets/sales.dataset.json', path, repository: 'host/b' };
    assert.deepEqual(lastIds([record('c', other)], path, 'host/a'), [['staging', undefined, undefined]]);
  });

  it('are a guess if a repository has no origin, and only while no file is at the recorded address', () => {
    const document = 'file:///work/other/datasets/sales.dataset.json';
    for (const [recorded, own] of [
      [undefined, undefined],
      ['host/a', undefined],
      [undefined, 'host/a'],
    ]) {
      const entry = record('c', { document, path, ...(recorded && { repository: recorded }) });
      const lastOf = (isThere: boolean) =>
        new SubmissionHistory([entry]).lastOf({
          uris: [uri],
          path: { path, ...(own && { repository: own }) },
          exists: () => isThere,
        })[0];
      assert.equal(lastOf(true)?.created, undefined);
      assert.equal(lastOf(false)?.created?.entry.id, 'c');
      assert.equal(lastOf(false)?.guessedFrom, document);
    }
  });

  it('tell environments of one name and different origins apart', () => {
    const moved = { origin: 'https://other.example' };
    assert.deepEqual(lastIds([record('c', moved), record('b')]), [
      ['staging', 'c', undefined],
      ['staging', 'b', undefined],
    ]);
  });
});

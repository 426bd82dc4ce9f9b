import assert from 'node:assert/strict';
import { describePrevious } from '../../../../src/app/submissions/dataset-status.ts';
import type { FoundDataset } from '../../../../src/submission/dataset-history.ts';
import type { EntryState } from '../../../../src/submission/journal/entry.ts';
import type { JournalRecord } from '../../../../src/submission/journal/journal.ts';
import { draft, identity } from '../../submission/journal/journal-fixture.ts';
import { pressed, questions } from '../fake-vscode.ts';

const { askAboutUnsettled, describeQuestions } = await import(
  '../../../../src/editor/submissions/create/earlier-versions.ts'
);

const at = '2026-11-21T12:00:00.000Z';

function recordOf(id: string, state: EntryState): JournalRecord {
  const body = { sha256: '', contentSha256: '', length: 0 };
  return { entry: { ...draft, id, begunAt: at, body, owner: identity(1) }, state };
}

const unknown = recordOf('u', { kind: 'unknown', cause: { kind: 'timeout' }, at });
const created = recordOf('c', { kind: 'created', status: 201, response: '', datasetId: 'd-1', at });

function found(state: FoundDataset['state'], more: Partial<FoundDataset> = {}): FoundDataset {
  return { state, unsettled: [], earlier: [], ...more };
}

function bodyOf(...columns: readonly string[]): Uint8Array {
  const table = { name: 'T', columns: columns.map((name) => ({ name, dataType: 'string' })) };
  return Buffer.from(JSON.stringify({ name: 'Sales', tables: [table] }));
}

describe('What the journal knows before a dataset is created', () => {
  it('counts the documents that will be asked about, created or unknown', () => {
    const all = [found('unchanged'), found('unknown'), found('unchanged'), found('changed'), found('new')];
    assert.deepEqual(describeQuestions(all), [
      'Created before, you will be asked: 2',
      'Outcome unknown, you will be asked: 1',
    ]);
    assert.deepEqual(describeQuestions([found('new')]), []);
  });

  it('names the previous dataset and the changes', async () => {
    const sent = { body: async () => bodyOf('A', 'B') };
    const changed = found('changed', { previous: created });
    assert.deepEqual(await describePrevious(changed, bodyOf('A', 'C', 'D'), sent), [
      'The previous dataset of this file is d-1. Since then: 2 changes (1 breaking).',
    ]);
    const lost = { body: async () => undefined };
    assert.deepEqual(await describePrevious(changed, bodyOf('A'), lost), [
      'The previous dataset of this file is d-1.',
    ]);
    assert.deepEqual(await describePrevious(found('new'), bodyOf('A'), sent), []);
  });

  it('asks about earlier versions with an unknown outcome, and only about them', async () => {
    const studio = { submissions: () => assert.fail() };
    const answered = async (button: string | undefined, ...unsettled: readonly JournalRecord[]) => {
      pressed.button = button;
      return askAboutUnsettled(studio, 'a.dataset.json', [found('new', { unsettled })]);
    };
    assert.equal(await answered(undefined), 'create');
    assert.deepEqual(questions.splice(0), []);
    assert.equal(await answered(undefined, unknown), undefined);
    assert.equal(await answered('Create', unknown, unknown), 'create');
    const [one, two] = questions.splice(0);
    assert.match(
      one ?? '',
      /^An earlier version of a\.dataset\.json was submitted on .*, and its outcome is unknown\.$/,
    );
    assert.equal(two, 'The outcomes of 2 submissions of earlier versions are unknown.');
  });
});

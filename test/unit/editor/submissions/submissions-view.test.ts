import assert from 'node:assert/strict';
import type { TreeView } from 'vscode';
import type { EntryState } from '../../../../src/submission/journal/entry.ts';
import type { JournalRecord } from '../../../../src/submission/journal/journal.ts';
import { draft, identity } from '../../submission/journal/journal-fixture.ts';
import { contexts, EventEmitter, typed } from '../fake-vscode.ts';

const { SubmissionsTree } = await import('../../../../src/editor/submissions/view/submissions-tree.ts');
const { submissionsView } = await import('../../../../src/editor/submissions/view/submissions-view.ts');
type Store = Parameters<typeof submissionsView>[1];
type Node = ReturnType<InstanceType<typeof SubmissionsTree>['getChildren']>[number];

const at = '2026-11-21T12:00:00.000Z';
const created = { kind: 'created', status: 201, response: '', at } as const;

function recordOf(id: string, state: EntryState): JournalRecord {
  const body = { sha256: '', contentSha256: '', length: 0 };
  return { entry: { ...draft, id, begunAt: at, body, owner: identity(1) }, state };
}

function storeWith(...records: readonly JournalRecord[]): Store {
  const current = { records, interrupted: [] };
  return { current, onDidChange: new EventEmitter<void>().event } as unknown as Store;
}

describe('The Submissions view', () => {
  it('offers to copy the ID of a dataset only where there is one', () => {
    const tree = new SubmissionsTree(
      storeWith(
        recordOf('a', { ...created, datasetId: 'd-1' }),
        recordOf('b', created),
        recordOf('c', { kind: 'cancelled', at }),
      ),
    );
    const submissionsIn = (node?: Node): Node[] =>
      node?.kind === 'submission' ? [node] : tree.getChildren(node).flatMap(submissionsIn);
    assert.deepEqual(
      submissionsIn().map(({ id, item }) => `${id}: ${item.contextValue}`),
      ['a: submission created with-id', 'b: submission created', 'c: submission not-created'],
    );
    tree.dispose();
  });

  it('keeps its filter if the question for another one is closed, and has none for an empty answer', async () => {
    const tree = new SubmissionsTree(storeWith(recordOf('a', created)));
    const view = submissionsView({} as TreeView<Node>, storeWith(), tree);
    const filters: unknown[] = [];
    for (const text of [' sales ', undefined, '']) {
      typed.text = text;
      await view.askForFilter();
      filters.push([tree.filter, contexts.get('dataset.submissionsFiltered')]);
    }
    assert.deepEqual(filters, [
      ['sales', true],
      ['sales', true],
      ['', false],
    ]);
    view.dispose();
    tree.dispose();
  });
});

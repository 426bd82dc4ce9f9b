import assert from 'node:assert/strict';
import type { Uri as VsCodeUri } from 'vscode';
import { comparisons, contexts, Uri } from './fake-vscode.ts';

const { ChangesView } = await import('../../../src/editor/ui/changes-view.ts');

describe('The list of changes', () => {
  const diffOf = (title: string) => {
    const uri = (name: string) => new Uri(`/r/${title}/${name}`) as unknown as VsCodeUri;
    return { left: uri('left'), right: uri('right'), title };
  };
  const listOf = (title: string) => ({ title, summary: '1 change', entries: [{ label: title }] });

  it('belongs to the comparison that was opened last, also if an earlier one is read later', async () => {
    const view = new ChangesView();
    let endFirst: () => void = () => undefined;
    const isRead = new Promise<void>((resolve) => {
      endFirst = resolve;
    });
    const first = view.show(diffOf('first'), async () => {
      await isRead;
      return listOf('first');
    });
    await view.show(diffOf('second'), async () => listOf('second'));
    endFirst();
    await first;
    assert.deepEqual(
      view.getChildren().map(({ label }) => label),
      ['second'],
    );
    view.dispose();
  });

  it('does not come back after its comparison was closed', async () => {
    const view = new ChangesView();
    await view.show(diffOf('closed'), async () => {
      comparisons.closeAll();
      return listOf('closed');
    });
    assert.deepEqual([comparisons.views, contexts.get('dataset.hasComparison')], [0, false]);
    view.dispose();
  });
});

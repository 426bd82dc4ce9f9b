import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { EventEmitter, extensions, Uri } from './fake-vscode.ts';

const { BranchLens } = await import('../../../src/editor/comparison/branch-lens.ts');

describe('The lens that counts the changes of a branch', () => {
  afterEach(() => {
    extensions.git = undefined;
  });

  it('compares with where the branch starts now, also if Git answers for an earlier commit later', async () => {
    const changed = new EventEmitter<void>();
    const answers: ((text: string) => void)[] = [];
    const repository = {
      rootUri: new Uri('/r'),
      state: { onDidChange: changed.event },
      getCommit: async () => ({}),
      getMergeBase: async () => 'base',
      diffWith: async () => [],
      show: () => new Promise<string>((resolve) => answers.push(resolve)),
    };
    extensions.git = { getRepository: () => repository };
    const uri = Object.assign(new Uri('/r/a.dataset.json'), { scheme: 'file' });
    const text = '{ "name": "a", "tables": [] }';
    const document = { uri, languageId: 'dataset-json', getText: () => text } as unknown as TextDocument;
    const lenses = new BranchLens();
    const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
    const shown = async () => {
      const found = await lenses.provideCodeLenses(document);
      await settled();
      return found.length;
    };
    assert.equal(await shown(), 0);
    changed.fire();
    answers[0]?.('{ "name": "b", "tables": [] }');
    await settled();
    // VS Code asks a while after the change.
    assert.equal(await shown(), 0);
    answers[1]?.(text);
    await settled();
    assert.equal(await shown(), 0);
    assert.equal(answers.length, 2);
    lenses.dispose();
  });
});

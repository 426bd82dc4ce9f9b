import assert from 'node:assert/strict';
import { maxFiles } from '../../../../src/agents/limits.ts';
import { searchedDatasets } from '../../../../src/app/searched-files.ts';
import { searchable } from '../fake-vscode.ts';

const { findFiles } = await import('../../../../src/editor/agents/workspace-files.ts');

describe('The files of a workspace for tools of agents', () => {
  afterEach(() => searchable.splice(0));

  it('are one more than a call reads where there are more, so that it says so', async () => {
    for (const more of [0, 1, 2]) {
      searchable.push(...Array.from({ length: maxFiles + more }, (_, index) => `/r/${index}.dataset.json`));
      const found = await findFiles(['*.dataset.json'], searchedDatasets);
      assert.ok(found.ok);
      assert.equal(found.value.files.length, maxFiles + Math.min(more, 1));
      searchable.splice(0);
    }
  });
});

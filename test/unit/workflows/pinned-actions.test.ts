import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { workflowFiles } from './workflow-files.ts';

describe('The workflows of GitHub Actions', () => {
  it('use actions by commit, with the version in a comment: a tag can be moved', () => {
    const uses = workflowFiles.flatMap((path) => readFileSync(path, 'utf8').match(/\buses:.*/g) ?? []);
    assert.ok(uses.length > 0);
    for (const use of uses)
      if (!/^uses: \.\//.test(use))
        assert.match(use, /^uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

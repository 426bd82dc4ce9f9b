import assert from 'node:assert/strict';
import { samplesFolder } from '../../../scripts/repository.ts';
import { vsixPath } from '../../../scripts/vsix.ts';
import { inWorkbench } from '../in-workbench.ts';

describe('A dataset in Restricted Mode', () => {
  const session = inWorkbench(() => ({
    workspace: samplesFolder,
    vsix: vsixPath(),
    settings: {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    },
  }));

  it('has problems, quick fixes, and a code lens to manage trust instead of creating the dataset', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    assert.match(
      await workbench.codeLenses(/problems/),
      /^Create Dataset is disabled in Restricted Mode.*Preview.*9 problems$/,
    );
    await workbench.goToEndOfLine(8);
    assert.ok((await workbench.quickFixes()).includes('Change to "Int64"'));
    await session().screenshot('restricted-mode');
    await workbench.press('Escape');
  });
});

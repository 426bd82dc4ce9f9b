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
    await session().picture('restricted-mode');
    await workbench.press('Escape');
  });

  it('has no commands of environments, and says in the views what is possible', async () => {
    const { workbench } = session();
    const titles = await workbench.commandTitles('Dataset: ');
    await session().picture('restricted-mode-palette');
    await workbench.press('Escape');
    assert.ok(titles.includes('Dataset: Create Dataset'), titles.join(', '));
    assert.ok(titles.includes('Dataset: Check Data File…'));
    assert.deepEqual(
      titles.filter((title) =>
        /^Dataset: .*(?:Environment|Sign|Account|Token|Key|Secret|Credentials|Gateway|Resume|Settle)/.test(
          title,
        ),
      ),
      [],
    );
    await workbench.showContainer('Dataset Studio');
    await workbench.welcome('Submissions', /Manage Workspace Trust/).waitFor();
    await session().picture('restricted-mode-views');
  });
});

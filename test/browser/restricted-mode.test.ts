import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplesFolder } from '../../scripts/repository.ts';
import { vsixPath } from '../../scripts/vsix.ts';
import { documents, documentTests } from './designer/document-tests.ts';
import { editingTests } from './designer/editing-tests.ts';
import { inWorkbench } from './in-workbench.ts';

/** Only a window has trust, `when` clauses, and webviews. The designer works without trust. */
describe('In Restricted Mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-'));
  const session = inWorkbench(() => {
    cpSync(samplesFolder, folder, { recursive: true });
    for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
    return {
      workspace: folder,
      vsix: vsixPath(),
      settings: {
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
        'security.workspace.trust.banner': 'never',
        // Otherwise, VS Code asks about those of a hostile file.
        'editor.unusualLineTerminators': 'off',
        'files.readonlyInclude': { '**/locked.dataset.json': true },
      },
    };
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  describe('a dataset', () => {
    it('has problems, quick fixes, and a code lens to manage trust instead of creating the dataset', async () => {
      const { workbench } = session();
      await workbench.openFile('broken.dataset.json');
      assert.match(
        await workbench.codeLenses(/Create Dataset/),
        /^Create Dataset is disabled in Restricted Mode$/,
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

  describe('the Dataset Designer', () => editingTests(session));

  describe('a document in the Dataset Designer', () => documentTests(session));
});

import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vsixPath } from '../../scripts/vsix.ts';
import { DesignerPage } from '../workbench/pages/designer-page.ts';
import { waitFor } from '../workbench/wait-for.ts';
import { inWorkbench } from './in-workbench.ts';

const dataset = {
  name: 'Sales',
  tables: [
    {
      name: 'Orders',
      columns: [
        { name: 'order_id', dataType: 'Int64' },
        { name: 'Total', dataType: 'Decimal', formatString: '0.00' },
      ],
    },
  ],
};

describe('The project file of a team', function () {
  this.timeout('10m');
  const session = inWorkbench(async () => {
    const workspace = await mkdtemp(join(tmpdir(), 'dataset-studio-project-'));
    await writeFile(join(workspace, 'sales.dataset.json'), `${JSON.stringify(dataset, null, 2)}\n`);
    return { workspace, vsix: vsixPath(), settings: {} };
  });

  it('is created with what the dataset files use', async () => {
    const { workbench, workspace } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.codeLenses(/2 problems/);
    await workbench.runCommand('Dataset: Create Project File');
    await workbench.activeTab(/^dataset-studio\.json/);
    const text = await readFile(join(workspace, 'dataset-studio.json'), 'utf8');
    assert.match(text, /"dataTypes": \["Decimal"\]/);
    assert.match(text, /"column": \["formatString"\]/);
    await session().picture('project-file');
    await workbench.openFile('sales.dataset.json');
    await workbench.codeLenses(/No problems/);
  });

  it('has a naming rule whose fix the designer offers', async () => {
    const { workbench, workspace } = session();
    const path = join(workspace, 'dataset-studio.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"names": {}', '"names": { "column": { "style": "PascalCase" } }'));
    await workbench.codeLenses(/1 problem/);
    await workbench.runCommand('Dataset: Open Designer');
    const designer = new DesignerPage(workbench.page);
    await designer.open();
    await designer.item(/^order_id, Int64, 1 problem/).waitFor();
    await designer.focus();
    await workbench.press('F8');
    await designer.active(/^order_id, Int64, 1 problem/);
    await workbench.press('Control+.');
    await designer.view.getByRole('button', { name: 'Rename to "OrderId"' }).waitFor();
    await session().picture('project-file-fix');
    await workbench.press('Enter');
    await designer.active(/^OrderId, Int64$/);
    await session().picture('project-file-fixed');
    await workbench.press('Control+s');
    await waitFor(async () => {
      assert.match(await readFile(join(workspace, 'sales.dataset.json'), 'utf8'), /"name": "OrderId"/);
    });
  });
});

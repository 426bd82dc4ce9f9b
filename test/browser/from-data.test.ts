import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vsixPath } from '../../scripts/vsix.ts';
import { inWorkbench } from './in-workbench.ts';

const dataset = {
  name: 'Sales',
  tables: [
    {
      name: 'Orders',
      columns: [
        { name: 'id', dataType: 'Int64' },
        { name: 'total', dataType: 'Int64' },
        { name: 'gone', dataType: 'string' },
      ],
    },
  ],
};

describe('Data files in the workbench', () => {
  let folder: string;

  const session = inWorkbench(async () => {
    folder = await mkdtemp(join(tmpdir(), 'data-'));
    await writeFile(join(folder, 'orders.csv'), 'id,total,paid\n1,2.5,true\n2,3,false\n');
    await writeFile(join(folder, 'sales.dataset.json'), `${JSON.stringify(dataset, undefined, 2)}\n`);
    return { workspace: folder, vsix: vsixPath(), settings: { 'dataset.dataTypes': ['Double'] } };
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('become a dataset from the explorer, with a report', async () => {
    const { workbench } = session();
    await workbench.chooseInExplorer('orders.csv', 'New Dataset from Data Files…');
    await workbench.question(/Columns of the New Dataset/).waitFor();
    await session().screenshot('from-data-columns');
    await workbench.press('Enter');
    await workbench.pick(/Format of the New Dataset/, 'JSON');
    await workbench.text(/"dataType": "Double"/);
    assert.match(await workbench.notification(/was created/), /Tables: 1, columns: 3/);
    await session().screenshot('from-data-created');
    await workbench.pressNotificationButton('Show Report');
    await workbench.page.locator('.tab', { hasText: 'Report on orders' }).first().waitFor();
    await session().screenshot('from-data-report');
  });

  it('become columns when their cells are pasted', async () => {
    const { workbench } = session();
    const { page } = workbench;
    await workbench.openFile('sales.dataset.json');
    // After the bracket of "columns".
    await workbench.goToEndOfLine(6);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // In the page's language: here are no types of a browser.
    await page.evaluate("navigator.clipboard.writeText('day\\tcount\\n2024-01-31\\t5\\n')");
    await workbench.press('Control+V');
    await workbench.text(/"dataType": "DateTime"/);
    await session().screenshot('from-data-pasted');
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
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

/** Writes a gigabyte of rows. */
async function writeLarge(path: string): Promise<void> {
  const rows = 'some text,"a quoted, value",12345.5,2024-01-01\n'.repeat(22_000);
  const file = await open(path, 'w');
  await file.write('a,b,c,d\n');
  for (let megabytes = 0; megabytes < 1000; megabytes++) await file.write(rows);
  await file.close();
}

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
    await workbench.acceptSelected(/Columns of the New Dataset/);
    await workbench.pick(/Format of the New Dataset/, 'JSON');
    await workbench.text(/"dataType": "Double"/);
    assert.match(await workbench.notification(/was inferred/), /Tables: 1, columns: 3/);
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

  it('are read again with other options when the user selects that after a paste', async () => {
    const { workbench } = session();
    const options = workbench.page.locator('.action-widget').getByText('Options for Reading…');
    await workbench.until(options, () => workbench.press('Control+.'));
    await options.click();
    await workbench.pick(/Delimiter/, 'Tab');
    await workbench.pick(/Header Row/, 'There is no header row');
    await workbench.answer(/Empty Values/, '');
    await workbench.text(/"name": "Column1"/);
    await session().screenshot('from-data-pasted-with-options');
  });

  it('become a table when they are dropped while Shift is pressed', async () => {
    const { workbench } = session();
    await workbench.runCommand('File: Revert File');
    await workbench.dropFromExplorer('orders.csv', /"gone"/);
    await workbench.question(/Columns of orders\.csv/).waitFor();
    await session().screenshot('from-data-dropped-columns');
    await workbench.acceptSelected(/Columns of orders\.csv/);
    await workbench.text(/"paid"/);
    await session().screenshot('from-data-dropped');
    await workbench.runCommand('File: Revert File');
  });

  it('with changes update a table: by the changes that are selected, all but removals at first', async () => {
    const { workbench } = session();
    await workbench.goToEndOfLine(6);
    await workbench.runCommand('Dataset: Update Table from Data File…');
    await workbench.openInDialog(/Select a Data File/, join(session().workspace, 'orders.csv'));
    const changes = workbench.question(/Changes from orders\.csv/);
    const rows = changes.locator('.monaco-list-row');
    await rows.nth(2).waitFor();
    // Only what is visible: a row that VS Code uses again keeps the hidden texts of its earlier item.
    assert.deepEqual(
      (await rows.allInnerTexts()).map((text) => text.trim()),
      ['total: Int64 → Double, because of row 1: 2.5', 'Add column paid (bool)', 'Remove gone'],
    );
    await session().screenshot('from-data-changes');
    await workbench.acceptSelected(/Changes from orders\.csv/);
    await workbench.text(/"dataType": "Double"/);
    await workbench.text(/"paid"/);
    await workbench.text(/"gone"/);
    assert.match(await workbench.notification(/was updated/), /Table Orders/);
    await session().screenshot('from-data-updated');
    await workbench.runCommand('File: Revert File');
  });

  it('can be large, and reading them can be cancelled', async () => {
    const { workbench } = session();
    await writeLarge(join(session().workspace, 'large.csv'));
    await workbench.chooseInExplorer('large.csv', 'New Dataset from Data Files…');
    const { page } = workbench;
    const progress = page.locator('.notification-toast').filter({ hasText: /Reading large\.csv/ });
    await progress.filter({ hasText: /[1-9]\d %/ }).waitFor();
    await session().screenshot('from-data-reading');
    await workbench.pressNotificationButton('Cancel');
    await progress.waitFor({ state: 'hidden' });
    await session().screenshot('from-data-cancelled');
  });
});

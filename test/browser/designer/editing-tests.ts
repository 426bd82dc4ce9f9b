import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { samplesFolder } from '../../../scripts/repository.ts';
import { DesignerPage } from '../../workbench/pages/designer-page.ts';
import type { Session } from '../../workbench/session.ts';
import { waitFor } from '../../workbench/wait-for.ts';
import { step } from '../step.ts';

/** How the samples are edited, in a window with them. Only a window has a text beside the designer, with the focus, undo, and redo of VS Code. */
export function editingTests(session: () => Session): void {
  const designer = (index?: number) => new DesignerPage(session().workbench.page, index);
  const press = async (...keys: string[]) => {
    for (const key of keys) await session().workbench.press(key);
  };
  const saved = (name: string) => readFile(join(session().workspace, name), 'utf8');

  // What closes all editors next would be asked about unsaved changes.
  after(() => session().workbench.runCommand('File: Save All'));

  it('is one story: edits a sample beside its text, by keyboard and mouse, in two designers', async () => {
    await step(
      'finds a table, renames a column, changes its type and adds one after it, by keyboard alone',
      async () => {
        const { workbench } = session();
        await workbench.openFile('sales.dataset.json');
        await workbench.runCommand('Dataset: Open Designer');
        await designer().open();
        await designer().view.locator('#tree:focus').waitFor();
        await press('/');
        await workbench.type('sales');
        await designer().active(/^Sales, 6 columns/);
        await press('Enter', 'ArrowDown', 'ArrowDown');
        await designer().active(/^ProductID, Int64/);
        await press('F2');
        await designer().view.getByRole('textbox', { name: 'New name of ProductID' }).waitFor();
        await workbench.type('ArticleID');
        await press('Enter');
        await designer().active(/^ArticleID, Int64/);
        await press('t');
        await designer().view.getByRole('combobox', { name: 'Data type of ArticleID' }).waitFor();
        await press('ArrowDown');
        await press('Enter');
        await designer().active(/^ArticleID, string/);
        await press('Insert');
        await workbench.type('Price');
        await designer().view.locator('.name-input').waitFor();
        await press('Tab');
        await designer().view.getByRole('combobox').waitFor();
        await workbench.type('Decimal');
        // What is in a field is saved, too.
        await press('Control+s');
        await designer().active(/^Price, Decimal, 1 problem/);
        await session().picture('designer-keyboard');

        const before = await readFile(join(samplesFolder, 'sales.dataset.json'), 'utf8');
        const expected = before.replace(
          `{ "name": "SaleID", "dataType": "Int64" },
        { "name": "ProductID", "dataType": "Int64" },`,
          `{ "name": "SaleID", "dataType": "Int64" },
        { "name": "ArticleID", "dataType": "string" },
        { "name": "Price", "dataType": "Decimal" },`,
        );
        assert.notEqual(expected, before);
        await waitFor(async () => assert.equal(await saved('sales.dataset.json'), expected));
      },
    );

    await step('selects the item in the text, and the text in the designer', async () => {
      const { workbench } = session();
      await designer().focus();
      await press('Home', 'ArrowDown', 'ArrowDown', 'Enter');
      // The text has the focus now, and the name is selected.
      await workbench.statusBarItem(/Ln 7, Col 29 \(9 selected\)/).waitFor();
      await press('ArrowDown');
      await designer().active(/^Name, string/);
    });

    await step('keeps two designers and the text in step, through undo and redo', async () => {
      const { workbench } = session();
      await designer().focus();
      await workbench.runCommand('View: Split Editor Down');
      const [first, second] = [designer(0), designer(1)];
      await second.open();
      await first.focus();
      await press('Home', 'ArrowDown', 'F2');
      await workbench.type('Article');
      await press('Enter');
      for (const each of [first, second]) await each.item(/^Article, 5 columns/).waitFor();
      await textShows(/"name": "Article",/);
      await second.focus();
      await press('Control+z');
      for (const each of [first, second]) await each.item(/^Product, 5 columns/).waitFor();
      await textShows(/"name": "Product",/);
      await first.focus();
      await press('Control+Shift+z');
      for (const each of [first, second]) await each.item(/^Article, 5 columns/).waitFor();
      await press('Control+z');
      for (const each of [first, second]) await each.item(/^Product, 5 columns/).waitFor();
      await second.focus();
      await workbench.runCommand('View: Close Editor');
    });

    await step('moves, duplicates and removes by keyboard, one step for undo each', async () => {
      await designer().focus();
      await press('Home', 'ArrowDown', 'ArrowDown');
      await designer().active(/^ProductID/);
      await press('Alt+ArrowDown');
      await waitFor(async () =>
        assert.deepEqual(await names(), ['Name', 'ProductID', 'Category', 'IsAvailable', 'ManufacturedOn']),
      );
      await press('Shift+Alt+ArrowDown');
      await designer().active(/^ProductID2/);
      await press('Delete', 'Delete');
      await waitFor(async () =>
        assert.deepEqual(await names(), ['Name', 'ProductID', 'IsAvailable', 'ManufacturedOn']),
      );
      await press('Control+z', 'Control+z', 'Control+z', 'Control+z');
      await waitFor(async () =>
        assert.deepEqual(await names(), ['ProductID', 'Name', 'Category', 'IsAvailable', 'ManufacturedOn']),
      );
    });

    await step('moves a column by the mouse', async () => {
      const { page } = session().workbench;
      const from = await designer()
        .item(/^ProductID, Int64/)
        .locator('.name')
        .boundingBox();
      const to = await designer()
        .item(/^Category/)
        .locator('.name')
        .boundingBox();
      assert.ok(from && to);
      await page.mouse.move(from.x + 8, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(from.x + 8, from.y + 30, { steps: 4 });
      await page.mouse.move(to.x + 8, to.y + 12, { steps: 4 });
      await designer().view.locator('.drop-mark').waitFor();
      await session().picture('designer-drag');
      await page.mouse.up();
      await waitFor(async () =>
        assert.deepEqual(await names(), ['Name', 'Category', 'ProductID', 'IsAvailable', 'ManufacturedOn']),
      );
      await press('Control+z');
    });

    await step('shows problems at their field, and applies a quick fix', async () => {
      const { workbench } = session();
      await workbench.openFile('broken.dataset.json');
      await workbench.runCommand('View: Reopen Editor With...');
      await workbench.pick(/Select editor/, 'Dataset Designer');
      const broken = designer(await designerIndex(/Broken on purpose/));
      await broken
        .item(/^OrderID, int64, 1 problem/)
        .locator('.data-type.warning')
        .waitFor();
      await broken.focus();
      await press('F8');
      await broken.active(/^OrderID, int64, 1 problem/);
      await press('Control+.');
      const fix = broken.view.getByRole('button', { name: 'Change to "Int64"' });
      await fix.waitFor();
      await session().picture('designer-problems');
      await press('Enter');
      await broken.active(/^OrderID, Int64$/);
    });
  });

  async function textShows(text: RegExp): Promise<void> {
    const pattern = new RegExp(text.source.replaceAll(' ', '\\s'));
    await session()
      .workbench.page.locator('.monaco-editor .view-line')
      .filter({ hasText: pattern })
      .first()
      .waitFor();
  }

  async function names(): Promise<string[]> {
    const labels = await designer().view.locator('.card').first().locator('.row .name').allTextContents();
    return labels;
  }

  /** Which of the open designers shows a dataset of this name. */
  async function designerIndex(name: RegExp): Promise<number> {
    let found = -1;
    await waitFor(async () => {
      const count = await session().workbench.page.locator('iframe.webview.ready').count();
      for (let index = 0; index < count; index++) {
        if (await designer(index).item(name).first().isVisible()) found = index;
      }
      assert.ok(found >= 0);
    });
    return found;
  }
}

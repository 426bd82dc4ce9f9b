import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DesignerPage } from '../../workbench/pages/designer-page.ts';
import type { Session } from '../../workbench/session.ts';
import { waitFor } from '../../workbench/wait-for.ts';
import { readDefaults, readStyle, recordedStyles } from '../webviews/themes.ts';
import { type AttackResult, attack } from './attack.ts';

const shop = {
  name: 'Sales',
  tables: [
    {
      name: 'Order',
      columns: [
        { name: 'OrderID', dataType: 'Int64' },
        { name: 'Total', dataType: 'Decimal' },
      ],
    },
    { name: 'Line', columns: [{ name: 'OrderID', dataType: 'Int64' }] },
    { name: 'Empty', columns: [] },
  ],
};

const conflict = `{
  "name": "Sales",
  "tables": [
<<<<<<< HEAD
    { "name": "Order", "columns": [{ "name": "ID", "dataType": "Int64" }] }
=======
    { "name": "Orders", "columns": [{ "name": "ID", "dataType": "string" }] }
>>>>>>> feature
  ]
}
`;

const commented = `# Agreed with finance
name: Sales
tables:
  # One row for each order
  - name: Order
    columns:
      # The key
      - name: 'OrderID' # never reused
        dataType: Int64
      - name: Total
        dataType: "Decimal"
        precision: 1.10
        # in euro
      # Filled in by the warehouse
      - { name: ShippedOn, dataType: DateTime }
  # Master data
  - name: Customer
    columns:
      # From the old system
      - name: Number
        dataType: Int64
        maximum: 123456789.50
      - name: Name
        dataType: string
`;

/** The files that the tests open, by their names in the workspace. */
export const documents = {
  'shop.dataset.json': JSON.stringify(shop, undefined, 2),
  'empty.dataset.yaml': '',
  'conflict.dataset.json': conflict,
  'commented.dataset.yaml': commented,
  'locked.dataset.json': JSON.stringify(shop, undefined, 2),
};

/** What the designer shows of documents of all kinds, in a window with `documents`. Only a window has its focus, clipboard, hot exit, and policy. */
export function documentTests(session: () => Session): void {
  const designer = () => new DesignerPage(session().workbench.page);

  async function open(file: string): Promise<void> {
    const { workbench } = session();
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile(file);
    await workbench.runCommand('Dataset: Open Designer');
    await designer().view.locator('.designer').waitFor();
  }

  it('only moves lines in moves, cuts and pastes of YAML with comments', async () => {
    const { workbench } = session();
    await open('commented.dataset.yaml');
    await designer().focus();
    const press = async (label: RegExp, ...keys: readonly string[]) => {
      for (const key of keys) await workbench.press(key);
      await designer().active(label);
    };
    await press(/^OrderID/, 'Home', 'ArrowDown', 'ArrowDown');
    await press(/^OrderID/, 'Alt+ArrowDown');
    await press(/^OrderID/, 'ArrowUp', 'Control+x');
    await press(/^Total/, 'PageDown', 'Control+v');
    await press(/^Total/, 'Alt+ArrowUp', 'Alt+ArrowUp');
    await press(/^Customer/, 'ArrowLeft', 'Alt+ArrowUp');
    await press(/^Name/, 'ArrowDown', 'ArrowDown', 'Control+x');
    await press(/^Number/, 'PageDown', 'Control+v');
    await press(/^Customer/, 'ArrowLeft', 'Control+x');
    await press(/^Order,/, 'Control+v');
    await press(/^OrderID/, 'ArrowDown', 'ArrowDown', 'Alt+ArrowUp', 'ArrowDown');
    await session().picture('designer moved YAML with comments');
    await workbench.press('Control+s');
    const before = session().outputFile('commented.dataset.yaml');
    writeFileSync(before, commented);
    const path = join(session().workspace, 'commented.dataset.yaml');
    const sorted = (text: string) => text.split('\n').sort();
    await waitFor(async () => {
      const text = await readFile(path, 'utf8');
      assert.notEqual(text, commented);
      assert.deepEqual(sorted(text), sorted(commented), text);
    });
    // Git has colors of their own for moved lines.
    const colors = ['old=red', 'new=green', 'oldMoved=blue', 'newMoved=blue'];
    const { stdout } = spawnSync(
      'git',
      [
        ...colors.flatMap((color) => ['-c', `color.diff.${color}`]),
        ...['diff', '--no-index', '--color=always', '--color-moved=plain', before, path],
      ],
      { encoding: 'utf8' },
    );
    const [red, green, blue] = ['\u001b[31m', '\u001b[32m', '\u001b[34m'] as const;
    assert.ok(stdout.includes(`${blue}-`) && !stdout.includes(red) && !stdout.includes(green), stdout);
  });

  it('pastes cells of a spreadsheet as columns', async () => {
    const { workbench } = session();
    await open('shop.dataset.json');
    await workbench.page.evaluate("navigator.clipboard.writeText('day\\tcount\\n2024-01-31\\t5\\n')");
    await designer().focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'Control+v']) await workbench.press(key);
    await designer().active(/^day, DateTime/);
    const pasted = designer().item(/^count, Int64/);
    await pasted.waitFor();
    await workbench.press('Control+z');
    // VS Code undoes where the focus is, and the command palette would take it.
    await pasted.waitFor({ state: 'detached' });
  });

  it('says that a file is read-only, and offers no change of it', async () => {
    const { workbench } = session();
    await open('locked.dataset.json');
    await designer().focus();
    const { view } = designer();
    await view.getByRole('alert').filter({ hasText: 'This file is read-only.' }).waitFor();
    assert.equal(await view.getByRole('button', { name: /^(Add|Remove|Rename)/ }).count(), 0);
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'Delete']) await workbench.press(key);
    await designer()
      .item(/^OrderID, Int64/)
      .first()
      .waitFor();
    await session().picture('designer read-only file');
  });

  it('exports a PNG picture', async () => {
    const { workbench } = session();
    await open('shop.dataset.json');
    await designer().view.getByRole('button', { name: 'Export as Picture…' }).click();
    const path = await workbench.saveAsSuggested('shop.png');
    await waitFor(async () => {
      const content = await readFile(path);
      assert.equal(content.subarray(1, 4).toString('latin1'), 'PNG');
      // Twice the picture's size in pixels, and more than one color.
      assert.ok(content.readUInt32BE(16) > 400 && content.length > 5000, `${content.length} bytes`);
      writeFileSync(session().outputFile('designer-picture.png'), content);
    });
  });

  it('shows what could be parsed of a broken text, read-only, with a way to the error', async () => {
    const { workbench } = session();
    await open('shop.dataset.json');
    await workbench.page.locator('.monaco-editor').first().click();
    await workbench.goToEndOfLine(5);
    await workbench.type(' x');
    const banner = designer()
      .view.getByRole('alert')
      .filter({ hasText: 'read-only until you fix the error' });
    await banner.filter({ hasText: /Line [56]:/ }).waitFor();
    await designer()
      .item(/^OrderID, Int64/)
      .first()
      .waitFor();
    await session().picture('designer broken document');
    await designer().focus();
    await workbench.press('F2');
    assert.equal(await designer().view.locator('.name-input').count(), 0);
    await designer().view.getByRole('button', { name: 'Go to Error' }).click();
    await workbench.statusBarItem(/Ln [56], /).waitFor();
    await workbench.page.locator('.monaco-editor.focused').waitFor();
    await workbench.press('Control+z');
    await banner.waitFor({ state: 'hidden' });
  });

  it('shows no tables of a file with merge conflicts, and the way to the first one', async () => {
    const { workbench } = session();
    await open('conflict.dataset.json');
    const banner = designer().view.getByRole('alert');
    await banner.filter({ hasText: /Line 4: The file has an unresolved merge conflict\./ }).waitFor();
    assert.deepEqual(await designer().view.getByRole('treeitem').allTextContents(), ['Sales ']);
    await session().picture('designer merge conflict');
    await designer().view.getByRole('button', { name: 'Go to Error' }).click();
    await workbench.statusBarItem(/Ln 4, Col 1/).waitFor();
  });

  it('keeps unsaved changes and the selection when VS Code restarts', async () => {
    const { workbench } = session();
    await open('shop.dataset.json');
    await designer().focus();
    for (const key of ['Home', 'ArrowDown', 'PageDown', 'F2']) await workbench.press(key);
    await workbench.type('OrderLine');
    await workbench.press('Enter');
    await designer().active(/^OrderLine, 1 column/);
    await session().backedUp(/"OrderLine"/);
    await workbench.runCommand('Developer: Reload Window');
    await designer().view.locator('.designer').waitFor({ state: 'detached' });
    await designer().open();
    await designer().active(/^OrderLine, 1 column/);
    await workbench.page.locator('.tab.dirty[data-resource-name="shop.dataset.json"]').first().waitFor();
    assert.match(await readFile(join(session().workspace, 'shop.dataset.json'), 'utf8'), /"Line"/);
    await workbench.runCommand('File: Revert File');
    await designer()
      .item(/^Line, 1 column/)
      .waitFor();
  });

  it('offers a beginning for an empty file', async () => {
    const { workbench } = session();
    await open('empty.dataset.yaml');
    await designer().view.getByText('This file is empty.').waitFor();
    await session().picture('designer empty file');
    // The button has the focus, once VS Code gives it to the designer.
    await designer()
      .view.getByRole('button', { name: 'Start a Dataset' })
      .and(designer().view.locator(':focus'))
      .waitFor();
    await workbench.press('Enter');
    // As fast as someone who knows the keys: no key waits for a field.
    await workbench.type('Shop');
    await workbench.press('Enter');
    await workbench.press('Insert');
    await workbench.type('Orders');
    await workbench.press('Enter');
    await workbench.press('Insert');
    await workbench.type('Street');
    await workbench.press('Enter');
    await workbench.press('Insert');
    await workbench.type('Total');
    await workbench.press('Tab');
    await workbench.type('Int64');
    await workbench.press('Enter');
    await designer().active(/^Total, Int64$/);
    await designer()
      .item(/^Shop, 1 table, 2 columns/)
      .waitFor();
    await designer()
      .item(/^Street, string$/)
      .waitFor();
    await workbench.press('Control+s');
    await waitFor(async () =>
      assert.equal(
        await readFile(join(session().workspace, 'empty.dataset.yaml'), 'utf8'),
        `name: Shop
tables:
  - name: Orders
    columns:
      - name: Street
        dataType: string
      - name: Total
        dataType: Int64
`,
      ),
    );
  });

  it('forbids everything that is not its own, and has the style that the tests of its view use', async () => {
    await open('shop.dataset.json');
    const frame = await designer().frame();
    const { defaults, themes } = recordedStyles();
    assert.equal(await readDefaults(frame), defaults);
    assert.deepEqual(await readStyle(frame, defaults), themes['Dark Modern']);
    const policy = await frame.evaluate<string>(`document.querySelector('meta[http-equiv]').content`);
    assert.match(policy, /default-src 'none'.*form-action 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:/);
    const ran = await frame.evaluate<AttackResult>(attack);
    assert.deepEqual(ran, {
      attacked: false,
      fetched: false,
      position: 'static',
      display: 'block',
      notReported: [],
    });
  });
}

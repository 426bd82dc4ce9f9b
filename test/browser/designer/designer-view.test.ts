import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { repositoryFolder } from '../../../scripts/repository.ts';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { retry } from '../../../scripts/testing/retry.ts';
import type { FromView, ToView } from '../../../src/designer/view-messages.ts';
import { hostileNames } from '../../unit/diagram/hostile-names.ts';
import { PlainWebview } from '../webviews/plain-webview.ts';
import { DelayedExtension } from './delayed-extension.ts';

const document = JSON.stringify({
  name: '',
  tables: [
    {
      name: 'A',
      columns: [
        { name: 'x', dataType: 'string' },
        { name: 'y', dataType: 'Int64' },
      ],
    },
    { name: 'B', columns: [] },
  ],
});

const shop = JSON.stringify({
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
});

/** Keys that a field gets, however late it appears; elsewhere, they do something else. */
const fieldKeys = fc.array(fc.constantFrom('a', 'B', 't', '/'), { maxLength: 4 });
/** Tab only where a field has the focus: elsewhere it leaves the view. Shift+Insert only elsewhere: in a field, the browser pastes. */
const inField = fc
  .tuple(
    fc.constantFrom('Insert', 'Control+Enter', 'Shift+Insert', 'F2'),
    fieldKeys,
    fc.constantFrom('Enter', 'Tab', 'Escape'),
  )
  .map(([opening, keys, end]) => ['Escape', opening, ...keys, end, 'Escape', 'Escape']);
const command = fc
  .constantFrom(
    ...['ArrowDown', 'ArrowUp', 'ArrowRight', 'PageDown', 'Home', 'End'],
    ...[
      'Shift+ArrowDown',
      'Shift+ArrowUp',
      'Alt+ArrowDown',
      'Alt+ArrowUp',
      'Shift+Alt+ArrowDown',
      'Delete',
      'Backspace',
      'Enter',
      'Escape',
    ],
    ...['F8', 'F3', 'Control+z', 'Control+Shift+z'],
  )
  .map((key) => [key]);
/** Elsewhere than in a field, Tab leaves the problems, too. */
const problems = fc.constantFrom(['Control+.', 'Enter'], ['Control+.', 'Escape']);
const search = fc.constantFrom(['/', 'y', 'Enter'], ['/', 'b', 'Escape']);
const sequence = fc
  .array(fc.oneof(inField, command, search, problems), { maxLength: 12 })
  .map((keys) => keys.flat());

/** The texts of elements that don't show all of their content, or that are partly outside of the page. Names have tooltips. */
const cutElements = `[...document.querySelectorAll('.designer *')]
  .filter((element) => {
    const { right, left, width } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (width <= 1 || element.matches('.name, .data-type, .hidden-text, input, .counts') || element.closest('.name')) return false;
    const hides = style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.textOverflow !== 'ellipsis';
    return left < 0 || right > innerWidth || (hides && element.scrollWidth > element.clientWidth + 1);
  })
  .map((element) => element.className + ': ' + element.textContent.slice(0, 80))`;

const outputFolder = join(repositoryFolder, 'test-output');

/** The view alone, so that a test decides when the extension answers. */
describe("The designer's view", function () {
  this.timeout('5m');
  let view: PlainWebview<FromView, ToView>;
  let page: Page;

  before(async () => {
    view = await PlainWebview.open('designer');
    page = view.page;
  });

  after(() => view?.close());

  it('types what is pressed before the field of a new column appears, then what is pressed after it', async () => {
    const { text } = await press(
      ['Home', 'End', 'ArrowUp', 'Insert', ...'Price', 'Tab', ...'Decimal', 'Enter'],
      [3],
    );
    assert.match(text, /\{"name":"Price","dataType":"Decimal"\}/);
  });

  it('keeps Enter and Escape for the field that a key opens', async () => {
    const keys = ['Home', 'ArrowDown', 'Insert', ...'Street', 'Enter', 'Insert', ...'x', 'Escape'];
    const { text } = await press(keys, [100]);
    assert.match(text, /"columns":\[\{"name":"Street","dataType":"string"\},\{"name":"Column",/);
  });

  it('accepts the data type that is shown as chosen, of those that what was typed leaves', async () => {
    const typeAfter = async (...keys: readonly string[]) => {
      const { text } = await press(['Home', 'ArrowDown', 'ArrowDown', 't', ...keys], [0]);
      return JSON.parse(text).tables[0].columns[0].dataType;
    };
    assert.equal(await typeAfter(...'Int', 'Enter'), 'Int64');
    assert.equal(await typeAfter('d', 'Tab'), 'DateTime');
    // All that begin with "d" stay in the list.
    assert.equal(await typeAfter('d', 'ArrowDown', 'ArrowDown', 'Enter'), 'Double');
    assert.equal(await typeAfter('d', 'ArrowUp', 'ArrowUp', 'Enter'), 'Decimal');
    // Without the list, what was typed counts.
    assert.equal(await typeAfter(...'Int', 'Escape', 'Enter'), 'Int');
    assert.equal(await typeAfter('d', 'ArrowDown', 'Escape', 'Enter'), 'd');
    assert.equal(await typeAfter('d', 'Escape', 'Escape'), 'string');
    assert.equal(await typeAfter(...'money', 'Enter'), 'money');
  });

  it('leaves the design as it is when keys follow Go to Text before the text has the focus', async () => {
    const extension = await load(document, [100]);
    extension.showsText = true;
    const { text, field } = await pressAll(extension, ['Home', 'ArrowDown', 'Enter', 'Delete', 't', ...'x']);
    assert.equal(text, document);
    assert.equal(field, undefined);
  });

  it('finds columns by their data type', async () => {
    const { text } = await press(['/', ...'type:int', 'Enter', 'Delete'], [0]);
    assert.match(text, /"columns":\[\{"name":"x","dataType":"string"\}\]/);
  });

  it('moves a column to another table by cutting and pasting, and copies a table', async () => {
    const keys = ['Home', 'ArrowDown', 'ArrowDown', 'Control+x', 'PageDown', 'Control+v'];
    const moved = await press(keys, [3]);
    assert.deepEqual(JSON.parse(moved.text).tables, [
      { name: 'A', columns: [{ name: 'y', dataType: 'Int64' }] },
      { name: 'B', columns: [{ name: 'x', dataType: 'string' }] },
    ]);
    const { text } = await press(['Home', 'ArrowDown', 'Control+c', 'Control+v', 'F2', ...'C', 'Enter'], [2]);
    assert.deepEqual(
      JSON.parse(text).tables.map(({ name }: { name: string }) => name),
      ['A', 'C', 'B'],
    );
  });

  it('keeps what is cut if it can be neither copied nor pasted', async () => {
    const { text } = await press(['Home', 'Control+v', 'Control+x'], [1]);
    assert.equal(text, document);
  });

  it('shows the actions of an item with their keys, by keyboard and by pointer', async () => {
    const extension = await load(document, [0]);
    await pressAll(extension, ['Home', 'ArrowDown', 'ArrowDown', 'Shift+F10']);
    const menu = page.getByRole('menu', { name: 'Actions for x' });
    assert.deepEqual(
      await page.evaluate(
        `[...document.querySelectorAll('[role="menuitem"]')].map(({ innerText }) => innerText.replace(/\\s*\\n\\s*/, ': '))`,
      ),
      [
        ...['Rename: F2', 'Change Data Type: T', 'Add Column: Insert', 'Add Table: Shift+Insert'],
        ...['Cut: Ctrl+X', 'Copy: Ctrl+C', 'Paste: Ctrl+V', 'Duplicate: Shift+Alt+↓', 'Go to Text: Enter'],
        ...['Remove: Delete', 'Move Down: Alt+↓'],
      ],
    );
    for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
    await exchange(extension, true);
    assert.match(extension.text, /"columns":\[\{"name":"y"/);
    assert.equal(await menu.count(), 0);
    assert.equal(await page.evaluate('document.activeElement?.id'), 'tree');

    await page.locator('#item-1').click({ button: 'right' });
    await page.getByRole('menu', { name: 'Actions for B' }).getByRole('menuitem', { name: 'Remove' }).click();
    await exchange(extension, true);
    assert.doesNotMatch(extension.text, /"B"/);
    await pressAll(extension, ['Shift+F10', 'Escape']);
    assert.equal(await page.getByRole('menu').count(), 0);
  });

  it('applies the quick fix that is confirmed before it is there', async () => {
    const { text } = await press(['Home', 'Control+.', 'Enter'], [5]);
    assert.match(text, /^\{"name":"Fixed"/);
  });

  it('edits the name of a dataset that it starts', async () => {
    const extension = await load('', [3]);
    // The button has the focus.
    await page.keyboard.press('Enter');
    await pressAll(extension, [...'Sales', 'Enter', 'Shift+Insert', ...'Orders', 'Enter']);
    assert.deepEqual(JSON.parse(extension.text), {
      name: 'Sales',
      tables: [{ name: 'Orders', columns: [] }],
    });
  });

  it('undoes and redoes in the order of the keys', async () => {
    const keys = [
      'Home',
      'ArrowDown',
      'ArrowDown',
      'Alt+ArrowDown',
      'Delete',
      'Control+z',
      'ArrowDown',
      'Delete',
    ];
    const { text } = await press(keys, [2]);
    assert.match(text, /"A","columns":\[\{"name":"y","dataType":"Int64"\}\]/);
    assert.deepEqual(await press([...keys, 'Control+z', 'Control+Shift+z'], [4]), await press(keys, [0]));
  });

  it('saves what is in a field, and leaves shortcuts of VS Code to it while an answer is late', async () => {
    const extension = await load(document, [3]);
    await page.evaluate(`
      globalThis.left = [];
      addEventListener('keydown', ({ key, isTrusted }) => isTrusted && left.push(key));`);
    await pressAll(extension, ['Home', 'ArrowDown', 'F2', ...'Sales', 'Control+s', 'F1', 'Alt+z', 'F8']);
    assert.match(extension.saved, /"name":"Sales","columns"/);
    const shortcuts = await page.evaluate<string[]>(
      "left.filter((key) => ['s', 'F1', 'z', 'F8'].includes(key))",
    );
    assert.deepEqual(shortcuts, ['F1', 'z']);
  });

  it('drags several columns to another table, with all that the text says of them', async () => {
    const source = {
      name: 'D',
      tables: [
        {
          name: 'A',
          columns: [
            { name: 'x', dataType: 'string', note: 1 },
            { name: 'y', dataType: 'Int64' },
            { name: 'z', dataType: 'bool' },
          ],
        },
        { name: 'B', columns: [{ name: 'y', dataType: 'bool' }] },
      ],
    };
    const extension = await load(JSON.stringify(source), [0]);
    await page.locator('#item-0-0 .name').click();
    await page.locator('#item-0-1 .name').click({ modifiers: ['Shift'] });
    assert.equal(await page.locator('[role="treeitem"][aria-selected="true"]').count(), 2);
    await page.locator('#item-0-0 .name').hover();
    await page.mouse.down();
    const target = await page.locator('#item-1-0').boundingBox();
    assert.ok(target);
    await page.mouse.move(target.x + 40, target.y + target.height - 2, { steps: 5 });
    await page.locator('.drop-mark').waitFor();
    await page.mouse.up();
    await exchange(extension, true);
    assert.deepEqual(JSON.parse(extension.text).tables, [
      { name: 'A', columns: [{ name: 'z', dataType: 'bool' }] },
      {
        name: 'B',
        columns: [
          { name: 'y', dataType: 'bool' },
          { name: 'x', dataType: 'string', note: 1 },
          { name: 'y2', dataType: 'Int64' },
        ],
      },
    ]);
    await pressAll(extension, ['Delete']);
    assert.deepEqual(JSON.parse(extension.text).tables[1].columns, [{ name: 'y', dataType: 'bool' }]);
  });

  it('moves, copies, and changes the data type of several columns by keys', async () => {
    const extension = await load(document, [2]);
    await pressAll(extension, [
      'Home',
      'ArrowDown',
      'ArrowDown',
      'Shift+ArrowDown',
      't',
      ...'bool',
      'Enter',
      'Alt+ArrowUp',
    ]);
    const columns = JSON.parse(extension.text).tables[0].columns;
    assert.deepEqual(columns, [
      { name: 'x', dataType: 'bool' },
      { name: 'y', dataType: 'bool' },
    ]);
    await pressAll(extension, ['Control+c', 'End', 'Control+v']);
    assert.deepEqual(JSON.parse(extension.text).tables[1].columns, columns);
  });

  it('says how many columns a data type is for, and selects all by a key', async () => {
    const extension = await load(document, [0]);
    await pressAll(extension, ['Home', 'ArrowDown', 'ArrowDown', 'Control+a', 't']);
    await page.getByRole('combobox', { name: 'Data type of 2 columns' }).waitFor();
    await page.locator('.row.editing').getByText('2 columns').waitFor();
    await page.screenshot({ path: join(outputFolder, 'designer-two-columns.png') });
    for (const key of [...'bool', 'Enter']) await page.keyboard.press(key);
    await exchange(extension, true);
    const [{ columns }] = JSON.parse(extension.text).tables;
    assert.deepEqual(
      columns.map(({ dataType }: { dataType: string }) => dataType),
      ['bool', 'bool'],
    );
  });

  it('leaves a long name its room: the icons that have none are in the menu', async () => {
    const name = 'A column with quite a long name';
    const tables = [
      {
        name: 'A',
        columns: [
          { name, dataType: 'Int64' },
          { name: 'x', dataType: 'Int64' },
        ],
      },
    ];
    const extension = await load(JSON.stringify({ name: 'N', tables }), [0]);
    await pressAll(extension, ['Home', 'ArrowDown', 'ArrowDown']);
    const isCut = '(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)';
    assert.equal(await page.evaluate(`${isCut}(document.querySelector('#item-0-0 .name'))`), false);
    await page.screenshot({ path: join(outputFolder, 'designer-long-name.png') });
    await pressAll(extension, ['ArrowDown']);
    assert.equal(await page.locator('#item-0-1 .icon-button').count(), 4);
    await page.locator('#item-0-1 .icon-button').last().click();
    await exchange(extension, true);
    assert.doesNotMatch(extension.text, /"x"/);
  });

  it('has nothing that is cut or outside in a narrow view, in German', async () => {
    const german = join(repositoryFolder, 'l10n', 'bundle.l10n.de.json');
    l10n.config({ contents: await readFile(german, 'utf8') });
    try {
      for (const [width, count] of [
        [200, 3],
        [270, 3],
        [270, 1200],
        [430, 1200],
        [700, 3],
      ] as const) {
        await page.setViewportSize({ width, height: 600 });
        const tables = [
          { name: 'Bestellungen', columns: Array.from({ length: count }, () => ({ name: 'Betrag' })) },
          { name: 'Betrag', columns: [{ name: 'Betrag', dataType: 'Int64' }] },
          { name: 'Leer', columns: [] },
        ];
        await pressAll(await load(JSON.stringify({ name: 'Verkauf', tables }), [0]), [
          'End',
          'ArrowUp',
          'ArrowUp',
        ]);
        assert.deepEqual(await page.evaluate(cutElements), [], `${width} pixels, ${count} columns`);
      }
    } finally {
      l10n.config({ contents: {} });
      await page.setViewportSize({ width: 1280, height: 720 });
    }
  });

  it('announces the same text again', async () => {
    const extension = await load(document, [0]);
    const announced = page.locator('.announcement span');
    await pressAll(extension, ['Home', 'F3', 'F8']);
    await pressAll(extension, ['/', 'q']);
    await announced.filter({ hasText: 'No results' }).waitFor();
    await page.evaluate("document.querySelector('.announcement span').dataset.before = 'true'");
    await page.keyboard.press('q');
    await page.locator('.announcement span:not([data-before])').filter({ hasText: 'No results' }).waitFor();
  });

  it('has no accessibility violation in light, dark, and high-contrast themes', async () => {
    const extension = await load(shop, [0]);
    await page.mouse.move(0, 0);
    const found: string[] = [];
    for (const keys of [
      ['Home', 'ArrowDown', 'ArrowDown'],
      ['t'],
      ['Escape', 'ArrowDown', 'Control+.'],
      ['Escape', 'Home', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Shift+F10'],
    ]) {
      for (const key of keys) await page.keyboard.press(key);
      await exchange(extension, true);
      found.push(...(await view.violationsInThemes()));
    }
    await pressAll(extension, ['Escape', 'Home']);
    await page.locator('#item-0-1 .data-type').hover();
    found.push(...(await view.violationsInThemes()));
    await page.mouse.move(0, 0);
    const opened = await extension.open();
    assert.ok(opened.kind === 'open');
    const readOnly = { kind: 'syntax-error', message: 'A comma is missing.', line: 5 } as const;
    await view.load();
    await view.deliver({ ...opened, state: { ...opened.state, readOnly } });
    await page.getByRole('alert').filter({ hasText: 'read-only until you fix the error' }).waitFor();
    found.push(...(await view.violationsInThemes()));
    await load('', [0]);
    found.push(...(await view.violationsInThemes()));
    assert.deepEqual(found, []);
  });

  it('says why the document is not checked, and leads to the project file', async () => {
    const extension = await load(shop, [0]);
    const opened = await extension.open();
    assert.ok(opened.kind === 'open');
    const unjudged = { message: 'dataset-studio.json has an error.', isError: true };
    await view.load();
    await view.deliver({ ...opened, state: { ...opened.state, unjudged } });
    const alert = page.getByRole('alert').filter({ hasText: unjudged.message });
    await alert.getByRole('button', { name: 'Open the project file' }).click();
    assert.ok((await view.posted()).some(({ kind }) => kind === 'show-project-file'));
    assert.deepEqual(await view.violationsInThemes(), []);
  });

  it('marks columns of the same name in other tables', async () => {
    const extension = await load(shop, [0]);
    await pressAll(extension, ['Home', 'ArrowDown', 'ArrowDown']);
    await page.locator('.card').nth(1).locator('.row.same-name').waitFor();
    assert.equal(await page.locator('.row.same-name').count(), 1);
    await page.getByText('Also in 1 other table').waitFor();
  });

  it('shows hostile text as text', async () => {
    const name = '</script><img src=x onerror="globalThis.attacked=1">';
    const tables = hostileNames.map((each) => ({ name: each, columns: [{ name: each, dataType: each }] }));
    await load(JSON.stringify({ name, tables }), [0]);
    await page.getByRole('treeitem', { name: /^<\/script><img src=x/ }).waitFor();
    assert.equal(await page.evaluate("'attacked' in globalThis"), false);
    assert.equal(await page.locator('img, a, iframe, object, foreignObject').count(), 0);
  });

  it('scrolls a row that is only partly visible into view when it is selected, at both ends', async () => {
    const columns = Array.from({ length: 60 }, (_, index) => ({ name: `c${index}`, dataType: 'Int64' }));
    await load(JSON.stringify({ name: 'N', tables: [{ name: 'A', columns }] }), [0]);
    const rectangles = `const row = document.querySelector('#item-0-30').getBoundingClientRect();
      const visible = document.querySelector('.scroller').getBoundingClientRect();`;
    for (const edge of ['bottom', 'top'] as const)
      for (const hidden of [1, 13, 20]) {
        // A click is lost if the row is rendered again in the middle of it.
        const click = async (timeout: number) => {
          await page.evaluate("document.querySelector('.scroller').scrollTop = 600");
          await page.locator('#item-0-30').waitFor({ state: 'attached' });
          // The row's own edge is that many pixels outside. What is visible of it is clicked.
          const [x, y] = await page.evaluate<[number, number]>(`(() => {
            ${rectangles}
            const outside = ${edge === 'bottom' ? `visible.bottom + ${hidden}` : `visible.top - ${hidden}`};
            document.querySelector('.scroller').scrollTop += row.${edge} - outside;
            return [row.left + 60, visible.${edge} ${edge === 'bottom' ? '-' : '+'} 2];
          })()`);
          await page.mouse.click(x, y);
          await page.locator('#item-0-30[aria-selected="true"]').waitFor({ timeout });
        };
        await retry(click, { first: 1000 });
        await page.waitForFunction(
          `(() => { ${rectangles} return row.top >= visible.top && row.bottom <= visible.bottom; })()`,
        );
        await page.keyboard.press('Home');
      }
  });

  it('gives the same document for the same keys, however long each answer takes', async () => {
    const delays = fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sequence, delays, async (keys, delay) => {
        assert.deepEqual(await press(keys, delay), await press(keys, [0]));
      }),
      { numRuns: caseCount(60) },
    );
  });

  /** Presses keys in a new view of the document. */
  async function press(keys: readonly string[], delays: readonly number[]) {
    return pressAll(await load(document, delays), keys);
  }

  async function load(text: string, delays: readonly number[]): Promise<DelayedExtension> {
    const extension = new DelayedExtension(text, delays);
    await view.load();
    await view.deliver(await extension.open());
    await page.locator(text === '' ? '.empty' : '#tree').waitFor();
    return extension;
  }

  /** Presses keys, and returns what there is at the end. */
  async function pressAll(extension: DelayedExtension, keys: readonly string[]) {
    if ((await page.locator('#tree').count()) > 0) await page.locator('#tree').focus();
    await exchange(extension, false);
    for (const key of keys) {
      await page.keyboard.press(key);
      await exchange(extension, false);
      extension.tick();
    }
    await exchange(extension, true);
    const focused = await page.evaluate('document.activeElement?.id ?? document.activeElement?.className');
    const input = page.locator('input.field');
    const field = (await input.count()) > 0 ? await input.inputValue() : undefined;
    return { text: extension.text, focused, field };
  }

  async function exchange(extension: DelayedExtension, end: boolean): Promise<void> {
    for (;;) {
      extension.receive(await view.posted());
      const answers = await extension.answers(end);
      if (answers === undefined) return;
      await view.deliver(...answers);
    }
  }
});

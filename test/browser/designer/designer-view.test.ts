import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { repositoryFolder } from '../../../scripts/repository.ts';
import type { DocumentState, ToView } from '../../../src/designer/messages.ts';
import { designerStrings } from '../../../src/designer/strings.ts';
import { updateBetween } from '../../../src/designer/update.ts';
import { designWith } from '../../unit/designer/documents.ts';
import { findOrInstallBrowser } from '../../workbench/installation/browser-installation.ts';

/** The view alone, so that a test decides when the extension answers. */
describe("The designer's view", function () {
  this.timeout('2m');
  let browser: Browser | undefined;
  let page: Page;

  before(async () => {
    browser = await chromium.launch({
      executablePath: await findOrInstallBrowser(),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    page = await browser.newPage();
    await page.setContent('<!DOCTYPE html><html><body></body></html>');
    await page.addStyleTag({ content: await bundled('designer.css') });
    await page.evaluate(
      'globalThis.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })',
    );
    await page.evaluate(await bundled('designer.js'));
  });

  after(() => browser?.close());

  it('keeps the order of characters that are typed before and after the field of a new column appears', async () => {
    const before = designWith({ A: ['x'] });
    const state: DocumentState = { version: 1, readOnly: undefined, isEmpty: false, dataTypes: ['string'] };
    await send({ kind: 'open', strings: designerStrings(), design: JSON.stringify(before), state });
    await page.locator('#tree').focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'Insert']) await page.keyboard.press(key);
    await page.keyboard.type('Pri');
    const update = updateBetween(before, designWith({ A: ['x', 'Column'] }));
    await send({ kind: 'update', update, state: { ...state, version: 2 } });
    await send({ kind: 'changed' });
    await page.locator('.name-input').waitFor();
    await page.keyboard.type('ce');
    assert.equal(await page.locator('.name-input').inputValue(), 'Price');
  });

  function bundled(name: string): Promise<string> {
    return readFile(join(repositoryFolder, 'dist', 'webview', name), 'utf8');
  }

  async function send(message: ToView): Promise<void> {
    await page.evaluate(`postMessage(${JSON.stringify(message)}, '*')`);
  }
});

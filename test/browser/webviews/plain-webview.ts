import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { repositoryFolder } from '../../../scripts/repository.ts';
import { isFull } from '../../../scripts/testing/random-cases.ts';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import { findOrInstallBrowser } from '../../workbench/installation/browser-installation.ts';
import { violations } from '../accessibility.ts';
import { recordedStyles, type ThemeName, themeNames } from './themes.ts';

export type WebviewName = 'batch' | 'data' | 'designer';

/** A webview of the extension as a page of its own, as VS Code would show it, so that a test decides what the extension answers. */
export class PlainWebview<FromView, ToView> {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #name: WebviewName;

  private constructor(page: Page, browser: Browser, name: WebviewName) {
    this.page = page;
    this.#browser = browser;
    this.#name = name;
  }

  static async open<FromView, ToView>(name: WebviewName): Promise<PlainWebview<FromView, ToView>> {
    const executablePath = await findOrInstallBrowser();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    const page = await browser.newPage();
    page.setDefaultTimeout(timeLimit(5_000));
    return new PlainWebview<FromView, ToView>(page, browser, name);
  }

  /** Loads the view again. It waits for messages. */
  async load(): Promise<void> {
    const bundled = (extension: string) =>
      readFile(join(repositoryFolder, 'dist', 'webview', `${this.#name}.${extension}`), 'utf8');
    const style = `${recordedStyles().defaults} ${await bundled('css')}`;
    await this.page.setContent(
      `<!DOCTYPE html><html lang="en"><head><title>View</title><style>${style}</style></head><body></body></html>`,
    );
    await this.applyTheme('Dark Modern');
    await this.page.evaluate(`
      globalThis.posted = [];
      globalThis.acquireVsCodeApi = () => ({
        postMessage: (message) => globalThis.posted.push(message),
        getState() {},
        setState() {},
      });
      ${await bundled('js')}`);
  }

  async deliver(...messages: readonly ToView[]): Promise<void> {
    await this.page.evaluate(
      `for (const data of ${JSON.stringify(messages)}) dispatchEvent(new MessageEvent('message', { data }))`,
    );
  }

  /** What the view has posted since the last call. */
  posted(): Promise<FromView[]> {
    return this.page.evaluate<FromView[]>('posted.splice(0)');
  }

  /** VS Code draws the background of an editor behind a webview. */
  async applyTheme(theme: ThemeName): Promise<void> {
    const { kind, variables } = recordedStyles().themes[theme];
    const style = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
    await this.page.evaluate(`
      document.documentElement.style.cssText = ${JSON.stringify(`background: var(--vscode-editor-background); ${style.join(' ')}`)};
      document.body.className = ${JSON.stringify(kind)};`);
  }

  /** What axe-core finds in each of VS Code's default themes; in a normal run without the second high-contrast one. */
  async violationsInThemes(): Promise<string[]> {
    const found: string[] = [];
    for (const theme of themeNames.filter((each) => isFull || each !== 'Default High Contrast Light')) {
      await this.applyTheme(theme);
      found.push(...(await violations(this.page)).map((violation) => `${theme}: ${violation}`));
    }
    await this.applyTheme('Dark Modern');
    return found;
  }

  /** Asserts that the element with this text has the focus after the view was drawn; without a text, that none has it. */
  async focusIsOn(text?: string): Promise<void> {
    // The view moves the focus after it was drawn.
    await this.page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))',
    );
    const focused = await this.page.locator(':focus').allTextContents();
    assert.deepEqual(focused, text === undefined ? [] : [text]);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

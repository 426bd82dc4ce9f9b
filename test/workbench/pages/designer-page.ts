import type { Frame, Locator, Page } from 'playwright-core';
import { retry } from '../../../scripts/testing/retry.ts';

/** How often VS Code looks whether a view has the focus, in milliseconds. */
const focusInterval = 250;

/** The Dataset Designer in the workbench: its webview is a frame in a frame. */
export class DesignerPage {
  readonly #page: Page;
  /** Which of several open designers, in the order of the page. */
  readonly #index: number;

  constructor(page: Page, index = 0) {
    this.#page = page;
    this.#index = index;
  }

  /** The whole view. */
  get view(): Locator {
    return this.#page
      .locator('iframe.webview.ready')
      .nth(this.#index)
      .contentFrame()
      .locator('iframe#active-frame')
      .contentFrame()
      .locator('body');
  }

  get tree(): Locator {
    return this.view.getByRole('tree');
  }

  /** A table or a column by its spoken label. */
  item(label: RegExp): Locator {
    return this.view.getByRole('treeitem', { name: label });
  }

  /** The selected item's spoken label, once it matches. */
  async active(label: RegExp): Promise<void> {
    await this.view.getByRole('treeitem', { name: label, selected: true }).waitFor();
  }

  async open(): Promise<void> {
    await this.tree.waitFor();
  }

  async focus(): Promise<void> {
    const active = this.#page.locator('.editor-group-container.active', { hasText: 'Dataset Designer' });
    const focus = async (timeout: number) => {
      await this.tree.focus();
      await active.waitFor({ timeout });
    };
    // VS Code looks from time to time whether a view has the focus. It missed that something else had it in between.
    const blur = async () => {
      await this.#page.evaluate('document.activeElement?.blur()');
      await this.#page.waitForTimeout(2 * focusInterval);
    };
    await retry(focus, { first: 2 * focusInterval, between: blur });
  }

  /** The frame with the page of the view, to run scripts in. */
  async frame(): Promise<Frame> {
    const handle = await this.view.elementHandle();
    const frame = await handle?.ownerFrame();
    if (!frame) throw new Error('The designer has no frame.');
    return frame;
  }
}

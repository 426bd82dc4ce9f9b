import type { Frame, Locator, Page } from 'playwright-core';

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
    await this.tree.focus();
    // VS Code takes a moment to notice.
    const active = this.#page.locator('.editor-group-container.active');
    await active.filter({ hasText: 'Dataset Designer' }).waitFor();
  }

  /** The frame with the page of the view, to run scripts in. */
  async frame(): Promise<Frame> {
    const handle = await this.view.elementHandle();
    const frame = await handle?.ownerFrame();
    if (!frame) throw new Error('The designer has no frame.');
    return frame;
  }
}

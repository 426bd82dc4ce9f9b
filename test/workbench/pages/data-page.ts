import type { Locator, Page } from 'playwright-core';
import { DesignerPage } from './designer-page.ts';

/** The page of data files in the workbench, which is a webview, too: the one that was opened last. */
export class DataPage extends DesignerPage {
  constructor(page: Page) {
    super(page, -1);
  }

  /** The button that ends it. It has the focus first. */
  accept(label: string): Locator {
    return this.view.getByRole('button', { name: label });
  }

  override async open(): Promise<void> {
    await this.view.locator('.primary-button:focus').waitFor();
  }
}

import type { Locator, Page } from 'playwright-core';
import { DesignerPage } from './designer-page.ts';

/** The page with the results of a batch in the workbench, which is a webview, too: the one that was opened last. */
export class BatchPage extends DesignerPage {
  constructor(page: Page) {
    super(page, -1);
  }

  /** The row of a file. */
  row(file: string): Locator {
    return this.view
      .getByRole('row')
      .filter({ has: this.view.page().getByRole('button', { name: file, exact: true }) });
  }

  /** Waits until the numbers of documents match. */
  async counts(text: RegExp): Promise<void> {
    await this.view.getByRole('status').filter({ hasText: text }).waitFor();
  }
}

import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** A walkthrough that is open in the workbench. */
export class WalkthroughPage {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Waits for the steps and returns their titles, and whether they are checked. */
  async steps(): Promise<{ title: string; done: boolean }[]> {
    await this.#steps.first().waitFor();
    const steps = await this.#steps.all();
    return Promise.all(
      steps.map(async (step) => ({
        title: (await step.locator('.step-title').textContent()) ?? '',
        done: await isChecked(step),
      })),
    );
  }

  /** All that is visible. */
  text(): Promise<string> {
    return this.#container.locator('.gettingStartedSlideDetails').innerText();
  }

  /** Expands a step. */
  async select(title: string): Promise<void> {
    const step = this.#step(title);
    await this.#workbench.until(step.and(this.#workbench.page.locator('.expanded')), (timeout) =>
      step.locator('.step-title').click({ timeout }),
    );
  }

  /** Presses a button of the expanded step. */
  async press(label: string): Promise<void> {
    await this.#steps
      .and(this.#workbench.page.locator('.expanded'))
      .getByRole('button', { name: label })
      .click();
  }

  /** The alternative text of the picture of the expanded step. */
  async picture(): Promise<string> {
    return (await this.#container.locator('.getting-started-media img').getAttribute('alt')) ?? '';
  }

  done(title: string): Promise<boolean> {
    return isChecked(this.#step(title));
  }

  /** Waits for the check mark of a step. */
  async isDone(title: string): Promise<void> {
    await this.#step(title).locator('.codicon-getting-started-step-checked').waitFor();
  }

  get #container(): Locator {
    return this.#workbench.page.locator('.gettingStartedContainer');
  }

  get #steps(): Locator {
    return this.#container.locator('.getting-started-step');
  }

  #step(title: string): Locator {
    return this.#steps.filter({ has: this.#workbench.page.getByText(title, { exact: true }) });
  }
}

async function isChecked(step: Locator): Promise<boolean> {
  return (await step.locator('.codicon-getting-started-step-checked').count()) > 0;
}

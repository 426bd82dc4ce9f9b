import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** The environment variable with the folder of requests, for the extension in `command-extension`. */
export const requestsVariable = 'DATASET_STUDIO_COMMAND_REQUESTS';

/** How often a key is pressed again and files are looked for, in milliseconds. */
const interval = 20;
const keyInterval = 2000;

/**
 * Presses the extension's key, wherever the focus is. VS Code sends it to the extension host of that window, after it has
 * started. Without a modifier: VS Code would take Alt, which is not released, for a key that focuses the menu. In the page's
 * language: here are no types of a browser.
 */
const pressKey = `document.body.dispatchEvent(
  new KeyboardEvent('keydown', {
    bubbles: true, cancelable: true, key: 'F19', code: 'F19', keyCode: 130,
  }),
)`;

/** Has the extension in `command-extension` run commands in a window. */
export class CommandRequests {
  readonly #folder: string;
  #last = 0;

  /** `folder`: exists, and is empty. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves when the command has started, or has ended. Rejects if it fails until then. Limits are in milliseconds. */
  async run(
    page: Page,
    command: string,
    until: 'started' | 'ended',
    timeout: number,
    argument?: string | number,
  ): Promise<void> {
    this.#last += 1;
    const id = this.#last;
    const request = join(this.#folder, 'request.json');
    writeFileSync(`${request}.new`, JSON.stringify({ id, command, argument }));
    renameSync(`${request}.new`, request);
    const file = join(this.#folder, `${id}.${until}`);
    const end = Date.now() + timeout;
    for (let pressed = 0; !existsSync(file); await sleep(interval)) {
      if (Date.now() > end) throw new Error(`${command} has not ${until}.`);
      if (!existsSync(request) || Date.now() - pressed < keyInterval) continue;
      pressed = Date.now();
      // A window that is being loaded has no page.
      await page.evaluate(pressKey).catch(() => undefined);
    }
    const failure = until === 'ended' ? readFileSync(file, 'utf8') : '';
    if (failure !== '') throw new Error(`${command}: ${failure}`);
  }
}

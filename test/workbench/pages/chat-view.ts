import type { Workbench } from './workbench.ts';

/** Works VS Code's chat view as a user does. */
export class ChatView {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Opens the view and sends a prompt. */
  async send(prompt: string): Promise<void> {
    const { page } = this.#workbench;
    const input = page.locator('.interactive-session .chat-input-container .monaco-editor').first();
    if (!(await input.isVisible())) await this.#workbench.runCommand('Chat: Open Chat');
    // Until the model is known, a prompt is answered with an error.
    await page.locator('.interactive-session .chat-input-toolbars', { hasText: 'Probe' }).first().waitFor();
    await input.click();
    await page.keyboard.insertText(prompt);
    await page.keyboard.press('Enter');
  }

  /** Waits for a response that contains `text`, and returns the whole. */
  async response(text: RegExp): Promise<string> {
    const response = this.#workbench.page
      .locator('.interactive-session .interactive-response')
      .filter({ hasText: text });
    return (await response.last().innerText()) ?? '';
  }

  /** Waits until VS Code asks whether a tool may run, and returns the question. */
  async confirmation(text: RegExp): Promise<string> {
    const question = this.#workbench.page
      .locator(
        '.interactive-session .chat-confirmation-widget-container, .interactive-session .chat-confirmation-widget2',
      )
      .filter({ hasText: text });
    return (await question.last().innerText()) ?? '';
  }

  /** Presses a button of the question. */
  async press(label: RegExp): Promise<void> {
    await this.#workbench.page
      .locator('.interactive-session .monaco-button')
      .filter({ hasText: label })
      .last()
      .click();
  }
}

import type { Locator, Page } from 'playwright-core';

/** Starting the workbench and activating extensions takes a while on a small machine. */
const patience = 60_000;

/** Works the VS Code workbench as a user does: by keyboard, palette and what stands on the screen. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(patience);
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.locator('.monaco-workbench .explorer-viewlet .monaco-list-row').first().waitFor();
  }

  /** Runs a command by its title in the palette, such as `Dataset: Create Dataset`. */
  async runCommand(title: string): Promise<void> {
    await this.#search('F1', /^>/, `>${title}`, title);
    await this.#quickInputRow(title).click();
  }

  /** Opens a workspace file by its name and waits until its text stands in the editor. */
  async openFile(name: string): Promise<void> {
    await this.#search('Control+P', /^$/, name, name);
    await this.#quickInputRow(name).click();
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.editor.locator('.view-line').first().waitFor();
  }

  /** Waits until a tab of this title is the active one: what is typed before could still go elsewhere. */
  async activeTab(title: RegExp): Promise<void> {
    await this.page.locator('.tab.active', { hasText: title }).waitFor();
  }

  /** The active text editor. */
  get editor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor').first();
  }

  /** Puts the cursor at the end of `line`, 1-based. */
  async goToEndOfLine(line: number): Promise<void> {
    await this.#insist((timeout) => this.#openQuickInput('Control+G', /^:/, `:${line}`, timeout));
    await this.page.keyboard.press('Enter');
    await this.#quickInput.waitFor({ state: 'hidden' });
    await this.page.keyboard.press('End');
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** The completion list, opened by hand; the labels that it shows. */
  async completions(): Promise<string[]> {
    await this.page.keyboard.press('Control+Space');
    const rows = this.page.locator('.suggest-widget.visible .monaco-list-row .label-name');
    await rows.first().waitFor();
    return rows.allTextContents();
  }

  /** Waits for the input box that asks for `prompt` (in its title, text or placeholder), and answers it. */
  async answer(prompt: RegExp, value: string): Promise<void> {
    await this.#asking(prompt).locator('.quick-input-box input').fill(value);
    // What is wrong with the value may stand in the prompt's place by now.
    await this.page.keyboard.press('Enter');
  }

  /** Waits for the pick that asks for `prompt`, and takes the entry with this label. */
  async pick(prompt: RegExp, label: string): Promise<void> {
    await this.#asking(prompt).waitFor();
    await this.#quickInputRow(label).click();
  }

  /** Leaves Restricted Mode, by the page that VS Code has for it. */
  async trustWorkspace(): Promise<void> {
    await this.runCommand('Workspaces: Manage Workspace Trust');
    await this.page
      .locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ })
      .first()
      .click();
    await this.page.locator('.workspace-trust-editor').getByText('You trust this folder').waitFor();
  }

  /** Presses the Back button of the question that is asked. */
  async goBack(): Promise<void> {
    await this.#quickInput.getByRole('button', { name: 'Back' }).click();
  }

  /** Presses a button of the dialog that stands over the workbench. */
  async pressDialogButton(label: string): Promise<void> {
    await this.page.locator('.monaco-dialog-box .monaco-button').getByText(label, { exact: true }).click();
  }

  /** Waits for a notification that says `text`, and gives its whole message. */
  async notification(text: RegExp): Promise<string> {
    const message = this.#notifications.locator('.notification-list-item-message').filter({ hasText: text });
    return (await message.first().textContent()) ?? '';
  }

  async pressNotificationButton(label: string): Promise<void> {
    await this.#notifications.locator('.monaco-button', { hasText: label }).first().click();
  }

  /** Takes all notifications away, so that the next can't be mistaken for an earlier one. */
  async closeNotifications(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
    await this.#notifications.first().waitFor({ state: 'hidden' });
  }

  /** The status bar's item that says `text`. */
  statusBarItem(text: RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text }).first();
  }

  /** Presses a button of the dialog, and gives the page that it opens. */
  async openPage(label: string): Promise<Page> {
    const [page] = await Promise.all([
      this.page.context().waitForEvent('page'),
      this.pressDialogButton(label),
    ]);
    return page;
  }

  /** Opens a container of views by its icon in the activity bar. */
  async openContainer(title: string): Promise<void> {
    await this.page.locator('.activitybar').getByRole('tab', { name: title }).click();
  }

  /** Opens VS Code's Accounts menu; the labels of its entries. */
  async accounts(): Promise<string[]> {
    await this.page.getByRole('button', { name: 'Accounts' }).click();
    const entries = this.#menuEntries;
    await entries.first().waitFor();
    return entries.allTextContents();
  }

  /** Takes an entry of the menu that is open; opens its submenu where it has one. */
  async chooseFromMenu(text: RegExp): Promise<void> {
    // A menu that has just opened takes no click yet.
    await this.#menuEntries.filter({ hasText: text }).last().click({ delay: 300 });
  }

  /** Rows of the view *Environments*, as they read. */
  environmentRows(text: RegExp): Locator {
    return this.page
      .getByRole('tree', { name: 'Environments' })
      .getByRole('treeitem')
      .filter({ hasText: text });
  }

  get #menuEntries(): Locator {
    return this.page.locator('.monaco-menu .action-item .action-label');
  }

  /** Opens the Problems panel and waits for a problem that says `text`. */
  async problem(text: RegExp): Promise<string> {
    await this.runCommand('Problems: Focus on Problems View');
    const row = this.page.locator('.markers-panel .monaco-list-row').filter({ hasText: text });
    return (await row.first().textContent()) ?? '';
  }

  /** Chooses an entry of the context menu of a file or folder in the explorer. */
  async chooseInExplorer(name: string, entry: string): Promise<void> {
    const row = this.page
      .locator('.explorer-folders-view .monaco-list-row')
      .filter({ hasText: name })
      .first();
    await row.click({ button: 'right' });
    await this.menuEntry(entry).click();
  }

  /** An entry of the context menu that stands open. */
  menuEntry(label: string): Locator {
    return this.page.locator('.monaco-menu .action-label').filter({ hasText: label }).first();
  }

  /** The words of the dialog that stands over the workbench. */
  async dialog(): Promise<string> {
    return (await this.page.locator('.monaco-dialog-box .dialog-message-container').textContent()) ?? '';
  }

  /** Opens a container of the activity bar, where it is not open yet. */
  async showContainer(title: string): Promise<void> {
    const item = this.#container(title);
    if ((await item.locator('a').getAttribute('aria-expanded')) !== 'true') await item.click();
  }

  /** Waits for the badge of a container of the activity bar, and gives its text. */
  async badge(title: string): Promise<string> {
    return (await this.#badge(title).textContent()) ?? '';
  }

  async badgeGone(title: string): Promise<void> {
    await this.#badge(title).waitFor({ state: 'hidden' });
  }

  /** The first row of a view whose label and description begin so. */
  row(view: string, text: RegExp): Locator {
    return this.#view(view).locator('.monaco-list-row').filter({ hasText: text }).first();
  }

  /** Presses an action that stands in a row when the mouse is over it. */
  async pressRowAction(view: string, row: RegExp, action: string): Promise<void> {
    await this.row(view, row).hover();
    await this.row(view, row).locator(`.action-label[aria-label^="${action}"]`).click();
  }

  /** The line above a view's tree. */
  message(view: string, text: RegExp): Locator {
    return this.#view(view).locator('.message').filter({ hasText: text });
  }

  /** What an empty view says. */
  welcome(view: string, text: RegExp): Locator {
    return this.#view(view).locator('.welcome-view-content').filter({ hasText: text });
  }

  /** The lenses above the first line, once they say `text`. */
  async codeLenses(text: RegExp): Promise<string> {
    const lenses = this.editor.locator('.codelens-decoration').filter({ hasText: text });
    return (await lenses.first().textContent()) ?? '';
  }

  /** The breadcrumbs, once one of them says `text`, as `file > symbol > symbol`. */
  async breadcrumbs(text: RegExp): Promise<string> {
    const items = this.page.locator('.editor-group-container.active .monaco-breadcrumb-item');
    await items.filter({ hasText: text }).first().waitFor();
    return (await items.allTextContents()).join(' > ');
  }

  /** The labels of the outline, once one of them says `text`. */
  async outline(text: RegExp): Promise<string[]> {
    const rows = this.page.locator('.outline-tree .monaco-list-row .label-name');
    await rows.filter({ hasText: text }).first().waitFor();
    return rows.allTextContents();
  }

  /** Opens the light bulb's menu for the cursor's line, again while the last edit is not checked; the titles that it shows. */
  async quickFixes(): Promise<string[]> {
    const titles = this.#actions.locator('.title');
    await this.#insist(async (timeout) => {
      await this.page.keyboard.press('Control+.');
      await titles.first().waitFor({ timeout });
    });
    return titles.allTextContents();
  }

  async takeQuickFix(title: string): Promise<void> {
    await this.#actions.filter({ has: this.page.getByText(title, { exact: true }) }).click();
    await this.#actions.first().waitFor({ state: 'hidden' });
  }

  /** Waits until a line of the active editor says `text`. */
  async text(text: RegExp): Promise<void> {
    // The editor draws its white space as no-break spaces.
    const pattern = new RegExp(text.source.replaceAll(' ', '\\s'), text.flags);
    await this.editor.locator('.view-line').filter({ hasText: pattern }).first().waitFor();
  }

  /** The path that the dialog for a file to be saved suggests, once it ends as expected. */
  async suggestedPath(ending: string): Promise<string> {
    const input = this.#quickInput.locator('input').first();
    await input.waitFor();
    for (const end = Date.now() + patience; Date.now() < end; await this.page.waitForTimeout(50)) {
      const path = await input.inputValue();
      if (path.endsWith(ending)) return path;
    }
    throw new Error(`The dialog suggests ${await input.inputValue()}.`);
  }

  get #actions(): Locator {
    return this.page.locator('.action-widget .monaco-list-row.action');
  }

  get #notifications(): Locator {
    return this.page.locator('.notification-toast.notification-fade-in-done');
  }

  get #quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  /** Opens the quick input by a key, and searches until `label` is found. */
  async #search(key: string, beginning: RegExp, text: string, label: string): Promise<void> {
    await this.#insist(async (timeout) => {
      await this.#openQuickInput(key, beginning, text, timeout);
      await this.#quickInputRow(label).waitFor({ timeout });
    });
  }

  /** Opens the quick input by a key, tells it from the one before by what it begins with, and fills it. */
  async #openQuickInput(key: string, beginning: RegExp, text: string, timeout: number): Promise<void> {
    await this.page.keyboard.press(key);
    const input = this.#quickInput.locator('input').first();
    for (const end = Date.now() + timeout; !beginning.test(await input.inputValue({ timeout })); ) {
      if (Date.now() > end) throw new Error(`${key} opens nothing that begins with ${beginning}.`);
      await this.page.waitForTimeout(50);
    }
    await input.fill(text, { timeout });
  }

  /** Does it again while it fails, as a user would: what is pressed while the workbench is busy may be lost. */
  async #insist(attempt: (timeout: number) => Promise<void>): Promise<void> {
    const end = Date.now() + patience;
    for (;;) {
      try {
        return await attempt(5000);
      } catch (error) {
        if (Date.now() > end) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  #container(title: string): Locator {
    return this.page
      .locator('.activitybar .action-item')
      .filter({ has: this.page.locator(`a[aria-label^="${title}"]`) });
  }

  #badge(title: string): Locator {
    return this.#container(title).locator('.badge-content:visible').filter({ hasText: /\d/ });
  }

  #view(name: string): Locator {
    return this.page.locator('.pane').filter({
      has: this.page.locator(`.pane-header .title`, { hasText: name }),
    });
  }

  #quickInputRow(label: string): Locator {
    return this.#quickInput
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.locator('.label-name').getByText(label, { exact: true }) })
      .first();
  }

  #asking(prompt: RegExp): Locator {
    return this.#quickInput
      .filter({ hasText: prompt })
      .or(this.#quickInput.filter({ has: this.page.getByPlaceholder(prompt) }));
  }
}

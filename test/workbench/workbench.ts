import type { Locator, Page } from 'playwright-core';

/** Starting the workbench and activating extensions takes a while on a small machine. In milliseconds. */
const patience = 60_000;
const patienceAfterFailure = 15_000;
/** What has not led anywhere after this time was lost, perhaps. In milliseconds, doubled each time. */
const firstMoment = 5_000;

/** A menu that has just opened takes no click yet. */
const slowly = { delay: 300 };

/** Works the VS Code workbench as a user does: by keyboard, palette and what stands on the screen. */
export class Workbench {
  readonly page: Page;
  /** Those that nobody waits for any more. */
  readonly #pages: Set<Page>;
  #patience = patience;

  constructor(page: Page) {
    this.page = page;
    this.#pages = new Set(page.context().pages());
    page.setDefaultTimeout(patience);
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.locator('.monaco-workbench .explorer-viewlet .monaco-list-row').first().waitFor();
  }

  /** Leaves what a failed test has left open. What is built on that test may fail as well, but not as slowly. */
  async recover(): Promise<void> {
    this.#patience = patienceAfterFailure;
    this.page.setDefaultTimeout(patienceAfterFailure);
    for (let open = 0; open < 3; open += 1) await this.page.keyboard.press('Escape');
  }

  /** Does what leads to `shown`, again while that doesn't show: what is pressed while the workbench is busy may be lost. */
  async until(shown: Locator, act: (timeout: number) => Promise<void>): Promise<void> {
    await this.#insist(
      async (timeout) => {
        if (await shown.isVisible()) return;
        await act(timeout);
        await shown.waitFor({ timeout });
      },
      async () => {},
    );
  }

  /** Runs a command by its title in the palette, such as `Dataset: Create Dataset`. */
  async runCommand(title: string): Promise<void> {
    await this.#search('F1', /^>/, `>${title}`, title);
    await this.#take(this.#quickInputRow(title));
  }

  /** Opens a workspace file by its name and waits until its text stands in the editor. */
  async openFile(name: string): Promise<void> {
    await this.#search('Control+P', /^$/, name, name);
    await this.#take(this.#quickInputRow(name));
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
    await this.#accept();
    await this.#quickInput.waitFor({ state: 'hidden' });
    await this.statusBarItem(new RegExp(`Ln ${line}, `)).waitFor();
    await this.page.keyboard.press('End');
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** The completion list, opened by hand, again while it doesn't hold `label`; the labels that it shows. */
  async completions(label: RegExp): Promise<string[]> {
    const rows = this.page.locator('.suggest-widget.visible .monaco-list-row .label-name');
    await this.#insist(async (timeout) => {
      await this.page.keyboard.press('Control+Space');
      await rows.filter({ hasText: label }).first().waitFor({ timeout });
    });
    return rows.allTextContents();
  }

  /** Opens the palette with the commands whose titles begin so, and leaves it open; the titles that it shows. */
  async commandTitles(beginning: string): Promise<string[]> {
    const rows = this.#quickInput.locator('.quick-input-list .monaco-list-row');
    const labels = rows.locator('.label-name');
    await this.#insist(async (timeout) => {
      await this.#openQuickInput('F1', /^>/, `>${beginning}`, timeout);
      await labels.filter({ hasText: beginning }).first().waitFor({ timeout });
    });
    return labels.allTextContents();
  }

  /** The hover at the cursor, once it says `text`. */
  async hover(text: RegExp): Promise<string> {
    const hover = this.page.locator('.monaco-hover:visible').filter({ hasText: text }).first();
    await this.until(hover, async (timeout) => {
      await this.page.keyboard.press('Control+K');
      await this.page.keyboard.press('Control+I');
      await hover.waitFor({ timeout });
    });
    return (await hover.textContent()) ?? '';
  }

  /** The question that is asked for `prompt`. */
  question(prompt: RegExp): Locator {
    return this.#asking(prompt);
  }

  /** Waits for the input box that asks for `prompt` (in its title, text or placeholder), and answers it. */
  async answer(prompt: RegExp, value: string): Promise<void> {
    await this.#asking(prompt).locator('.quick-input-box input').fill(value);
    // What is wrong with the value may stand in the prompt's place by now.
    await this.#accept();
  }

  /** Waits for the pick that asks for `prompt`, and takes the entry with this label. */
  async pick(prompt: RegExp, label: string): Promise<void> {
    await this.#take(this.#rowOf(this.#asking(prompt), label));
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
    await this.#take(this.#dialogButton(label));
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
    await this.#insist(async (timeout) => {
      await this.runCommand('Notifications: Clear All Notifications');
      await this.page.locator('.notification-toast').first().waitFor({ state: 'hidden', timeout });
    });
  }

  /** The status bar's item that says `text`. */
  statusBarItem(text: RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text }).first();
  }

  /**
   * Gives the page that is opened, and presses the button of the dialog before it. VS Code doesn't ask in the first
   * moments of a window, when it doesn't know yet which domains are trusted: the page may be there already.
   */
  async openPage(label: string): Promise<Page> {
    const button = this.#dialogButton(label);
    for (const end = Date.now() + this.#patience; Date.now() < end; await this.page.waitForTimeout(50)) {
      const opened = this.page
        .context()
        .pages()
        .find((page) => !this.#pages.has(page));
      if (opened) {
        this.#pages.add(opened);
        return opened;
      }
      if (await button.isVisible()) await this.pressDialogButton(label);
    }
    throw new Error(`Neither a page nor a dialog with "${label}" has come.`);
  }

  /** Opens VS Code's Accounts menu, again while its entries aren't as expected; the labels of its entries. */
  async accounts(areExpected: (labels: readonly string[]) => boolean): Promise<string[]> {
    const entries = this.#menuEntries;
    let labels: string[] = [];
    await this.#insist(async (timeout) => {
      await this.page.getByRole('button', { name: 'Accounts' }).click({ timeout });
      await entries.first().waitFor({ timeout });
      labels = await entries.allTextContents();
      if (!areExpected(labels)) throw new Error(`The Accounts menu holds ${labels.join(', ')}.`);
    });
    return labels;
  }

  /** Takes an entry of the menu that is open, by way of the submenus that lead there. */
  async chooseFromMenu(...path: readonly RegExp[]): Promise<void> {
    for (const [index, text] of path.entries()) {
      const entry = this.#menuEntries.filter({ hasText: text }).last();
      const next = path[index + 1];
      if (next === undefined) await this.#take(entry, slowly);
      else
        await this.until(this.#menuEntries.filter({ hasText: next }).last(), (timeout) =>
          entry.click({ ...slowly, timeout }),
        );
    }
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
    await this.until(this.menuEntry(entry), async (timeout) => {
      // A menu that came too early may lack the entry.
      await this.page.keyboard.press('Escape');
      await row.click({ button: 'right', timeout });
    });
    await this.#take(this.menuEntry(entry), slowly);
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
    const opened = item.and(this.page.locator('[aria-expanded="true"]'));
    await this.until(opened, (timeout) => item.click({ timeout }));
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
    const found = this.row(view, row);
    // A row that is drawn again loses the mouse.
    await this.#insist(
      async (timeout) => {
        await found.hover({ timeout });
        await found.locator(`.action-label[aria-label^="${action}"]`).click({ timeout });
      },
      () => this.page.mouse.move(0, 0),
    );
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
    await this.#take(this.#actions.filter({ has: this.page.getByText(title, { exact: true }) }));
    await this.#actions.first().waitFor({ state: 'hidden' });
  }

  /** Waits until a line of the active editor says `text`. */
  async text(text: RegExp): Promise<void> {
    // The editor draws its white space as no-break spaces.
    const pattern = new RegExp(text.source.replaceAll(' ', '\\s'), text.flags);
    await this.editor.locator('.view-line').filter({ hasText: pattern }).first().waitFor();
  }

  /** Saves a new file at the path that VS Code suggests, which has to end so; gives the path. */
  async saveAsSuggested(ending: string): Promise<string> {
    const input = this.#quickInput.locator('input').first();
    await this.until(input, () => this.page.keyboard.press('Control+S'));
    let path = '';
    for (
      const end = Date.now() + this.#patience;
      !path.endsWith(ending);
      await this.page.waitForTimeout(50)
    ) {
      if (Date.now() > end) throw new Error(`The dialog suggests ${path}.`);
      path = await input.inputValue();
    }
    // The dialog takes no Enter while it looks at the folder.
    await this.#insist(
      async (timeout) => {
        await input.press('Enter', { timeout }).catch(() => {});
        await input.waitFor({ state: 'hidden', timeout });
      },
      async () => {},
    );
    return path;
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

  /** Presses Enter in the input that stands open, wherever the focus is. */
  async #accept(): Promise<void> {
    await this.#quickInput.locator('.quick-input-box input').press('Enter');
  }

  /** Clicks what goes away when it is taken, again while it stays: a click may meet what is just being drawn. */
  async #take(target: Locator, how: { readonly delay?: number } = {}): Promise<void> {
    await target.click(how);
    await this.#insist(
      (timeout) => target.waitFor({ state: 'hidden', timeout }),
      () => target.click({ ...how, timeout: firstMoment }).catch(() => {}),
    );
  }

  /** Tries again while it fails, as a user would, and gives it more time each time. */
  async #insist(
    attempt: (timeout: number) => Promise<void>,
    between: () => Promise<void> = () => this.page.keyboard.press('Escape'),
  ): Promise<void> {
    const end = Date.now() + this.#patience;
    for (let moment = firstMoment; ; moment *= 2) {
      try {
        return await attempt(moment);
      } catch (error) {
        if (Date.now() > end) throw error;
        await between();
      }
    }
  }

  #dialogButton(label: string): Locator {
    return this.page.locator('.monaco-dialog-box .monaco-button').getByText(label, { exact: true });
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
    return this.#rowOf(this.#quickInput, label);
  }

  #rowOf(quickInput: Locator, label: string): Locator {
    return quickInput
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

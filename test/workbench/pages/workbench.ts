import type { Locator, Page } from 'playwright-core';
import { firstTimeout, retry } from '../../../scripts/testing/retry.ts';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import { knownCommand } from '../commands/command-ids.ts';
import type { CommandRequests } from '../commands/command-requests.ts';
import { waitFor } from '../wait-for.ts';

/** In milliseconds. Starting the workbench and activating extensions is slow on a small machine. */
const defaultTimeout = timeLimit(30_000);
const timeoutAfterFailure = timeLimit(5_000);
/** How long to wait for a notification before looking whether VS Code has hidden it. */
const toastTimeout = 2_000;

/** A slow click: a menu ignores clicks immediately after it opens. */
const slowClick = { delay: 300 };

/** Whether the notifications of the page are at rest. In the page's language: here are no types of a browser. */
const isAtRest = `(() => {
  const shown = [...document.querySelectorAll('.notification-toast')];
  const isStill = (each) =>
    getComputedStyle(each).opacity === '1' && each.getAnimations({ subtree: true }).length === 0;
  return shown.length <= 1 && shown.every(isStill);
})()`;

/** Automates the VS Code workbench as a user would, with the keyboard, the mouse, and the Command Palette. */
export class Workbench {
  readonly page: Page;
  /** Pages that `openPage` doesn't return: those that were open before, and those that it returned. */
  readonly #knownPages: Set<Page>;
  readonly #requests: CommandRequests | undefined;
  #timeout = defaultTimeout;

  /** `requests`: runs commands without the palette. */
  constructor(page: Page, requests?: CommandRequests) {
    this.page = page;
    this.#requests = requests;
    this.#knownPages = new Set(page.context().pages());
    page.setDefaultTimeout(defaultTimeout);
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.locator('.monaco-workbench .explorer-viewlet .monaco-list-row').first().waitFor();
  }

  /** Opens a window without a folder, in which the side bar is hidden. */
  async openEmpty(address: string): Promise<void> {
    await this.page.goto(address);
    await this.statusBarItem(/^\s*0\s*0\s*$/).waitFor();
  }

  /** Closes what a failed test left open, and reduces timeouts so that dependent tests fail quickly. */
  async recover(): Promise<void> {
    this.#timeout = timeoutAfterFailure;
    this.page.setDefaultTimeout(timeoutAfterFailure);
    for (let open = 0; open < 3; open += 1) await this.page.keyboard.press('Escape');
  }

  /** Repeats `act` until `shown` is visible, because a busy workbench can ignore keystrokes and clicks. */
  async until(shown: Locator, act: (timeout: number) => Promise<void>): Promise<void> {
    await this.#retry(
      async (timeout) => {
        if (await shown.isVisible()) return;
        await act(timeout);
        await shown.waitFor({ timeout });
      },
      async () => {},
    );
  }

  /** Runs a command by its title in the palette, such as `Dataset: Create Dataset`; without the palette, if it can. */
  async runCommand(title: string): Promise<void> {
    const known = this.#requests && knownCommand(title);
    if (known) await this.#request(known.id, known.ends ? 'ended' : 'started');
    else await this.#runInPalette(title);
  }

  async #runInPalette(title: string): Promise<void> {
    const row = this.#quickInputRow(title);
    // From the start if there is nothing to click: whatever takes the focus closes the palette.
    await this.#retry(async (timeout) => {
      await this.#openQuickInput('F1', /^>/, `>${title}`, timeout);
      await row.click({ timeout });
    });
    await this.#untilHidden(row);
  }

  /** Has the extension for tests run a command. */
  async #request(command: string, until: 'started' | 'ended', argument?: string | number): Promise<void> {
    await this.#requests?.run(this.page, command, until, this.#timeout, argument);
  }

  /** Opens a workspace file by its name and waits until the editor shows its text. */
  async openFile(name: string): Promise<void> {
    if (this.#requests) await this.#request('testing.openFile', 'ended', name);
    else await this.#openInQuickInput(name);
    await this.page
      .locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`)
      .waitFor();
    await this.editor.locator('.view-line').first().waitFor();
  }

  async #openInQuickInput(name: string): Promise<void> {
    const row = this.#quickInputRow(name);
    // From the start each time: an editor that takes the focus closes the quick input.
    await this.#retry(async (timeout) => {
      await this.#openQuickInput('Control+P', /^$/, name, timeout);
      await row.click({ timeout });
      await row.waitFor({ state: 'hidden', timeout });
    });
  }

  /** Waits until a tab with this title is active. */
  async activeTab(title: RegExp): Promise<void> {
    await this.page.locator('.tab.active', { hasText: title }).waitFor();
  }

  /** The active text editor. */
  get editor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor').first();
  }

  /** Puts the cursor at the end of `line`, 1-based. */
  async goToEndOfLine(line: number): Promise<void> {
    if (this.#requests) {
      await this.#request('testing.goToEndOfLine', 'ended', line);
      await this.statusBarItem(new RegExp(`Ln ${line}, `)).waitFor();
      return;
    }
    await this.#retry(async (timeout) => {
      await this.#openQuickInput('Control+G', /^:/, `:${line}`, timeout);
      await this.#quickInput.locator('.quick-input-box input').press('Enter', { timeout });
      await this.#quickInput.waitFor({ state: 'hidden', timeout });
      await this.statusBarItem(new RegExp(`Ln ${line}, `)).waitFor({ timeout });
    });
    await this.page.keyboard.press('End');
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Triggers completion until the list contains `label`. Returns all labels. */
  async completions(label: RegExp): Promise<string[]> {
    const rows = this.page.locator('.suggest-widget.visible .monaco-list-row .label-name');
    await this.#retry(async (timeout) => {
      await this.page.keyboard.press('Control+Space');
      await rows.filter({ hasText: label }).first().waitFor({ timeout });
    }, this.#focusEditor);
    return rows.allTextContents();
  }

  /** Opens the Command Palette with commands that begin with `beginning`. Returns their titles. Leaves the palette open. */
  async commandTitles(beginning: string): Promise<string[]> {
    const rows = this.#quickInput.locator('.quick-input-list .monaco-list-row');
    const labels = rows.locator('.label-name');
    await this.#retry(async (timeout) => {
      await this.#openQuickInput('F1', /^>/, `>${beginning}`, timeout);
      await labels.filter({ hasText: beginning }).first().waitFor({ timeout });
    });
    return labels.allTextContents();
  }

  /** Shows the hover at the cursor and waits for `text`. Returns its text. */
  async hover(text: RegExp): Promise<string> {
    const hover = this.page.locator('.monaco-hover:visible').filter({ hasText: text }).first();
    await this.until(hover, async (timeout) => {
      await this.page.keyboard.press('Control+K');
      await this.page.keyboard.press('Control+I');
      await hover.waitFor({ timeout });
    });
    return (await hover.textContent()) ?? '';
  }

  /** The quick input that shows `prompt`. */
  question(prompt: RegExp): Locator {
    return this.#quickInputFor(prompt);
  }

  /** Waits for an input box with `prompt` in its title, text, or placeholder, and enters `value`. */
  async answer(prompt: RegExp, value: string): Promise<void> {
    await this.#quickInputFor(prompt).locator('.quick-input-box input').fill(value);
    // A validation message may have replaced the prompt.
    await this.#accept();
  }

  /** Accepts what is selected in the quick pick with `prompt`. */
  async acceptSelected(prompt: RegExp): Promise<void> {
    const question = this.#quickInputFor(prompt);
    // A quick pick ignores Enter until it has its items.
    await question.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await question.locator('.quick-input-box input').press('Enter');
  }

  /** Waits for a quick pick with `prompt`, and selects the item with this label. */
  async pick(prompt: RegExp, label: string): Promise<void> {
    await this.#clickUntilHidden(this.#rowOf(this.#quickInputFor(prompt), label));
  }

  /** Leaves Restricted Mode with the Workspace Trust editor. */
  async trustWorkspace(): Promise<void> {
    await this.runCommand('Workspaces: Manage Workspace Trust');
    await this.page
      .locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ })
      .first()
      .click();
    await this.page.locator('.workspace-trust-editor').getByText('You trust this folder').waitFor();
  }

  /** Presses the Back button of the quick input. */
  async goBack(): Promise<void> {
    await this.#quickInput.getByRole('button', { name: 'Back' }).click();
  }

  /** Presses a button of the modal dialog. */
  async pressDialogButton(label: string): Promise<void> {
    await this.#clickUntilHidden(this.#dialogButton(label));
  }

  /** Waits for a notification that matches `text`, and returns its message. */
  async notification(text: RegExp): Promise<string> {
    const message = this.#notifications
      .locator('.notification-list-item-message')
      .filter({ hasText: text })
      .first();
    await this.#showIfHidden(message);
    return (await message.textContent()) ?? '';
  }

  /** Shows all notifications if a part of one is not seen: VS Code hides one after a time that is short on a busy machine. */
  async #showIfHidden(part: Locator): Promise<void> {
    await this.#retry(
      (timeout) => part.waitFor({ state: 'attached', timeout }),
      () => this.runCommand('Notifications: Show Notifications'),
      toastTimeout,
    );
  }

  /** Waits until no notification moves or fades, and at most one is shown: that of a progress stays for a moment after its end. */
  async notificationsAtRest(): Promise<void> {
    await waitFor(async () => {
      if (!(await this.page.evaluate(isAtRest)))
        throw new Error('A notification moves, or several are shown.');
    });
  }

  async pressNotificationButton(label: string): Promise<void> {
    const button = this.#notifications.locator('.monaco-button', { hasText: label }).first();
    // VS Code can hide it before the click.
    const pressed = await this.#retry(
      async (timeout) => {
        await this.#showIfHidden(button);
        const found = await button.elementHandle({ timeout });
        await found?.click({ timeout });
        return found;
      },
      async () => {},
    );
    // A click is lost while notifications move. The next notification may have the same button.
    await this.#retry(
      async (timeout) => pressed?.waitForElementState('hidden', { timeout }),
      async () => pressed?.click({ timeout: firstTimeout }).catch(() => {}),
    );
  }

  async followNotificationLink(label: string): Promise<void> {
    const link = this.#notifications.locator('.notification-list-item-message a', { hasText: label }).first();
    await this.#showIfHidden(link);
    await link.click();
  }

  /** Clears all notifications, so that a later notification can't be confused with an earlier one. */
  async closeNotifications(): Promise<void> {
    await this.#retry(async (timeout) => {
      await this.runCommand('Notifications: Clear All Notifications');
      await this.page.locator('.notification-toast').first().waitFor({ state: 'hidden', timeout });
    });
  }

  /** The status bar item that matches `text`. */
  statusBarItem(text: RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text }).first();
  }

  /**
   * Returns the page that the workbench opens. Confirms the dialog before it, which VS Code doesn't show while a window
   * starts and the trusted domains aren't loaded yet.
   */
  async openPage(label: string): Promise<Page> {
    const button = this.#dialogButton(label);
    for (const end = Date.now() + this.#timeout; Date.now() < end; await this.page.waitForTimeout(50)) {
      const opened = this.page
        .context()
        .pages()
        .find((page) => !this.#knownPages.has(page));
      if (opened) {
        this.#knownPages.add(opened);
        return opened;
      }
      if (await button.isVisible()) await this.pressDialogButton(label);
    }
    throw new Error(`Neither a page nor a dialog with the button "${label}" was opened.`);
  }

  /** Opens the Accounts menu until its entries are as expected. Returns the labels. */
  async accounts(areExpected: (labels: readonly string[]) => boolean): Promise<string[]> {
    const entries = this.#menuEntries;
    let labels: string[] = [];
    await this.#retry(async (timeout) => {
      await this.page.getByRole('button', { name: 'Accounts' }).click({ timeout });
      await entries.first().waitFor({ timeout });
      labels = await entries.allTextContents();
      if (!areExpected(labels)) throw new Error(`The Accounts menu contains ${labels.join(', ')}.`);
    });
    return labels;
  }

  /** Selects an entry of the open menu. `path`: its submenus and the entry. */
  async chooseFromMenu(...path: readonly RegExp[]): Promise<void> {
    for (const [index, text] of path.entries()) {
      const entry = this.#menuEntries.filter({ hasText: text }).last();
      const next = path[index + 1];
      if (next === undefined) await this.#clickUntilHidden(entry, slowClick);
      else
        await this.until(this.#menuEntries.filter({ hasText: next }).last(), (timeout) =>
          entry.click({ ...slowClick, timeout }),
        );
    }
  }

  /** The rows of the view *Environments* that match `text`. */
  environmentRows(text: RegExp): Locator {
    return this.page
      .getByRole('tree', { name: 'Environments' })
      .getByRole('treeitem')
      .filter({ hasText: text });
  }

  get #menuEntries(): Locator {
    return this.page.locator('.monaco-menu .action-item .action-label');
  }

  /** Opens the Problems panel and waits for a problem that matches `text`, also of a file that is below what is shown. */
  async problem(text: RegExp): Promise<string> {
    await this.runCommand('Problems: Focus on Problems View');
    const row = this.page.locator('.markers-panel .monaco-list-row').filter({ hasText: text }).first();
    const list = this.page.locator('.markers-panel .monaco-list').first();
    await this.until(row, async (timeout) => {
      // Not by keys, which open the files of what they select. At the left, where no notification or hover covers the list.
      await list.hover({ position: { x: 10, y: 10 }, timeout });
      await this.page.mouse.wheel(0, -10_000);
      for (let page = 0; page < 10 && !(await row.isVisible()); page += 1) {
        await this.page.mouse.wheel(0, 100);
        await this.page.waitForTimeout(100);
      }
    });
    return (await row.textContent()) ?? '';
  }

  /** Selects an entry of the context menu of a file or folder in the Explorer, or of its submenu for datasets. */
  async chooseInExplorer(name: string, entry: string): Promise<void> {
    const row = this.page
      .locator('.explorer-folders-view .monaco-list-row')
      .filter({ hasText: name })
      .first();
    const target = this.menuEntry(entry);
    await this.#retry(async (timeout) => {
      await this.until(target, async (timeout) => {
        // A menu that was opened too early may lack the entry.
        await this.page.keyboard.press('Escape');
        await row.click({ button: 'right', timeout });
        const submenu = this.menuEntry('More Dataset Actions');
        await this.menuEntry('Rename').waitFor({ timeout });
        if (!(await target.isVisible()) && (await submenu.isVisible())) await submenu.hover();
      });
      // A menu closes by itself if something else takes the focus.
      await target.click({ ...slowClick, timeout });
    });
    await this.#untilHidden(target, slowClick);
  }

  /** Drags a file from the Explorer to the end of a line, and drops it there while Shift is pressed. */
  async dropFromExplorer(name: string, line: RegExp): Promise<void> {
    const row = this.page
      .locator('.explorer-folders-view .monaco-list-row')
      .filter({ hasText: name })
      .first();
    await row.hover();
    await this.page.mouse.down();
    // A drag begins after some movement, and VS Code shows where a file can be dropped after some more.
    const target = await this.editor.locator('.view-line').filter({ hasText: line }).first().boundingBox();
    if (target === null) throw new Error(`No line matches ${line}.`);
    const x = target.x + 300;
    const y = target.y + target.height / 2;
    await this.page.mouse.move(x, y - 40, { steps: 10 });
    await this.page.keyboard.down('Shift');
    await this.page.mouse.move(x, y, { steps: 10 });
    await this.page.mouse.up();
    await this.page.keyboard.up('Shift');
  }

  /** Drops a file of another program on a line, while Shift is pressed: as a file manager does it on a desktop. */
  async dropFromOutside(uri: string, line: RegExp): Promise<void> {
    const target = this.editor.locator('.view-line').filter({ hasText: line }).first();
    const { x, y } = (await target.boundingBox()) ?? { x: 0, y: 0 };
    // Here are no types of a browser.
    const dataTransfer = await this.page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.setData('text/uri-list', ${JSON.stringify(uri)}); return data; })()`,
    );
    for (const event of ['dragenter', 'dragover', 'drop'])
      await target.dispatchEvent(event, { dataTransfer, shiftKey: true, clientX: x + 60, clientY: y + 8 });
  }

  /** An entry of the open context menu. */
  menuEntry(label: string): Locator {
    return this.page.locator('.monaco-menu .action-label').filter({ hasText: label }).first();
  }

  /** The text of the modal dialog. */
  async dialog(): Promise<string> {
    return (await this.page.locator('.monaco-dialog-box .dialog-message-container').textContent()) ?? '';
  }

  /** Opens a view container of the Activity Bar, unless it is already open. */
  async showContainer(title: string): Promise<void> {
    const item = this.#container(title);
    const opened = item.and(this.page.locator('[aria-expanded="true"]'));
    await this.until(opened, (timeout) => item.click({ timeout }));
  }

  /** Waits until the badge of a view container in the Activity Bar has this text. */
  async badge(title: string, text: string): Promise<void> {
    await this.#badge(title).getByText(text, { exact: true }).waitFor();
  }

  async badgeGone(title: string): Promise<void> {
    await this.#badge(title).waitFor({ state: 'hidden' });
  }

  /** The first row of a view that matches `text`. */
  row(view: string, text: RegExp): Locator {
    return this.#view(view).locator('.monaco-list-row').filter({ hasText: text }).first();
  }

  /** Presses an inline action, which a row shows on hover. */
  async pressRowAction(view: string, row: RegExp, action: string): Promise<void> {
    const found = this.row(view, row);
    // A row that is rendered again loses the hover.
    await this.#retry(
      async (timeout) => {
        await found.hover({ timeout });
        await found.locator(`.action-label[aria-label^="${action}"]`).click({ timeout });
      },
      () => this.page.mouse.move(0, 0),
    );
  }

  /** The message of a view. */
  message(view: string, text: RegExp): Locator {
    return this.#view(view).locator('.message').filter({ hasText: text });
  }

  /** The welcome content of an empty view. */
  welcome(view: string, text: RegExp): Locator {
    return this.#view(view).locator('.welcome-view-content').filter({ hasText: text });
  }

  /** Waits for code lenses that match `text`, and returns their text. */
  async codeLenses(text: RegExp): Promise<string> {
    const lens = this.editor.locator('.codelens-decoration').filter({ hasText: text }).first();
    // VS Code cancels its request for lenses when the editor loses the focus, and asks again when it has it
    // (`onDidBlurEditorText` in its `CodeLensContribution`).
    await this.#retry((timeout) => lens.waitFor({ timeout }), this.#focusEditor);
    return (await lens.textContent()) ?? '';
  }

  /** Waits for a breadcrumb that matches `text`. Returns all breadcrumbs, such as `file > symbol > symbol`. */
  async breadcrumbs(text: RegExp): Promise<string> {
    const items = this.page.locator('.editor-group-container.active .monaco-breadcrumb-item');
    await items.filter({ hasText: text }).first().waitFor();
    return (await items.allTextContents()).join(' > ');
  }

  /** Waits for an outline entry that matches `text`. Returns the labels of all entries. */
  async outline(text: RegExp): Promise<string[]> {
    const rows = this.page.locator('.outline-tree .monaco-list-row .label-name');
    await rows.filter({ hasText: text }).first().waitFor();
    return rows.allTextContents();
  }

  /** Opens the quick fix menu at the cursor until it has entries. Returns their titles. */
  async quickFixes(): Promise<string[]> {
    const titles = this.#actions.locator('.title');
    await this.#retry(async (timeout) => {
      await this.page.keyboard.press('Control+.');
      await titles.first().waitFor({ timeout });
    }, this.#focusEditor);
    return titles.allTextContents();
  }

  async takeQuickFix(title: string): Promise<void> {
    await this.#clickUntilHidden(this.#actions.filter({ has: this.page.getByText(title, { exact: true }) }));
    await this.#actions.first().waitFor({ state: 'hidden' });
  }

  /** Waits until a line of the active editor matches `text`. */
  async text(text: RegExp): Promise<void> {
    // The editor renders white space as no-break spaces.
    const pattern = new RegExp(text.source.replaceAll(' ', '\\s'), text.flags);
    await this.editor.locator('.view-line').filter({ hasText: pattern }).first().waitFor();
  }

  /** Saves a new file at the path that VS Code suggests, which must end with `ending`. Returns the path. */
  async saveAsSuggested(ending: string): Promise<string> {
    const input = this.#quickInput.locator('input').first();
    await this.until(input, () => this.page.keyboard.press('Control+S'));
    let path = '';
    for (const end = Date.now() + this.#timeout; !path.endsWith(ending); await this.page.waitForTimeout(50)) {
      if (Date.now() > end) throw new Error(`The dialog suggests ${path}.`);
      path = await input.inputValue();
    }
    // The dialog ignores Enter while it reads the folder.
    await this.#retry(
      async (timeout) => {
        await input.press('Enter', { timeout }).catch(() => {});
        await input.waitFor({ state: 'hidden', timeout });
      },
      async () => {},
    );
    return path;
  }

  /** Enters the path of a file in the dialog with this title, and opens the file. */
  async openInDialog(title: RegExp, path: string): Promise<void> {
    const dialog = this.#quickInputFor(title);
    await dialog.waitFor();
    const input = dialog.locator('.quick-input-box input');
    // The dialog ignores Enter while it reads a folder, and adds its own text while it opens.
    await this.#retry(
      async (timeout) => {
        if (!(await dialog.isVisible())) return;
        await input.fill(path, { timeout });
        await input.press('Enter', { timeout });
        await dialog.waitFor({ state: 'hidden', timeout });
      },
      async () => {},
    );
  }

  get #actions(): Locator {
    return this.page.locator('.action-widget .monaco-list-row.action');
  }

  get #notifications(): Locator {
    // Without motion, a notification is complete when it appears.
    return this.page.locator('.notification-toast, .notifications-center');
  }

  get #quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  /** Opens the quick input with a key and fills it. `beginning` distinguishes it from a previous quick input. */
  async #openQuickInput(key: string, beginning: RegExp, text: string, timeout: number): Promise<void> {
    await this.page.keyboard.press(key);
    const input = this.#quickInput.locator('input').first();
    for (const end = Date.now() + timeout; !beginning.test(await input.inputValue({ timeout })); ) {
      if (Date.now() > end)
        throw new Error(`${key} opens no quick input with a value that matches ${beginning}.`);
      await this.page.waitForTimeout(50);
    }
    await input.fill(text, { timeout });
  }

  /** Presses Enter in the quick input, wherever the focus is. */
  async #accept(): Promise<void> {
    await this.#quickInput.locator('.quick-input-box input').press('Enter');
  }

  /** Clicks an element until it is hidden, because a click on an element that is being rendered can be lost. */
  async #clickUntilHidden(target: Locator, how: { readonly delay?: number } = {}): Promise<void> {
    await target.click(how);
    await this.#untilHidden(target, how);
  }

  /** Clicks an element again until it is hidden. */
  async #untilHidden(target: Locator, how: { readonly delay?: number } = {}): Promise<void> {
    await this.#retry(
      (timeout) => target.waitFor({ state: 'hidden', timeout }),
      () => target.click({ ...how, timeout: firstTimeout }).catch(() => {}),
    );
  }

  /** Returns the focus to the editor, whatever has taken it, without moving the cursor. */
  readonly #focusEditor = async (): Promise<void> => {
    await this.page.keyboard.press('Escape');
    const input = this.editor.locator('.native-edit-context, textarea.inputarea').first();
    await input.focus({ timeout: firstTimeout }).catch(() => {});
  };

  /** Repeats `attempt` until it succeeds. `between`: by default, closes what an attempt has left open. */
  #retry<Value>(
    attempt: (timeout: number) => Promise<Value>,
    between: () => Promise<void> = () => this.page.keyboard.press('Escape'),
    first = firstTimeout,
  ): Promise<Value> {
    return retry(attempt, { limit: this.#timeout, first, between });
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

  #quickInputFor(prompt: RegExp): Locator {
    return this.#quickInput
      .filter({ hasText: prompt })
      .or(this.#quickInput.filter({ has: this.page.getByPlaceholder(prompt) }));
  }
}

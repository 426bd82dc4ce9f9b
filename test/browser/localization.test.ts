import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryFolder } from '../../scripts/repository.ts';
import { vsixPath } from '../../scripts/vsix.ts';
import { installServer } from '../workbench/installation/server-installation.ts';
import { pseudo, pseudoLanguage } from '../workbench/languages/pseudo-language.ts';
import { englishTextFinder, englishWords, shown, textsIn } from '../workbench/languages/shown-texts.ts';
import { BatchPage } from '../workbench/pages/batch-page.ts';
import { DataPage } from '../workbench/pages/data-page.ts';
import { DesignerPage } from '../workbench/pages/designer-page.ts';
import type { Workbench } from '../workbench/pages/workbench.ts';
import { waitFor } from '../workbench/wait-for.ts';
import { inWorkbench } from './in-workbench.ts';
import { step } from './step.ts';

const files: Readonly<Record<string, string>> = {
  'sales.dataset.json': `{
  "name": "Sales",
  "tables": [
    { "name": "Orders", "columns": [{ "name": "Total", "dataType": "Int64" }] }
  ]
}
`,
  'broken.dataset.json': `{
  "name": "Broken",
  "tabels": [],
  "tables": [
    { "name": "Orders", "columns": [{ "name": "Total", "dataType": "decimal" }] },
    { "name": "orders", "columns": [] }
  ]
}
`,
  // Large enough to be checked in the worker.
  'large.dataset.yaml': `name: Large\ntables:\n  - name: T\n    columns:\n${Array.from({ length: 5000 }, (_, index) => `      - {name: c${index}, dataType: ${index === 0 ? 'int64' : 'Int64'}}\n`).join('')}`,
  'many/a.dataset.json': '{ "name": "Sales", "tables": [] }',
  'many/b.dataset.json': '{ "name": "Orders", "tables": [] }',
  'orders.csv': 'id,total,paid\n1,2.5,true\n2,3,false\n',
};

function writeFiles(folder: string): void {
  mkdirSync(join(folder, 'many'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

/** Names in the files and of settings, words that are the same in every language, and keys. */
const names =
  /^(Sales|Orders|orders|Total|Broken|tabels|tables|columns|many|dataType|decimal|Int64|Int|string|bool|DateTime|Double|JSON|YAML|CSV|sales|broken|large|dataset|json|yaml|csv|local|Dataset|Studio|Untitled|Git|SVG|PNG|DBML|Mermaid|Markdown|VS|Code|OAuth|OpenID|PKCE|name|environments|Environments|syntax|duplicate|key|error|warning|info|hint|off|Alt|Ctrl|Shift|Delete|Insert|Enter)$/;

/** Data that is shown without a translation, commands of a terminal, and texts of VS Code. */
const others =
  /https?:\S+|[\da-f]{8}-[\da-f-]{27}|, has actions$|\(Press 'Enter' to confirm.*\)$|^Configure settings to be overridden .*$|^(Welcome|Cancel|Copy)$|^command:.*$|dataset-studio(?: mcp|\.json)|^Control\+\S+(?: \S+)?$/g;

function command(title: string): string {
  return `${pseudo('Dataset')}: ${pseudo(title)}`;
}

/** Only a window shows the manifest's and the extension's texts together, with none of them in English. */
describe('The workbench in another display language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-language-'));
  const session = inWorkbench(() => {
    writeFiles(folder);
    return {
      workspace: folder,
      vsix: vsixPath(),
      displayLanguage: pseudoLanguage(),
      settings: { 'remote.autoForwardPorts': false },
    };
  });
  let isEnglish: (text: string) => boolean;

  before(async () => {
    const { entryPoint } = await installServer(join(repositoryFolder, '.vscode-test'));
    isEnglish = englishTextFinder(pseudoLanguage(), join(dirname(entryPoint), 'nls.messages.json'));
  });

  after(() => rmSync(folder, { recursive: true }));

  /** Fails if a visible part of the page keeps English words that are not names. Rows that were there before can stay a while. */
  function assertLocalized(selector: string): Promise<void> {
    const { page } = session().workbench;
    return waitFor(async () => assertTextsLocalized(await textsIn(page, selector)));
  }

  function assertTextsLocalized(texts: readonly string[]): void {
    assert.ok(
      texts.some((text) => text.includes('⟦')),
      `no localized text: ${texts.join(' | ')}`,
    );
    assert.deepEqual(
      texts.filter((text) => englishWords(text.replace(others, ''), (word) => names.test(word)).length > 0),
      [],
    );
  }

  /** Tests a part of the workbench. Afterwards, no text of the extension may be English, wherever it is. */
  function test(title: string, body: (workbench: Workbench) => Promise<void>): void {
    it(title, async () => {
      const { workbench } = session();
      await body(workbench);
      await waitFor(async () =>
        assert.deepEqual((await textsIn(workbench.page, 'body')).filter(isEnglish), []),
      );
    });
  }

  test('has localized templates, also if a command is the first that runs', async (workbench) => {
    await workbench.runCommand(command('New Dataset File…'));
    await workbench.question(shown('Select a template')).getByText('JSON', { exact: true }).waitFor();
    await assertLocalized('.quick-input-widget .quick-input-title, .quick-input-widget .monaco-list-row');
    await session().picture('language-templates');
    await workbench.press('Escape');
  });

  test('has localized commands in the palette', async (workbench) => {
    await workbench.commandTitles(pseudo('Dataset'));
    // The second row of an entry has the English title.
    await assertLocalized('.quick-input-list-rows > .quick-input-list-row:first-child .label-name');
    await session().picture('language-palette');
    await workbench.press('Escape');
  });

  test('has a localized walkthrough', async (workbench) => {
    await workbench.runCommand(command('Get Started'));
    const steps = workbench.page.locator('.getting-started-step');
    await steps.first().waitFor();
    for (let index = 0; index < 5; index += 1) {
      await steps.nth(index).locator('.step-title').click();
      await assertLocalized(
        '.gettingStartedDetailsContent .category-title, .gettingStartedDetailsContent .category-description, .step-title, .step-description-container, .getting-started-media img',
      );
    }
    await session().picture('language-walkthrough');
  });

  test('has localized views while they are empty', async (workbench) => {
    await workbench.showContainer('Dataset Studio');
    await workbench.page.getByRole('button', { name: pseudo('Get Started') }).waitFor();
    await assertLocalized('.sidebar .pane-header .title, .sidebar .welcome-view-content');
    await session().picture('language-views');
  });

  test('has localized settings', async (workbench) => {
    await workbench.runCommand('Preferences: Open Settings (UI)');
    await workbench.page.locator('.settings-editor .monaco-editor').first().click();
    await workbench.type('@ext:dataset-studio.dataset-studio');
    const settings = workbench.page.locator('.settings-editor .setting-item-description');
    await settings.filter({ hasText: '⟦' }).nth(3).waitFor();
    await assertLocalized('.settings-editor .setting-item-description');
    await session().picture('language-settings');
    await workbench.press('Escape');
  });

  test('has localized problems, quick fixes, and code lenses', async (workbench) => {
    await workbench.openFile('broken.dataset.json');
    await workbench.codeLenses(shown('Create Dataset…'));
    await workbench.problem(/decimal/);
    await assertLocalized('.marker-message-line > .monaco-highlighted-label, .codelens-decoration');
    await workbench.goToEndOfLine(5);
    const fixes = await workbench.quickFixes();
    assertTextsLocalized(fixes);
    await session().picture('language-problems');
    await workbench.press('Escape');
  });

  test('has localized problems of a large file, which is checked in a worker', async (workbench) => {
    await workbench.openFile('large.dataset.yaml');
    assert.match(await workbench.problem(/int64/), /⟦/);
  });

  test('has localized hovers and completions', async (workbench) => {
    await workbench.openFile('sales.dataset.json');
    await workbench.goToEndOfLine(2);
    await workbench.press('Home');
    await workbench.hover(/⟦/);
    await assertLocalized('.monaco-resizable-hover .rendered-markdown');
    await session().picture('language-hover');
    await workbench.press('Escape');
    await workbench.goToEndOfLine(4);
    await workbench.type(', ');
    await workbench.completions(/⟦|table|\{/);
    await session().picture('language-completion');
    await assertLocalized('.suggest-widget .details-label, .suggest-details .docs');
    await workbench.press('Escape');
    await workbench.runCommand('File: Revert File');
  });

  test('is one story: has localized notifications, dates, views, and a page of a batch in the local gateway', async (workbench) => {
    await step('has a localized status bar item, notifications, and progress', async () => {
      await workbench.openFile('sales.dataset.json');
      await workbench.statusBarItem(shown('No environment')).waitFor();
      await workbench.runCommand(command('Start Local Gateway'));
      await workbench.notification(
        shown('The local gateway is running at {0}. It is available as the environment "local".'),
      );
      await workbench.runCommand(command('Create Dataset'));
      await workbench.notification(shown('Dataset created in {environment}: {datasetId}'));
      await session().picture('language-notifications');
      await assertLocalized('.notification-list-item-message, .notification-list-item .monaco-button');
      await workbench.closeNotifications();
    });

    await step('has dates in the display language', async () => {
      const date = new Date().toLocaleDateString(pseudoLanguage().locale);
      const version = workbench.page.locator('.quick-input-widget .monaco-list-row').first();
      // The window reads the journal a moment after the notification.
      await workbench.until(version.filter({ hasText: date }), () =>
        workbench.runCommand(command('Compare with…')),
      );
      await workbench.press('Escape');
    });

    await step('has a localized page of a batch', async () => {
      await workbench.showContainer('Explorer');
      await workbench.chooseInExplorer('many', pseudo('Create Dataset'));
      await workbench.pressDialogButton(pseudo('Create'));
      const page = new BatchPage(workbench.page);
      await page.counts(/⟦/);
      await session().picture('language-batch');
      assertTextsLocalized(await textsIn(await page.frame(), 'body'));
      await workbench.runCommand('View: Close Editor');
      await workbench.closeNotifications();
    });

    await step('has localized views with content', async () => {
      await workbench.showContainer('Dataset Studio');
      await workbench.page
        .locator('.sidebar .monaco-list-row', { hasText: /^local/ })
        .first()
        .waitFor();
      await assertLocalized('.sidebar .pane-header .title, .sidebar .monaco-list-row');
      await session().picture('language-views-with-content');
    });
  });

  test('has localized questions', async (workbench) => {
    await workbench.runCommand(command('Add Environment…'));
    await workbench.question(shown('Enter a name for the environment, such as staging.')).waitFor();
    await assertLocalized('.quick-input-widget .quick-input-title, .quick-input-widget .quick-input-message');
    await session().picture('language-questions');
    await workbench.press('Escape');
  });

  test('has a localized page of a data file', async (workbench) => {
    await workbench.showContainer('Explorer');
    await workbench.chooseInExplorer('orders.csv', pseudo('New Dataset from Data Files…'));
    const page = new DataPage(workbench.page);
    await page.open();
    const texts = await textsIn(
      await page.frame(),
      'h1, .primary-button, fieldset, .data-header span, article > p',
    );
    await session().picture('language-data-page');
    assertTextsLocalized(texts);
    await workbench.runCommand('View: Close Editor');
  });

  test('has a localized designer', async (workbench) => {
    await workbench.openFile('broken.dataset.json');
    await workbench.runCommand(command('Open Designer'));
    const designer = new DesignerPage(workbench.page);
    await designer.open();
    const texts = await textsIn(await designer.frame(), 'body');
    await session().picture('language-designer');
    assertTextsLocalized(texts);
  });
});

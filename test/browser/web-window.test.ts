import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplesFolder } from '../../scripts/repository.ts';
import { vsixPath } from '../../scripts/vsix.ts';
import { pseudo, pseudoLanguage } from '../workbench/languages/pseudo-language.ts';
import { shown } from '../workbench/languages/shown-texts.ts';
import { WalkthroughPage } from '../workbench/pages/walkthrough-page.ts';
import { inWorkbench } from './in-workbench.ts';

/** Large enough to be checked in the worker. */
const large = `name: Large\ntables:\n  - name: T\n    columns:\n${Array.from({ length: 500 }, (_, index) => `      - {name: c${index}, dataType: ${index === 499 ? 'int64' : 'Int64'}}\n`).join('')}`;

/**
 * Only a window shows that all of it runs in a browser. It is in another display language, which the messages of the
 * extension and its worker are in; the manifest stays English in a browser.
 */
describe('A window without a server, such as vscode.dev, in another display language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-web-'));
  const session = inWorkbench(() => {
    cpSync(samplesFolder, folder, { recursive: true });
    writeFileSync(join(folder, 'large.dataset.yaml'), large);
    return { workspace: folder, vsix: vsixPath(), displayLanguage: pseudoLanguage(), serverless: true };
  });

  after(() => rmSync(folder, { recursive: true }));

  it('shows the localized problems of a dataset file', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    assert.match(await workbench.problem(/int64/), /⟦.*unknown-data-type/);
    await session().picture('web-problems');
  });

  it('offers quick fixes', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    await workbench.goToEndOfLine(8);
    const titles = await workbench.quickFixes();
    const change = pseudo('Change to "{dataType}"').replace('{dataType}', 'Int64');
    assert.ok(titles.includes(change), titles.join(', '));
    await session().picture('web-quick-fixes');
    await workbench.takeQuickFix(change);
    await workbench.text(/"OrderID", "dataType": "Int64"/);
  });

  it('shows the outline', async () => {
    const { workbench } = session();
    await workbench.runCommand('Explorer: Focus on Outline View');
    const labels = await workbench.outline(/Customer/);
    assert.ok(labels.includes('OrderID: Int64'), labels.join(', '));
    await session().picture('web-outline');
  });

  it('completes data types', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.goToEndOfLine(11);
    await workbench.type(',\n{ "name": "Weight", "dataType": ');
    const labels = await workbench.completions(/Int64/);
    assert.ok(
      labels.some((label) => label.includes('DateTime')),
      labels.join(', '),
    );
    await session().picture('web-completion');
  });

  it('shows documentation of a property on hover', async () => {
    const { workbench } = session();
    await workbench.openFile('inventory.dataset.yaml');
    await workbench.goToEndOfLine(2);
    await workbench.press('Home');
    assert.match(await workbench.hover(/⟦/), /⟦/);
    await session().picture('web-hover');
  });

  it('checks a large file in a worker, in the display language', async () => {
    const { workbench } = session();
    await workbench.openFile('large.dataset.yaml');
    await workbench.problem(/⟦.*int64/);
    await workbench.openFile('large.dataset.yaml');
    // Go to Next Problem.
    await workbench.press('F8');
    await workbench.page.locator('.marker-widget', { hasText: /⟦.*int64/ }).waitFor();
    await workbench.press('Escape');
  });

  it('shows only commands that are available in a browser', async () => {
    const { workbench } = session();
    const titles = await workbench.commandTitles('Dataset: ');
    await session().picture('web-palette');
    assert.deepEqual(titles.filter((title) => title.startsWith('Dataset: ')).sort(), [
      'Dataset: Check Data File…',
      'Dataset: Compare with…',
      'Dataset: Create Project File',
      'Dataset: Export Diagram…',
      'Dataset: Get Started',
      'Dataset: New Dataset File…',
      'Dataset: New Dataset from Data Files…',
      'Dataset: Open Designer',
      'Dataset: Show Log',
      'Dataset: Update Table from Data File…',
      'Dataset: Validate All Datasets',
    ]);
    await workbench.press('Escape');
  });

  it('opens a walkthrough that promises only what is available here', async () => {
    const { workbench } = session();
    const walkthrough = new WalkthroughPage(workbench);
    await workbench.runCommand('Dataset: Get Started');
    assert.deepEqual(
      (await walkthrough.steps()).map(({ title }) => title),
      ['Open a sample', 'Fix a problem', 'Create the dataset'],
    );
    assert.doesNotMatch(await walkthrough.text(), /this machine|gateway/);
    await walkthrough.select('Create the dataset');
    assert.match(await walkthrough.text(), /open the folder in VS Code on your computer/);
    await session().picture('web-walkthrough');
  });

  it('shows no views or buttons for submissions', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    const { page } = workbench;
    assert.equal(await page.locator('.activitybar a[aria-label^="Dataset Studio"]').count(), 0);
    assert.equal(await page.locator('.editor-actions a[aria-label^="Create Dataset"]').count(), 0);
  });

  it('validates all datasets', async () => {
    const { workbench } = session();
    await workbench.runCommand('Dataset: Validate All Datasets');
    const summary = shown('Dataset files: {files}. Errors: {errors}. Warnings: {warnings}.');
    assert.match(await workbench.notification(summary), /: 4\./);
    await session().picture('web-validate-all');
  });
});

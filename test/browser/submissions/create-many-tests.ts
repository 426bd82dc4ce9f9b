import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BatchPage } from '../../workbench/pages/batch-page.ts';
import type { Session } from '../../workbench/session.ts';
import { enterCredentials, selectEnvironment } from '../create-as-user.ts';
import { step } from '../step.ts';
import type { GatewayBehindProxy } from './gateway-behind-proxy.ts';

const count = 24;

/** The files that the tests create datasets of, by their paths in the workspace. */
const folders: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `many/${index + 1}.dataset.json`,
      dataset(`Dataset ${index + 1}`, index === 0 ? 'Int46' : 'Int64'),
    ]),
  ),
  'many/broken.dataset.json': '{ "name": "Broken" }',
  ...Object.fromEntries(
    ['&amp;', 'b', 'c'].map((name) => [`more/${name}.dataset.json`, dataset(`More ${name}`, 'Int64')]),
  ),
};

function dataset(name: string, dataType: string): string {
  return JSON.stringify({ name, tables: [{ name: 'T', columns: [{ name: 'ID', dataType }] }] });
}

/** Puts the files that the tests need into a workspace. */
export function writeManyFiles(workspace: string): void {
  for (const [path, text] of Object.entries(folders)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
}

/**
 * Datasets of a folder, in a window with `writeManyFiles`, in an environment of their own. Only a window has the menu of a
 * folder, progress with a button, and a page that follows the journal.
 */
export function createManyTests(session: () => Session, servers: () => GatewayBehindProxy): void {
  // After a comparison, VS Code loads the next webview a minute late.
  before('load the window again', async () => {
    servers().proxy.fault = undefined;
    await session().show();
    await selectEnvironment(session().workbench, 'many');
  });

  const page = () => new BatchPage(session().workbench.page);
  const names = () =>
    servers()
      .gateway.datasets()
      .map(({ name }) => name)
      .filter((name) => /^Dataset \d+$/.test(name));

  it('is one story: asks once, shows progress, is cancelled, and is resumed', async () => {
    await step('asks once for confirmation, listing the environment and the skipped files', async () => {
      const { workbench } = session();
      // Slow enough to see the progress and cancel, even on a slow machine.
      servers().proxy.fault = { delay: 2500, how: 'end' };
      await workbench.showContainer('Explorer');
      await workbench.chooseInExplorer('many', 'Create Dataset');
      const question = await workbench.dialog();
      assert.match(question, /Create 24 datasets in many\?/);
      assert.match(question, /With warnings: 1\.dataset\.json/);
      assert.match(question, /Skipped because of errors: broken\.dataset\.json/);
      await session().picture('many-question');
      await workbench.pressDialogButton('Create');
      await enterCredentials(workbench, servers().gateway.credentials);
    });

    await step('shows progress, and starts no more submissions after it is cancelled', async () => {
      const { workbench } = session();
      await workbench.notification(/\b([3-9]|1\d) of 24/);
      await session().picture('many-progress');
      await workbench.pressNotificationButton('Cancel');
      assert.match(await workbench.notification(/datasets? remains?/), /of 24 datasets created in many/);
      await session().picture('many-stopped');
      const created = names().length;
      assert.ok(created > 2 && created < count, String(created));
    });

    await step('resumes the batch and shows a summary', async () => {
      const { workbench } = session();
      const { proxy } = servers();
      proxy.fault = undefined;
      await workbench.pressNotificationButton('Resume');
      assert.match(await workbench.dialog(), /Created before: \d+/);
      await session().picture('many-resume');
      await workbench.pressDialogButton('Resume');
      await workbench.notification(/24 of 24 datasets created in many/);
      await page().counts(/^24 of 24 datasets created in many\.$/);
      await page()
        .view.getByText(/: finished$/)
        .waitFor();
      assert.equal(await page().view.getByRole('row').count(), count + 1);
      // The page of the part that was stopped is gone.
      assert.equal(await workbench.page.locator('.tab', { hasText: 'Create Dataset in many' }).count(), 1);
      await session().picture('many-summary');
      assert.equal(names().length, count);
      assert.equal(new Set(names()).size, count);
    });
  });

  it('is one story: has a page that says why outcomes are unknown, where they are settled, and datasets created again', async () => {
    await step('says on the page of the batch why outcomes are unknown, in words', async () => {
      const { workbench } = session();
      const { proxy } = servers();
      proxy.fault = { response: 0, how: 'reset' };
      await workbench.closeNotifications();
      await workbench.showContainer('Explorer');
      await workbench.chooseInExplorer('more', 'Create Dataset');
      await workbench.pressDialogButton('Create');
      await page().counts(/^0 of 3 datasets created in many\. 3 unknown\.$/);
      proxy.fault = undefined;
      await page().row('more/&amp;.dataset.json').getByText('Outcome unknown').waitFor();
      const causes = page().view.getByText('the connection was lost before a response arrived', {
        exact: true,
      });
      assert.equal(await causes.count(), 3);
      await workbench.closeNotifications();
      await session().picture('many-unknown');
    });

    await step('has a page where outcomes are settled, and datasets created again, by keyboard', async () => {
      const { workbench } = session();
      const row = (file: string) => page().row(`more/${file}.dataset.json`);
      await row('&amp;').getByRole('button', { name: 'more/&amp;.dataset.json' }).focus();
      await workbench.press('Tab');
      await workbench.press('Enter');
      await workbench.pick(/was the dataset created/, 'It was created');
      await workbench.answer(/The dataset ID/, 'found-it');
      await page().counts(/^1 of 3 datasets created in many\. 2 unknown\.$/);
      await row('&amp;').getByText('found-it', { exact: true }).waitFor();
      await row('b').getByRole('button', { name: 'Settle…' }).press('Enter');
      await workbench.pick(/was the dataset created/, 'It was not created');
      await page().counts(/1 unknown, 1 not created/);
      await row('b').getByRole('button', { name: 'Create Again' }).press('Enter');
      await page().counts(/^2 of 3 datasets created in many\. 1 unknown\.$/);
      await session().picture('many-settled');
      await row('c').getByRole('button', { name: 'Settle…' }).press('Enter');
      await workbench.pick(/was the dataset created/, 'It was created');
      await workbench.answer(/The dataset ID/, '');
      await page().counts(/^3 of 3 datasets created in many\.$/);
    });
  });
}

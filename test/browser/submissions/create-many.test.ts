import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vsixPath } from '../../../scripts/vsix.ts';
import { BatchPage } from '../../workbench/pages/batch-page.ts';
import { inEachTheme, violations } from '../accessibility.ts';
import { enterCredentials } from '../create-as-user.ts';
import { inWorkbench } from '../in-workbench.ts';
import { type GatewayBehindProxy, startGatewayBehindProxy } from './gateway-behind-proxy.ts';

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

// In a window of its own: after the comparison in the tests of the view, VS Code loads the next webview a minute late.
describe('Create Dataset on a folder', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'dataset-studio-many-'));
  let servers: GatewayBehindProxy;
  const session = inWorkbench(async () => {
    for (const [path, text] of Object.entries(folders)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text);
    }
    servers = await startGatewayBehindProxy();
    return { workspace, vsix: vsixPath(), settings: servers.settings };
  });

  after(async () => {
    servers.proxy.stop();
    await servers.gateway.close();
    rmSync(workspace, { recursive: true, force: true });
  });

  const page = () => new BatchPage(session().workbench.page);
  const names = () => servers.gateway.datasets().map(({ name }) => name);

  it('asks once for confirmation, listing the environment and the skipped files', async () => {
    const { workbench } = session();
    // Slow enough to see the progress and cancel, even on a slow machine.
    servers.proxy.fault = { delay: 2500, how: 'end' };
    await workbench.showContainer('Explorer');
    await workbench.chooseInExplorer('many', 'Create Dataset');
    const question = await workbench.dialog();
    assert.match(question, /Create 24 datasets in staging\?/);
    assert.match(question, /With warnings: 1\.dataset\.json/);
    assert.match(question, /Skipped because of errors: broken\.dataset\.json/);
    await session().picture('many-question');
    await workbench.pressDialogButton('Create');
    await enterCredentials(workbench, servers.gateway.credentials);
  });

  it('shows progress, and starts no more submissions after it is cancelled', async () => {
    const { workbench } = session();
    await workbench.notification(/\b([3-9]|1\d) of 24/);
    await session().picture('many-progress');
    await workbench.pressNotificationButton('Cancel');
    assert.match(await workbench.notification(/datasets? remains?/), /of 24 datasets created in staging/);
    await session().picture('many-stopped');
    const created = names().length;
    assert.ok(created > 2 && created < count, String(created));
  });

  it('resumes the batch and shows a summary', async () => {
    const { workbench } = session();
    const { proxy } = servers;
    proxy.fault = undefined;
    await workbench.pressNotificationButton('Resume');
    assert.match(await workbench.dialog(), /Created before: \d+/);
    await session().picture('many-resume');
    await workbench.pressDialogButton('Resume');
    await workbench.notification(/24 of 24 datasets created in staging/);
    await page().counts(/^24 of 24 datasets created in staging\.$/);
    assert.equal(await page().view.getByRole('row').count(), count + 1);
    // The page of the part that was stopped is gone.
    assert.equal(await workbench.page.locator('.tab', { hasText: 'Create Dataset in staging' }).count(), 1);
    await session().picture('many-summary');
    assert.equal(names().length, count);
    assert.equal(new Set(names()).size, count);
  });

  it('says on the page of the batch why outcomes are unknown, in words', async () => {
    const { workbench } = session();
    const { proxy } = servers;
    proxy.fault = { response: 0, how: 'reset' };
    await workbench.closeNotifications();
    await workbench.chooseInExplorer('more', 'Create Dataset');
    await workbench.pressDialogButton('Create');
    await page().counts(/^0 of 3 datasets created in staging\. 3 unknown\.$/);
    proxy.fault = undefined;
    await page().row('more/&amp;.dataset.json').getByText('Outcome unknown').waitFor();
    const causes = page().view.getByText('the connection was lost before a response arrived', {
      exact: true,
    });
    assert.equal(await causes.count(), 3);
    await workbench.closeNotifications();
    await session().picture('many-unknown');
  });

  it('has a page that is accessible in light, dark, and high-contrast themes, and fits into a narrow window', async () => {
    const { workbench } = session();
    const found = await inEachTheme(
      session(),
      async (theme) => {
        await session().picture(`many-unknown ${theme}`);
        return violations(await page().frame());
      },
      page().view,
    );
    assert.deepEqual(found, []);
    await workbench.page.setViewportSize({ width: 800, height: 600 });
    await session().picture('many-unknown narrow');
    const { clientWidth, scrollWidth } = await (await page().frame()).evaluate<{
      clientWidth: number;
      scrollWidth: number;
    }>(
      '(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))(document.querySelector(".data-page"))',
    );
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
    assert.ok(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth}`);
  });

  it('has a page where outcomes are settled, and datasets created again, by keyboard', async () => {
    const { workbench } = session();
    const row = (file: string) => page().row(`more/${file}.dataset.json`);
    await row('&amp;').getByRole('button', { name: 'more/&amp;.dataset.json' }).focus();
    await workbench.press('Tab');
    await workbench.press('Enter');
    await workbench.pick(/was the dataset created/, 'It was created');
    await workbench.answer(/The dataset ID/, 'found-it');
    await page().counts(/^1 of 3 datasets created in staging\. 2 unknown\.$/);
    await row('&amp;').getByText('found-it', { exact: true }).waitFor();
    await row('b').getByRole('button', { name: 'Settle…' }).press('Enter');
    await workbench.pick(/was the dataset created/, 'It was not created');
    await page().counts(/1 unknown, 1 not created/);
    await row('b').getByRole('button', { name: 'Create Again' }).press('Enter');
    await page().counts(/^2 of 3 datasets created in staging\. 1 unknown\.$/);
    await session().picture('many-settled');
    await row('c').getByRole('button', { name: 'Settle…' }).press('Enter');
    await workbench.pick(/was the dataset created/, 'It was created');
    await workbench.answer(/The dataset ID/, '');
    await page().counts(/^3 of 3 datasets created in staging\.$/);
  });
});

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplesFolder } from '../../../scripts/repository.ts';
import { vsixPath } from '../../../scripts/vsix.ts';
import { Workbench } from '../../workbench/pages/workbench.ts';
import { pickerViolations, violationsIn } from '../accessibility.ts';
import { enterCredentials, selectEnvironment } from '../create-as-user.ts';
import { inWorkbench } from '../in-workbench.ts';
import { step } from '../step.ts';
import { createManyTests, writeManyFiles } from './create-many-tests.ts';
import { type GatewayBehindProxy, startGatewayBehindProxy } from './gateway-behind-proxy.ts';

/** Only a window has their view with a badge, two windows with one journal, and an extension host that can be killed. */
describe('Submissions', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'dataset-studio-submissions-'));
  let servers: GatewayBehindProxy;
  const session = inWorkbench(async () => {
    const filter = (path: string) => path !== join(samplesFolder, 'repository');
    cpSync(samplesFolder, workspace, { recursive: true, filter });
    writeManyFiles(workspace);
    servers = await startGatewayBehindProxy('staging', 'crashing', 'many');
    return { workspace, vsix: vsixPath(), settings: servers.settings };
  });

  after(async () => {
    servers.proxy.stop();
    await servers.gateway.close();
    rmSync(workspace, { recursive: true, force: true });
  });

  describe('in their view', () => {
    it('is one story: shows a submission whose response was lost until the user settles it, in all windows', async () => {
      await step('shows welcome content while it is empty', async () => {
        const { workbench } = session();
        await workbench.showContainer('Dataset Studio');
        await workbench.welcome('Submissions', /No submissions yet/).waitFor();
        await session().picture('submissions-empty');
      });

      await step('shows a submission whose response was lost, and counts it in a badge', async () => {
        const { workbench } = session();
        const { gateway, proxy } = servers;
        proxy.fault = { response: 0, how: 'reset' };
        await workbench.openFile('sales.dataset.json');
        await workbench.runCommand('Dataset: Create Dataset');
        await enterCredentials(workbench, gateway.credentials);
        await workbench.notification(/Outcome unknown/);
        await session().picture('submissions-unknown-notification');
        await workbench.closeNotifications();
        await workbench.row('Submissions', /^Outcome unknown/).waitFor();
        await workbench.row('Submissions', /^sales\.dataset\.json/).waitFor();
        await workbench.badge('Dataset Studio', '1');
        const label = await workbench.row('Submissions', /^sales\.dataset\.json/).getAttribute('aria-label');
        assert.match(label ?? '', /outcome unknown.*staging/);
        await session().picture('submissions-unknown');
        assert.equal(gateway.datasets().length, 1);
      });

      await step('asks for confirmation before it submits the same content again', async () => {
        const { workbench } = session();
        await workbench.openFile('sales.dataset.json');
        await workbench.runCommand('Dataset: Create Dataset');
        assert.match(await workbench.dialog(), /its outcome is unknown/);
        await session().picture('submissions-asked-again');
        await workbench.pressDialogButton('Cancel');
        assert.equal(servers.gateway.datasets().length, 1);
      });

      await step('settles a submission and removes the badge in all windows', async () => {
        const { workbench } = session();
        const { gateway } = servers;
        const [dataset] = gateway.datasets();
        const other = new Workbench(await workbench.page.context().newPage());
        await other.open(workbench.page.url());
        // The extension activates because the workspace contains dataset files.
        await other.badge('Dataset Studio', '1');

        await workbench.page.bringToFront();
        await workbench.pressRowAction('Submissions', /^sales\.dataset\.json/, 'Settle Submission…');
        await workbench.pick(/was the dataset created/, 'It was created');
        await workbench.answer(/dataset ID/, dataset?.id ?? '');
        // Nothing there needs attention, so the group is closed.
        await workbench.row('Submissions', /^Created/).click();
        await workbench.badgeGone('Dataset Studio');
        await workbench.row('Submissions', new RegExp(`^sales\\.dataset\\.json.*${dataset?.id}`)).waitFor();
        await session().picture('submissions-settled');
        await other.badgeGone('Dataset Studio');
        await other.page.close();
      });

      await step(
        'shows the details of a selected submission, and more actions in its context menu',
        async () => {
          const { workbench } = session();
          const row = workbench.row('Submissions', /^sales\.dataset\.json/);
          await workbench.until(
            workbench.editor.filter({ hasText: /Outcome:\s+created,\srecorded\sby\syou/ }),
            (timeout) => row.click({ timeout }),
          );
          await workbench.until(workbench.menuEntry('Submit Again'), (timeout) =>
            row.click({ button: 'right', timeout }),
          );
          for (const action of [
            'Submit Again',
            'Copy Dataset ID',
            'Show Submission',
            'Compare with Current File',
          ])
            await workbench.menuEntry(action).waitFor();
          await session().picture('submissions-menu');
          await workbench.press('Escape');
          await workbench.runCommand('View: Close All Editors');
        },
      );

      await step('is accessible beside a comparison, and with the list of environments', async () => {
        const { workbench } = session();
        await workbench.openFile('sales.dataset.json');
        await workbench.runCommand('Dataset: Compare with…');
        // Outside of Git, the other datasets are offered at once.
        await workbench.pick(/Select the version to compare with/, 'inventory.dataset.yaml');
        await workbench.page.locator('.monaco-diff-editor').waitFor();
        await workbench.page.getByRole('treeitem', { name: /^Table Stock: removed/ }).waitFor();
        const rows = ['Dataset Changes', 'Submissions', 'Environments'].map(
          (view) => `[role="tree"][aria-label="${view}"]`,
        );
        assert.deepEqual(await violationsIn(workbench.page, ...rows), []);
        await workbench.runCommand('Dataset: Select Environment…');
        const prompt = /Where do you want to create datasets/;
        assert.deepEqual(await pickerViolations(session(), prompt, 'select-environment'), []);
        await workbench.press('Escape');
        await workbench.runCommand('View: Close All Editors');
      });

      await step('can be filtered, and shows a message if nothing matches', async () => {
        const { workbench } = session();
        await workbench.runCommand('Dataset: Filter Submissions…');
        await workbench.answer(/Words of the file/, 'nowhere');
        await workbench.message('Submissions', /No submissions match "nowhere"/).waitFor();
        await session().picture('submissions-filtered');
        await workbench.runCommand('Dataset: Filter Submissions…');
        await workbench.answer(/Words of the file/, 'SALES staging');
        await workbench.row('Submissions', /^sales\.dataset\.json/).waitFor();
        await workbench.runCommand('Dataset: Filter Submissions…');
        await workbench.answer(/Words of the file/, '');
      });
    });
  });

  // After the others, because it leaves an unknown outcome, and in a group, because those run after other tests.
  describe('whose process ended', () => {
    it('are shown as interrupted after a crash', async () => {
      const { workbench } = session();
      const { gateway, proxy } = servers;
      const count = gateway.datasets().length;
      proxy.fault = { response: 0, how: 'silence' };
      await workbench.showContainer('Dataset Studio');
      await selectEnvironment(workbench, 'crashing');
      await workbench.openFile('inventory.dataset.yaml');
      await workbench.runCommand('Dataset: Create Dataset');
      await enterCredentials(workbench, gateway.credentials);
      await workbench.row('Submissions', /^Being submitted/).waitFor();
      while (gateway.datasets().length === count) await workbench.page.waitForTimeout(50);
      await session().picture('submissions-in-flight');
      assert.ok(session().killExtensionHosts() > 0);
      await workbench.notification(/interrupted before its response arrived/);
      await workbench.badge('Dataset Studio', '1');
      await workbench.row('Submissions', /^inventory\.dataset\.yaml/).waitFor();
      await session().picture('submissions-after-crash');
    });
  });

  describe('of a folder', () => createManyTests(session, () => servers));
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GatewayEnvironment, startGatewayEnvironment } from '../../../scripts/gateway-environment.ts';
import { vsixPath } from '../../../scripts/vsix.ts';
import { FaultProxy } from '../../faults/proxies/fault-proxy.ts';
import { enterCredentials } from '../create-as-user.ts';
import { inWorkbench } from '../in-workbench.ts';

const count = 24;

describe('Create Dataset on a folder', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'dataset-studio-many-'));
  let environment: GatewayEnvironment | undefined;
  let proxy: FaultProxy | undefined;
  const session = inWorkbench(async () => {
    mkdirSync(join(workspace, 'datasets'));
    for (let index = 1; index <= count; index += 1) {
      const columns = [{ name: 'ID', dataType: index === 1 ? 'Int46' : 'Int64' }];
      const dataset = { name: `Dataset ${index}`, tables: [{ name: 'T', columns }] };
      writeFileSync(join(workspace, 'datasets', `${index}.dataset.json`), JSON.stringify(dataset));
    }
    writeFileSync(join(workspace, 'datasets', 'broken.dataset.json'), '{ "name": "Broken" }');
    environment = await startGatewayEnvironment('staging');
    const { gateway, settings } = environment;
    proxy = new FaultProxy(Number(new URL(gateway.baseUrl).port));
    // Slow enough to see the progress and cancel, even on a slow machine.
    proxy.fault = { delay: 2500, how: 'end' };
    const port = await proxy.start();
    const [entry] = settings['dataset.environments'] as { baseUrl: string }[];
    const throughProxy = { ...entry, baseUrl: gateway.baseUrl.replace(/:\d+/, `:${port}`) };
    return {
      workspace,
      vsix: vsixPath(),
      settings: { ...settings, 'dataset.environments': [throughProxy] },
    };
  });

  after(async () => {
    proxy?.stop();
    await environment?.gateway.close();
    rmSync(workspace, { recursive: true, force: true });
  });

  it('asks once for confirmation, listing the environment and the skipped files', async () => {
    const { workbench } = session();
    assert.ok(environment);
    await workbench.chooseInExplorer('datasets', 'Create Dataset');
    const question = await workbench.dialog();
    assert.match(question, /Create 24 datasets in staging\?/);
    assert.match(question, /With warnings: 1\.dataset\.json/);
    assert.match(question, /Skipped because of errors: broken\.dataset\.json/);
    await session().screenshot('many-question');
    await workbench.pressDialogButton('Create');
    await enterCredentials(workbench, environment.gateway.credentials);
  });

  it('shows progress, and starts no more submissions after it is cancelled', async () => {
    const { workbench } = session();
    assert.ok(environment);
    await workbench.notification(/\b([3-9]|1\d) of 24/);
    await session().screenshot('many-progress');
    await workbench.pressNotificationButton('Cancel');
    assert.match(await workbench.notification(/datasets? remains?/), /of 24 datasets created in staging/);
    await session().screenshot('many-stopped');
    const created = environment.gateway.datasets().length;
    assert.ok(created > 2 && created < count, String(created));
  });

  it('resumes the batch and shows a summary', async () => {
    const { workbench } = session();
    assert.ok(environment && proxy);
    proxy.fault = undefined;
    await workbench.pressNotificationButton('Resume');
    assert.match(await workbench.dialog(), /Created before: \d+/);
    await session().screenshot('many-resume');
    await workbench.pressDialogButton('Resume');
    await workbench.notification(/24 of 24 datasets created in staging/);
    await session().screenshot('many-summary');
    const names = environment.gateway.datasets().map(({ name }) => name);
    assert.equal(names.length, count);
    assert.equal(new Set(names).size, count);
  });
});

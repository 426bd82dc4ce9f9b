import assert from 'node:assert/strict';
import { type GatewayEnvironment, startGatewayEnvironment } from '../../../scripts/gateway-environment.ts';
import { samplesFolder } from '../../../scripts/repository.ts';
import { vsixPath } from '../../../scripts/vsix.ts';
import { createdDatasetId, enterCredentials } from '../create-as-user.ts';
import { inWorkbench } from '../in-workbench.ts';

describe('Create Dataset from the Command Palette', () => {
  let environment: GatewayEnvironment | undefined;
  const session = inWorkbench(async () => {
    environment = await startGatewayEnvironment('staging');
    return { workspace: samplesFolder, vsix: vsixPath(), settings: environment.settings };
  });

  after(() => environment?.gateway.close());

  function gateway(): GatewayEnvironment['gateway'] {
    assert.ok(environment);
    return environment.gateway;
  }

  it('asks for credentials, creates the dataset, and shows its ID', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    await enterCredentials(workbench, gateway().credentials);
    const id = await createdDatasetId(workbench);
    assert.deepEqual(
      gateway()
        .datasets()
        .map((dataset) => dataset.id),
      [id],
    );
    await session().screenshot('create-dataset');
    await workbench.closeNotifications();
  });

  it('reuses the credentials the second time', async () => {
    const { workbench } = session();
    await workbench.openFile('inventory.dataset.yaml');
    await workbench.runCommand('Dataset: Create Dataset');
    const id = await createdDatasetId(workbench);
    assert.equal(gateway().datasets().at(-1)?.id, id);
    assert.equal(gateway().datasets().length, 2);
    await workbench.closeNotifications();
  });

  it('sends nothing and shows the first error if the document has errors', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    assert.match(await workbench.notification(/nothing was sent/), /line \d+/i);
    assert.equal(gateway().datasets().length, 2);
  });
});

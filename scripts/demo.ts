import { createdDatasetId, enterCredentials } from '../test/browser/create-as-user.ts';
import { Session } from '../test/workbench/session.ts';
import { startGatewayEnvironment } from './gateway-environment.ts';
import { samplesFolder } from './repository.ts';
import { makeVsix } from './vsix.ts';

const { path: vsix } = await makeVsix();
const { gateway, settings } = await startGatewayEnvironment('demo');
const session = await Session.open({ workspace: samplesFolder, vsix, settings });
try {
  await session.show();
  const { workbench } = session;
  await workbench.openFile('sales.dataset.json');
  await workbench.runCommand('Dataset: Create Dataset');
  await enterCredentials(workbench, gateway.credentials);
  const id = await createdDatasetId(workbench);
  await workbench.notificationsAtRest();
  const screenshot = await session.screenshot('demo');
  if (!gateway.datasets().some((dataset) => dataset.id === id)) {
    throw new Error(`The gateway has no dataset with the ID ${id}.`);
  }
  console.log(`Dataset ID: ${id}\nScreenshot: ${screenshot}`);
} catch (error) {
  await session.saveEvidence('demo-failed');
  throw error;
} finally {
  await session.close();
  await gateway.close();
}

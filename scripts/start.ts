import { join } from 'node:path';
import { Cleanup } from '../test/workbench/cleanup.ts';
import { installServer } from '../test/workbench/installation/server-installation.ts';
import { VSCodeServer } from '../test/workbench/server.ts';
import { quietSettings } from '../test/workbench/user-settings.ts';
import { copyWorkspace } from '../test/workbench/workspace-copy.ts';
import { startGatewayEnvironment } from './gateway-environment.ts';
import { repositoryFolder, samplesFolder } from './repository.ts';
import { makeVsix } from './vsix.ts';

const [{ path: vsix }, installation] = await Promise.all([
  makeVsix(),
  installServer(join(repositoryFolder, '.vscode-test')),
]);

const { gateway, settings } = await startGatewayEnvironment('local');
const cleanup = new Cleanup();
const server = await VSCodeServer.start({
  installation,
  vsix,
  settings: { ...quietSettings, ...settings },
  cleanup,
});
const workspace = copyWorkspace(samplesFolder, cleanup);

const { username, password, subscriptionKey } = gateway.credentials;
console.log(`
VS Code ${installation.vscodeVersion} with Dataset Studio and a copy of samples/:

    ${server.address(workspace)}

Open sales.dataset.json and run "Dataset: Create Dataset" from the Command Palette (F1). The environment "local" is
a gateway that runs at ${gateway.baseUrl}. Enter these credentials when prompted:

    subscription key   ${subscriptionKey}
    user name          ${username}
    password           ${password}

Press Ctrl+C to stop.`);

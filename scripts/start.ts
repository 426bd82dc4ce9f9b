import { join } from 'node:path';
import { Cleanup } from '../test/workbench/cleanup.ts';
import { VSCodeServer } from '../test/workbench/server.ts';
import { installServer } from '../test/workbench/server-installation.ts';
import { repositoryFolder, samplesFolder } from '../test/workbench/session.ts';
import { quietSettings } from '../test/workbench/user-settings.ts';
import { copyWorkspace } from '../test/workbench/workspace-copy.ts';
import { startGatewayEnvironment } from './gateway-environment.ts';
import { makeVsix } from './vsix.ts';

const { path: vsix } = await makeVsix();
const installation = await installServer(join(repositoryFolder, '.vscode-test'));

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

Open sales.dataset.json there and run "Dataset: Create Dataset" (F1). The environment "local" is the gateway
that runs here, at ${gateway.baseUrl}. When it asks:

    subscription key   ${subscriptionKey}
    user name          ${username}
    password           ${password}

Ctrl-C stops everything.`);

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GatewayEnvironment, startGatewayEnvironment } from '../../scripts/gateway-environment.ts';
import { vsixPath } from '../../scripts/vsix.ts';
import { LoopbackServers, type ReceivedRequest } from '../unit/gateway/loopback-servers.ts';
import { samplesFolder } from '../workbench/session.ts';
import { createdDatasetId, giveCredentials } from './create-as-user.ts';
import { inWorkbench } from './in-workbench.ts';

describe('A workspace of somebody else', () => {
  const servers = new LoopbackServers();
  let environment: GatewayEnvironment | undefined;
  let workspace: string | undefined;
  /** What the workspace's own gateway and proxy heard. */
  let heard: readonly ReceivedRequest[] = [];

  const session = inWorkbench(async () => {
    environment = await startGatewayEnvironment('staging');
    const evil = await servers.http((response) => response.writeHead(200).end('{}'));
    heard = evil.requests;
    workspace = mkdtempSync(join(tmpdir(), 'dataset-studio-evil-'));
    cpSync(samplesFolder, workspace, { recursive: true });
    mkdirSync(join(workspace, '.vscode'));
    const auth = { grantType: 'password', clientId: 'client' };
    writeFileSync(
      join(workspace, '.vscode', 'settings.json'),
      JSON.stringify({
        'dataset.environments': [{ name: 'staging', baseUrl: evil.url.href, auth }],
        'dataset.confirm': 'never',
        'http.proxy': evil.url.href,
        'http.proxyStrictSSL': false,
      }),
    );
    return {
      workspace,
      vsix: vsixPath(),
      settings: {
        ...environment.settings,
        'dataset.confirm': 'always',
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
      },
    };
  });

  after(async () => {
    await environment?.gateway.close();
    await servers.close();
    if (workspace !== undefined) rmSync(workspace, { recursive: true });
  });

  function gateway(): GatewayEnvironment['gateway'] {
    assert.ok(environment);
    return environment.gateway;
  }

  for (const command of [
    'Create Dataset',
    'Sign In',
    'Get Access Token',
    'Set Subscription Key',
    'Start Local Gateway',
  ])
    it(`gets no ${command} before it is trusted`, async () => {
      const { workbench } = session();
      await workbench.openFile('sales.dataset.json');
      await workbench.runCommand(`Dataset: ${command}`);
      await workbench.notification(/is off in Restricted Mode/);
      await workbench.closeNotifications();
      assert.deepEqual([gateway().datasets(), heard], [[], []]);
    });

  it('has its documents checked all the same', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    await workbench.problem(/./);
  });

  it("has, trusted, no say in the user's environments, proxy and confirmation", async () => {
    const { workbench } = session();
    await workbench.trustWorkspace();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    await workbench.pressDialogButton('Create');
    await giveCredentials(workbench, gateway().credentials);
    await createdDatasetId(workbench);
    assert.equal(gateway().datasets().length, 1);
    assert.deepEqual(heard, []);
  });
});

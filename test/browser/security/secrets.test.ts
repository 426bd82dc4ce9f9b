import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { samplesFolder } from '../../../scripts/repository.ts';
import { vsixPath } from '../../../scripts/vsix.ts';
import { type LocalGateway, startLocalGateway } from '../../../src/local-gateway/local-gateway.ts';
import { createdDatasetId, enterCredentials } from '../create-as-user.ts';
import { inWorkbench } from '../in-workbench.ts';
import { encodingsOf, filesWith } from './secret-encodings.ts';

/** Contains characters that are special in JSON, URLs, forms, and shells. */
const password = 'pa+ss&wo=rd %20 "é€" \\ $HOME/x';
const typedSecrets = ['wrong-subscription-0123456789', 'client-secret-0123456789'];

describe('A session that uses all kinds of secrets', () => {
  let gateway: LocalGateway | undefined;
  /** The random parts of all tokens that the gateway issued. */
  const issuedTokens: string[] = [];
  const session = inWorkbench(async () => {
    const started = await startLocalGateway({
      username: 'ann@example.com',
      password,
      randomBytes: (size) => {
        const bytes = randomBytes(size);
        // Shorter values are client IDs, which are not secret.
        if (size >= 16) issuedTokens.push(bytes.toString('base64url'));
        return bytes;
      },
    });
    assert.ok(started.ok);
    gateway = started.value;
    const auth = { grantType: 'password', clientId: gateway.credentials.clientId };
    const broken = {
      grantType: 'password',
      clientId: 'unknown',
      clientAuthentication: 'client_secret_basic',
    };
    return {
      workspace: samplesFolder,
      vsix: vsixPath(),
      logLevel: 'trace',
      settings: {
        'dataset.environments': [
          { name: 'staging', baseUrl: gateway.baseUrl, auth },
          { name: 'broken', baseUrl: gateway.baseUrl, auth: broken },
        ],
        'dataset.environment': 'staging',
      },
    };
  });

  after(() => gateway?.close());

  it('signs in, creates a dataset, and gets a token', async () => {
    assert.ok(gateway);
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    await enterCredentials(workbench, gateway.credentials);
    await createdDatasetId(workbench);
    await workbench.closeNotifications();
    await workbench.runCommand('Dataset: Get Access Token');
    await workbench.notification(/There is an access token/);
    await workbench.closeNotifications();
  });

  it('sends a subscription key that the gateway rejects', async () => {
    const { workbench } = session();
    await workbench.runCommand('Dataset: Set Subscription Key…');
    await workbench.answer(/subscription key/i, typedSecrets[0] ?? '');
    await workbench.notification(/is stored/);
    await workbench.closeNotifications();
    await workbench.runCommand('Dataset: Create Dataset');
    await workbench.pressDialogButton('Submit Again');
    await workbench.notification(/subscription key/);
    await workbench.pressNotificationButton('Show Response');
    await workbench.activeTab(/response-/);
    await workbench.closeNotifications();
  });

  it('signs in as a client that the gateway does not know', async () => {
    assert.ok(gateway);
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Select Environment…');
    await workbench.pick(/Where do you want to create datasets/, 'broken');
    await workbench.page.locator('.statusbar-item', { hasText: 'broken' }).waitFor();
    await workbench.runCommand('Dataset: Sign In');
    await workbench.answer(/user name/i, gateway.credentials.username);
    await workbench.answer(/password/i, password);
    await workbench.answer(/client secret/i, typedSecrets[1] ?? '');
    await workbench.notification(/No access token/);
    await session().picture('secrets');
  });

  function secrets(): readonly string[] {
    assert.ok(gateway);
    return [password, gateway.credentials.subscriptionKey, ...typedSecrets, ...issuedTokens];
  }

  for (const place of ['userData', 'workspace'] as const)
    it(`leaves no secret in any file of the ${place === 'userData' ? 'user data' : 'workspace'}`, () => {
      assert.deepEqual(filesWith(session()[place], secrets().flatMap(encodingsOf)), []);
    });

  it('writes logs at the trace level that contain values that are not secret', () => {
    assert.ok(gateway);
    const logs = filesWith(session().userData, ['[trace]']);
    assert.ok(logs.some((found) => found.includes('logs')));
    assert.notDeepEqual(filesWith(session().userData, encodingsOf(gateway.credentials.clientId)), []);
  });

  it('has no secret in the arguments of any process', () => {
    // Other systems have no /proc with the arguments of all processes.
    const processes =
      process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
    const encodings = secrets().flatMap(encodingsOf);
    for (const id of processes) {
      const line = commandLine(id);
      assert.deepEqual(
        encodings.filter((encoding) => line.includes(encoding)),
        [],
      );
    }
  });

  it('has no secret in the page or its local storage', async () => {
    const { page } = session().workbench;
    const shown = await page.content();
    const stored = await page.evaluate('JSON.stringify(Object.entries(localStorage))');
    assert.deepEqual(
      secrets()
        .flatMap(encodingsOf)
        .filter((encoding) => shown.includes(encoding) || String(stored).includes(encoding)),
      [],
    );
  });
});

/** Empty if the process has ended in the meantime. */
function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

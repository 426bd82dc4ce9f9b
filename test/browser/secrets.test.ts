import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { vsixPath } from '../../scripts/vsix.ts';
import { type LocalGateway, startLocalGateway } from '../../src/local-gateway/local-gateway.ts';
import { samplesFolder } from '../workbench/session.ts';
import { createdDatasetId, giveCredentials } from './create-as-user.ts';
import { inWorkbench } from './in-workbench.ts';
import { filesWith, spellingsOf } from './spellings.ts';

/** Special in JSON, in URLs, in forms and in shells. */
const password = 'pa+ss&wo=rd %20 "é€" \\ $HOME/x';
const typedSecrets = ['wrong-subscription-0123456789', 'client-secret-0123456789'];

describe('After a session with all that is secret in it', () => {
  let gateway: LocalGateway | undefined;
  /** The parts of all tokens that the gateway may have issued. */
  const issued: string[] = [];
  const session = inWorkbench(async () => {
    const started = await startLocalGateway({
      users: { 'ann@example.com': password },
      randomBytes: (size) => {
        const bytes = randomBytes(size);
        // Fewer make a client ID, which is no secret.
        if (size >= 16) issued.push(bytes.toString('base64url'));
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

  it('that signs in, creates and asks for a token', async () => {
    assert.ok(gateway);
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    await giveCredentials(workbench, gateway.credentials);
    await createdDatasetId(workbench);
    await workbench.closeNotifications();
    await workbench.runCommand('Dataset: Get Access Token');
    await workbench.notification(/There is an access token/);
    await workbench.closeNotifications();
  });

  it('that sends a key that the gateway turns away', async () => {
    const { workbench } = session();
    await workbench.runCommand('Dataset: Set Subscription Key');
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

  it('that signs in as a client that the gateway does not know', async () => {
    assert.ok(gateway);
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Select Environment');
    await workbench.pick(/Where should datasets be created/, 'broken');
    await workbench.page.locator('.statusbar-item', { hasText: 'broken' }).waitFor();
    await workbench.runCommand('Dataset: Sign In');
    await workbench.answer(/user name/i, gateway.credentials.username);
    await workbench.answer(/password/i, password);
    await workbench.answer(/client secret/i, typedSecrets[1] ?? '');
    await workbench.notification(/No access token/);
    await session().screenshot('secrets');
  });

  function secrets(): readonly string[] {
    assert.ok(gateway);
    return [password, gateway.credentials.subscriptionKey, ...typedSecrets, ...issued];
  }

  for (const place of ['userData', 'workspace'] as const)
    it(`has left none of it in any file of the ${place === 'userData' ? "user's data" : 'workspace'}`, () => {
      assert.deepEqual(filesWith(session()[place], secrets().flatMap(spellingsOf)), []);
    });

  it('has written logs at the level where they tell most, and what is no secret is found', () => {
    assert.ok(gateway);
    const logs = filesWith(session().userData, ['[trace]']);
    assert.ok(logs.some((found) => found.includes('logs')));
    assert.notDeepEqual(filesWith(session().userData, spellingsOf(gateway.credentials.clientId)), []);
  });

  it('has none of it in the arguments of any process', () => {
    // Where there is /proc; elsewhere the arguments of others can't be read.
    const processes =
      process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
    const spellings = secrets().flatMap(spellingsOf);
    for (const id of processes) {
      const line = commandLine(id);
      assert.deepEqual(
        spellings.filter((spelling) => line.includes(spelling)),
        [],
      );
    }
  });

  it('shows none of it in the workbench', async () => {
    const { page } = session().workbench;
    const shown = await page.content();
    const stored = await page.evaluate('JSON.stringify(Object.entries(localStorage))');
    assert.deepEqual(
      secrets()
        .flatMap(spellingsOf)
        .filter((spelling) => shown.includes(spelling) || String(stored).includes(spelling)),
      [],
    );
  });
});

/** Empty where the process has ended meanwhile. */
function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

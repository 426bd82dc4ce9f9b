import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplesFolder } from '../../scripts/repository.ts';
import { vsixPath } from '../../scripts/vsix.ts';
import { type LocalGateway, startLocalGateway } from '../../src/local-gateway/local-gateway.ts';
import { waitFor } from '../workbench/wait-for.ts';
import { createdDatasetId, enterCredentials, selectEnvironment } from './create-as-user.ts';
import { inWorkbench } from './in-workbench.ts';
import { encodingsOf, filesWith } from './secret-encodings.ts';
import { step } from './step.ts';
import { teamTests, writeTeamFiles } from './team-tests.ts';

/** Contains characters that are special in JSON, URLs, forms, and shells. */
const password = 'pa+ss&wo=rd %20 "é€" \\ $HOME/x';
const typedSecrets = ['wrong-subscription-0123456789', 'client-secret-0123456789'];

/**
 * Only a window has code lenses, breadcrumbs, an outline, and quick fixes with snippets, and only there can a secret be left
 * in the page, the state, and the logs of VS Code.
 */
describe('Editing a dataset, and creating it', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'dataset-studio-authoring-'));
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
    const filter = (path: string) => path !== join(samplesFolder, 'repository');
    cpSync(samplesFolder, workspace, { recursive: true, filter });
    writeTeamFiles(workspace);
    return {
      workspace,
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

  after(async () => {
    await gateway?.close();
    rmSync(workspace, { recursive: true, force: true });
  });

  function usedGateway(): LocalGateway {
    assert.ok(gateway);
    return gateway;
  }

  it('shows a code lens above the first line', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    assert.equal(await workbench.codeLenses(/Create Dataset/), 'Create Dataset → staging');
    await session().picture('code-lens');
  });

  it('shows tables and columns in the breadcrumbs', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    await workbench.goToEndOfLine(8);
    // Moves the cursor into the braces of the column.
    for (let moved = 0; moved < 4; moved += 1) await workbench.press('ArrowLeft');
    assert.match(await workbench.breadcrumbs(/OrderID/), /Order.*OrderID: int64/);
  });

  it('shows the outline', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    await workbench.runCommand('Explorer: Focus on Outline View');
    assert.deepEqual(
      (await workbench.outline(/Customer/)).filter(
        (label) => label.includes(':') || label.startsWith('Order'),
      ),
      ['Order', 'OrderID: int64', 'customer: string', 'Total: Decimal'],
    );
    await session().picture('outline-and-breadcrumbs');
  });

  it('offers quick fixes, applies one, and inserts a placeholder to replace', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    await workbench.goToEndOfLine(8);
    const titles = await workbench.quickFixes();
    assert.ok(titles.includes('Change to "Int64"'), titles.join(', '));
    await session().picture('quick-fixes');
    await workbench.takeQuickFix('Change to "Int64"');
    await workbench.text(/"OrderID", "dataType": "Int64"/);

    await workbench.goToEndOfLine(10);
    const others = await workbench.quickFixes();
    const rename = others.find((title) => title.startsWith('Rename to'));
    assert.ok(rename, others.join(', '));
    await workbench.takeQuickFix(rename);
    await workbench.text(new RegExp(`"name": ${rename.slice('Rename to '.length)}`));
    await workbench.type('Buyer');
    await workbench.text(/"name": "Buyer", "dataType": "string"/);
    await session().picture('renamed-duplicate');
    await workbench.runCommand('File: Revert File');
  });

  it('formats YAML and keeps its comments', async () => {
    const { workbench, workspace } = session();
    const path = join(workspace, 'typed.dataset.yaml');
    await writeFile(
      path,
      'name:   Typed # kept\ntables:\n- name: Order\n  columns:\n  - name: OrderID\n    dataType: Int64',
    );
    await workbench.openFile('typed.dataset.yaml');
    await workbench.runCommand('Format Document');
    await workbench.text(/name: Typed # kept/);
    await workbench.press('ControlOrMeta+s');
    await waitFor(async () =>
      assert.equal(
        await readFile(path, 'utf8'),
        'name: Typed # kept\ntables:\n  - name: Order\n    columns:\n      - name: OrderID\n        dataType: Int64',
      ),
    );
  });

  /** All that the story below typed, stored, or got. */
  function secrets(): readonly string[] {
    return [password, usedGateway().credentials.subscriptionKey, ...typedSecrets, ...issuedTokens];
  }

  it('is one story: asks for credentials once, creates datasets, shows their IDs, and leaves no secret anywhere', async () => {
    await step('asks for credentials, creates the dataset, and shows its ID', async () => {
      const { workbench } = session();
      await workbench.openFile('sales.dataset.json');
      await workbench.runCommand('Dataset: Create Dataset');
      await enterCredentials(workbench, usedGateway().credentials);
      const id = await createdDatasetId(workbench);
      assert.deepEqual(
        usedGateway()
          .datasets()
          .map((dataset) => dataset.id),
        [id],
      );
      await session().picture('create-dataset');
      await workbench.closeNotifications();
    });

    await step('reuses the credentials the second time', async () => {
      const { workbench } = session();
      await workbench.openFile('inventory.dataset.yaml');
      await workbench.runCommand('Dataset: Create Dataset');
      const id = await createdDatasetId(workbench);
      assert.equal(usedGateway().datasets().at(-1)?.id, id);
      assert.equal(usedGateway().datasets().length, 2);
      await workbench.closeNotifications();
    });

    await step('gets an access token', async () => {
      const { workbench } = session();
      await workbench.runCommand('Dataset: Get Access Token');
      await workbench.notification(/There is an access token/);
      await workbench.closeNotifications();
    });

    await step('sends a subscription key that the gateway rejects', async () => {
      const { workbench } = session();
      await workbench.runCommand('Dataset: Set Subscription Key…');
      await workbench.answer(/subscription key/i, typedSecrets[0] ?? '');
      await workbench.notification(/is stored/);
      await workbench.closeNotifications();
      await workbench.openFile('sales.dataset.json');
      await workbench.runCommand('Dataset: Create Dataset');
      await workbench.pressDialogButton('Submit Again');
      await workbench.notification(/subscription key/);
      await workbench.pressNotificationButton('Show Response');
      await workbench.activeTab(/response-/);
      await workbench.closeNotifications();
    });

    await step('signs in as a client that the gateway does not know', async () => {
      const { workbench } = session();
      await selectEnvironment(workbench, 'broken');
      await workbench.runCommand('Dataset: Sign In');
      await workbench.answer(/user name/i, usedGateway().credentials.username);
      await workbench.answer(/password/i, password);
      await workbench.answer(/client secret/i, typedSecrets[1] ?? '');
      await workbench.notification(/No access token/);
      await session().picture('secrets');
    });

    for (const place of ['userData', 'workspace'] as const)
      await step(
        `leaves no secret in any file of the ${place === 'userData' ? 'user data' : 'workspace'}`,
        async () => {
          assert.deepEqual(filesWith(session()[place], secrets().flatMap(encodingsOf)), []);
        },
      );

    await step('writes logs at the trace level that contain values that are not secret', async () => {
      const logs = filesWith(session().userData, ['[trace]']);
      assert.ok(logs.some((found) => found.includes('logs')));
      assert.notDeepEqual(filesWith(session().userData, encodingsOf(usedGateway().credentials.clientId)), []);
    });

    await step('has no secret in the arguments of any process', async () => {
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

    await step('has no secret in the page or its local storage', async () => {
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

  it('sends nothing and shows the first error if the document has errors', async () => {
    const { workbench } = session();
    const before = usedGateway().datasets().length;
    await workbench.openFile('broken.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    assert.match(await workbench.notification(/nothing was sent/), /line \d+/i);
    assert.equal(usedGateway().datasets().length, before);
  });

  it('saves a new file in the workspace folder, under a name with the right extension', async () => {
    const { workbench } = session();
    const before = await readdir(session().workspace);
    await workbench.runCommand('Create: New File...');
    await workbench.pick(/Select File Type|New File/, 'Dataset');
    await workbench.pick(/Select a template/, 'Sales sample');
    await workbench.text(/OrderedAt/);
    await session().picture('new-dataset-file');
    await workbench.activeTab(/\.dataset\.json$/);
    await workbench.press('Control+s');
    await waitFor(async () => {
      const [name = '', ...others] = (await readdir(session().workspace)).filter(
        (each) => !before.includes(each),
      );
      assert.match(name, /\.dataset\.json$/);
      assert.deepEqual(others, []);
      assert.equal(JSON.parse(await readFile(join(session().workspace, name), 'utf8')).name, 'Sales');
    });
  });

  describe('in the workspace of a team', () => teamTests(session));
});

/** Empty if the process has ended in the meantime. */
function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

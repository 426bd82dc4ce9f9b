import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { vsixPath } from '../../scripts/vsix.ts';
import { password, TestProvider } from '../identity-provider/identity-provider.ts';
import { TrustingGateway } from '../identity-provider/trusting-gateway.ts';
import { type Session, samplesFolder } from '../workbench/session.ts';
import type { UserSettings } from '../workbench/user-settings.ts';
import { Workbench } from '../workbench/workbench.ts';
import { createdDatasetId } from './create-as-user.ts';
import { inWorkbench } from './in-workbench.ts';

/** The redirect URI of a workbench in a browser. Its parameters differ between windows. */
const callbackPage = /^http:\/\/127\.0\.0\.1:\d+\/[^?]*callback\?vscode-reqid=/;

interface TestEnvironment {
  readonly provider: TestProvider;
  readonly gateway: TrustingGateway;
  readonly settings: UserSettings;
}

/** Uses an account from another extension. */
const partnerAuth = { grantType: 'session', providerId: 'testing', scopes: ['reports.write', 'offline'] };

async function startTestEnvironment(redirectUris?: RegExp): Promise<TestEnvironment> {
  const provider = await TestProvider.start({ host: '127.0.0.2', ...(redirectUris && { redirectUris }) });
  const gateway = await TrustingGateway.start(provider.issuer);
  const auth = { grantType: 'authorization_code', clientId: 'public-client', issuer: provider.issuer };
  return {
    provider,
    gateway,
    settings: {
      'dataset.environments': [
        { name: 'staging', baseUrl: gateway.baseUrl, auth },
        ...(redirectUris ? [] : [{ name: 'partner', baseUrl: gateway.baseUrl, auth: partnerAuth }]),
      ],
      'dataset.environment': 'staging',
    },
  };
}

/** Opens a workbench with its own identity provider and gateway for the tests of a suite. */
function inTestEnvironment(redirectUris?: RegExp): {
  session: () => Session;
  environment: () => TestEnvironment;
} {
  let environment: TestEnvironment | undefined;
  const session = inWorkbench(async () => {
    environment = await startTestEnvironment(redirectUris);
    const extensions = redirectUris
      ? []
      : [join(import.meta.dirname, '..', 'workbench', 'account-extension')];
    return { workspace: samplesFolder, vsix: vsixPath(), extensions, settings: environment.settings };
  });

  after(async () => {
    await environment?.provider.close();
    await environment?.gateway.close();
  });

  return {
    session,
    environment: () => {
      assert.ok(environment);
      return environment;
    },
  };
}

/** Signs in and consents on the pages of the provider. */
async function signInAt(page: Page): Promise<void> {
  await page.locator('[name=username]').fill('ann');
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button').click();
  await page.waitForFunction("document.title === 'consent'");
  await page.getByRole('button').click();
}

describe('Signing in to an identity provider from the status bar', () => {
  const { session, environment } = inTestEnvironment(callbackPage);

  it('opens the provider in a browser tab and returns automatically', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.statusBarItem(/staging \(signed out\)/).click();
    await workbench.pick(/staging: signed out/, 'Sign In');
    const tab = await workbench.openPage('Open');
    await session().screenshot('sign-in-waiting');
    await signInAt(tab);
    await tab.waitForURL(callbackPage);
    // The notification disappears after a few seconds.
    await workbench.notification(/Signed in to staging/);
    await tab.close();
    await workbench.closeNotifications();
  });

  it('shows the account in the status bar, the view, and the Accounts menu', async () => {
    const { workbench } = session();
    await workbench.statusBarItem(/^ ?staging$/).waitFor();
    await workbench.showContainer('Dataset Studio');
    await workbench.environmentRows(/staging.*signed in as ann@login\.example/).waitFor();
    await workbench.environmentRows(/Subscription key.*missing/).waitFor();
    await session().screenshot('environments-view');
    const account = 'ann@login.example – staging (Dataset Studio)';
    await workbench.accounts((labels) => labels.some((label) => label.includes(account)));
    await session().screenshot('accounts-menu');
    await workbench.press('Escape');
  });

  it('creates a dataset with the token', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    await workbench.answer(/subscription key/i, 'a-subscription-key');
    assert.deepEqual(environment().gateway.datasets, [await createdDatasetId(workbench)]);
    await workbench.environmentRows(/Subscription key.*stored/).waitFor();
    await workbench.closeNotifications();
  });

  it('signs out from the Accounts menu and revokes the token', async () => {
    const { workbench } = session();
    await workbench.accounts((labels) => labels.some((label) => label.includes('ann@login.example')));
    await workbench.chooseFromMenu(/ann@login\.example/, /Sign Out/);
    await session().screenshot('accounts-sign-out');
    await workbench.pressDialogButton('Sign Out');
    await workbench.environmentRows(/staging.*signed out/).waitFor();
    await workbench.statusBarItem(/staging \(signed out\)/).waitFor();
    const [token] = environment().gateway.tokens;
    const response = await fetch(`${environment().provider.issuer}/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, 401);
    await workbench.accounts((labels) => !labels.some((label) => label.includes('Dataset Studio')));
    await workbench.press('Escape');
  });
});

describe('Signing in in one of two windows', () => {
  const { session, environment } = inTestEnvironment(callbackPage);

  it('also signs in the other window', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    await workbench.answer(/subscription key/i, 'a-subscription-key');
    const tab = await workbench.openPage('Open');
    await signInAt(tab);
    await tab.waitForURL(callbackPage);
    const first = await createdDatasetId(workbench);
    await tab.close();

    const other = new Workbench(await workbench.page.context().newPage());
    await other.open(workbench.page.url());
    await other.openFile('inventory.dataset.yaml');
    await other.statusBarItem(/^ ?staging$/).waitFor();
    await other.runCommand('Dataset: Create Dataset');
    const second = await createdDatasetId(other);
    await other.page.screenshot({ path: session().outputFile('second-window.png') });

    assert.deepEqual(environment().gateway.datasets, [first, second]);
    assert.equal(new Set(environment().gateway.tokens).size, 1);
    assert.equal(environment().provider.tokenRequests('authorization_code').length, 1);
    await other.page.close();
  });
});

describe('Signing in when the provider accepts no redirect to the editor', () => {
  const { session, environment } = inTestEnvironment();

  it('completes after the final address is pasted', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Sign In');
    const refused = await workbench.openPage('Open');
    await refused.getByText('invalid_redirect_uri').first().waitFor();
    await refused.close();
    // Neither Enter without a valid value nor Escape cancels the sign-in.
    await workbench.answer(/Waiting for the browser/, 'nothing of the kind');
    await workbench.question(/Waiting for the browser/).waitFor();
    await workbench.press('Escape');
    await workbench.notification(/still waits for the browser/);
    await session().screenshot('sign-in-still-waits');
    await workbench.pressNotificationButton('Show the Ways Back');
    await workbench.question(/Sign in there: it leads back/).waitFor();
    await workbench.pick(/Waiting for the browser/, 'Paste the final address instead');
    const tab = await workbench.openPage('Open');
    const final = tab.waitForRequest(/^http:\/\/127\.0\.0\.1:9\/callback/);
    await signInAt(tab).catch(() => undefined);
    const address = (await final).url();
    await tab.close();
    await session().screenshot('sign-in-paste');
    await workbench.answer(/Paste the final address/, address.replace(/state=[^&]+/, 'state=another'));
    await workbench.page
      .getByText(/belongs to another sign-in/)
      .first()
      .waitFor();
    await workbench.answer(/Paste the final address/, address);
    await workbench.notification(/Signed in to staging/);
    await workbench.statusBarItem(/^ ?staging$/).waitFor();
    await workbench.closeNotifications();
  });

  it('uses a VS Code account with the scopes of the environment after the user allows it', async () => {
    const { workbench } = session();
    const { gateway } = environment();
    await workbench.runCommand('Dataset: Select Environment');
    await workbench.pick(/Where should datasets be created/, 'partner');
    await workbench.statusBarItem(/partner \(signed out\)/).waitFor();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    await workbench.answer(/subscription key/i, 'a-subscription-key');
    await workbench.pressDialogButton('Cancel');
    await workbench.notification(/Cancelled\. Nothing was created in partner/);
    await workbench.closeNotifications();
    await workbench.runCommand('Dataset: Create Dataset');
    await session().screenshot('session-consent');
    await workbench.pressDialogButton('Send Token');
    await workbench.pressDialogButton('Cancel');
    await workbench.notification(/Cancelled\. Nothing was created in partner/);
    assert.deepEqual(gateway.tokens, []);

    gateway.trusted.add('0-reports.write-offline');
    await workbench.runCommand('Dataset: Create Dataset');
    await workbench.pressDialogButton('Allow');
    assert.deepEqual(gateway.datasets, [await createdDatasetId(workbench)]);
    assert.deepEqual(gateway.tokens, ['0-reports.write-offline']);
    await workbench.statusBarItem(/^ ?partner$/).waitFor();
    await workbench.runCommand('Dataset: Get Access Token');
    await workbench.notification(/There is an access token for partner/);
  });
});

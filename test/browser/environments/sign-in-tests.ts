import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { clientSecret, password, TestProvider } from '../../identity-provider/certified/identity-provider.ts';
import { TrustingGateway } from '../../identity-provider/certified/trusting-gateway.ts';
import { Workbench } from '../../workbench/pages/workbench.ts';
import type { Session } from '../../workbench/session.ts';
import type { UserSettings } from '../../workbench/user-settings.ts';
import { createdDatasetId, selectEnvironment } from '../create-as-user.ts';
import { step } from '../step.ts';

/** The address of a workbench in a browser: its own page, with parameters that differ in each window. */
const callbackPage = /^http:\/\/vscode\.localhost\/[^?]*callback\?vscode-reqid=/;

interface Servers {
  readonly provider: TestProvider;
  readonly gateway: TrustingGateway;
}

/** An account of VS Code, of an extension that brings accounts. */
const partnerAuth = { grantType: 'session', providerId: 'testing', scopes: ['reports.write', 'offline'] };

/** A client with a secret, for a service account. */
const confidential = {
  grantType: 'client_credentials',
  clientId: 'post-client',
  clientAuthentication: 'client_secret_basic',
};

/** `host`: each its own, because a browser sends cookies to all ports of a host. */
async function startServers(host: string, redirectUris?: RegExp): Promise<Servers> {
  const provider = await TestProvider.start({ host, ...(redirectUris && { redirectUris }) });
  return { provider, gateway: await TrustingGateway.start(provider.issuer) };
}

/** What a person does on the provider's pages. */
async function signInAt(page: Page, username = 'ann'): Promise<void> {
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button').click();
  await page.waitForFunction("document.title === 'consent'");
  await page.getByRole('button').click();
}

/** Two identity providers, each with a gateway: one accepts the redirect URI of a workbench in a browser. */
export interface SignInServers {
  readonly accepting: Servers;
  readonly refusing: Servers;
}

export async function startSignInServers(): Promise<SignInServers> {
  return {
    accepting: await startServers('127.0.0.2', callbackPage),
    refusing: await startServers('127.0.0.3'),
  };
}

export async function closeSignInServers({ accepting, refusing }: SignInServers): Promise<void> {
  for (const { provider, gateway } of [accepting, refusing]) {
    await provider.close();
    await gateway.close();
  }
}

/** The environments that the tests sign in to, the first of which is selected. */
export function signInEnvironments({ accepting, refusing }: SignInServers): readonly UserSettings[] {
  const auth = { grantType: 'authorization_code', clientId: 'public-client' };
  const acceptingAuth = { ...auth, issuer: accepting.provider.issuer };
  const refusingAuth = { ...auth, issuer: refusing.provider.issuer };
  const { baseUrl } = refusing.gateway;
  return [
    { name: 'staging', baseUrl: accepting.gateway.baseUrl, auth: acceptingAuth },
    { name: 'elsewhere', baseUrl, auth: refusingAuth },
    { name: 'partner', baseUrl, auth: partnerAuth },
    { name: 'remote', baseUrl, auth: { ...refusingAuth, grantType: 'device_code' } },
    { name: 'confidential', baseUrl, auth: { ...refusingAuth, ...confidential } },
  ];
}

/**
 * Signing in, in a window with `signInEnvironments`. Only there are a browser tab that returns to VS Code, questions that
 * stay while a browser is open, the Accounts menu, the status bar, and a second window with the same secrets.
 */
export function signInTests(session: () => Session, servers: () => SignInServers): void {
  it('is one story: sign in in a browser tab, switch the account, submit in two windows, and sign out', async () => {
    await step(
      'opens the provider in a browser tab from the status bar, and returns automatically',
      async () => {
        const { workbench } = session();
        await workbench.openFile('sales.dataset.json');
        await workbench.statusBarItem(/staging \(signed out\)/).click();
        await workbench.pick(/staging: signed out/, 'Sign In');
        const tab = await workbench.openPage('Open');
        await session().picture('sign-in-waiting');
        await signInAt(tab);
        await tab.waitForURL(callbackPage);
        // The notification closes itself after a while.
        await workbench.notification(/Signed in to staging as ann@login\.example\. The session is renewed/);
        await session().picture('signed-in');
        await tab.close();
        await workbench.closeNotifications();
      },
    );

    await step(
      'shows who is signed in: in the status bar, in the view and in the Accounts menu',
      async () => {
        const { workbench } = session();
        await workbench.statusBarItem(/^ ?staging$/).waitFor();
        await workbench.showContainer('Dataset Studio');
        await workbench.environmentRows(/staging.*signed in as ann@login\.example/).waitFor();
        await workbench.environmentRows(/Subscription key.*not set/).waitFor();
        await session().picture('environments-view');
        const account = 'ann@login.example – staging (Dataset Studio)';
        await workbench.accounts((labels) => labels.some((label) => label.includes(account)));
        await session().picture('accounts-menu');
        await workbench.press('Escape');
      },
    );

    await step('switches the account: the provider asks again', async () => {
      const { workbench } = session();
      await workbench.statusBarItem(/^ ?staging$/).click();
      await session().picture('manage-environment');
      await workbench.pick(/signed in as ann/, 'Switch Account');
      const tab = await workbench.openPage('Open');
      await tab.locator('[name=username]').waitFor();
      await signInAt(tab, 'bea');
      await tab.waitForURL(callbackPage);
      await workbench.notification(/Signed in to staging as bea@login\.example/);
      await session().picture('switched-account');
      await tab.close();
      await workbench.closeNotifications();
      await workbench.environmentRows(/Session.*renewed automatically/).waitFor();
    });

    await step('creates a dataset with the token', async () => {
      const { workbench } = session();
      await workbench.openFile('sales.dataset.json');
      await workbench.runCommand('Dataset: Create Dataset');
      await workbench.answer(/subscription key/i, 'a-subscription-key');
      assert.deepEqual(servers().accepting.gateway.datasets, [await createdDatasetId(workbench)]);
      await workbench.environmentRows(/Subscription key.*stored/).waitFor();
      await workbench.closeNotifications();
    });

    await step('lets another window submit without a question', async () => {
      const { workbench } = session();
      const { gateway, provider } = servers().accepting;
      const requests = provider.tokenRequests('authorization_code').length;
      const other = new Workbench(await workbench.page.context().newPage());
      await other.open(workbench.page.url());
      await other.openFile('inventory.dataset.yaml');
      await other.statusBarItem(/^ ?staging$/).waitFor();
      await other.runCommand('Dataset: Create Dataset');
      assert.equal(await createdDatasetId(other), gateway.datasets[1]);
      assert.equal(new Set(gateway.tokens).size, 1);
      assert.equal(provider.tokenRequests('authorization_code').length, requests);
      await other.page.close();
      await workbench.page.bringToFront();
    });

    await step('signs out from the Accounts menu, and the provider revokes the tokens', async () => {
      const { workbench } = session();
      await workbench.accounts((labels) => labels.some((label) => label.includes('bea@login.example')));
      await workbench.chooseFromMenu(/bea@login\.example/, /Sign Out/);
      await session().picture('accounts-sign-out');
      await workbench.pressDialogButton('Sign Out');
      await workbench.environmentRows(/staging.*signed out/).waitFor();
      await workbench.statusBarItem(/staging \(signed out\)/).waitFor();
      await workbench.notification(
        /Signed out of staging\. The identity provider revoked.*may still be signed in/,
      );
      await session().picture('signed-out');
      await workbench.pressNotificationButton('End Browser Session');
      const page = await workbench.openPage('Open');
      await page.waitForURL(/\/session\/end/);
      await page.close();
      const [token] = servers().accepting.gateway.tokens;
      const judged = await fetch(`${servers().accepting.provider.issuer}/me`, {
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(judged.status, 401);
      await workbench.accounts((labels) => !labels.some((label) => label.includes('Dataset Studio')));
      await workbench.press('Escape');
    });
  });

  it('works by pasting the final URL if the provider does not accept the redirect URI of the editor', async () => {
    const { workbench } = session();
    await selectEnvironment(workbench, 'elsewhere');
    await workbench.runCommand('Dataset: Sign In');
    const refused = await workbench.openPage('Open');
    await refused.getByText('invalid_redirect_uri').first().waitFor();
    await refused.close();
    // Enter without a choice does nothing, and Escape doesn't cancel the sign-in.
    await workbench.answer(/Waiting for the browser/, 'nothing of the kind');
    await workbench.question(/Waiting for the browser/).waitFor();
    await workbench.press('Escape');
    await workbench.notification(/still waiting for the browser/);
    await session().picture('sign-in-still-waits');
    await workbench.followNotificationLink('More Options');
    await workbench.question(/Sign in there\. VS Code continues/).waitFor();
    await session().picture('sign-in-more-options');
    await workbench.pick(/Waiting for the browser/, 'Paste the Final URL Instead');
    const tab = await workbench.openPage('Open');
    const final = tab.waitForRequest(/^http:\/\/127\.0\.0\.1:9\/callback/);
    await signInAt(tab).catch(() => undefined);
    const address = (await final).url();
    await tab.close();
    await session().picture('sign-in-paste');
    await workbench.answer(/Paste the final URL/, address.replace(/state=[^&]+/, 'state=another'));
    await workbench.page
      .getByText(/belongs to another sign-in/)
      .first()
      .waitFor();
    await workbench.answer(/Paste the final URL/, address);
    await workbench.notification(/Signed in to elsewhere/);
    await workbench.statusBarItem(/^ ?elsewhere$/).waitFor();
    await workbench.closeNotifications();
  });

  it('does not ask again to open the browser when the user declines, and ends its notifications on Cancel', async () => {
    const { workbench } = session();
    await selectEnvironment(workbench, 'elsewhere');
    await workbench.runCommand('Dataset: Sign In');
    await workbench.pressDialogButton('Cancel');
    await workbench.question(/The browser was not opened/).waitFor();
    await session().picture('sign-in-not-opened');
    // Open Browser is the first choice.
    await workbench.acceptSelected(/The browser was not opened/);
    const tab = await workbench.openPage('Open');
    await tab.getByText('invalid_redirect_uri').first().waitFor();
    await tab.close();
    await workbench.question(/Waiting for the browser/).waitFor();
    await workbench.press('Escape');
    await workbench.notification(/still waiting for the browser/);
    await workbench.pressNotificationButton('Cancel');
    await workbench.page
      .locator('.notification-list-item-message', { hasText: /still waiting for the browser/ })
      .first()
      .waitFor({ state: 'hidden' });
    await workbench.closeNotifications();
  });

  it('works with a code on any device', async () => {
    const { workbench } = session();
    await selectEnvironment(workbench, 'remote');
    await workbench.runCommand('Dataset: Sign In');
    await workbench.question(/Your code: [A-Z]{4}-[A-Z]{4}/).waitFor();
    await session().picture('device-code');
    await workbench.press('Escape');
    await workbench.notification(/Sign-in is still waiting\. Enter the code/);
    await session().picture('device-code-still-waits');
    await workbench.followNotificationLink('More Options');
    await workbench.question(/Your code/).waitFor();
    // Copy Code and Open is the first choice.
    await workbench.acceptSelected(/Your code/);
    const tab = await workbench.openPage('Open');
    await tab.getByRole('button', { name: 'Continue' }).click();
    // The browser may be signed in already, and may only ask for consent.
    const userName = tab.locator('[name=username]');
    const consent = tab.getByRole('button', { name: 'Go on' });
    const success = tab.getByText('Sign-in Success').first();
    await userName.or(consent).or(success).first().waitFor();
    if (await userName.isVisible()) {
      await userName.fill('ann');
      await tab.locator('[name=password]').fill(password);
      await tab.getByRole('button').click();
      await consent.or(success).first().waitFor();
    }
    if (await consent.isVisible()) await consent.click();
    await success.waitFor();
    await workbench.notification(/Signed in to remote as ann@login\.example/);
    await session().picture('device-code-signed-in');
    await tab.close();
    await workbench.closeNotifications();
  });

  it('offers help when the provider rejects the client', async () => {
    const { workbench } = session();
    await selectEnvironment(workbench, 'confidential');
    await workbench.runCommand('Dataset: Sign In');
    await workbench.answer(/client secret/, 'a wrong secret');
    await workbench.notification(/No access token for confidential\..*invalid_client/);
    await session().picture('sign-in-refused');
    // The secret is not asked for again: it may have been right.
    await workbench.pressNotificationButton('Use client_secret_post');
    await workbench.notification(/No access token for confidential\..*client secret first/);
    await workbench.pressNotificationButton('Set Client Secret');
    await workbench.answer(/client secret/, clientSecret);
    await workbench.notification(/client secret for confidential is stored/);
    await workbench.runCommand('Dataset: Sign In');
    await workbench.notification(/Signed in to confidential\. The access token expires in/);
    await session().picture('client-credentials');
    await workbench.closeNotifications();
  });

  it('uses an account of VS Code with the scopes of the environment after the user allows it', async () => {
    const { workbench } = session();
    const { gateway } = servers().refusing;
    await selectEnvironment(workbench, 'partner');
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    await workbench.answer(/subscription key/i, 'a-subscription-key');
    await workbench.pressDialogButton('Cancel');
    await workbench.notification(/Cancelled\. Nothing was created in partner/);
    await workbench.closeNotifications();
    await workbench.runCommand('Dataset: Create Dataset');
    await session().picture('session-consent');
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
}

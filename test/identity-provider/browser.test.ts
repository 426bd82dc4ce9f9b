import assert from 'node:assert/strict';
import { type Browser, chromium } from 'playwright-core';
import { findOrInstallBrowser } from '../workbench/installation/browser-installation.ts';
import { password } from './certified/identity-provider.ts';
import { options, type SignInSetup, setUpSignIn } from './certified/sign-in-setup.ts';

describe('Signing in with a real browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let setup: SignInSetup;

  before(async () => {
    browser = await chromium.launch({ executablePath: await findOrInstallBrowser() });
  });

  beforeEach(async () => {
    setup = await setUpSignIn();
  });

  afterEach(() => setup.end());

  after(() => browser?.close());

  it('ends on a page whose URL contains no code, and no other page receives anything', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    let spied: unknown;

    setup.user.openBrowser = async (url) => {
      void (async () => {
        const callback = url.searchParams.get('redirect_uri') ?? '';
        const state = url.searchParams.get('state') ?? '';
        // Even a page that knew the state could neither fetch nor frame the listener.
        const spy = await browser.newPage();
        await spy.goto(`${setup.provider.issuer}/.well-known/openid-configuration`);
        spied = await spy.evaluate(
          async ([address, value]) => {
            const target = `${address}?code=x&state=${value}`;
            const fetched = await fetch(target).then(
              ({ status }) => status,
              () => 'refused',
            );
            const opaque = await fetch(target, { mode: 'no-cors' }).then(
              ({ type }) => type,
              () => 'refused',
            );
            return [fetched, opaque];
          },
          [callback, state],
        );
        await spy.close();

        await page.goto(url.href);
        await page.locator('[name=username]').fill('ann');
        await page.locator('[name=password]').fill(password);
        await page.getByRole('button').click();
        await page.waitForFunction("document.title === 'consent'");
        await page.getByRole('button').click();
      })().catch((error: unknown) => complaints.push(String(error)));
      return true;
    };

    const result = await setup.tokens.signIn(setup.environment(), options);
    assert.equal(result.kind, 'token', JSON.stringify([result, complaints]));
    await page.getByRole('heading', { name: 'Return to your editor' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/callback');
    assert.equal(new URL(page.url()).search, '');
    assert.deepEqual(spied, ['refused', 'refused']);
    assert.deepEqual(complaints, []);
  });
});

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  describeTokenFailure,
  nextAfterTokenFailure,
} from '../../src/identity/messages/token-failure-message.ts';
import { loopbackRedirect } from '../../src/identity/redirects/loopback-redirect.ts';
import { pastedRedirect } from '../../src/identity/redirects/pasted-redirect.ts';
import { UriMailbox, uriRedirect } from '../../src/identity/redirects/redirect.ts';
import { issued, UnusualProviderSetup } from './unusual/unusual-provider-setup.ts';

/** A provider that accepts one redirect URI only, and an environment that has it. */
function setUpProvider(redirectUri: string): UnusualProviderSetup {
  const setup = new UnusualProviderSetup({ redirectUri }, { redirectUri });
  setup.receivers.splice(0, 1, loopbackRedirect());
  return setup;
}

async function occupiedPort(): Promise<{ readonly port: number; free(): Promise<unknown> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, free: () => new Promise((resolve) => server.close(resolve)) };
}

describe('A fixed redirect URI', () => {
  for (const path of ['127.0.0.1:#/callback', 'localhost:#/', '127.0.0.1:#/sign-in/done'])
    it(`is listened on if it is on this machine: ${path}`, async () => {
      const { port, free } = await occupiedPort();
      await free();
      const redirectUri = `http://${path.replace('#', String(port))}`;
      const setup = setUpProvider(redirectUri);
      await issued(setup.signIn());
      assert.equal(setup.lastAuthorization.get('redirect_uri'), redirectUri);
      // The port is free again.
      await issued(setup.signIn());
    });

  it('can leave the port open', async () => {
    const setup = new UnusualProviderSetup({}, { redirectUri: 'http://localhost/done' });
    setup.receivers.splice(0, 1, loopbackRedirect());
    await issued(setup.signIn());
    assert.match(setup.lastAuthorization.get('redirect_uri') ?? '', /^http:\/\/localhost:\d+\/done$/);
  });

  it('whose port is in use is named with another port', async () => {
    const { port, free } = await occupiedPort();
    const failure = await setUpProvider(`http://127.0.0.1:${port}/callback`).signIn();
    await free();
    assert.ok(failure.kind === 'port-in-use');
    assert.notEqual(failure.freePort, port);
    assert.match(
      describeTokenFailure(failure),
      new RegExp(`^Port ${port} of "auth.redirectUri" is in use by `),
    );
    assert.match(describeTokenFailure(failure), new RegExp(`such as ${failure.freePort}, and register it`));
    assert.equal(nextAfterTokenFailure(failure), 'edit-environment');
  });

  it("is the editor's own address, or is pasted", async () => {
    const own = 'vscode://dataset-studio.dataset-studio/callback';
    for (const redirectUri of [own, 'https://tools.example/signed-in']) {
      const setup = setUpProvider(redirectUri);
      const mailbox = new UriMailbox();
      const asked: string[] = [];
      setup.receivers.push(
        uriRedirect(mailbox, async () => new URL(own)),
        pastedRedirect(async ({ authorizationUrl, redirectUri: { href } }) => {
          asked.push(href);
          return setup.provider.authorize(authorizationUrl).href;
        }),
      );
      const signedIn = setup.signIn();
      if (redirectUri === own) {
        while (setup.authorized.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        assert.ok(mailbox.deliver(setup.authorized[0] ?? new URL(own)));
      }
      await issued(signedIn);
      assert.deepEqual(asked, redirectUri === own ? [] : [redirectUri]);
    }
  });

  it('is logged with the scopes, and so is a browser that does not return', async () => {
    const setup = new UnusualProviderSetup({}, { scopes: ['openid', 'data'] });
    await issued(setup.signIn());
    const opened =
      'Sign-in for "staging" at https://login.example: browser opened, redirect URI http://127.0.0.1:7/callback, scopes openid data';
    assert.equal(setup.log[0], opened);
    const [browser] = setup.receivers;
    assert.ok(browser);
    setup.receivers.splice(0, 1, async (attempt) => {
      const pending = await browser(attempt);
      return pending?.kind === 'pending'
        ? { ...pending, redirected: async () => ({ kind: 'dismissed' }) }
        : pending;
    });
    assert.equal((await setup.signIn()).kind, 'cancelled');
    assert.match(
      setup.log.at(-1) ?? '',
      /cancelled, the browser didn't return to http:\/\/127\.0\.0\.1:7\/callback/,
    );
  });
});

import { type LogOutputChannel, Uri, workspace } from 'vscode';
import type { HttpClient } from '../../gateway/http.ts';
import { type Network, networkOfSettings } from '../../gateway/network/network.ts';
import { networkDispatcher } from '../../gateway/network/network-dispatcher.ts';
import { UndiciHttpClient } from '../../gateway/network/undici-http-client.ts';
import type { CredentialPrompt } from '../../identity/grant.ts';
import { browserSignIn } from '../../identity/grants/browser-sign-in.ts';
import { deviceSignIn } from '../../identity/grants/device-sign-in.ts';
import { logLine } from '../../identity/identity-log.ts';
import type { UriMailbox } from '../../identity/redirects/redirect.ts';
import type { SecretVault } from '../../identity/secrets/secret-vault.ts';
import { TokenSource } from '../../identity/token-source.ts';
import { FolderLock } from '../../storage/folder-lock.ts';
import { systemClock as clock } from '../../system/clock.ts';
import { deviceCodePick, openBrowser } from '../environments/sign-in/browser/persistent-pick.ts';
import { redirectReceivers } from '../environments/sign-in/browser/redirect-receivers.ts';
import { askSessionConsent, offerSignIn, vsCodeSessions } from '../studio/identity-services.ts';
import type { Connection } from '../studio/studio.ts';
import { userValue } from '../studio/workspace-settings.ts';

/** The network and the tokens of this window. `globalStorage`: the folder of the locks between windows. */
export function connect(
  vault: SecretVault,
  globalStorage: Uri,
  mailbox: UriMailbox,
  log: LogOutputChannel,
  prompt: CredentialPrompt,
): Connection {
  const http = trustedHttpClient(new UndiciHttpClient(networkDispatcher(networkSettings)));
  const lock = new FolderLock(Uri.joinPath(globalStorage, 'locks').fsPath, clock);
  const signIn = browserSignIn({ receivers: redirectReceivers(mailbox), openBrowser, clock });
  const tokens = new TokenSource({
    vault,
    prompt,
    http,
    now: () => clock.now(),
    sessions: { provider: vsCodeSessions, askConsent: askSessionConsent },
    log: (event) => log.info(logLine(event)),
    userSessions: {
      lock,
      clock,
      signIn,
      deviceSignIn: deviceSignIn(deviceCodePick, clock),
      offerSignIn,
    },
  });
  return { http, tokens };
}

/** Sends nothing in Restricted Mode, even if a command forgets to check. */
export function trustedHttpClient(http: HttpClient): HttpClient {
  return {
    exchange: async (request, options) =>
      workspace.isTrusted
        ? http.exchange(request, options)
        : { kind: 'not-sent', failure: { kind: 'cancelled' } },
  };
}

/** The network configuration from VS Code's `http.*` settings. Environment variables apply where a setting has no value. */
function networkSettings(): Network {
  const http = workspace.getConfiguration('http');
  const text = (key: string) => ifValid(userValue(http, key), (value) => typeof value === 'string');
  const flag = (key: string) => ifValid(userValue(http, key), (value) => typeof value === 'boolean');
  return networkOfSettings(
    {
      proxy: text('proxy'),
      noProxy: ifValid(userValue(http, 'noProxy'), isStringArray),
      proxyAuthorization: text('proxyAuthorization'),
      proxyStrictSSL: flag('proxyStrictSSL'),
      systemCertificates: flag('systemCertificates'),
      proxySupport: text('proxySupport'),
    },
    process.env,
  );
}

/** Ignores a value of the wrong type, because settings can be edited by hand. */
function ifValid<Value>(value: unknown, is: (value: unknown) => value is Value): Value | undefined {
  return is(value) ? value : undefined;
}

function isStringArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

import { setTimeout as delay } from 'node:timers/promises';
import { type LogOutputChannel, Uri } from 'vscode';
import { networkDispatcher } from '../../gateway/network/network-dispatcher.ts';
import { UndiciHttpClient } from '../../gateway/network/undici-http-client.ts';
import { DeviceSignIn } from '../../identity/grants/device-sign-in.ts';
import { InteractiveSignIn } from '../../identity/grants/interactive-sign-in.ts';
import { logLine } from '../../identity/identity-log.ts';
import { DiscoveryCache } from '../../identity/provider/provider-metadata.ts';
import type { UriMailbox } from '../../identity/redirects/uri-redirect.ts';
import type { SecretVault } from '../../identity/secrets/secret-vault.ts';
import { TokenSource } from '../../identity/token-source.ts';
import type { Clock } from '../../storage/clock.ts';
import { FolderLock } from '../../storage/folder-lock.ts';
import { askSessionConsent, offerSignIn } from '../environments/sign-in/ask-session-consent.ts';
import { DeviceCodePick } from '../environments/sign-in/browser/device-code-pick.ts';
import { openBrowser } from '../environments/sign-in/browser/open-browser.ts';
import { redirectReceivers } from '../environments/sign-in/browser/redirect-receivers.ts';
import { InputBoxPrompt } from '../environments/sign-in/credential-prompt.ts';
import { VSCodeSessions } from '../environments/sign-in/vscode-sessions.ts';
import { networkSettings } from './network-settings.ts';
import { TrustedHttpClient } from './trusted-http-client.ts';

export interface ConnectionDependencies {
  readonly vault: SecretVault;
  readonly log: Pick<LogOutputChannel, 'info'>;
  /** The folder of the locks between windows. */
  readonly globalStorage: Uri;
  /** Receives the URLs that VS Code hands to this extension. */
  readonly mailbox: UriMailbox;
}

export interface Connection {
  readonly http: TrustedHttpClient;
  readonly tokens: TokenSource;
}

/** The network and the tokens of this window. */
export function connect({ vault, globalStorage, mailbox, log }: ConnectionDependencies): Connection {
  const http = new TrustedHttpClient(new UndiciHttpClient(networkDispatcher(networkSettings)));
  const lock = new FolderLock(Uri.joinPath(globalStorage, 'locks').fsPath, clock);
  const signIn = new InteractiveSignIn({ receivers: redirectReceivers(mailbox), openBrowser, clock });
  const tokens = new TokenSource({
    vault,
    prompt: new InputBoxPrompt(),
    http,
    now: () => clock.now(),
    sessions: { provider: new VSCodeSessions(), askConsent: askSessionConsent },
    discoveries: new DiscoveryCache(clock.now),
    log: (event) => log.info(logLine(event)),
    userSessions: {
      lock,
      clock,
      signIn,
      deviceSignIn: new DeviceSignIn({ prompt: new DeviceCodePick(), clock }),
      offerSignIn,
    },
  });
  return { http, tokens };
}

const clock: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
};

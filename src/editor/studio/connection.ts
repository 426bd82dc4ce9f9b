import { setTimeout as delay } from 'node:timers/promises';
import { Uri } from 'vscode';
import type { HttpClient } from '../../gateway/http.ts';
import { networkDispatcher } from '../../gateway/network/network-dispatcher.ts';
import { UndiciHttpClient } from '../../gateway/network/undici-http-client.ts';
import { InteractiveSignIn } from '../../identity/grants/interactive-sign-in.ts';
import { DiscoveryCache } from '../../identity/provider/discovery-cache.ts';
import type { UriMailbox } from '../../identity/redirects/uri-redirect.ts';
import type { SecretVault } from '../../identity/secrets/secret-vault.ts';
import { TokenSource } from '../../identity/token-source.ts';
import type { Clock } from '../../storage/clock.ts';
import { FolderLock } from '../../storage/folder-lock.ts';
import { askSessionConsent } from '../environments/ask-session-consent.ts';
import { offerSignIn } from '../environments/offer-sign-in.ts';
import { InputBoxPrompt } from '../environments/sign-in/credential-prompt.ts';
import { openBrowser } from '../environments/sign-in/redirect-prompts.ts';
import { redirectReceivers } from '../environments/sign-in/redirect-receivers.ts';
import { VSCodeSessions } from '../environments/sign-in/vscode-sessions.ts';
import { networkSettings } from './network-settings.ts';
import { TrustedHttpClient } from './trusted-http-client.ts';

export interface ConnectionParts {
  readonly vault: SecretVault;
  /** The locks between windows stand here. */
  readonly globalStorage: Uri;
  /** Where answers of identity providers arrive that VS Code hands to us. */
  readonly mailbox: UriMailbox;
}

export interface Connection {
  readonly http: HttpClient;
  readonly tokens: TokenSource;
}

/** The network and the tokens, for as long as the window lives. */
export function connect({ vault, globalStorage, mailbox }: ConnectionParts): Connection {
  const http = new TrustedHttpClient(new UndiciHttpClient(networkDispatcher(networkSettings)));
  const lock = new FolderLock(Uri.joinPath(globalStorage, 'locks').fsPath, clock);
  const signIn = new InteractiveSignIn({ receivers: redirectReceivers(mailbox), openBrowser, clock });
  const tokens = new TokenSource({
    vault,
    prompt: new InputBoxPrompt(),
    http,
    now: () => clock.now(),
    sessions: { provider: new VSCodeSessions(), askConsent: askSessionConsent },
    authorizationCode: { lock, clock, signIn, offerSignIn, discoveries: new DiscoveryCache(clock.now) },
  });
  return { http, tokens };
}

const clock: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
};

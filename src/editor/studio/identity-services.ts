import {
  type AuthenticationGetSessionOptions,
  type AuthenticationSession,
  authentication,
  l10n,
  type SecretStorage,
  window,
  workspace,
} from 'vscode';
import type { Environment } from '../../environments/environment.ts';
import type { AuthenticationChallenge } from '../../gateway/authentication-challenge.ts';
import type { CredentialPrompt } from '../../identity/grant.ts';
import type { SessionProvider, SessionQuestion, SessionUse } from '../../identity/grants/session-consent.ts';
import type { SignInReason } from '../../identity/grants/sign-in-method.ts';
import { describeSessionEnd } from '../../identity/messages/sign-in-failure-message.ts';
import type { SecretKind, SecretVault } from '../../identity/secrets/secret-vault.ts';
import type { LocalGateway } from '../../local-gateway/local-gateway.ts';
import { notificationText, plainText } from '../../text/plain-text.ts';
import { confirm } from '../ui/notifications.ts';
import { storeSecret } from './host-storage.ts';

/** The only access to VS Code's SecretStorage, which can refuse to store. In Restricted Mode no secret is read. */
export const secretStorageVault = (storage: SecretStorage): SecretVault => ({
  get: async (key) => (workspace.isTrusted ? storage.get(key) : undefined),
  store: async (key, value) => storeSecret(() => storage.store(key, value)),
  delete: async (key) => storage.delete(key),
  keys: async () => (workspace.isTrusted ? storage.keys() : []),
});

/** The sessions of VS Code's authentication providers. VS Code asks which of several accounts to use, and remembers that. */
export const vsCodeSessions: SessionProvider = {
  getSession: async (providerId, scopes, question) => {
    if (!workspace.isTrusted) return { kind: 'declined' };
    try {
      const session = await (typeof question === 'string'
        ? authentication.getSession(providerId, scopes, sessionOptions[question])
        : answerChallenge(providerId, scopes, question));
      if (!session) return { kind: 'none' };
      const { accessToken, account } = session;
      return { kind: 'session', accessToken, account: { id: account.id, label: account.label } };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // VS Code's messages for a dialog that was closed.
      return /^(?:Error: )?(?:User did not consent|Cancell?ed)/i.test(message)
        ? { kind: 'declined' }
        : { kind: 'failed', message };
    }
  },
};

function answerChallenge(
  providerId: string,
  scopes: readonly string[],
  { header, requirement }: AuthenticationChallenge,
): Thenable<AuthenticationSession> {
  const request = { wwwAuthenticate: header, fallbackScopes: scopes };
  const detail = notificationText(describeRequirement(requirement));
  return authentication.getSession(providerId, request, { createIfNone: { detail } });
}

function describeRequirement(requirement: string): string {
  return l10n.t('The gateway requires a sign-in with {0}.', requirement);
}

const sessionOptions: Readonly<Record<SessionQuestion, AuthenticationGetSessionOptions>> = {
  'no-question': { silent: true },
  'sign-in-if-needed': { createIfNone: true },
  'sign-in': { forceNewSession: true },
  'switch-account': { clearSessionPreference: true, createIfNone: true },
};

/** Asks for a secret in an input box, which hides everything but the user name. */
export const inputBoxPrompt: CredentialPrompt = {
  async ask(kind, environment, current) {
    const answer = await window.showInputBox({
      title: l10n.t('{0}: {1}', environment.name, secretNames[kind]()),
      prompt: whereItGoes(kind, environment),
      password: kind !== 'username',
      ignoreFocusOut: true,
      value: current,
      validateInput: (value) => (value === '' ? l10n.t('Enter a value, or press Escape.') : undefined),
    });
    // Pasted keys and tokens often end with a line break; the spaces of a password are significant.
    return kind === 'username' || kind === 'password' ? answer : answer?.trim() || undefined;
  },
};

/** Asks for a secret, unless it is one of the local gateway of this window, which has made them itself. */
export class CredentialQuestions implements CredentialPrompt {
  /** While it is running. */
  localGateway: Pick<LocalGateway, 'baseUrl' | 'credentials'> | undefined;

  async ask(kind: SecretKind, environment: Environment, current?: string): Promise<string | undefined> {
    const { baseUrl, credentials } = this.localGateway ?? {};
    const isOwn = baseUrl !== undefined && new URL(baseUrl).origin === environment.service.baseUrl.origin;
    const own: Partial<Record<SecretKind, string>> = isOwn && credentials ? credentials : {};
    return own[kind] ?? inputBoxPrompt.ask(kind, environment, current);
  }
}

/** The client secret of an identity provider isn't sent to the gateway. */
function whereItGoes(kind: SecretKind, { service, authentication }: Environment): string {
  const toGateway = l10n.t(
    "Stored in VS Code's secret storage, and sent only to {0}.",
    service.baseUrl.origin,
  );
  if (kind !== 'clientSecret' || !('server' in authentication)) return toGateway;
  const { server } = authentication;
  return l10n.t(
    "Stored in VS Code's secret storage, and sent only to the identity provider {0}.",
    server.by === 'discovery' ? server.issuer.href : server.tokenEndpoint.origin,
  );
}

/** What secrets are called in a sentence. */
const secretNames: Readonly<Record<SecretKind, () => string>> = {
  username: () => l10n.t('user name'),
  password: () => l10n.t('password'),
  clientSecret: () => l10n.t('client secret'),
  subscriptionKey: () => l10n.t('subscription key'),
  pastedToken: () => l10n.t('access token'),
  issuedToken: () => l10n.t('access token'),
};

/** Asks whether the token of a VS Code account may be sent to a gateway. */
export async function askSessionConsent(use: SessionUse): Promise<boolean> {
  const provider = providerNames.get(use.providerId) ?? `"${plainText(use.providerId, 100)}"`;
  const detail = [
    l10n.t('Address: {0}', use.origin),
    l10n.t('Account provider: {0}', plainText(use.providerId)),
    ...(use.scopes.length > 0 ? [l10n.t('Scopes: {0}', use.scopes.join(' '))] : []),
    l10n.t('This address can use the token for everything that its scopes allow.'),
  ].join('\n');
  const question = l10n.t('Send your {0} token to {1}?', provider, use.origin);
  return confirm(question, l10n.t('Send Token'), detail);
}

/** The names of VS Code's own providers; others are known by their IDs only. */
const providerNames: ReadonlyMap<string, string> = new Map([
  ['github', 'GitHub'],
  ['microsoft', 'Microsoft'],
]);

/** Says why, and asks whether to sign in now. */
export async function offerSignIn({ name }: Environment, why: SignInReason): Promise<boolean> {
  return 'end' in why
    ? confirm(l10n.t('You are signed out of {0}.', name), l10n.t('Sign In'), describeSessionEnd(why.end))
    : confirm(
        l10n.t('Sign in to {0} again?', name),
        l10n.t('Sign In'),
        describeRequirement(why.challenge.requirement),
      );
}

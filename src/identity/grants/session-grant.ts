import * as l10n from '@vscode/l10n';
import type { SessionAuthentication } from '../../environments/authentication.ts';
import { safeText } from '../../text/redact.ts';
import type { TokenRequest } from '../grant.ts';
import type { Grant, GrantDescriptor, StoredEnvironment } from './grant-descriptor.ts';
import { SessionConsents, sessionUse, type VscodeSessions } from './session-consent.ts';

/**
 * A token of a VS Code authentication provider, which stores and renews it. It is requested only with the user's consent for
 * the gateway's origin.
 */
export function sessionGrant(
  { environment, authentication, vault }: StoredEnvironment<SessionAuthentication>,
  { askConsent, provider }: VscodeSessions,
): Grant {
  const { providerId, scopes } = authentication;
  const consents = new SessionConsents(vault);
  const use = sessionUse(environment.service.baseUrl.origin, authentication);

  const hasConsent = async (): Promise<boolean> => {
    if (await consents.isGiven(use)) return true;
    if (!(await askConsent(use))) return false;
    await consents.give(use);
    return true;
  };

  const getSession = async ({ askAgain, switchAccount, rejected, challenge }: TokenRequest) => {
    const get = (how: Parameters<typeof provider.getSession>[2]) =>
      provider.getSession(providerId, scopes, how);
    if (challenge) return get(challenge);
    if (switchAccount) return get('switch-account');
    if (askAgain) return get('sign-in');
    const session = await get('sign-in-if-needed');
    // The provider may have renewed it; otherwise the user has to sign in again.
    const isRejected = session.kind === 'session' && session.accessToken === rejected;
    return isRejected ? get('sign-in') : session;
  };

  return {
    async obtain(request) {
      const { rejected, signal } = request;
      if (!(await hasConsent()) || signal.aborted) return { kind: 'cancelled' };
      const session = await getSession(request);
      if (signal.aborted) return { kind: 'cancelled' };
      switch (session.kind) {
        case 'session':
          return { kind: 'token', accessToken: session.accessToken, account: session.account };
        case 'none':
        case 'declined':
          return { kind: 'cancelled' };
        case 'failed': {
          const text = safeText(session.message, rejected === undefined ? [] : [rejected]);
          return { kind: 'no-session', providerId, text };
        }
      }
    },

    /** The session belongs to its provider: only the consent to use it is withdrawn. */
    async signOut() {
      await consents.withdraw(use);
      return { revocation: 'none' };
    },
  };
}

/** The provider keeps the session: VS Code's Accounts menu ends it. */
export const session: GrantDescriptor<SessionAuthentication> = {
  label: () => l10n.t('VS Code account'),
  detail: () => l10n.t('Such as Microsoft, or an account from another extension.'),
  answersChallenges: true,
  neededSecrets: [],
  create: (stored, { sessions }) => sessions && sessionGrant(stored, sessions),
  state: async ({ environment, authentication, vault }, accounts) => {
    const { providerId, scopes } = authentication;
    const use = sessionUse(environment.service.baseUrl.origin, authentication);
    if (!(await new SessionConsents(vault).isGiven(use))) return { state: 'signed-out' };
    const found = await accounts?.getSession(providerId, scopes, 'no-question');
    return found?.kind === 'session'
      ? { state: 'signed-in', account: found.account }
      : { state: 'signed-out' };
  },
  accountLine: async ({ authentication }) =>
    l10n.t('as your {0} account in VS Code', authentication.providerId),
  signOutMessage: (name) =>
    l10n.t(
      '{0} uses a VS Code account, which stays signed in. To sign out of it, use the Accounts menu.',
      name,
    ),
};

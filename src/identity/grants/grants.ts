import * as l10n from '@vscode/l10n';
import type {
  Authentication,
  DirectAuthentication,
  ProviderAuthentication,
  SessionAuthentication,
} from '../../environments/authentication.ts';
import type { Environment } from '../../environments/environment.ts';
import type { GrantType } from '../../environments/grant-types.ts';
import { plainText } from '../../text/plain-text.ts';
import type { EnvironmentSecrets } from '../secrets/secret-vault.ts';
import { SessionStore, storedSessionSecrets } from '../sessions/identity-session.ts';
import { isUsable, parseToken, requestOf } from '../sessions/token-lifetime.ts';
import type { GrantDescriptor, KnownAccounts, SignInState } from './grant-descriptor.ts';
import { sessionUse } from './session-consent.ts';

const signedOut: SignInState = { state: 'signed-out' };

/** A user's session at an identity provider, however the user signs in. */
const userSession: Omit<GrantDescriptor<ProviderAuthentication>, 'label' | 'detail'> = {
  hasUserSession: true,
  keepsToken: false,
  hasAccount: true,
  usesClientSecret: true,
  neededSecrets: [],
  needsClientId: true,
  deletedOnSignOut: ['issuedToken'],
  requestOf: () => undefined,
  state: async ({ authentication, secrets, now }) => {
    const session = await new SessionStore(secrets, authentication).read();
    const access = session?.access && isUsable(session.access, now) ? session.access : undefined;
    const renewable = session?.refresh !== undefined && session.refresh.usedAt === undefined;
    if (!session || !(access || renewable)) return signedOut;
    return {
      state: 'signed-in',
      ...(session.account && { account: session.account }),
      ...(access && { expiresAt: access.expiresAt }),
      ...(renewable && { renewable: true }),
    };
  },
  accountLine: async (stored) => {
    const state = await userSession.state(stored, undefined);
    return state.state === 'signed-in' && state.account ? l10n.t('as {0}', state.account.label) : undefined;
  },
  signOutMessage: (name, revocation) => {
    switch (revocation) {
      case 'none':
        return l10n.t('Signed out of {0}.', name);
      case 'revoked':
        return l10n.t('Signed out of {0}. The identity provider revoked the tokens.', name);
      case 'unsupported':
        return l10n.t(
          "Signed out of {0}. The tokens were deleted here, but the identity provider can't revoke them. They stay valid until they expire.",
          name,
        );
      case 'refused':
        return l10n.t(
          'Signed out of {0}. The tokens were deleted here, but the identity provider refused to revoke them. They stay valid until they expire.',
          name,
        );
      case 'failed':
        return l10n.t(
          "Signed out of {0}. The tokens were deleted here, but the identity provider couldn't be asked to revoke them. They stay valid until they expire.",
          name,
        );
    }
  },
};

const authorizationCode: GrantDescriptor<ProviderAuthentication> = {
  ...userSession,
  label: () => l10n.t('Identity provider'),
  detail: () => l10n.t('Sign in in the browser (authorization code with PKCE).'),
};

const deviceCode: GrantDescriptor<ProviderAuthentication> = {
  ...userSession,
  label: () => l10n.t('Identity provider, with a device code'),
  detail: () => l10n.t('Enter a code in a browser on any device. For sign-in over SSH or in a container.'),
};

const clientCredentials: GrantDescriptor<ProviderAuthentication> = {
  label: () => l10n.t('Client credentials'),
  detail: () => l10n.t('A client ID and secret at an identity provider, without a user.'),
  hasUserSession: false,
  keepsToken: true,
  hasAccount: false,
  usesClientSecret: true,
  neededSecrets: [],
  needsClientId: true,
  deletedOnSignOut: ['issuedToken'],
  requestOf,
  state: async ({ authentication, secrets, now }) => {
    const { clientId } = authentication;
    if ((await secrets.get('clientSecret')) === undefined) return signedOut;
    const token = parseToken(await secrets.get('issuedToken'));
    const isCurrent =
      token?.clientId === clientId && token.request === requestOf(authentication) && isUsable(token, now);
    if (!isCurrent) return { state: 'ready' };
    const account = { id: clientId, label: plainText(clientId, 100) };
    return { state: 'signed-in', account, expiresAt: token.expiresAt };
  },
  accountLine: async ({ authentication }) => l10n.t('as the client {0}', authentication.clientId),
  signOutMessage: (name) =>
    l10n.t('The access token of {0} was deleted. The client secret is still stored.', name),
};

const password: GrantDescriptor<DirectAuthentication> = {
  label: () => l10n.t('User name and password'),
  detail: () => l10n.t("At the gateway's own token endpoint."),
  hasUserSession: false,
  keepsToken: true,
  hasAccount: true,
  usesClientSecret: true,
  neededSecrets: ['username', 'password'],
  needsClientId: true,
  deletedOnSignOut: ['issuedToken', 'password', 'username'],
  requestOf: () => undefined,
  state: async ({ authentication, secrets, now }) => {
    const token = parseToken(await secrets.get('issuedToken'));
    const username = await secrets.get('username');
    const account = username ? { account: { id: username, label: plainText(username, 100) } } : {};
    if (token && token.clientId === authentication.clientId && isUsable(token, now))
      return { state: 'signed-in', ...account, expiresAt: token.expiresAt };
    return (await secrets.get('password')) === undefined ? signedOut : { state: 'signed-in', ...account };
  },
  accountLine: async ({ secrets }) => {
    const username = await secrets.get('username');
    return username === undefined ? undefined : l10n.t('as {0}', username);
  },
  signOutMessage: (name) =>
    l10n.t('Signed out of {0}. The user name, the password, and the access token were deleted.', name),
};

const pastedToken: GrantDescriptor<DirectAuthentication> = {
  label: () => l10n.t('Access token'),
  detail: () => l10n.t('A token that you paste.'),
  hasUserSession: false,
  keepsToken: false,
  hasAccount: true,
  usesClientSecret: false,
  neededSecrets: ['pastedToken'],
  needsClientId: false,
  deletedOnSignOut: ['pastedToken'],
  requestOf: () => undefined,
  state: async ({ secrets }) =>
    (await secrets.get('pastedToken')) === undefined ? signedOut : { state: 'signed-in' },
  accountLine: async () => l10n.t('as the account that the pasted token was issued to'),
  signOutMessage: (name) =>
    l10n.t('Signed out of {0}. The access token was deleted. It stays valid until it expires.', name),
};

/** The provider keeps the session: VS Code's Accounts menu ends it. */
const session: GrantDescriptor<SessionAuthentication> = {
  label: () => l10n.t('VS Code account'),
  detail: () => l10n.t('Such as Microsoft, or an account from another extension.'),
  hasUserSession: false,
  keepsToken: false,
  hasAccount: false,
  usesClientSecret: false,
  neededSecrets: [],
  needsClientId: false,
  deletedOnSignOut: [],
  requestOf: () => undefined,
  state: async ({ environment, authentication }, accounts) => {
    const { providerId, scopes } = authentication;
    const use = sessionUse(environment.service.baseUrl.origin, authentication);
    if (!(await accounts?.consents.isGiven(use))) return signedOut;
    const found = await accounts?.provider.getSession(providerId, scopes, {
      createIfNone: false,
      forceNew: false,
    });
    return found?.kind === 'session' ? { state: 'signed-in', account: found.account } : signedOut;
  },
  accountLine: async ({ authentication }) =>
    l10n.t('as your {0} account in VS Code', authentication.providerId),
  signOutMessage: (name) =>
    l10n.t(
      '{0} uses a VS Code account, which stays signed in. To sign out of it, use the Accounts menu.',
      name,
    ),
};

/** All grants. */
export const grants: Readonly<Record<GrantType, GrantDescriptor>> = {
  authorization_code: authorizationCode,
  device_code: deviceCode,
  client_credentials: clientCredentials,
  password,
  session,
  token: pastedToken,
};

/** The grant of an environment. Methods of a descriptor take the authentication of its own grant. */
export function grantOf({ authentication }: { readonly authentication: Authentication }): GrantDescriptor {
  return grants[authentication.grantType];
}

/** `now`: milliseconds since the epoch. */
export async function signInState(
  environment: Environment,
  secrets: EnvironmentSecrets,
  now: number,
  accounts: KnownAccounts | undefined,
): Promise<SignInState> {
  const { authentication } = environment;
  return grantOf(environment).state({ environment, authentication, secrets, now }, accounts);
}

/**
 * The stored secrets besides the access token and the subscription key, to be masked in responses of the gateway. It doesn't get
 * the refresh token and the ID token from this extension, but may know them, for example if the gateway is also the identity
 * provider.
 */
export async function secretsToMask(
  environment: Environment,
  secrets: EnvironmentSecrets,
): Promise<readonly string[]> {
  const values = await Promise.all([secrets.get('password'), secrets.get('clientSecret')]);
  const ofSession = grantOf(environment).hasUserSession ? await storedSessionSecrets(secrets) : [];
  return [...values, ...ofSession].filter((value) => value !== undefined);
}

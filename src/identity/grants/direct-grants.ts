import * as l10n from '@vscode/l10n';
import type { DirectAuthentication } from '../../environments/authentication.ts';
import type { ClientAuthentication } from '../../gateway/service.ts';
import { requestToken, withoutScheme } from '../../gateway/token-request.ts';
import { plainText } from '../../text/plain-text.ts';
import { withClient } from '../grant.ts';
import { outcomeOf } from '../identity-log.ts';
import type { SecretKind } from '../secrets/secret-vault.ts';
import { usableToken } from '../sessions/token-lifetime.ts';
import { clientSecretOf } from './client-secret.ts';
import type { Grant, GrantDescriptor, IdentityServices, StoredEnvironment } from './grant-descriptor.ts';

/**
 * The resource owner password grant at the gateway's own token endpoint (specification, section 4.1;
 * RFC 6749, section 4.3). A password is stored when the endpoint has accepted it. So is a user name, but at once
 * where no password is stored: after a wrong one, it is filled in.
 */
function passwordGrant(
  stored: StoredEnvironment<DirectAuthentication>,
  { http, log, prompt }: IdentityServices,
): Grant {
  const { environment, authentication, secrets } = stored;
  const { service } = environment;
  const { clientId, clientAuthentication: method } = authentication;

  const credential = async (kind: SecretKind, askAgain: boolean): Promise<Credential | undefined> => {
    const known = await secrets.get(kind);
    if (known !== undefined && !askAgain) return { value: known, known };
    // A stored password isn't filled in: it could be revealed.
    const value = await prompt.ask(kind, environment, kind === 'username' ? known : undefined);
    return value === undefined ? undefined : { value, known };
  };

  /** What was stored before the request may have been deleted or replaced since then, and stays so. */
  const storeIfNew = async (kind: SecretKind, { value, known }: Credential): Promise<void> => {
    if (value !== known) await secrets.store(kind, value);
  };

  return {
    async obtain({ signal, timeout, askAgain }) {
      // A user name without its password may be the wrong one.
      const hasPassword = (await secrets.get('password')) !== undefined;
      const asksForBoth = askAgain || !hasPassword;
      const username = await credential('username', asksForBoth);
      if (username === undefined) return { kind: 'missing', secret: 'username' };
      if (!hasPassword) await storeIfNew('username', username);
      const password = await credential('password', asksForBoth);
      if (password === undefined) return { kind: 'missing', secret: 'password' };
      const clientSecret = await clientSecretOf(stored, prompt);
      if (clientSecret === undefined) return { kind: 'missing', secret: 'clientSecret' };

      const clientAuthentication: ClientAuthentication =
        method === 'none' ? { method } : { method, clientSecret };
      const credentials = { username: username.value, password: password.value, clientId };
      const result = await requestToken(http, service, credentials, clientAuthentication, {
        timeout,
        signal,
      });
      log?.({
        action: 'token request',
        environment: environment.name,
        origin: service.baseUrl.origin,
        outcome: result.kind === 'issued' ? 'succeeded' : outcomeOf(result),
      });
      if (result.kind !== 'issued') return withClient({ ...result, grantType: 'password' }, method);
      await storeIfNew('username', username);
      await storeIfNew('password', password);
      return result;
    },
  };
}

interface Credential {
  readonly value: string;
  /** What was stored. */
  readonly known: string | undefined;
}

export const password: GrantDescriptor<DirectAuthentication> = {
  label: () => l10n.t('User name and password'),
  detail: () => l10n.t("At the gateway's own token endpoint."),
  keepsToken: true,
  hasAccount: true,
  usesClientSecret: true,
  neededSecrets: ['username', 'password'],
  create: passwordGrant,
  state: async ({ authentication, secrets, now }) => {
    const token = usableToken(await secrets.get('issuedToken'), { clientId: authentication.clientId }, now);
    const username = await secrets.get('username');
    const account = username ? { account: { id: username, label: plainText(username, 100) } } : {};
    if (token) return { state: 'signed-in', ...account, expiresAt: token.expiresAt };
    return (await secrets.get('password')) === undefined
      ? { state: 'signed-out' }
      : { state: 'signed-in', ...account };
  },
  accountLine: async ({ secrets }) => {
    const username = await secrets.get('username');
    const isKnown = username !== undefined && (await secrets.get('password')) !== undefined;
    return isKnown ? l10n.t('as {0}', username) : undefined;
  },
  signOutMessage: (name) =>
    l10n.t('Signed out of {0}. The user name, the password, and the access token were deleted.', name),
};

/** A token that the user pasted. Its lifetime is unknown, so it is used until the gateway rejects it. */
function pastedTokenGrant(
  { environment, secrets }: StoredEnvironment<DirectAuthentication>,
  { prompt }: IdentityServices,
): Grant {
  const { authorizationScheme } = environment.service;
  return {
    async obtain({ askAgain }) {
      const stored = askAgain ? undefined : await secrets.get('pastedToken');
      if (stored !== undefined)
        return { kind: 'issued', accessToken: withoutScheme(stored, authorizationScheme) };
      const pasted = await prompt.ask('pastedToken', environment);
      if (pasted === undefined) return { kind: 'missing', secret: 'pastedToken' };
      await secrets.store('pastedToken', pasted);
      return { kind: 'issued', accessToken: withoutScheme(pasted, authorizationScheme) };
    },
  };
}

export const pastedToken: GrantDescriptor<DirectAuthentication> = {
  label: () => l10n.t('Access token'),
  detail: () => l10n.t('A token that you paste.'),
  isPasted: true,
  hasAccount: true,
  neededSecrets: ['pastedToken'],
  create: pastedTokenGrant,
  state: async ({ secrets }) =>
    (await secrets.get('pastedToken')) === undefined ? { state: 'signed-out' } : { state: 'signed-in' },
  accountLine: async () => l10n.t('as the account that the pasted token was issued to'),
  signOutMessage: (name) =>
    l10n.t('Signed out of {0}. The access token was deleted. It stays valid until it expires.', name),
};

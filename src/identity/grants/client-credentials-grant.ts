import * as l10n from '@vscode/l10n';
import type { ProviderAuthentication } from '../../environments/authentication.ts';
import { plainText } from '../../text/plain-text.ts';
import { outcomeOf } from '../identity-log.ts';
import { parseToken, requestOf, usableToken } from '../sessions/token-lifetime.ts';
import { clientSecretOf } from './client-secret.ts';
import type { Grant, GrantDescriptor, IdentityServices, StoredEnvironment } from './grant-descriptor.ts';
import { ProviderConnection, tokensToRevoke } from './provider-connection.ts';

/** Gets tokens for the client itself, without a user: for pipelines and service accounts (RFC 6749, section 4.4). */
function clientCredentialsGrant(
  stored: StoredEnvironment<ProviderAuthentication>,
  services: IdentityServices,
): Grant {
  const { environment, authentication, secrets } = stored;
  const provider = new ProviderConnection(environment, authentication, services);
  return {
    async obtain({ signal, timeout }) {
      const options = { signal, timeout };
      const assertion = services.clientAssertion;
      const asserted = await assertion?.read(options);
      if (asserted?.ok === false) return { kind: 'no-assertion', text: asserted.failure };
      // Masked like a secret, and in its place.
      if (asserted) await secrets.store('clientSecret', asserted.value);
      const clientSecret = asserted ? asserted.value : await clientSecretOf(stored, services.prompt);
      if (clientSecret === undefined) return { kind: 'missing', secret: 'clientSecret' };
      const connected = await provider.connect(clientSecret, options);
      if (!connected.ok) {
        provider.log('token request', outcomeOf(connected.failure));
        return connected.failure;
      }
      const granted = await connected.value.requestClientCredentials(options);
      const outcome = granted.ok ? 'succeeded' : outcomeOf(granted.failure);
      provider.log('token request', outcome, connected.value);
      if (!granted.ok)
        return { ...granted.failure, grantType: 'client_credentials', clientAssertion: assertion?.name };
      const { accessToken, expiresIn } = granted.value;
      return { kind: 'issued', accessToken, expiresIn };
    },
    async signOut() {
      const accessToken = parseToken(await secrets.get('issuedToken'))?.accessToken;
      return provider.revoke(tokensToRevoke({ accessToken }), await secrets.get('clientSecret'));
    },
  };
}

export const clientCredentials: GrantDescriptor<ProviderAuthentication> = {
  label: () => l10n.t('Client credentials'),
  detail: () => l10n.t('A client ID and secret at an identity provider, without a user.'),
  keepsToken: true,
  usesClientSecret: true,
  neededSecrets: [],
  requestOf,
  create: clientCredentialsGrant,
  state: async ({ authentication, secrets, now }) => {
    const { clientId } = authentication;
    if ((await secrets.get('clientSecret')) === undefined) return { state: 'signed-out' };
    const owner = { clientId, request: requestOf(authentication) };
    const token = usableToken(await secrets.get('issuedToken'), owner, now);
    if (!token) return { state: 'ready' };
    const account = { id: clientId, label: plainText(clientId, 100) };
    return { state: 'signed-in', account, expiresAt: token.expiresAt };
  },
  accountLine: async ({ authentication }) => l10n.t('as the client {0}', authentication.clientId),
  signOutMessage: (name) =>
    l10n.t('The access token of {0} was deleted. The client secret is still stored.', name),
};

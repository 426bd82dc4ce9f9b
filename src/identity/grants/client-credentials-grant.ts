import * as l10n from '@vscode/l10n';
import type { ProviderAuthentication } from '../../environments/authentication.ts';
import type { Environment } from '../../environments/environment.ts';
import { plainText } from '../../text/plain-text.ts';
import { outcomeOf } from '../identity-log.ts';
import type { EnvironmentSecrets } from '../secrets/secret-vault.ts';
import { isUsable, parseToken, requestOf } from '../sessions/token-lifetime.ts';
import type { CredentialPrompt, GrantResult, TokenRequest } from './grant.ts';
import type {
  Grant,
  GrantDescriptor,
  IdentityServices,
  SignOutResult,
  StoredEnvironment,
} from './grant-descriptor.ts';
import { ProviderConnection, tokensToRevoke } from './provider-connection.ts';

/** Gets tokens for the client itself, without a user: for pipelines and service accounts (RFC 6749, section 4.4). */
export class ClientCredentialsGrant implements Grant {
  readonly #environment: Environment;
  readonly #secrets: EnvironmentSecrets;
  readonly #prompt: CredentialPrompt;
  readonly #provider: ProviderConnection;

  constructor(
    { environment, authentication, secrets }: StoredEnvironment<ProviderAuthentication>,
    services: IdentityServices,
  ) {
    this.#environment = environment;
    this.#secrets = secrets;
    this.#prompt = services.prompt;
    this.#provider = new ProviderConnection(environment, authentication, services);
  }

  async obtain({ signal, timeout }: TokenRequest): Promise<GrantResult> {
    const clientSecret =
      (await this.#secrets.get('clientSecret')) ??
      (await this.#prompt.ask('clientSecret', this.#environment));
    if (clientSecret === undefined) return { kind: 'missing', secret: 'clientSecret' };
    const options = { signal, timeout };
    const connected = await this.#provider.connect(clientSecret, options);
    if (!connected.ok) {
      this.#provider.log('token request', outcomeOf(connected.failure));
      return connected.failure;
    }
    const granted = await connected.value.requestClientCredentials(options);
    this.#provider.log(
      'token request',
      granted.ok ? 'succeeded' : outcomeOf(granted.failure),
      connected.value,
    );
    if (!granted.ok) return { ...granted.failure, grantType: 'client_credentials' };
    if ((await this.#secrets.get('clientSecret')) !== clientSecret)
      await this.#secrets.store('clientSecret', clientSecret);
    const { accessToken, expiresIn } = granted.value;
    return { kind: 'issued', accessToken, ...(expiresIn !== undefined && { expiresIn }) };
  }
  async signOut(): Promise<SignOutResult> {
    const accessToken = parseToken(await this.#secrets.get('issuedToken'))?.accessToken;
    return this.#provider.revoke(tokensToRevoke({ accessToken }), await this.#secrets.get('clientSecret'));
  }
}

export const clientCredentials: GrantDescriptor<ProviderAuthentication> = {
  label: () => l10n.t('Client credentials'),
  detail: () => l10n.t('A client ID and secret at an identity provider, without a user.'),
  hasUserSession: false,
  keepsToken: true,
  hasAccount: false,
  usesClientSecret: true,
  neededSecrets: [],
  deletedOnSignOut: ['issuedToken'],
  requestOf,
  create: (stored, services) => new ClientCredentialsGrant(stored, services),
  state: async ({ authentication, secrets, now }) => {
    const { clientId } = authentication;
    if ((await secrets.get('clientSecret')) === undefined) return { state: 'signed-out' };
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

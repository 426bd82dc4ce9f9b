import type { Environment } from '../../environments/environment.ts';
import { outcomeOf } from '../identity-log.ts';
import type { EnvironmentSecrets } from '../secrets/secret-vault.ts';
import type { CredentialPrompt, Grant, GrantOptions, GrantResult } from './grant.ts';
import type { ProviderConnection } from './provider-connection.ts';

/** Gets tokens for the client itself, without a user: for pipelines and service accounts (RFC 6749, section 4.4). */
export class ClientCredentialsGrant implements Grant {
  readonly #environment: Environment;
  readonly #secrets: EnvironmentSecrets;
  readonly #prompt: CredentialPrompt;
  readonly #provider: ProviderConnection;

  constructor(
    environment: Environment,
    secrets: EnvironmentSecrets,
    prompt: CredentialPrompt,
    provider: ProviderConnection,
  ) {
    this.#environment = environment;
    this.#secrets = secrets;
    this.#prompt = prompt;
    this.#provider = provider;
  }

  async obtain({ signal, timeout }: GrantOptions): Promise<GrantResult> {
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
}

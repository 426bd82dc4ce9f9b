import type { Environment } from '../../environments/environment.ts';
import type { HttpClient } from '../../gateway/http.ts';
import type { ClientAuthentication } from '../../gateway/service.ts';
import { requestToken } from '../../gateway/token-request.ts';
import { type IdentityLog, outcomeOf } from '../identity-log.ts';
import type { EnvironmentSecrets, SecretKind } from '../secrets/secret-vault.ts';
import {
  type CredentialPrompt,
  type Grant,
  type GrantOptions,
  type GrantResult,
  withClient,
} from './grant.ts';

export interface PasswordGrantOptions {
  readonly environment: Environment;
  readonly secrets: EnvironmentSecrets;
  readonly prompt: CredentialPrompt;
  readonly http: HttpClient;
  readonly log?: IdentityLog;
}

/**
 * The resource owner password grant at the gateway's own token endpoint (specification, section 4.1;
 * RFC 6749, section 4.3). What the user enters is stored when the endpoint has accepted it.
 */
export class PasswordGrant implements Grant {
  readonly #options: PasswordGrantOptions;

  constructor(options: PasswordGrantOptions) {
    this.#options = options;
  }

  async obtain({ signal, timeout, askAgain }: GrantOptions): Promise<GrantResult> {
    const { environment, http, log } = this.#options;
    const { service } = environment;
    const { clientId, clientAuthentication: method } = environment.authentication;

    const username = await this.#credential('username', askAgain);
    if (username === undefined) return { kind: 'missing', secret: 'username' };
    const password = await this.#credential('password', askAgain);
    if (password === undefined) return { kind: 'missing', secret: 'password' };
    const clientSecret =
      method === 'none' ? { value: '', isNew: false } : await this.#credential('clientSecret', false);
    if (clientSecret === undefined) return { kind: 'missing', secret: 'clientSecret' };

    const clientAuthentication: ClientAuthentication =
      method === 'none' ? { method } : { method, clientSecret: clientSecret.value };
    const credentials = { username: username.value, password: password.value, clientId };
    const result = await requestToken(http, service, credentials, clientAuthentication, { timeout, signal });
    log?.({
      action: 'token request',
      environment: environment.name,
      origin: service.baseUrl.origin,
      outcome: result.kind === 'issued' ? 'succeeded' : outcomeOf(result),
    });
    if (result.kind !== 'issued') return withClient({ ...result, grantType: 'password' }, method);
    await this.#storeIfNew('username', username);
    await this.#storeIfNew('password', password);
    await this.#storeIfNew('clientSecret', clientSecret);
    return result;
  }

  async #credential(kind: SecretKind, askAgain: boolean): Promise<Credential | undefined> {
    const { secrets, prompt, environment } = this.#options;
    const stored = await secrets.get(kind);
    if (stored !== undefined && !askAgain) return { value: stored, isNew: false };
    // A stored password isn't filled in: it could be revealed.
    const value = await prompt.ask(kind, environment, kind === 'username' ? stored : undefined);
    return value === undefined ? undefined : { value, isNew: value !== stored };
  }

  /** What was stored before the request may have been deleted or replaced since then, and stays so. */
  async #storeIfNew(kind: SecretKind, { value, isNew }: Credential): Promise<void> {
    if (isNew) await this.#options.secrets.store(kind, value);
  }
}

interface Credential {
  readonly value: string;
  /** The user entered it, and it isn't stored yet. */
  readonly isNew: boolean;
}

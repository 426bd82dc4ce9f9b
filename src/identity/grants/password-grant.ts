import type { Environment } from '../../environments/environment.ts';
import type { HttpClient } from '../../gateway/http.ts';
import type { ClientAuthentication } from '../../gateway/service.ts';
import { requestToken } from '../../gateway/token-request.ts';
import { type IdentityLog, outcomeOf } from '../identity-log.ts';
import type { EnvironmentSecrets, SecretKind } from '../secrets/secret-vault.ts';
import type { CredentialPrompt, Grant, GrantOptions, GrantResult } from './grant.ts';

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
    if (username === undefined) return { outcome: 'missing', secret: 'username' };
    const password = await this.#credential('password', askAgain);
    if (password === undefined) return { outcome: 'missing', secret: 'password' };
    const clientSecret = method === 'none' ? '' : await this.#credential('clientSecret', false);
    if (clientSecret === undefined) return { outcome: 'missing', secret: 'clientSecret' };

    const clientAuthentication: ClientAuthentication =
      method === 'none' ? { method } : { method, clientSecret };
    const result = await requestToken(http, service, { username, password, clientId }, clientAuthentication, {
      timeout,
      signal,
    });
    log?.({
      action: 'token request',
      environment: environment.name,
      origin: service.baseUrl.origin,
      outcome: result.outcome === 'issued' ? 'succeeded' : outcomeOf(result),
    });
    if (result.outcome !== 'issued') return { ...result, grantType: 'password' };
    await this.#store('username', username);
    await this.#store('password', password);
    if (method !== 'none') await this.#store('clientSecret', clientSecret);
    return result;
  }

  async #credential(kind: SecretKind, askAgain: boolean): Promise<string | undefined> {
    const { secrets, prompt, environment } = this.#options;
    const stored = await secrets.get(kind);
    if (stored !== undefined && !askAgain) return stored;
    // A stored password isn't filled in: it could be revealed.
    return prompt.ask(kind, environment, kind === 'username' ? stored : undefined);
  }

  async #store(kind: SecretKind, value: string): Promise<void> {
    const { secrets } = this.#options;
    if ((await secrets.get(kind)) !== value) await secrets.store(kind, value);
  }
}

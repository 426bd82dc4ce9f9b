import type { Environment } from '../../environments/environment.ts';
import type { HttpClient } from '../../gateway/http.ts';
import type { ClientAuthentication } from '../../gateway/service.ts';
import { requestToken } from '../../gateway/token-request.ts';
import type { EnvironmentSecrets, SecretKind } from '../secrets/secret-vault.ts';
import type { CredentialPrompt, Grant, GrantOptions, GrantResult } from './grant.ts';

/**
 * The resource owner password grant at the gateway's own token endpoint (specification, section 4.1;
 * RFC 6749, section 4.3). What the user types is stored once the endpoint has accepted it.
 */
export class PasswordGrant implements Grant {
  readonly #environment: Environment;
  readonly #secrets: EnvironmentSecrets;
  readonly #prompt: CredentialPrompt;
  readonly #http: HttpClient;

  constructor(
    environment: Environment,
    secrets: EnvironmentSecrets,
    prompt: CredentialPrompt,
    http: HttpClient,
  ) {
    this.#environment = environment;
    this.#secrets = secrets;
    this.#prompt = prompt;
    this.#http = http;
  }

  async obtain({ signal, timeout, askAgain }: GrantOptions): Promise<GrantResult> {
    const { clientId, clientAuthentication: method } = this.#environment.authentication;

    const username = await this.#credential('username', askAgain);
    if (username === undefined) return { outcome: 'missing', secret: 'username' };
    const password = await this.#credential('password', askAgain);
    if (password === undefined) return { outcome: 'missing', secret: 'password' };
    const clientSecret = method === 'none' ? '' : await this.#credential('clientSecret', false);
    if (clientSecret === undefined) return { outcome: 'missing', secret: 'clientSecret' };

    const clientAuthentication: ClientAuthentication =
      method === 'none' ? { method } : { method, clientSecret };
    const result = await requestToken(
      this.#http,
      this.#environment.service,
      { username, password, clientId },
      clientAuthentication,
      { timeout, signal },
    );
    if (result.outcome === 'issued') {
      await this.#remember('username', username);
      await this.#remember('password', password);
      if (method !== 'none') await this.#remember('clientSecret', clientSecret);
    }
    return result;
  }

  async #credential(kind: SecretKind, askAgain: boolean): Promise<string | undefined> {
    const stored = await this.#secrets.get(kind);
    if (stored !== undefined && !askAgain) return stored;
    // A password is never shown again, not even as dots that could be revealed.
    return this.#prompt.ask(kind, this.#environment, kind === 'username' ? stored : undefined);
  }

  async #remember(kind: SecretKind, value: string): Promise<void> {
    if ((await this.#secrets.get(kind)) !== value) await this.#secrets.store(kind, value);
  }
}

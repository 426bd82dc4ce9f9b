import type { HttpClient } from '../gateway/http.ts';
import type { Environment } from './environment.ts';
import type { CredentialPrompt, Grant, GrantResult, TokenFailure } from './grant.ts';
import { PasswordGrant } from './password-grant.ts';
import { PastedToken } from './pasted-token.ts';
import { EnvironmentSecrets, type SecretVault } from './secret-vault.ts';
import { SingleFlight } from './single-flight.ts';
import { type IssuedToken, isUsable, parseToken, serializeToken } from './token-lifetime.ts';

export interface AccessToken {
  readonly outcome: 'token';
  readonly accessToken: string;
  /** Milliseconds since the epoch; absent where nobody said. */
  readonly expiresAt?: number;
}

export type TokenResult = AccessToken | TokenFailure;

export interface TokenOptions {
  readonly signal: AbortSignal;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** The token that the gateway has just refused: it is not handed out again. */
  readonly rejected?: string;
}

export interface TokenSourceParts {
  readonly vault: SecretVault;
  readonly prompt: CredentialPrompt;
  readonly http: HttpClient;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Access tokens for every environment: kept until they expire, got once for all who ask at the same time. */
export class TokenSource {
  readonly #parts: TokenSourceParts;
  readonly #flights = new SingleFlight<TokenResult>();

  constructor(parts: TokenSourceParts) {
    this.#parts = parts;
  }

  /** The kept token while it lasts, otherwise a new one; what is missing for it is asked for. */
  async accessToken(environment: Environment, options: TokenOptions): Promise<TokenResult> {
    const kept = await this.#keptToken(environment);
    if (kept && kept.accessToken !== options.rejected)
      return { outcome: 'token', accessToken: kept.accessToken, expiresAt: kept.expiresAt };
    // A pasted token can't be renewed by asking for the same one again.
    const askAgain = options.rejected !== undefined && environment.authentication.grantType === 'token';
    return this.#obtain(environment, options, askAgain);
  }

  /** Asks for the credentials anew and gets a token with them; what was stored is replaced only by what works. */
  async signIn(environment: Environment, options: Omit<TokenOptions, 'rejected'>): Promise<TokenResult> {
    return this.#obtain(environment, options, true);
  }

  /** Forgets the user's credentials and tokens; the subscription key and the client secret are the client's, and stay. */
  async signOut(environment: Environment): Promise<void> {
    await this.#secrets(environment).delete('issuedToken', 'pastedToken', 'password', 'username');
  }

  async #obtain(environment: Environment, options: TokenOptions, askAgain: boolean): Promise<TokenResult> {
    const { name, service, authentication } = environment;
    const key = JSON.stringify([name, service.baseUrl.href, authentication, askAgain]);
    try {
      return await this.#flights.run(key, options.signal, (signal) =>
        this.#obtainOnce(environment, { ...options, signal }, askAgain),
      );
    } catch (error) {
      if (options.signal.aborted) return { outcome: 'cancelled' };
      throw error;
    }
  }

  async #obtainOnce(
    environment: Environment,
    options: TokenOptions,
    askAgain: boolean,
  ): Promise<TokenResult> {
    const { signal, timeout } = options;
    const grant = this.#grant(environment);
    if (!grant) return { outcome: 'unsupported', grantType: environment.authentication.grantType };
    const requestedAt = this.#parts.now();
    const result = await grant.obtain({ signal, timeout, askAgain });
    return result.outcome === 'issued' ? this.#keep(environment, result, requestedAt) : result;
  }

  /** Counts the lifetime from before the request, so that a slow answer doesn't lengthen it. */
  async #keep(
    environment: Environment,
    { accessToken, expiresIn }: Extract<GrantResult, { outcome: 'issued' }>,
    requestedAt: number,
  ): Promise<AccessToken> {
    const secrets = this.#secrets(environment);
    if (expiresIn === undefined) {
      await secrets.delete('issuedToken');
      return { outcome: 'token', accessToken };
    }
    const token: IssuedToken = {
      accessToken,
      issuedAt: requestedAt,
      expiresAt: requestedAt + expiresIn * 1000,
      clientId: environment.authentication.clientId,
    };
    await secrets.store('issuedToken', serializeToken(token));
    return { outcome: 'token', accessToken, expiresAt: token.expiresAt };
  }

  async #keptToken(environment: Environment): Promise<IssuedToken | undefined> {
    if (environment.authentication.grantType === 'token') return undefined;
    const token = parseToken(await this.#secrets(environment).get('issuedToken'));
    const sameClient = token?.clientId === environment.authentication.clientId;
    return token && sameClient && isUsable(token, this.#parts.now()) ? token : undefined;
  }

  #grant(environment: Environment): Grant | undefined {
    const { prompt, http } = this.#parts;
    const secrets = this.#secrets(environment);
    switch (environment.authentication.grantType) {
      case 'password':
        return new PasswordGrant(environment, secrets, prompt, http);
      case 'token':
        return new PastedToken(environment, secrets, prompt);
      case 'authorization_code':
      case 'session':
        return undefined;
    }
  }

  #secrets(environment: Environment): EnvironmentSecrets {
    return new EnvironmentSecrets(this.#parts.vault, environment);
  }
}

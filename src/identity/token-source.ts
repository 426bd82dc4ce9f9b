import type { Environment } from '../environments/environment.ts';
import type { HttpClient } from '../gateway/http.ts';
import type { AccessToken, CredentialPrompt, Grant, GrantResult, TokenFailure } from './grants/grant.ts';
import {
  IdentityProviderGrant,
  type IdentityProviderGrantDependencies,
} from './grants/identity-provider-grant.ts';
import { PasswordGrant } from './grants/password-grant.ts';
import { PastedToken } from './grants/pasted-token.ts';
import { SessionConsents, sessionUse } from './grants/session-consent.ts';
import { type SessionAccess, SessionGrant } from './grants/session-grant.ts';
import { EnvironmentSecrets, type SecretVault } from './secrets/secret-vault.ts';
import { type SignInState, signInState } from './sessions/sign-in-state.ts';
import { type IssuedToken, isUsable, parseToken, serializeToken } from './sessions/token-lifetime.ts';
import { SingleFlight } from './single-flight.ts';

export type { AccessToken } from './grants/grant.ts';

export type TokenResult = AccessToken | TokenFailure;

export interface TokenOptions {
  readonly signal: AbortSignal;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** The token that the gateway has just refused: it is not handed out again. */
  readonly rejected?: string;
  /** Asks the user nothing and opens nothing: what is stored must do. */
  readonly silent?: boolean;
}

export interface TokenSourceDependencies {
  readonly vault: SecretVault;
  readonly prompt: CredentialPrompt;
  readonly http: HttpClient;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Absent where no one can be led through a browser: the grant is unsupported there. */
  readonly authorizationCode?: IdentityProviderGrantDependencies;
  /** Absent where there is no VS Code. */
  readonly sessions?: SessionAccess;
}

/** Access tokens for every environment: kept until they expire, got once for all who ask at the same time. */
export class TokenSource {
  readonly #parts: TokenSourceDependencies;
  readonly #consents: SessionConsents;
  readonly #flights = new SingleFlight<TokenResult>();

  constructor(parts: TokenSourceDependencies) {
    this.#parts = parts;
    this.#consents = new SessionConsents(parts.vault);
  }

  /** The kept token while it lasts, otherwise a new one; what is missing for it is asked for. */
  async accessToken(environment: Environment, options: TokenOptions): Promise<TokenResult> {
    const kept = await this.#keptToken(environment, options.rejected);
    if (kept) return kept;
    const { grantType } = environment.authentication;
    // A pasted token can't be renewed by asking for the same one again.
    const askAgain = options.rejected !== undefined && grantType === 'token' && !options.silent;
    const result = await this.#obtain(environment, options, askAgain);
    // Another caller, for whom that token was still good, may have begun what this one joined.
    const isRejected = result.outcome === 'token' && result.accessToken === options.rejected;
    return isRejected && grantType === 'authorization_code'
      ? this.#obtain(environment, options, askAgain)
      : result;
  }

  /** Asks for the credentials anew and gets a token with them; what was stored is replaced only by what works. */
  async signIn(
    environment: Environment,
    options: Omit<TokenOptions, 'rejected' | 'silent'>,
  ): Promise<TokenResult> {
    return this.#obtain(environment, options, true);
  }

  /**
   * Forgets the user's credentials and tokens, and has an identity provider revoke them where it can; the subscription
   * key and the client secret are the client's, and stay. A `session` is its provider's: VS Code's Accounts menu ends it;
   * the consent to use it is withdrawn.
   */
  async signOut(environment: Environment): Promise<void> {
    await this.#authorizationCode(environment)?.end();
    await this.#secrets(environment).delete('issuedToken', 'pastedToken', 'password', 'username');
    const { service, authentication } = environment;
    if (authentication.grantType === 'session')
      await this.#consents.withdraw(sessionUse(service.baseUrl.origin, authentication));
  }

  /** What is known without asking anyone. */
  async state(environment: Environment): Promise<SignInState> {
    const { now, sessions } = this.#parts;
    const accounts = sessions && { provider: sessions.provider, consents: this.#consents };
    return signInState(environment, this.#secrets(environment), now(), accounts);
  }

  async #obtain(environment: Environment, options: TokenOptions, askAgain: boolean): Promise<TokenResult> {
    const { name, service, authentication } = environment;
    const key = JSON.stringify([name, service.baseUrl.href, authentication, askAgain, options.silent]);
    try {
      // A second sign-in through the browser replaces the first instead of joining it.
      if (askAgain && authentication.grantType === 'authorization_code')
        return await this.#obtainOnce(environment, options, askAgain);
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
    const grant = this.#grant(environment, options.silent);
    if (!grant) return { outcome: 'unsupported', grantType: environment.authentication.grantType };
    const requestedAt = this.#parts.now();
    const result = await grant.obtain({ ...options, askAgain });
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

  async #keptToken(environment: Environment, rejected: string | undefined): Promise<AccessToken | undefined> {
    const { grantType, clientId } = environment.authentication;
    if (grantType === 'authorization_code') return this.#authorizationCode(environment)?.kept(rejected);
    if (grantType !== 'password') return undefined;
    const token = parseToken(await this.#secrets(environment).get('issuedToken'));
    if (token?.clientId !== clientId || token.accessToken === rejected) return undefined;
    if (!isUsable(token, this.#parts.now())) return undefined;
    return { outcome: 'token', accessToken: token.accessToken, expiresAt: token.expiresAt };
  }

  #grant(environment: Environment, silent = false): Grant | undefined {
    const { http, sessions } = this.#parts;
    const prompt = silent ? nobody : this.#parts.prompt;
    const secrets = this.#secrets(environment);
    const { authentication } = environment;
    switch (authentication.grantType) {
      case 'password':
        return new PasswordGrant(environment, secrets, prompt, http);
      case 'token':
        return new PastedToken(environment, secrets, prompt);
      case 'authorization_code':
        return this.#authorizationCode(environment);
      case 'session':
        return (
          sessions &&
          new SessionGrant(environment.service.baseUrl.origin, authentication, sessions, this.#consents)
        );
    }
  }

  #authorizationCode(environment: Environment): IdentityProviderGrant | undefined {
    const { prompt, http, authorizationCode: parts } = this.#parts;
    const { authentication } = environment;
    if (authentication.grantType !== 'authorization_code' || !parts) return undefined;
    const secrets = this.#secrets(environment);
    return new IdentityProviderGrant(environment, authentication, secrets, prompt, http, parts);
  }

  #secrets(environment: Environment): EnvironmentSecrets {
    return new EnvironmentSecrets(this.#parts.vault, environment);
  }
}

/** Answers every question as a user does who isn't there. */
const nobody: CredentialPrompt = { ask: async () => undefined };

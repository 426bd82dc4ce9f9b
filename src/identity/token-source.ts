import type { Environment } from '../environments/environment.ts';
import type { HttpClient } from '../gateway/http.ts';
import { ClientCredentialsGrant } from './grants/client-credentials-grant.ts';
import type { AccessToken, CredentialPrompt, Grant, GrantResult, TokenFailure } from './grants/grant.ts';
import { IdentityProviderGrant, type UserSessionDependencies } from './grants/identity-provider-grant.ts';
import { PasswordGrant } from './grants/password-grant.ts';
import { PastedToken } from './grants/pasted-token.ts';
import { ProviderConnection, type SignOutResult } from './grants/provider-connection.ts';
import { SessionConsents, sessionUse } from './grants/session-consent.ts';
import { type SessionAccess, SessionGrant } from './grants/session-grant.ts';
import type { IdentityLog } from './identity-log.ts';
import type { DiscoveryCache } from './provider/discovery-cache.ts';
import { EnvironmentSecrets, type SecretVault } from './secrets/secret-vault.ts';
import { type SignInState, signInState } from './sessions/sign-in-state.ts';
import {
  type IssuedToken,
  isUsable,
  parseToken,
  requestOf,
  serializeToken,
} from './sessions/token-lifetime.ts';
import { SingleFlight } from './single-flight.ts';

export type { AccessToken } from './grants/grant.ts';
export type { SignOutResult } from './grants/provider-connection.ts';

export type TokenResult = AccessToken | TokenFailure;

export interface TokenOptions {
  readonly signal: AbortSignal;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** The token that the gateway has just refused: it isn't returned again. */
  readonly rejected?: string;
  /** Asks the user nothing: what is stored must suffice. */
  readonly silent?: boolean;
}

export interface SignInOptions extends Pick<TokenOptions, 'signal' | 'timeout'> {
  /** Lets the user choose another account. */
  readonly switchAccount?: boolean;
}

export interface TokenSourceDependencies {
  readonly vault: SecretVault;
  readonly prompt: CredentialPrompt;
  readonly http: HttpClient;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Absent: the endpoints of identity providers are discovered for each use. */
  readonly discoveries?: DiscoveryCache;
  /** Receives sign-ins, refreshes, sign-outs and revocations. */
  readonly log?: IdentityLog;
  /** Absent where no user can sign in at an identity provider: these grants are unsupported there. */
  readonly userSessions?: UserSessionDependencies;
  /** Absent outside VS Code. */
  readonly sessions?: SessionAccess;
}

interface ObtainOptions extends TokenOptions {
  /** Asks for stored credentials, too. */
  readonly askAgain: boolean;
  readonly switchAccount?: boolean;
}

/** Access tokens of all environments: stored until they expire, and requested once for all callers at the same time. */
export class TokenSource {
  readonly #dependencies: TokenSourceDependencies;
  readonly #consents: SessionConsents;
  readonly #flights = new SingleFlight<TokenResult>();

  constructor(dependencies: TokenSourceDependencies) {
    this.#dependencies = dependencies;
    this.#consents = new SessionConsents(dependencies.vault);
  }

  /** The stored token, or a new one; asks the user for missing credentials. */
  async accessToken(environment: Environment, options: TokenOptions): Promise<TokenResult> {
    const kept = await this.#keptToken(environment, options.rejected);
    if (kept) return kept;
    // A pasted token can't be renewed.
    const isPasted = environment.authentication.grantType === 'token';
    const askAgain = options.rejected !== undefined && isPasted && !options.silent;
    const result = await this.#obtain(environment, { ...options, askAgain });
    // This call may have joined the call of another caller, for which the token was not yet rejected.
    const isRejected = result.outcome === 'token' && result.accessToken === options.rejected;
    return isRejected && hasUserSession(environment)
      ? this.#obtain(environment, { ...options, askAgain })
      : result;
  }

  /** Asks for credentials and gets a token with them; only a success replaces what is stored. */
  async signIn(environment: Environment, options: SignInOptions): Promise<TokenResult> {
    const result = await this.#obtain(environment, { ...options, askAgain: true });
    if (result.outcome === 'token' || result.outcome === 'cancelled') return result;
    const { state } = await this.state(environment);
    return state === 'signed-in' ? { ...result, sessionKept: true } : result;
  }

  /**
   * Deletes the user's credentials and tokens, and revokes tokens of an identity provider. The subscription key and the client
   * secret belong to the client and stay. A `session` belongs to its provider: VS Code's Accounts menu ends it, and only the
   * consent to use it is withdrawn.
   */
  async signOut(environment: Environment): Promise<SignOutResult> {
    const { name, service, authentication } = environment;
    const result = await this.#revoke(environment);
    await this.#secrets(environment).delete('issuedToken', 'pastedToken', 'password', 'username');
    if (authentication.grantType === 'session')
      await this.#consents.withdraw(sessionUse(service.baseUrl.origin, authentication));
    this.#dependencies.log?.({ action: 'sign-out', environment: name, outcome: 'succeeded' });
    return result;
  }

  /** The state by what is stored, without a request or a question. */
  async state(environment: Environment): Promise<SignInState> {
    const { now, sessions } = this.#dependencies;
    const accounts = sessions && { provider: sessions.provider, consents: this.#consents };
    return signInState(environment, this.#secrets(environment), now(), accounts);
  }

  async #revoke(environment: Environment): Promise<SignOutResult> {
    const session = this.#userSession(environment);
    if (session) return session.signOut();
    const provider = this.#provider(environment);
    if (!provider) return { revocation: 'none' };
    const secrets = this.#secrets(environment);
    const token = parseToken(await secrets.get('issuedToken'));
    const tokens = token ? [['access_token', token.accessToken] as const] : [];
    return provider.revoke(tokens, await secrets.get('clientSecret'));
  }

  async #obtain(environment: Environment, options: ObtainOptions): Promise<TokenResult> {
    const { name, service, authentication } = environment;
    const { askAgain, silent } = options;
    const key = JSON.stringify([name, service.baseUrl.href, authentication, askAgain, silent]);
    try {
      // A second sign-in at an identity provider replaces the first instead of joining it.
      if (askAgain && hasUserSession(environment)) return await this.#obtainOnce(environment, options);
      return await this.#flights.run(key, options.signal, (signal) =>
        this.#obtainOnce(environment, { ...options, signal }),
      );
    } catch (error) {
      if (options.signal.aborted) return { outcome: 'cancelled' };
      throw error;
    }
  }

  async #obtainOnce(environment: Environment, options: ObtainOptions): Promise<TokenResult> {
    const grant = this.#grant(environment, options.silent);
    if (!grant) return { outcome: 'unsupported', grantType: environment.authentication.grantType };
    const requestedAt = this.#dependencies.now();
    const result = await grant.obtain(options);
    return result.outcome === 'issued' ? this.#keep(environment, result, requestedAt) : result;
  }

  /** The lifetime starts before the request, so that a slow response doesn't extend it. */
  async #keep(
    environment: Environment,
    { accessToken, expiresIn }: Extract<GrantResult, { outcome: 'issued' }>,
    requestedAt: number,
  ): Promise<AccessToken> {
    const secrets = this.#secrets(environment);
    const { grantType } = environment.authentication;
    // The password is stored by now, unless the user has signed out during the request, in any window.
    const hasSignedOut = grantType === 'password' && (await secrets.get('password')) === undefined;
    if (expiresIn === undefined || hasSignedOut) {
      await secrets.delete('issuedToken');
      return { outcome: 'token', accessToken };
    }
    const token: IssuedToken = {
      accessToken,
      issuedAt: requestedAt,
      expiresAt: requestedAt + expiresIn * 1000,
      ...tokenOwner(environment),
    };
    await secrets.store('issuedToken', serializeToken(token));
    return { outcome: 'token', accessToken, expiresAt: token.expiresAt };
  }

  async #keptToken(environment: Environment, rejected: string | undefined): Promise<AccessToken | undefined> {
    const { grantType } = environment.authentication;
    if (hasUserSession(environment)) return this.#userSession(environment)?.storedToken(rejected);
    if (grantType !== 'password' && grantType !== 'client_credentials') return undefined;
    const token = parseToken(await this.#secrets(environment).get('issuedToken'));
    const { clientId, request } = tokenOwner(environment);
    if (token?.clientId !== clientId || token.request !== request) return undefined;
    if (token.accessToken === rejected || !isUsable(token, this.#dependencies.now())) return undefined;
    return { outcome: 'token', accessToken: token.accessToken, expiresAt: token.expiresAt };
  }

  #grant(environment: Environment, silent = false): Grant | undefined {
    const { http, sessions, log } = this.#dependencies;
    const prompt = silent ? nobody : this.#dependencies.prompt;
    const secrets = this.#secrets(environment);
    const { authentication, service } = environment;
    switch (authentication.grantType) {
      case 'password':
        return new PasswordGrant({ environment, secrets, prompt, http, ...(log && { log }) });
      case 'token':
        return new PastedToken(environment, secrets, prompt);
      case 'client_credentials': {
        const provider = this.#provider(environment);
        return provider && new ClientCredentialsGrant(environment, secrets, prompt, provider);
      }
      case 'authorization_code':
      case 'device_code':
        return this.#userSession(environment);
      case 'session':
        return sessions && new SessionGrant(service.baseUrl.origin, authentication, sessions, this.#consents);
    }
  }

  /** The user's session at an identity provider; undefined for other grants. */
  #userSession(environment: Environment): IdentityProviderGrant | undefined {
    const { prompt, userSessions } = this.#dependencies;
    const { authentication } = environment;
    const provider = this.#provider(environment);
    if (!userSessions || !provider) return undefined;
    switch (authentication.grantType) {
      case 'authorization_code':
      case 'device_code': {
        const secrets = this.#secrets(environment);
        return new IdentityProviderGrant({
          ...userSessions,
          environment,
          authentication,
          secrets,
          prompt,
          provider,
        });
      }
      default:
        return undefined;
    }
  }

  #provider(environment: Environment): ProviderConnection | undefined {
    const { authentication } = environment;
    switch (authentication.grantType) {
      case 'authorization_code':
      case 'device_code':
      case 'client_credentials':
        return new ProviderConnection(environment, authentication, this.#dependencies);
      default:
        return undefined;
    }
  }

  #secrets(environment: Environment): EnvironmentSecrets {
    return new EnvironmentSecrets(this.#dependencies.vault, environment);
  }
}

/** Whether a user's session at an identity provider is the source of tokens. */
function hasUserSession({ authentication: { grantType } }: Environment): boolean {
  return grantType === 'authorization_code' || grantType === 'device_code';
}

/** What a stored token is bound to. */
function tokenOwner({ authentication }: Environment): Pick<IssuedToken, 'clientId' | 'request'> {
  const { clientId } = authentication;
  return authentication.grantType === 'client_credentials'
    ? { clientId, request: requestOf(authentication) }
    : { clientId };
}

/** Provides no credentials. */
const nobody: CredentialPrompt = { ask: async () => undefined };

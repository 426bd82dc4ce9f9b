import type { Environment } from '../environments/environment.ts';
import { EnvironmentGrants, type GrantDependencies } from './environment-grants.ts';
import type { AccessToken, GrantOptions, GrantResult, TokenFailure } from './grants/grant.ts';
import type { SignInState } from './grants/grant-descriptor.ts';
import { grantOf, grants, signInState } from './grants/grants.ts';
import type { SignOutResult } from './grants/provider-connection.ts';
import { SessionConsents, sessionUse } from './grants/session-consent.ts';
import { secretKey } from './secrets/secret-vault.ts';
import { type IssuedToken, isUsable, parseToken, serializeToken } from './sessions/token-lifetime.ts';
import { SingleFlight } from './single-flight.ts';

export type { AccessToken } from './grants/grant.ts';
export type { SignOutResult } from './grants/provider-connection.ts';

export type TokenResult = AccessToken | TokenFailure;

export type TokenOptions = Pick<GrantOptions, 'signal' | 'timeout' | 'rejected' | 'silent'>;

export type SignInOptions = Pick<GrantOptions, 'signal' | 'timeout' | 'switchAccount'>;

/** Access tokens of all environments: stored until they expire, and requested once for all callers at the same time. */
export class TokenSource {
  readonly #dependencies: GrantDependencies;
  readonly #consents: SessionConsents;
  readonly #grants: EnvironmentGrants;
  readonly #flights = new SingleFlight<TokenResult>();
  /** When someone signed out in this window, by the key of the token; milliseconds since the epoch. */
  readonly #signedOut = new Map<string, number>();

  constructor(dependencies: GrantDependencies) {
    this.#dependencies = dependencies;
    this.#consents = new SessionConsents(dependencies.vault);
    this.#grants = new EnvironmentGrants(dependencies, this.#consents);
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
    const isRejected = result.kind === 'token' && result.accessToken === options.rejected;
    return isRejected && grantOf(environment).hasUserSession
      ? this.#obtain(environment, { ...options, askAgain })
      : result;
  }

  /** Asks for credentials and gets a token with them; only a success replaces what is stored. */
  async signIn(environment: Environment, options: SignInOptions): Promise<TokenResult> {
    const result = await this.#obtain(environment, { ...options, askAgain: true });
    if (result.kind === 'token' || result.kind === 'cancelled') return result;
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
    this.#signedOut.set(secretKey(environment, 'issuedToken'), this.#dependencies.now());
    const result = await this.#revoke(environment);
    // Also those of a grant that the environment had before.
    const ofUser = new Set(Object.values(grants).flatMap(({ deletedOnSignOut }) => deletedOnSignOut));
    await this.#grants.secrets(environment).delete(...ofUser);
    if (authentication.grantType === 'session')
      await this.#consents.withdraw(sessionUse(service.baseUrl.origin, authentication));
    this.#dependencies.log?.({ action: 'sign-out', environment: name, outcome: 'succeeded' });
    return result;
  }

  /** Stores the secret that the user has set, and lets it be tried, even if it is the one that was refused. */
  async setClientSecret(environment: Environment, value: string): Promise<void> {
    await this.#grants.secrets(environment).store('clientSecret', value);
    await this.#grants.userSession(environment)?.clientSecretSet();
  }

  /** The state by what is stored, without a request or a question. */
  async state(environment: Environment): Promise<SignInState> {
    const { now, sessions } = this.#dependencies;
    const accounts = sessions && { provider: sessions.provider, consents: this.#consents };
    return signInState(environment, this.#grants.secrets(environment), now(), accounts);
  }

  async #revoke(environment: Environment): Promise<SignOutResult> {
    const session = this.#grants.userSession(environment);
    if (session) return session.signOut();
    const provider = this.#grants.provider(environment);
    if (!provider) return { revocation: 'none' };
    const secrets = this.#grants.secrets(environment);
    const token = parseToken(await secrets.get('issuedToken'));
    const tokens = token ? [['access_token', token.accessToken] as const] : [];
    return provider.revoke(tokens, await secrets.get('clientSecret'));
  }

  async #obtain(environment: Environment, options: GrantOptions): Promise<TokenResult> {
    const { name, service, authentication } = environment;
    const { askAgain, silent } = options;
    const key = JSON.stringify([name, service.baseUrl.href, authentication, askAgain, silent]);
    try {
      // A second sign-in at an identity provider replaces the first instead of joining it.
      if (askAgain && grantOf(environment).hasUserSession)
        return await this.#obtainOnce(environment, options);
      return await this.#flights.run(key, options.signal, (signal) =>
        this.#obtainOnce(environment, { ...options, signal }),
      );
    } catch (error) {
      if (options.signal.aborted) return { kind: 'cancelled' };
      throw error;
    }
  }

  async #obtainOnce(environment: Environment, options: GrantOptions): Promise<TokenResult> {
    const grant = this.#grants.grant(environment, options.silent);
    if (!grant) return { kind: 'unsupported', grantType: environment.authentication.grantType };
    const requestedAt = this.#dependencies.now();
    const result = await grant.obtain(options);
    return result.kind === 'issued' ? this.#keep(environment, result, requestedAt) : result;
  }

  /** The lifetime starts before the request, so that a slow response doesn't extend it. */
  async #keep(
    environment: Environment,
    { accessToken, expiresIn }: Extract<GrantResult, { kind: 'issued' }>,
    requestedAt: number,
  ): Promise<AccessToken> {
    const secrets = this.#grants.secrets(environment);
    const hasSignedOut = await this.#hasSignedOut(environment, requestedAt);
    if (expiresIn === undefined || hasSignedOut) {
      await secrets.delete('issuedToken');
      return { kind: 'token', accessToken };
    }
    const token: IssuedToken = {
      accessToken,
      issuedAt: requestedAt,
      expiresAt: requestedAt + expiresIn * 1000,
      ...tokenOwner(environment),
    };
    await secrets.store('issuedToken', serializeToken(token));
    return { kind: 'token', accessToken, expiresAt: token.expiresAt };
  }

  /** Whether the user has signed out since then. The password is stored by now, unless that was in another window. */
  async #hasSignedOut(environment: Environment, since: number): Promise<boolean> {
    const signedOutAt = this.#signedOut.get(secretKey(environment, 'issuedToken'));
    if (signedOutAt !== undefined && signedOutAt >= since) return true;
    const hasPassword = environment.authentication.grantType === 'password';
    return hasPassword && (await this.#grants.secrets(environment).get('password')) === undefined;
  }

  async #keptToken(environment: Environment, rejected: string | undefined): Promise<AccessToken | undefined> {
    const { hasUserSession, keepsToken } = grantOf(environment);
    if (hasUserSession) return this.#grants.userSession(environment)?.storedToken(rejected);
    if (!keepsToken) return undefined;
    const token = parseToken(await this.#grants.secrets(environment).get('issuedToken'));
    const { clientId, request } = tokenOwner(environment);
    if (token?.clientId !== clientId || token.request !== request) return undefined;
    if (token.accessToken === rejected || !isUsable(token, this.#dependencies.now())) return undefined;
    return { kind: 'token', accessToken: token.accessToken, expiresAt: token.expiresAt };
  }
}

/** What a stored token is bound to. */
function tokenOwner(environment: Environment): Pick<IssuedToken, 'clientId' | 'request'> {
  const { authentication } = environment;
  const request = grantOf(environment).requestOf(authentication);
  return { clientId: authentication.clientId, ...(request !== undefined && { request }) };
}

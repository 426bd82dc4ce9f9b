import type { Environment } from '../environments/environment.ts';
import type { AuthenticationChallenge } from '../gateway/authentication-challenge.ts';
import type { AccessToken, GrantResult, TokenFailure, TokenRequest } from './grant.ts';
import type { Grant, IdentityServices, SignInState, SignOutResult } from './grants/grant-descriptor.ts';
import { grantOf, signInState } from './grants/grants.ts';
import { EnvironmentSecrets, secretKey } from './secrets/secret-vault.ts';
import { type IssuedToken, usableToken } from './sessions/token-lifetime.ts';
import { SingleFlight } from './single-flight.ts';

export type TokenResult = AccessToken | TokenFailure;

/** Access tokens of all environments: stored until they expire, and requested once for all callers at the same time. */
export class TokenSource {
  readonly #services: IdentityServices;
  readonly #flights = new SingleFlight<TokenResult>();
  /** When someone signed out in this window, by the key of the token; milliseconds since the epoch. */
  readonly #signedOut = new Map<string, number>();

  constructor(services: IdentityServices) {
    this.#services = services;
  }

  /** The stored token, or a new one; asks the user for missing credentials. */
  async accessToken(
    environment: Environment,
    request: Pick<TokenRequest, 'signal' | 'timeout' | 'rejected' | 'challenge'>,
  ): Promise<TokenResult> {
    const kept = await this.#keptToken(environment, request.rejected);
    if (kept) return kept;
    const { challenge } = request;
    // The same request as before would get a token that is refused for the same reason.
    if (challenge && !canAnswer(environment, challenge)) return { kind: 'cancelled' };
    const { isPasted = false } = grantOf(environment);
    const askAgain = request.rejected !== undefined && isPasted;
    const result = await this.#obtain(environment, { ...request, askAgain });
    // This call may have joined the call of another caller, for which the token was not yet rejected.
    const isRejected = result.kind === 'token' && result.accessToken === request.rejected;
    return isRejected && grantOf(environment).hasUserSession
      ? this.#obtain(environment, { ...request, askAgain })
      : result;
  }

  /** Asks for credentials and gets a token with them; only a success replaces what is stored. */
  async signIn(
    environment: Environment,
    request: Pick<TokenRequest, 'signal' | 'timeout' | 'switchAccount'>,
  ): Promise<TokenResult> {
    const result = await this.#obtain(environment, { ...request, askAgain: true });
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
    this.#signedOut.set(secretKey(environment, 'issuedToken'), this.#services.now());
    const result = (await this.#grant(environment)?.signOut?.()) ?? { revocation: 'none' };
    // Also those of a grant that the environment had before.
    await this.#secrets(environment).delete('issuedToken', 'password', 'username', 'pastedToken');
    this.#services.log?.({ action: 'sign-out', environment: environment.name, outcome: 'succeeded' });
    return result;
  }

  /** Stores the secret that the user has set, and lets it be tried, even if it is the one that was refused. */
  async setClientSecret(environment: Environment, value: string): Promise<void> {
    await this.#secrets(environment).store('clientSecret', value);
    await this.#grant(environment)?.clientSecretSet?.();
  }

  /** The state by what is stored, without a request or a question. */
  async state(environment: Environment): Promise<SignInState> {
    const { now, sessions, vault } = this.#services;
    return signInState(environment, vault, now(), sessions?.provider);
  }

  async #obtain(environment: Environment, request: TokenRequest): Promise<TokenResult> {
    const { name, service, authentication } = environment;
    const { askAgain, challenge } = request;
    const key = JSON.stringify([name, service.baseUrl.href, authentication, askAgain, challenge?.parameters]);
    try {
      // A second sign-in at an identity provider replaces the first instead of joining it.
      if (askAgain && grantOf(environment).hasUserSession)
        return await this.#obtainOnce(environment, request);
      return await this.#flights.run(key, request.signal, (signal) =>
        this.#obtainOnce(environment, { ...request, signal }),
      );
    } catch (error) {
      if (request.signal.aborted) return { kind: 'cancelled' };
      throw error;
    }
  }

  async #obtainOnce(environment: Environment, request: TokenRequest): Promise<TokenResult> {
    const grant = this.#grant(environment);
    if (!grant) return { kind: 'unsupported', grantType: environment.authentication.grantType };
    const requestedAt = this.#services.now();
    const result = await grant.obtain(request);
    return result.kind === 'issued' ? this.#keep(environment, result, requestedAt) : result;
  }

  /** The lifetime starts before the request, so that a slow response doesn't extend it. */
  async #keep(
    environment: Environment,
    { accessToken, expiresIn }: Extract<GrantResult, { kind: 'issued' }>,
    requestedAt: number,
  ): Promise<AccessToken> {
    const secrets = this.#secrets(environment);
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
    await secrets.store('issuedToken', JSON.stringify(token));
    return { kind: 'token', accessToken, expiresAt: token.expiresAt };
  }

  /** Whether the user has signed out since then. The password is stored by now, unless that was in another window. */
  async #hasSignedOut(environment: Environment, since: number): Promise<boolean> {
    const signedOutAt = this.#signedOut.get(secretKey(environment, 'issuedToken'));
    if (signedOutAt !== undefined && signedOutAt >= since) return true;
    const secrets = this.#secrets(environment);
    const needed = await Promise.all(grantOf(environment).neededSecrets.map((kind) => secrets.get(kind)));
    return needed.includes(undefined);
  }

  async #keptToken(environment: Environment, rejected: string | undefined): Promise<AccessToken | undefined> {
    const { hasUserSession, keepsToken } = grantOf(environment);
    if (hasUserSession) return this.#grant(environment)?.storedToken?.(rejected);
    if (!keepsToken) return undefined;
    const stored = await this.#secrets(environment).get('issuedToken');
    const token = usableToken(stored, tokenOwner(environment), this.#services.now());
    if (!token || token.accessToken === rejected) return undefined;
    return { kind: 'token', accessToken: token.accessToken, expiresAt: token.expiresAt };
  }

  /** Undefined if the grant is unsupported here. */
  #grant(environment: Environment): Grant | undefined {
    const { authentication } = environment;
    const stored = {
      environment,
      authentication,
      vault: this.#services.vault,
      secrets: this.#secrets(environment),
      now: this.#services.now(),
    };
    return grantOf(environment).create(stored, this.#services);
  }

  #secrets(environment: Environment): EnvironmentSecrets {
    return new EnvironmentSecrets(this.#services.vault, environment);
  }
}

function canAnswer(environment: Environment, { parameters }: AuthenticationChallenge): boolean {
  return grantOf(environment).answersChallenges === true && Object.keys(parameters).length > 0;
}

/** What a stored token is bound to. */
function tokenOwner(environment: Environment): Pick<IssuedToken, 'clientId' | 'request'> {
  const { authentication } = environment;
  const request = grantOf(environment).requestOf?.(authentication);
  return { clientId: authentication.clientId, request };
}

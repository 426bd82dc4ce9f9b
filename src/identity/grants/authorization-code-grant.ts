import type { AuthorizationCodeAuthentication } from '../../environments/authentication.ts';
import type { Environment } from '../../environments/environment.ts';
import type { ExchangeOptions, HttpClient } from '../../gateway/http.ts';
import type { Clock } from '../../storage/clock.ts';
import type { CrossWindowLock } from '../../storage/cross-window-lock.ts';
import { clientFingerprint } from '../client-fingerprint.ts';
import type { DiscoveryCache } from '../provider/discovery-cache.ts';
import type { IdentityProvider } from '../provider/identity-provider.ts';
import { type EnvironmentSecrets, secretKey } from '../secrets/secret-vault.ts';
import { SessionStore } from '../sessions/identity-session.ts';
import { type Refresher, SessionRenewal } from '../sessions/session-renewal.ts';
import type {
  AccessToken,
  CredentialPrompt,
  Grant,
  GrantOptions,
  GrantResult,
  SessionEnd,
  TokenFailure,
} from './grant.ts';
import type { InteractiveSignIn } from './interactive-sign-in.ts';

export interface AuthorizationCodeParts {
  readonly lock: CrossWindowLock;
  readonly clock: Clock;
  readonly signIn: InteractiveSignIn;
  /** Says why the session ended, and asks whether to sign in now. */
  readonly offerSignIn: (environment: Environment, end: SessionEnd) => Promise<boolean>;
  /** Absent: identity providers are asked for their addresses at each use. */
  readonly discoveries?: DiscoveryCache;
}

/** No request that other windows wait for takes longer, in milliseconds. */
const longestRequest = 30_000;
/** Signing out doesn't wait for a provider that is away. */
const longestRevocation = 5_000;

/**
 * The authorization code grant with PKCE at an identity provider (specification, section 5.5; RFC 6749, section 4.1;
 * RFC 7636; RFC 9700), its refresh tokens and their revocation. What it gets it keeps by itself.
 */
export class AuthorizationCodeGrant implements Grant {
  readonly #environment: Environment;
  readonly #authentication: AuthorizationCodeAuthentication;
  readonly #secrets: EnvironmentSecrets;
  readonly #prompt: CredentialPrompt;
  readonly #http: HttpClient;
  readonly #parts: AuthorizationCodeParts;
  readonly #store: SessionStore;
  readonly #key: string;
  readonly #renewal: SessionRenewal;

  constructor(
    environment: Environment,
    authentication: AuthorizationCodeAuthentication,
    secrets: EnvironmentSecrets,
    prompt: CredentialPrompt,
    http: HttpClient,
    parts: AuthorizationCodeParts,
  ) {
    this.#environment = environment;
    this.#authentication = authentication;
    this.#secrets = secrets;
    this.#prompt = prompt;
    this.#http = http;
    this.#parts = parts;
    this.#store = new SessionStore(secrets, authentication);
    this.#key = secretKey(environment, 'issuedToken');
    this.#renewal = new SessionRenewal(this.#store, this.#key, parts.lock, parts.clock);
  }

  /** The token at hand while it lasts; nothing is asked and nothing sent. */
  async kept(rejected?: string): Promise<AccessToken | undefined> {
    return this.#renewal.usable(await this.#store.read(), rejected);
  }

  async obtain(options: GrantOptions): Promise<GrantResult> {
    const { signal, askAgain, rejected, silent = false } = options;
    if (!askAgain && (await this.#store.read())) {
      // Asked for before the turn comes: other windows don't wait for a person.
      const clientSecret = await this.#clientSecret(silent);
      if (clientSecret === undefined) return { outcome: 'missing', secret: 'clientSecret' };
      const renewal = await this.#renewal.renew({
        signal,
        rejected,
        fingerprint: clientFingerprint(this.#authentication.clientAuthentication, clientSecret),
        connect: () => this.#refresher(clientSecret, options),
      });
      if (renewal.outcome === 'ended') return this.#afterEnd(renewal.end, options);
      if (renewal.outcome !== 'nothing-to-renew') return renewal;
    }
    return silent ? { outcome: 'sign-in-needed', why: 'signed-out' } : this.#signIn(options);
  }

  async #afterEnd(end: SessionEnd, options: GrantOptions): Promise<GrantResult> {
    const isOffered = !options.silent && !options.signal.aborted;
    if (isOffered && (await this.#parts.offerSignIn(this.#environment, end))) return this.#signIn(options);
    return { outcome: 'sign-in-needed', why: 'refused', end };
  }

  /** Forgets the session, and has the provider revoke it where it can be asked to (RFC 7009). */
  async end(): Promise<void> {
    const session = await this.#store.read();
    await this.#store.delete();
    const tokens = [
      ...(session?.refresh ? [['refresh_token', session.refresh.token] as const] : []),
      ...(session?.access ? [['access_token', session.access.token] as const] : []),
    ];
    const clientSecret = await this.#storedClientSecret();
    if (tokens.length === 0 || clientSecret === undefined) return;
    const options = { timeout: longestRevocation, signal: AbortSignal.timeout(longestRevocation) };
    const provider = await this.#connect(clientSecret, options);
    if ('outcome' in provider) return;
    for (const [hint, token] of tokens) await provider.revoke(token, hint, options);
  }

  async #signIn({ signal, timeout }: GrantOptions): Promise<GrantResult> {
    const clientSecret = await this.#clientSecret(false);
    if (clientSecret === undefined) return { outcome: 'missing', secret: 'clientSecret' };
    const result = await this.#parts.signIn.run(this.#key, { signal, timeout }, (ended) =>
      this.#connect(clientSecret, { timeout, signal: ended }),
    );
    if (result.outcome !== 'signed-in') return result;
    await this.#rememberClientSecret(clientSecret);
    // Who has come this far is signed in: a late change of mind doesn't throw the answer away.
    return this.#renewal.begin(result.granted, result.requestedAt, new AbortController().signal);
  }

  async #refresher(
    clientSecret: string,
    { signal, timeout }: GrantOptions,
  ): Promise<Refresher | TokenFailure> {
    const limit = Math.min(timeout, longestRequest);
    const provider = await this.#connect(clientSecret, { timeout: limit, signal });
    if ('outcome' in provider) return provider;
    return {
      send: async (refreshToken) => {
        const answer = await provider.refresh(refreshToken, { timeout: limit });
        if (answer.outcome === 'granted') await this.#rememberClientSecret(clientSecret);
        return answer;
      },
    };
  }

  async #connect(clientSecret: string, options: ExchangeOptions): Promise<IdentityProvider | TokenFailure> {
    // openid-client is loaded for environments that need it, when they do.
    const { connectProvider } = await import('../provider/connect-provider.ts');
    const { clock, discoveries } = this.#parts;
    const parts = { http: this.#http, now: () => clock.now(), ...(discoveries && { discoveries }) };
    return connectProvider(this.#authentication, clientSecret, parts, options);
  }

  /** Empty where the client doesn't authenticate, undefined where it would have to and can't. */
  async #clientSecret(silent: boolean): Promise<string | undefined> {
    const stored = await this.#storedClientSecret();
    if (stored !== undefined || silent) return stored;
    return this.#prompt.ask('clientSecret', this.#environment);
  }

  async #storedClientSecret(): Promise<string | undefined> {
    return this.#authentication.clientAuthentication === 'none' ? '' : this.#secrets.get('clientSecret');
  }

  async #rememberClientSecret(value: string): Promise<void> {
    if (value !== '' && (await this.#secrets.get('clientSecret')) !== value)
      await this.#secrets.store('clientSecret', value);
  }
}

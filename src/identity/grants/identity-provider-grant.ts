import { createHash } from 'node:crypto';
import type {
  ClientAuthenticationMethod,
  ProviderAuthentication,
} from '../../environments/authentication.ts';
import type { Environment } from '../../environments/environment.ts';
import { failure, type Result, success } from '../../result.ts';
import type { Clock } from '../../storage/clock.ts';
import type { CrossWindowLock } from '../../storage/folder-lock.ts';
import { outcomeOf } from '../identity-log.ts';
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
import { type ProviderConnection, type SignOutResult, tokensToRevoke } from './provider-connection.ts';
import type { SignInMethod } from './sign-in-method.ts';

export interface UserSessionDependencies {
  readonly lock: CrossWindowLock;
  readonly clock: Clock;
  /** For the authorization code grant. */
  readonly signIn: SignInMethod;
  /** For the device authorization grant; absent if no code can be shown. */
  readonly deviceSignIn?: SignInMethod;
  /** Says why the session ended, and asks whether to sign in now. */
  readonly offerSignIn: (environment: Environment, end: SessionEnd) => Promise<boolean>;
}

export interface IdentityProviderGrantOptions extends UserSessionDependencies {
  readonly environment: Environment;
  readonly authentication: ProviderAuthentication;
  readonly secrets: EnvironmentSecrets;
  readonly prompt: CredentialPrompt;
  readonly provider: ProviderConnection;
}

/** In milliseconds. Other windows wait for a refresh. */
const maxRequestTime = 30_000;

/**
 * A user's session at an identity provider: sign-in by the authorization code grant (RFC 6749, section 4.1; RFC 7636;
 * RFC 9700) or the device authorization grant (RFC 8628), refresh and revocation. It stores its tokens itself.
 */
export class IdentityProviderGrant implements Grant {
  readonly #options: IdentityProviderGrantOptions;
  readonly #store: SessionStore;
  readonly #key: string;
  readonly #renewal: SessionRenewal;

  constructor(options: IdentityProviderGrantOptions) {
    this.#options = options;
    this.#store = new SessionStore(options.secrets, options.authentication);
    this.#key = secretKey(options.environment, 'issuedToken');
    this.#renewal = new SessionRenewal(this.#store, this.#key, options.lock, options.clock);
  }

  /** The stored token, if it can still be sent. Asks no questions and sends nothing. */
  async storedToken(rejected?: string): Promise<AccessToken | undefined> {
    return this.#renewal.usable(await this.#store.read(), rejected);
  }

  async obtain(options: GrantOptions): Promise<GrantResult> {
    const { signal, askAgain, rejected, silent = false } = options;
    if (!askAgain && (await this.#store.read())) {
      // Before the lock, so that other windows don't wait for the user.
      const clientSecret = await this.#clientSecret(silent);
      if (clientSecret === undefined) return { outcome: 'missing', secret: 'clientSecret' };
      const renewal = await this.#renewal.renew({
        signal,
        rejected,
        fingerprint: clientFingerprint(this.#options.authentication.clientAuthentication, clientSecret),
        connect: () => this.#refresher(clientSecret, options),
      });
      if (renewal.outcome === 'ended') return this.#afterEnd(renewal.end, options);
      if (renewal.outcome === 'signed-out') {
        await this.#options.provider.revoke(tokensToRevoke(renewal.granted), clientSecret);
        return { outcome: 'cancelled' };
      }
      if (renewal.outcome !== 'nothing-to-renew') return renewal;
    }
    return silent ? { outcome: 'sign-in-needed', why: 'signed-out' } : this.#signIn(options);
  }

  /** Cancels a sign-in in this window, deletes the session, and revokes its tokens. */
  async signOut(): Promise<SignOutResult> {
    this.#signInMethod()?.cancel(this.#key);
    const session = await this.#store.read();
    await this.#store.delete();
    return this.#options.provider.revoke(
      tokensToRevoke({ refreshToken: session?.refresh?.token, accessToken: session?.access?.token }),
      await this.#storedClientSecret(),
      session?.idToken,
    );
  }

  /** The user has set the client secret: the refresh token is sent again, even if the secret is the same. */
  async clientSecretSet(): Promise<void> {
    await this.#renewal.forgetRefusal(new AbortController().signal);
  }

  async #afterEnd(end: SessionEnd, options: GrantOptions): Promise<GrantResult> {
    const canAsk = !options.silent && !options.signal.aborted;
    if (canAsk && (await this.#options.offerSignIn(this.#options.environment, end)))
      return this.#signIn(options);
    return { outcome: 'sign-in-needed', why: 'refused', end };
  }

  async #signIn({ signal, timeout, switchAccount = false }: GrantOptions): Promise<GrantResult> {
    const method = this.#signInMethod();
    if (!method) return { outcome: 'unsupported', grantType: this.#options.authentication.grantType };
    const clientSecret = await this.#clientSecret(false);
    if (clientSecret === undefined) return { outcome: 'missing', secret: 'clientSecret' };
    const { provider, authentication } = this.#options;
    const { redirectUri, scopes } = authentication;
    let returnsTo: string | undefined;
    const onBrowserOpened = ({ href }: URL) => {
      returnsTo = href;
      provider.log('sign-in', `browser opened, redirect URI ${href}, scopes ${scopes.join(' ') || 'none'}`);
    };
    const result = await method.run(
      this.#key,
      { signal, timeout, switchAccount, onBrowserOpened, ...(redirectUri && { redirectUri }) },
      (ended) => provider.connect(clientSecret, { timeout, signal: ended }),
      async (granted) => void (await provider.revoke(tokensToRevoke(granted), clientSecret)),
    );
    provider.log('sign-in', result.ok ? 'succeeded' : signInOutcome(result.failure, returnsTo));
    if (!result.ok) return result.failure;
    await this.#storeClientSecret(clientSecret);
    // The user is signed in: cancelling now doesn't discard that.
    const { granted, requestedAt } = result.value;
    return this.#renewal.begin(granted, requestedAt, new AbortController().signal);
  }

  #signInMethod(): SignInMethod | undefined {
    const { authentication, signIn, deviceSignIn } = this.#options;
    return authentication.grantType === 'device_code' ? deviceSignIn : signIn;
  }

  async #refresher(
    clientSecret: string,
    { signal, timeout }: GrantOptions,
  ): Promise<Result<Refresher, TokenFailure>> {
    const { provider } = this.#options;
    const limit = Math.min(timeout, maxRequestTime);
    const connected = await provider.connect(clientSecret, { timeout: limit, signal });
    if (!connected.ok) {
      provider.log('refresh', outcomeOf(connected.failure));
      return failure(connected.failure);
    }
    return success({
      send: async (refreshToken) => {
        const answer = await connected.value.refresh(refreshToken, { timeout: limit });
        provider.log('refresh', answer.ok ? 'succeeded' : outcomeOf(answer.failure), connected.value);
        if (answer.ok) await this.#storeClientSecret(clientSecret);
        return answer;
      },
    });
  }

  /** Empty if the client doesn't authenticate, undefined if its secret is needed and the user didn't enter it. */
  async #clientSecret(silent: boolean): Promise<string | undefined> {
    const stored = await this.#storedClientSecret();
    if (stored !== undefined || silent) return stored;
    return this.#options.prompt.ask('clientSecret', this.#options.environment);
  }

  async #storedClientSecret(): Promise<string | undefined> {
    const { authentication, secrets } = this.#options;
    return authentication.clientAuthentication === 'none' ? '' : secrets.get('clientSecret');
  }

  async #storeClientSecret(value: string): Promise<void> {
    const { secrets } = this.#options;
    if (value !== '' && (await secrets.get('clientSecret')) !== value)
      await secrets.store('clientSecret', value);
  }
}

/** Only the user sees an error that the browser shows, such as that of an unknown redirect URI, and cancels. */
function signInOutcome(failed: TokenFailure, returnsTo: string | undefined): string {
  const isWithoutAnswer = failed.outcome === 'cancelled' || failed.outcome === 'timed-out';
  return isWithoutAnswer && returnsTo !== undefined
    ? `${failed.outcome}, the browser didn't return to ${returnsTo}; if it showed an error, check that this redirect URI is registered`
    : outcomeOf(failed);
}

/** Differs for each method and client secret, and doesn't reveal the secret. */
export function clientFingerprint(method: ClientAuthenticationMethod, clientSecret: string): string {
  return createHash('sha256')
    .update(JSON.stringify([method, clientSecret]))
    .digest('base64url');
}

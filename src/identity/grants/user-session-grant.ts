import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type {
  ClientAuthenticationMethod,
  ProviderAuthentication,
} from '../../environments/authentication.ts';
import { failure, type Result, success } from '../../result.ts';
import { outcomeOf } from '../identity-log.ts';
import { secretKey } from '../secrets/secret-vault.ts';
import { SessionStore } from '../sessions/identity-session.ts';
import { type Refresher, SessionRenewal } from '../sessions/session-renewal.ts';
import { isUsable } from '../sessions/token-lifetime.ts';
import {
  type AccessToken,
  type CredentialPrompt,
  type GrantResult,
  type SessionEnd,
  type TokenFailure,
  type TokenRequest,
  withClient,
} from './grant.ts';
import type {
  Grant,
  GrantDescriptor,
  IdentityServices,
  SignOutResult,
  StoredEnvironment,
} from './grant-descriptor.ts';
import { ProviderConnection, tokensToRevoke } from './provider-connection.ts';
import type { SignInMethod, UserSessions } from './sign-in-method.ts';

/** In milliseconds. Other windows wait for a refresh. */
const maxRequestTime = 30_000;

/**
 * A user's session at an identity provider: sign-in by the authorization code grant (RFC 6749, section 4.1; RFC 7636;
 * RFC 9700) or the device authorization grant (RFC 8628), refresh and revocation. It stores its tokens itself.
 */
export class UserSessionGrant implements Grant {
  readonly #stored: StoredEnvironment<ProviderAuthentication>;
  readonly #prompt: CredentialPrompt;
  readonly #provider: ProviderConnection;
  readonly #signInMethod: SignInMethod | undefined;
  readonly #offerSignIn: UserSessions['offerSignIn'];
  readonly #store: SessionStore;
  readonly #key: string;
  readonly #renewal: SessionRenewal;

  /** `signInMethod`: undefined if users can't sign in this way here. */
  constructor(
    stored: StoredEnvironment<ProviderAuthentication>,
    services: IdentityServices,
    { lock, clock, offerSignIn }: UserSessions,
    signInMethod: SignInMethod | undefined,
  ) {
    this.#stored = stored;
    this.#prompt = services.prompt;
    this.#provider = new ProviderConnection(stored.environment, stored.authentication, services);
    this.#signInMethod = signInMethod;
    this.#offerSignIn = offerSignIn;
    this.#store = new SessionStore(stored.secrets, stored.authentication);
    this.#key = secretKey(stored.environment, 'issuedToken');
    this.#renewal = new SessionRenewal(this.#store, this.#key, lock, clock);
  }

  /** The stored token, if it can still be sent. Asks no questions and sends nothing. */
  async storedToken(rejected?: string): Promise<AccessToken | undefined> {
    return this.#renewal.usable(await this.#store.read(), rejected);
  }

  async obtain(options: TokenRequest): Promise<GrantResult> {
    const { signal, askAgain, rejected, silent = false } = options;
    if (!askAgain && (await this.#store.read())) {
      // Before the lock, so that other windows don't wait for the user.
      const clientSecret = await this.#clientSecret(silent);
      if (clientSecret === undefined) return { kind: 'missing', secret: 'clientSecret' };
      const renewal = await this.#renewal.renew({
        signal,
        rejected,
        fingerprint: clientFingerprint(this.#stored.authentication.clientAuthentication, clientSecret),
        connect: () => this.#refresher(clientSecret, options),
      });
      if (renewal.kind === 'ended') return this.#afterEnd(renewal.end, options);
      if (renewal.kind === 'signed-out') {
        await this.#provider.revoke(tokensToRevoke(renewal.granted), clientSecret);
        return { kind: 'cancelled' };
      }
      if (renewal.kind === 'refused')
        return withClient(renewal, this.#stored.authentication.clientAuthentication);
      if (renewal.kind !== 'nothing-to-renew') return renewal;
    }
    return silent ? { kind: 'sign-in-needed', why: 'signed-out' } : this.#signIn(options);
  }

  /** Cancels a sign-in in this window, deletes the session, and revokes its tokens. */
  async signOut(): Promise<SignOutResult> {
    this.#signInMethod?.cancel(this.#key);
    const session = await this.#store.read();
    await this.#store.delete();
    return this.#provider.revoke(
      tokensToRevoke({ refreshToken: session?.refresh?.token, accessToken: session?.access?.token }),
      await this.#storedClientSecret(),
      session?.idToken,
    );
  }

  /** The user has set the client secret: the refresh token is sent again, even if the secret is the same. */
  async clientSecretSet(): Promise<void> {
    await this.#renewal.forgetRefusal(new AbortController().signal);
  }

  async #afterEnd(end: SessionEnd, options: TokenRequest): Promise<GrantResult> {
    const canAsk = !options.silent && !options.signal.aborted;
    if (canAsk && (await this.#offerSignIn(this.#stored.environment, end))) return this.#signIn(options);
    return { kind: 'sign-in-needed', why: 'refused', end };
  }

  async #signIn({ signal, timeout, switchAccount = false }: TokenRequest): Promise<GrantResult> {
    const method = this.#signInMethod;
    if (!method) return { kind: 'unsupported', grantType: this.#stored.authentication.grantType };
    const clientSecret = await this.#clientSecret(false);
    if (clientSecret === undefined) return { kind: 'missing', secret: 'clientSecret' };
    const provider = this.#provider;
    const { redirectUri, scopes } = this.#stored.authentication;
    let returnsTo: string | undefined;
    const onBrowserOpened = ({ href }: URL) => {
      returnsTo = href;
      provider.log('sign-in', `browser opened, redirect URI ${href}, scopes ${scopes.join(' ') || 'none'}`);
    };
    const result = await method.run(
      this.#key,
      { signal, timeout, switchAccount, onBrowserOpened, redirectUri },
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

  async #refresher(
    clientSecret: string,
    { signal, timeout }: TokenRequest,
  ): Promise<Result<Refresher, TokenFailure>> {
    const provider = this.#provider;
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
    return this.#prompt.ask('clientSecret', this.#stored.environment);
  }

  async #storedClientSecret(): Promise<string | undefined> {
    const { authentication, secrets } = this.#stored;
    return authentication.clientAuthentication === 'none' ? '' : secrets.get('clientSecret');
  }

  async #storeClientSecret(value: string): Promise<void> {
    const { secrets } = this.#stored;
    if (value !== '' && (await secrets.get('clientSecret')) !== value)
      await secrets.store('clientSecret', value);
  }
}

/** Only the user sees an error that the browser shows, such as that of an unknown redirect URI, and cancels. */
function signInOutcome(failed: TokenFailure, returnsTo: string | undefined): string {
  const isWithoutAnswer = failed.kind === 'cancelled' || failed.kind === 'timed-out';
  return isWithoutAnswer && returnsTo !== undefined
    ? `${failed.kind}, the browser didn't return to ${returnsTo}; if it showed an error, check that this redirect URI is registered`
    : outcomeOf(failed);
}

/** Differs for each method and client secret, and doesn't reveal the secret. */
export function clientFingerprint(method: ClientAuthenticationMethod, clientSecret: string): string {
  return createHash('sha256')
    .update(JSON.stringify([method, clientSecret]))
    .digest('base64url');
}

/** A user's session at an identity provider, however the user signs in. */
const userSession: Omit<GrantDescriptor<ProviderAuthentication>, 'label' | 'detail' | 'create'> = {
  hasUserSession: true,
  hasAccount: true,
  usesClientSecret: true,
  neededSecrets: [],
  deletedOnSignOut: ['issuedToken'],
  state: async ({ authentication, secrets, now }) => {
    const session = await new SessionStore(secrets, authentication).read();
    const access = session?.access && isUsable(session.access, now) ? session.access : undefined;
    const renewable = session?.refresh !== undefined && session.refresh.usedAt === undefined;
    if (!session || !(access || renewable)) return { state: 'signed-out' };
    return {
      state: 'signed-in',
      ...(session.account && { account: session.account }),
      ...(access && { expiresAt: access.expiresAt }),
      ...(renewable && { renewable: true }),
    };
  },
  accountLine: async (stored) => {
    const state = await userSession.state(stored, undefined);
    return state.state === 'signed-in' && state.account ? l10n.t('as {0}', state.account.label) : undefined;
  },
  signOutMessage: (name, revocation) => {
    switch (revocation) {
      case 'none':
        return l10n.t('Signed out of {0}.', name);
      case 'revoked':
        return l10n.t('Signed out of {0}. The identity provider revoked the tokens.', name);
      case 'unsupported':
        return l10n.t(
          "Signed out of {0}. The tokens were deleted here, but the identity provider can't revoke them. They stay valid until they expire.",
          name,
        );
      case 'refused':
        return l10n.t(
          'Signed out of {0}. The tokens were deleted here, but the identity provider refused to revoke them. They stay valid until they expire.',
          name,
        );
      case 'failed':
        return l10n.t(
          "Signed out of {0}. The tokens were deleted here, but the identity provider couldn't be asked to revoke them. They stay valid until they expire.",
          name,
        );
    }
  },
};

export const authorizationCode: GrantDescriptor<ProviderAuthentication> = {
  ...userSession,
  label: () => l10n.t('Identity provider'),
  detail: () => l10n.t('Sign in in the browser (authorization code with PKCE).'),
  create: (stored, services) =>
    services.userSessions &&
    new UserSessionGrant(stored, services, services.userSessions, services.userSessions.signIn),
};

export const deviceCode: GrantDescriptor<ProviderAuthentication> = {
  ...userSession,
  label: () => l10n.t('Identity provider, with a device code'),
  detail: () => l10n.t('Enter a code in a browser on any device. For sign-in over SSH or in a container.'),
  create: (stored, services) =>
    services.userSessions &&
    new UserSessionGrant(stored, services, services.userSessions, services.userSessions.deviceSignIn),
};

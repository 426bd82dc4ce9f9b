import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type {
  ClientAuthenticationMethod,
  ProviderAuthentication,
} from '../../environments/authentication.ts';
import { failure, type Result, success } from '../../result.ts';
import { type GrantResult, type TokenFailure, type TokenRequest, withClient } from '../grant.ts';
import { outcomeOf } from '../identity-log.ts';
import { SessionStore } from '../identity-session.ts';
import { secretKey } from '../secrets/secret-vault.ts';
import { type Refresher, SessionRenewal } from '../sessions/session-renewal.ts';
import { isUsable } from '../sessions/token-lifetime.ts';
import { clientSecretOf } from './client-secret.ts';
import type { Grant, GrantDescriptor, IdentityServices, StoredEnvironment } from './grant-descriptor.ts';
import { ProviderConnection, tokensToRevoke } from './provider-connection.ts';
import type { SignInMethod, UserSessions } from './sign-in-method.ts';

/** In milliseconds. Other windows wait for a refresh. */
const maxRequestTime = 30_000;

/**
 * A user's session at an identity provider: sign-in by the authorization code grant (RFC 6749, section 4.1; RFC 7636;
 * RFC 9700) or the device authorization grant (RFC 8628), refresh and revocation. It stores its tokens itself.
 * `signInMethod`: undefined if users can't sign in this way here.
 */
function userSessionGrant(
  stored: StoredEnvironment<ProviderAuthentication>,
  services: IdentityServices,
  { lock, clock, offerSignIn }: UserSessions,
  signInMethod: SignInMethod | undefined,
): Grant {
  const { environment, authentication, secrets } = stored;
  const provider = new ProviderConnection(environment, authentication, services);
  const store = new SessionStore(secrets, authentication);
  const key = secretKey(environment, 'issuedToken');
  const renewal = new SessionRenewal(store, key, lock, clock);
  const { grantType, clientAuthentication, redirectUri, scopes } = authentication;

  const signIn = async (request: TokenRequest): Promise<GrantResult> => {
    const { signal, timeout, switchAccount = false, challenge } = request;
    if (!signInMethod) return { kind: 'unsupported', grantType };
    const clientSecret = await clientSecretOf(stored, services.prompt);
    if (clientSecret === undefined) return { kind: 'missing', secret: 'clientSecret' };
    let returnsTo: string | undefined;
    const onBrowserOpened = ({ href }: URL) => {
      returnsTo = href;
      provider.log('sign-in', `browser opened, redirect URI ${href}, scopes ${scopes.join(' ') || 'none'}`);
    };
    const result = await signInMethod.run(
      key,
      { signal, timeout, switchAccount, parameters: challenge?.parameters, onBrowserOpened, redirectUri },
      (ended) => provider.connect(clientSecret, { timeout, signal: ended }),
    );
    provider.log('sign-in', result.ok ? 'succeeded' : signInOutcome(result.failure, returnsTo));
    if (!result.ok) return result.failure;
    // The user is signed in: cancelling now doesn't discard that.
    const { granted, requestedAt } = result.value;
    return renewal.begin(granted, requestedAt, new AbortController().signal);
  };

  const refresher = async (
    clientSecret: string,
    { signal, timeout }: TokenRequest,
  ): Promise<Result<Refresher, TokenFailure>> => {
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
        return answer;
      },
    });
  };

  return {
    storedToken: async (rejected) => renewal.usable(await store.read(), rejected),

    async obtain(options) {
      const { signal, askAgain, rejected, challenge } = options;
      if (challenge)
        return (await offerSignIn(environment, { challenge })) && !signal.aborted
          ? signIn(options)
          : { kind: 'cancelled' };
      if (!askAgain && (await store.read())) {
        // Before the lock, so that other windows don't wait for the user.
        const clientSecret = await clientSecretOf(stored, services.prompt);
        if (clientSecret === undefined) return { kind: 'missing', secret: 'clientSecret' };
        const renewed = await renewal.renew({
          signal,
          rejected,
          fingerprint: clientFingerprint(clientAuthentication, clientSecret),
          connect: () => refresher(clientSecret, options),
        });
        switch (renewed.kind) {
          case 'nothing-to-renew':
            break;
          case 'ended':
            if (!signal.aborted && (await offerSignIn(environment, { end: renewed.end })))
              return signIn(options);
            return { kind: 'sign-in-needed', why: 'refused', end: renewed.end };
          case 'refused':
            return withClient(renewed, clientAuthentication);
          default:
            return renewed;
        }
      }
      return signIn(options);
    },

    /** Cancels a sign-in in this window, deletes the session, and revokes its tokens. */
    async signOut() {
      signInMethod?.cancel(key);
      const session = await store.read();
      await store.delete();
      return provider.revoke(
        tokensToRevoke({ refreshToken: session?.refresh?.token, accessToken: session?.access?.token }),
        clientAuthentication === 'none' ? '' : await secrets.get('clientSecret'),
        session?.idToken,
      );
    },

    /** The refresh token is sent again, even if the secret is the same. */
    clientSecretSet: () => renewal.forgetRefusal(new AbortController().signal),
  };
}

/** Only the user sees an error that the browser shows, such as that of an unknown redirect URI, and cancels. */
function signInOutcome(failed: TokenFailure, returnsTo: string | undefined): string {
  const isWithoutAnswer = failed.kind === 'cancelled' || failed.kind === 'timed-out';
  return isWithoutAnswer && returnsTo !== undefined
    ? `${failed.kind}, the browser didn't return to ${returnsTo}; if it showed an error, check that this redirect URI is registered`
    : outcomeOf(failed);
}

/** Differs for each method and client secret, and doesn't reveal the secret. */
function clientFingerprint(method: ClientAuthenticationMethod, clientSecret: string): string {
  return createHash('sha256')
    .update(JSON.stringify([method, clientSecret]))
    .digest('base64url');
}

/** A user's session at an identity provider, however the user signs in. */
const userSession: Omit<GrantDescriptor<ProviderAuthentication>, 'label' | 'detail' | 'create'> = {
  hasUserSession: true,
  answersChallenges: true,
  hasAccount: true,
  usesClientSecret: true,
  neededSecrets: [],
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
    userSessionGrant(stored, services, services.userSessions, services.userSessions.signIn),
};

export const deviceCode: GrantDescriptor<ProviderAuthentication> = {
  ...userSession,
  label: () => l10n.t('Identity provider, with a device code'),
  detail: () => l10n.t('Enter a code in a browser on any device. For sign-in over SSH or in a container.'),
  create: (stored, services) =>
    services.userSessions &&
    userSessionGrant(stored, services, services.userSessions, services.userSessions.deviceSignIn),
};

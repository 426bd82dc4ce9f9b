import type { Environment } from '../../environments/environment.ts';
import { plainText } from '../../text/plain-text.ts';
import { type SessionConsents, sessionUse } from '../grants/session-consent.ts';
import type { SessionProvider } from '../grants/session-grant.ts';
import type { EnvironmentSecrets } from '../secrets/secret-vault.ts';
import { type Account, SessionStore } from './identity-session.ts';
import { isUsable, parseToken, requestOf } from './token-lifetime.ts';

/** What is known about an environment's sign-in without asking anyone. */
export type SignInState =
  | { readonly state: 'signed-out' }
  | {
      readonly state: 'signed-in';
      readonly account?: Account;
      /** When the stored token expires, in milliseconds since the epoch; absent if none is stored, or it isn't known. */
      readonly expiresAt?: number;
      /** Whether the session goes on when the token expires: a refresh token is stored. */
      readonly renewable?: true;
    };

/** VS Code's accounts, and the user's consents to send their tokens. */
export interface KnownAccounts {
  readonly provider: SessionProvider;
  readonly consents: SessionConsents;
}

const signedOut: SignInState = { state: 'signed-out' };

/** Signed in: the stored secrets suffice to get a token without asking the user. */
export async function signInState(
  { service, authentication }: Environment,
  secrets: EnvironmentSecrets,
  now: number,
  accounts: KnownAccounts | undefined,
): Promise<SignInState> {
  switch (authentication.grantType) {
    case 'token':
      return (await secrets.get('pastedToken')) === undefined ? signedOut : { state: 'signed-in' };
    case 'password': {
      const token = parseToken(await secrets.get('issuedToken'));
      const username = await secrets.get('username');
      const account = username ? { account: { id: username, label: plainText(username, 100) } } : {};
      if (token && token.clientId === authentication.clientId && isUsable(token, now))
        return { state: 'signed-in', ...account, expiresAt: token.expiresAt };
      return (await secrets.get('password')) === undefined ? signedOut : { state: 'signed-in', ...account };
    }
    case 'client_credentials': {
      const { clientId } = authentication;
      if ((await secrets.get('clientSecret')) === undefined) return signedOut;
      const token = parseToken(await secrets.get('issuedToken'));
      const isCurrent =
        token?.clientId === clientId && token.request === requestOf(authentication) && isUsable(token, now);
      return {
        state: 'signed-in',
        account: { id: clientId, label: plainText(clientId, 100) },
        ...(isCurrent && { expiresAt: token.expiresAt }),
      };
    }
    case 'authorization_code':
    case 'device_code': {
      const session = await new SessionStore(secrets, authentication).read();
      const access = session?.access && isUsable(session.access, now) ? session.access : undefined;
      const renewable = session?.refresh !== undefined && session.refresh.usedAt === undefined;
      if (!session || !(access || renewable)) return signedOut;
      return {
        state: 'signed-in',
        ...(session.account && { account: session.account }),
        ...(access && { expiresAt: access.expiresAt }),
        ...(renewable && { renewable: true }),
      };
    }
    case 'session': {
      const { providerId, scopes } = authentication;
      const use = sessionUse(service.baseUrl.origin, authentication);
      if (!(await accounts?.consents.isGiven(use))) return signedOut;
      const session = await accounts?.provider.getSession(providerId, scopes, {
        createIfNone: false,
        forceNew: false,
      });
      return session?.kind === 'session' ? { state: 'signed-in', account: session.account } : signedOut;
    }
  }
}

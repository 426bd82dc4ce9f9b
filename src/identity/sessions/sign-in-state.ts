import type { Environment } from '../../environments/environment.ts';
import { plainText } from '../../text/plain-text.ts';
import { type SessionConsents, sessionUse } from '../grants/session-consent.ts';
import type { SessionProvider } from '../grants/session-grant.ts';
import type { EnvironmentSecrets } from '../secrets/secret-vault.ts';
import { type Account, SessionStore } from './identity-session.ts';
import { isUsable, parseToken } from './token-lifetime.ts';

/** What is known of an environment's sign-in without asking anyone. */
export type SignInState =
  | { readonly state: 'signed-out' }
  | {
      readonly state: 'signed-in';
      readonly account?: Account;
      /** End of the kept token in milliseconds since the epoch; absent where none is kept, or nobody knows. */
      readonly expiresAt?: number;
    };

/** VS Code's accounts, and where their tokens may be sent. */
export interface KnownAccounts {
  readonly provider: SessionProvider;
  readonly consents: SessionConsents;
}

const signedOut: SignInState = { state: 'signed-out' };

/** Signed in is who can get a token without being asked, as far as the secrets tell. */
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
    case 'authorization_code': {
      const session = await new SessionStore(secrets, authentication).read();
      const access = session?.access && isUsable(session.access, now) ? session.access : undefined;
      const renewable = session?.refresh !== undefined && session.refresh.usedAt === undefined;
      if (!session || !(access || renewable)) return signedOut;
      return {
        state: 'signed-in',
        ...(session.account && { account: session.account }),
        ...(access && { expiresAt: access.expiresAt }),
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

import type { SessionAuthentication } from '../../environments/authentication.ts';
import type { AuthenticationChallenge } from '../../gateway/authentication-challenge.ts';
import type { Account } from '../identity-session.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';

/** What a user allows for the grant `session`: which token is sent where. */
export interface SessionUse {
  /** Of the gateway that gets the token, such as `https://gateway.example`. */
  readonly origin: string;
  readonly providerId: string;
  readonly scopes: readonly string[];
}

/** Asks the user whether the token may be sent. */
export type AskConsent = (use: SessionUse) => Promise<boolean>;

/** VS Code's authentication providers: `microsoft`, `github`, and those of other extensions. */
export interface SessionProvider {
  /** With a challenge, the user signs in again if no session meets it. */
  getSession(
    providerId: string,
    scopes: readonly string[],
    question: SessionQuestion | AuthenticationChallenge,
  ): Promise<ProviderSession>;
}

/** What the user may be asked for a session: nothing, to sign in if there is none, to sign in again, or which account to use. */
export type SessionQuestion = 'no-question' | 'sign-in-if-needed' | 'sign-in' | 'switch-account';

export type ProviderSession =
  | { readonly kind: 'session'; readonly accessToken: string; readonly account: Account }
  | { readonly kind: 'none' }
  /** The user declined. */
  | { readonly kind: 'declined' }
  /** The provider's message: it isn't installed, or it failed. */
  | { readonly kind: 'failed'; readonly message: string };

/** VS Code's accounts, and the question whether their tokens may be sent. */
export interface VscodeSessions {
  readonly provider: SessionProvider;
  readonly askConsent: AskConsent;
}

const prefix = 'session-consent:';

/**
 * What the user has allowed, for each origin, provider and set of scopes: an environment with another address or another scope
 * needs a consent of its own.
 */
export class SessionConsents {
  readonly #vault: SecretVault;

  constructor(vault: SecretVault) {
    this.#vault = vault;
  }

  async isGiven(use: SessionUse): Promise<boolean> {
    return (await this.#vault.get(keyOf(use))) !== undefined;
  }

  async give(use: SessionUse): Promise<void> {
    await this.#vault.store(keyOf(use), 'given');
  }

  async withdraw(use: SessionUse): Promise<void> {
    await this.#vault.delete(keyOf(use));
  }

  async withdrawAll(): Promise<void> {
    for (const key of await this.#vault.keys()) if (key.startsWith(prefix)) await this.#vault.delete(key);
  }
}

export function sessionUse(origin: string, { providerId, scopes }: SessionAuthentication): SessionUse {
  return { origin, providerId, scopes };
}

/** The order of scopes has no meaning (RFC 6749, section 3.3). */
function keyOf({ origin, providerId, scopes }: SessionUse): string {
  return prefix + JSON.stringify([origin, providerId, [...new Set(scopes)].sort()]);
}

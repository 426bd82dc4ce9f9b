import type { SessionAuthentication } from '../../environments/authentication.ts';
import { safeText } from '../../text/redact.ts';
import type { Account } from '../sessions/identity-session.ts';
import type { Grant, GrantOptions, GrantResult } from './grant.ts';
import { type AskConsent, type SessionConsents, sessionUse } from './session-consent.ts';

/** VS Code's authentication providers: `microsoft`, `github`, and those of other extensions. */
export interface SessionProvider {
  getSession(
    providerId: string,
    scopes: readonly string[],
    how: {
      /** Asks the user to sign in if there is no session. */
      readonly createIfNone: boolean;
      /** Asks the user to sign in, even if there is a session. */
      readonly forceNew: boolean;
      /** Asks the user which account to use. */
      readonly switchAccount?: boolean;
    },
  ): Promise<ProviderSession>;
}

export type ProviderSession =
  | { readonly kind: 'session'; readonly accessToken: string; readonly account: Account }
  | { readonly kind: 'none' }
  /** The user declined. */
  | { readonly kind: 'declined' }
  /** The provider's message: it isn't installed, or it failed. */
  | { readonly kind: 'failed'; readonly message: string };

/** VS Code's accounts, and the question whether their tokens may be sent. */
export interface SessionAccess {
  readonly provider: SessionProvider;
  readonly askConsent: AskConsent;
}

/**
 * A token of a VS Code authentication provider, which stores and renews it. It is requested only with the user's consent for
 * the gateway's origin.
 */
export class SessionGrant implements Grant {
  readonly #origin: string;
  readonly #authentication: SessionAuthentication;
  readonly #access: SessionAccess;
  readonly #consents: SessionConsents;

  /** `origin`: of the gateway that the token is for. */
  constructor(
    origin: string,
    authentication: SessionAuthentication,
    access: SessionAccess,
    consents: SessionConsents,
  ) {
    this.#origin = origin;
    this.#authentication = authentication;
    this.#access = access;
    this.#consents = consents;
  }

  async obtain(options: GrantOptions): Promise<GrantResult> {
    const { rejected, silent = false, signal } = options;
    if (!(await this.#hasConsent(silent)))
      return silent ? { outcome: 'sign-in-needed', why: 'no-consent' } : { outcome: 'cancelled' };
    if (signal.aborted) return { outcome: 'cancelled' };
    const session = await this.#session(options);
    if (signal.aborted) return { outcome: 'cancelled' };
    switch (session.kind) {
      case 'session':
        return { outcome: 'token', accessToken: session.accessToken, account: session.account };
      case 'none':
        return { outcome: 'sign-in-needed', why: 'signed-out' };
      case 'declined':
        return { outcome: 'cancelled' };
      case 'failed':
        return {
          outcome: 'no-session',
          providerId: this.#authentication.providerId,
          text: safeText(session.message, rejected === undefined ? [] : [rejected]),
        };
    }
  }

  async #hasConsent(silent: boolean): Promise<boolean> {
    const use = sessionUse(this.#origin, this.#authentication);
    if (await this.#consents.isGiven(use)) return true;
    if (silent || !(await this.#access.askConsent(use))) return false;
    await this.#consents.give(use);
    return true;
  }

  async #session({
    askAgain,
    switchAccount = false,
    rejected,
    silent = false,
  }: GrantOptions): Promise<ProviderSession> {
    const { providerId, scopes } = this.#authentication;
    const get = (createIfNone: boolean, forceNew: boolean) =>
      this.#access.provider.getSession(providerId, scopes, { createIfNone, forceNew });
    if (switchAccount && !silent)
      return this.#access.provider.getSession(providerId, scopes, {
        createIfNone: true,
        forceNew: false,
        switchAccount,
      });
    if (askAgain && !silent) return get(false, true);
    const session = await get(!silent, false);
    // The provider may have renewed it; otherwise the user has to sign in again.
    const isRejected = session.kind === 'session' && session.accessToken === rejected;
    if (!isRejected) return session;
    return silent ? { kind: 'none' } : get(false, true);
  }
}

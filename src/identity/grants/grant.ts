import type { Environment, GrantType } from '../../environments/environment.ts';
import type { TokenOutcome } from '../../gateway/outcome.ts';
import type { SecretKind } from '../secrets/secret-vault.ts';
import type { Account } from '../sessions/identity-session.ts';

/** Asks the user for one secret; undefined where there is no one to ask, or the question was dismissed. */
export interface CredentialPrompt {
  ask(kind: SecretKind, environment: Environment, current?: string): Promise<string | undefined>;
}

/** Why there is no token. */
export type TokenFailure =
  | (Exclude<TokenOutcome, { outcome: 'issued' }> & {
      /** Renewing the session failed, and the session goes on. */
      readonly sessionKept?: true;
    })
  /** A piece is missing that nobody gave. */
  | { readonly outcome: 'missing'; readonly secret: SecretKind }
  | { readonly outcome: 'unsupported'; readonly grantType: GrantType }
  | SignInFailure;

/** Why a sign-in came to nothing. Texts of a server are plain, cut, and free of what was sent as a secret. */
export type SignInFailure =
  /** The identity provider sent the browser back with an error (RFC 6749, section 4.1.2.1). */
  | { readonly outcome: 'denied'; readonly error: string; readonly description: string }
  /** What came back isn't from this provider or isn't for this sign-in: it was dropped. */
  | { readonly outcome: 'untrusted'; readonly check: ProviderCheck }
  /** Discovery gave nothing to go by (RFC 8414, section 3). */
  | {
      readonly outcome: 'undiscovered';
      readonly issuer: string;
      readonly detail: 'not-found' | 'trouble' | 'redirect' | 'invalid' | 'other-issuer' | 'insecure';
      /** The status, the target, the endpoint that is missing, the issuer's name, or the address. */
      readonly text: string;
    }
  /** No browser could be opened, or there is no way back from it. */
  | { readonly outcome: 'no-browser' }
  | { readonly outcome: 'timed-out'; readonly minutes: number }
  /** The user would have to sign in, and was not asked to. */
  | {
      readonly outcome: 'sign-in-needed';
      readonly why: 'signed-out' | 'no-consent' | 'answer-lost' | 'renewed-elsewhere';
    }
  /** The identity provider ended the session. */
  | { readonly outcome: 'sign-in-needed'; readonly why: 'refused'; readonly end: SessionEnd }
  /** The VS Code authentication provider gave no session. */
  | { readonly outcome: 'no-session'; readonly providerId: string; readonly text: string };

/** The answer to a refresh that ended the session. Texts are plain, cut, and free of what was sent as a secret. */
export interface SessionEnd {
  readonly status: number;
  /** The OAuth error; empty where the answer names none. */
  readonly error: string;
  /** The provider's own words; empty where it gave none. */
  readonly text: string;
}

/** What an answer was held against: RFC 6749, section 10.12; RFC 9207; OpenID Connect Core, section 3.1.3.7. */
export type ProviderCheck = 'answer' | 'state' | 'issuer' | 'nonce' | 'clock' | 'id-token';

/** A token that is good to send. */
export interface AccessToken {
  readonly outcome: 'token';
  readonly accessToken: string;
  /** Milliseconds since the epoch; absent where nobody said. */
  readonly expiresAt?: number;
  /** Whose it is, where the issuer told. */
  readonly account?: Account;
}

/** A token just issued, to be kept by who asked for it; one that the grant keeps by itself; or none. */
export type GrantResult = Extract<TokenOutcome, { outcome: 'issued' }> | AccessToken | TokenFailure;

export interface GrantOptions {
  readonly signal: AbortSignal;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** Asks for what is stored already as well, as Sign In does. */
  readonly askAgain: boolean;
  /** The token that the gateway has just refused: it is not handed out again. */
  readonly rejected?: string;
  /** Asks the user nothing and opens nothing: what is stored must do. */
  readonly silent?: boolean;
}

/** One way to a token (RFC 6749, section 1.3), for the environment that it was made for. */
export interface Grant {
  obtain(options: GrantOptions): Promise<GrantResult>;
}

import type { ClientAuthenticationMethod, Environment, GrantType } from '../environments/environment.ts';
import type { AuthenticationChallenge } from '../gateway/authentication-challenge.ts';
import type { TokenOutcome } from '../gateway/outcome.ts';
import type { Account } from './identity-session.ts';
import type { SecretKind } from './secrets/secret-vault.ts';

/** Asks the user for one secret. Undefined if no user can answer, or the question was dismissed. */
export interface CredentialPrompt {
  ask(kind: SecretKind, environment: Environment, current?: string): Promise<string | undefined>;
}

/** Why there is no token. */
export type TokenFailure = (
  | Exclude<TokenOutcome, { kind: 'issued' }>
  /** A credential is missing. `advice`: what to do, in a sentence, where nobody is asked. */
  | { readonly kind: 'missing'; readonly secret: SecretKind; readonly advice?: string }
  /** The job's host gave no assertion for the client. `text`: why, and what to do, in sentences. */
  | { readonly kind: 'no-assertion'; readonly text: string }
  | { readonly kind: 'unsupported'; readonly grantType: GrantType }
  | SignInFailure
) & {
  /** The user was signed in before, and still is. */
  readonly sessionKept?: true;
  /** It is the answer to an earlier refresh: nothing was sent this time. */
  readonly isEarlier?: true;
  /** The grant type that failed, where advice depends on it. */
  readonly grantType?: GrantType;
  /** How the client sent its secret; absent if it sent none. */
  readonly clientAuthentication?: ClientAuthenticationMethod;
  /** What messages call the client's assertion; absent if none was sent. */
  readonly clientAssertion?: string | undefined;
};

/** Why a sign-in failed. Texts of a server are plain, cut, and free of what was sent as a secret. */
export type SignInFailure =
  /** The identity provider sent the browser back with an error (RFC 6749, section 4.1.2.1), or denied the device code. */
  | {
      readonly kind: 'denied';
      readonly error: string;
      readonly description: string;
      /** The provider refused the request before the browser opened, perhaps because of this redirect URI. */
      readonly redirectUri?: string;
    }
  /** What came back isn't from this provider, or isn't for this sign-in: it was discarded. */
  | { readonly kind: 'untrusted'; readonly check: ProviderCheck }
  /** Discovery failed (RFC 8414, section 3). */
  | {
      readonly kind: 'undiscovered';
      readonly issuer: string;
      readonly detail: 'not-found' | 'trouble' | 'redirect' | 'invalid' | 'other-issuer' | 'insecure';
      /** The status, the redirect's target, the missing endpoint, the other issuer, or the insecure URL. */
      readonly text: string;
    }
  /** No browser could be opened, or it has no way to return to the editor. */
  | { readonly kind: 'no-browser' }
  | { readonly kind: 'timed-out'; readonly minutes: number }
  /** Another program listens on the port of the redirect URI. Nothing listens on `freePort`. */
  | { readonly kind: 'port-in-use'; readonly port: number; readonly freePort: number }
  /** The device authorization endpoint gave no code that can be shown (RFC 8628, section 3.2). */
  | { readonly kind: 'device-code-unusable' }
  /** The user didn't enter the code in time (RFC 8628, section 3.5). */
  | { readonly kind: 'device-code-expired' }
  /** The user has to sign in again. */
  | { readonly kind: 'sign-in-needed'; readonly why: 'answer-lost' | 'renewed-elsewhere' }
  /** The identity provider ended the session. */
  | { readonly kind: 'sign-in-needed'; readonly why: 'refused'; readonly end: SessionEnd }
  /** The VS Code authentication provider has no session. */
  | { readonly kind: 'no-session'; readonly providerId: string; readonly text: string };

/** The answer to a refresh that ended the session. Texts are plain, cut, and free of what was sent as a secret. */
export interface SessionEnd {
  readonly status: number;
  /** The OAuth error; empty if the response contains none. */
  readonly error: string;
  /** The provider's message; empty if the response contains none. */
  readonly text: string;
}

/** The check that an answer failed: RFC 6749, section 10.12; RFC 9207; OpenID Connect Core, section 3.1.3.7. */
export type ProviderCheck = 'answer' | 'state' | 'issuer' | 'nonce' | 'clock' | 'id-token';

/** A token that can be sent. */
export interface AccessToken {
  readonly kind: 'token';
  readonly accessToken: string;
  /** Milliseconds since the epoch; absent if it isn't known. */
  readonly expiresAt?: number;
  /** Whether the session goes on when the token expires: a refresh token is kept. */
  readonly renewable?: true;
  /** Absent if the issuer doesn't name it. */
  readonly account?: Account;
}

/** A new token for the caller to keep, one that the grant keeps itself, or none. */
export type GrantResult = Extract<TokenOutcome, { kind: 'issued' }> | AccessToken | TokenFailure;

export interface TokenRequest {
  readonly signal: AbortSignal;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** Asks for stored credentials, too, as Sign In does. */
  readonly askAgain: boolean;
  /** Lets the user choose another account. */
  readonly switchAccount?: boolean;
  /** The token that the gateway has just refused: it isn't returned again. */
  readonly rejected?: string;
  /** What the gateway requires of a new sign-in, since it has refused that token. */
  readonly challenge?: AuthenticationChallenge;
}

/** Whether the server itself has a problem, which says nothing about the credentials or the address. */
export function isServerTrouble(status: number): boolean {
  return status === 429 || status >= 500;
}

/** The failure with how the client sent its secret, if it sent one. */
export function withClient(failure: TokenFailure, method: ClientAuthenticationMethod): TokenFailure {
  return method === 'none' ? failure : { ...failure, clientAuthentication: method };
}

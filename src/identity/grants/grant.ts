import type { Authentication } from '../../environments/authentication.ts';
import type { ClientAuthenticationMethod, Environment, GrantType } from '../../environments/environment.ts';
import type { HttpClient } from '../../gateway/http.ts';
import type { TokenOutcome } from '../../gateway/outcome.ts';
import type { IdentityLog } from '../identity-log.ts';
import type { Revocation } from '../provider/identity-provider.ts';
import type { DiscoveryCache } from '../provider/provider-metadata.ts';
import type { EnvironmentSecrets, SecretKind, SecretVault } from '../secrets/secret-vault.ts';
import type { Account } from '../sessions/identity-session.ts';
import type { SessionConsents } from './session-consent.ts';
import type { SessionProvider, VscodeSessions } from './session-grant.ts';
import type { UserSessions } from './user-session-grant.ts';

/** Asks the user for one secret. Undefined if no user can answer, or the question was dismissed. */
export interface CredentialPrompt {
  ask(kind: SecretKind, environment: Environment, current?: string): Promise<string | undefined>;
}

/** Why there is no token. */
export type TokenFailure = (
  | Exclude<TokenOutcome, { kind: 'issued' }>
  /** A credential is missing. */
  | { readonly kind: 'missing'; readonly secret: SecretKind }
  | { readonly kind: 'unsupported'; readonly grantType: GrantType }
  | SignInFailure
) & {
  /** The user was signed in before, and still is. */
  readonly sessionKept?: true;
  /** The grant type that failed, where advice depends on it. */
  readonly grantType?: GrantType;
  /** How the client sent its secret; absent if it sent none. */
  readonly clientAuthentication?: ClientAuthenticationMethod;
  /** The provider supports DPoP (RFC 9449) and may require it of this client; what it says doesn't tell. */
  readonly mayRequireDPoP?: true;
};

/** Why a sign-in failed. Texts of a server are plain, cut, and free of what was sent as a secret. */
export type SignInFailure =
  /** The identity provider sent the browser back with an error (RFC 6749, section 4.1.2.1), or denied the device code. */
  | { readonly kind: 'denied'; readonly error: string; readonly description: string }
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
  /** `program` listens on the port of the redirect URI; empty if it isn't known. Nothing listens on `freePort`. */
  | {
      readonly kind: 'port-in-use';
      readonly port: number;
      readonly program: string;
      readonly freePort: number;
    }
  /** The device authorization endpoint gave no code that can be shown (RFC 8628, section 3.2). */
  | { readonly kind: 'device-code-unusable' }
  /** The user didn't enter the code in time (RFC 8628, section 3.5). */
  | { readonly kind: 'device-code-expired' }
  /** The user has to sign in, and wasn't asked to. */
  | {
      readonly kind: 'sign-in-needed';
      readonly why: 'signed-out' | 'no-consent' | 'answer-lost' | 'renewed-elsewhere';
    }
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
  /** Asks the user nothing: what is stored must suffice. */
  readonly silent?: boolean;
}

/** Gets tokens for one environment (RFC 6749, section 1.3). */
export interface Grant {
  obtain(request: TokenRequest): Promise<GrantResult>;
  /** The token of the user's session that can still be sent. Asks no questions and sends nothing. */
  storedToken?(rejected?: string): Promise<AccessToken | undefined>;
  /** Ends the session, and revokes its tokens. What `deletedOnSignOut` names is deleted afterwards. */
  signOut?(): Promise<SignOutResult>;
  /** The user has set the client secret: it is tried, even if it is the one that was refused. */
  clientSecretSet?(): Promise<void>;
}

/** The result of signing out. */
export interface SignOutResult {
  /** What happened to the tokens at the provider. `none`: no tokens of the provider are stored. */
  readonly revocation: Revocation | 'none';
  /** Where the user can end the browser's session at the provider. */
  readonly endSessionUrl?: URL;
}

/** What grants get tokens with, the same for all environments. */
export interface IdentityServices {
  readonly vault: SecretVault;
  readonly prompt: CredentialPrompt;
  readonly http: HttpClient;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Absent: the endpoints of identity providers are discovered for each use. */
  readonly discoveries?: DiscoveryCache;
  /** Receives sign-ins, refreshes, sign-outs and revocations. */
  readonly log?: IdentityLog | undefined;
  /** Absent where no user can sign in at an identity provider: these grants are unsupported there. */
  readonly userSessions?: UserSessions;
  /** Absent outside VS Code. */
  readonly sessions?: VscodeSessions;
}

/** What is known about an environment's sign-in without asking anyone. */
export type SignInState =
  | { readonly state: 'signed-out' }
  /** The client's credentials are stored, and no token. */
  | { readonly state: 'ready' }
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

/** A secret that people enter. */
export type EnteredSecret = Exclude<SecretKind, 'issuedToken'>;

/** An environment, and what is stored for it. */
export interface StoredEnvironment<Auth extends Authentication> {
  readonly environment: Environment;
  readonly authentication: Auth;
  readonly secrets: EnvironmentSecrets;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Everything about one grant except how it is configured (`environments/grant-types.ts`). */
export interface GrantDescriptor<Auth extends Authentication = Authentication> {
  /** Its entry in a list of grants: how people call it, and what it is for. */
  label(): string;
  detail(): string;
  /** A user's session at an identity provider is the source of tokens, and stores them. */
  readonly hasUserSession: boolean;
  /** An issued token is stored until it expires. */
  readonly keepsToken: boolean;
  /** The user enters the token itself, which can't be renewed. */
  readonly isPasted?: true;
  /** Someone is signed in who can sign out here. */
  readonly hasAccount: boolean;
  /** Whether a client secret is sent if `clientAuthentication` says so. */
  readonly usesClientSecret: boolean;
  /** What a front end without questions must know beforehand, beside the client's secret. */
  readonly neededSecrets: readonly EnteredSecret[];
  readonly deletedOnSignOut: readonly SecretKind[];
  /** What a kept token was requested for, beside the client ID; undefined if the grant has nothing to choose. */
  requestOf(authentication: Auth): string | undefined;
  /** Signed in or ready: the stored secrets suffice to get a token without asking the user. */
  state(stored: StoredEnvironment<Auth>, accounts: KnownAccounts | undefined): Promise<SignInState>;
  /** As whom a dataset would be created, such as `as ann`; undefined if nobody is signed in. */
  accountLine(stored: StoredEnvironment<Auth>): Promise<string | undefined>;
  /** Undefined if the grant is unsupported here. */
  create(stored: StoredEnvironment<Auth>, services: IdentityServices): Grant | undefined;
  /** What signing out did. */
  signOutMessage(name: string, revocation: Revocation | 'none'): string;
}

/** Whether the server itself has a problem, which says nothing about the credentials or the address. */
export function isServerTrouble(status: number): boolean {
  return status === 429 || status >= 500;
}

/** The failure with how the client sent its secret, if it sent one. */
export function withClient(failure: TokenFailure, method: ClientAuthenticationMethod): TokenFailure {
  return method === 'none' ? failure : { ...failure, clientAuthentication: method };
}

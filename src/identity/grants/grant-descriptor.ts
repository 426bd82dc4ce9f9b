import type { Authentication } from '../../environments/authentication.ts';
import type { Environment } from '../../environments/environment.ts';
import type { ExchangeOptions, HttpClient } from '../../gateway/http.ts';
import type { Result } from '../../result.ts';
import type { AccessToken, CredentialPrompt, GrantResult, TokenRequest } from '../grant.ts';
import type { IdentityLog } from '../identity-log.ts';
import type { Account } from '../identity-session.ts';
import type { Revocation } from '../provider/identity-provider.ts';
import type { EnvironmentSecrets, SecretKind, SecretVault } from '../secrets/secret-vault.ts';
import type { SessionProvider, VscodeSessions } from './session-consent.ts';
import type { UserSessions } from './sign-in-method.ts';

/** Gets tokens for one environment (RFC 6749, section 1.3). */
export interface Grant {
  obtain(request: TokenRequest): Promise<GrantResult>;
  /** The token of the user's session that can still be sent. Asks no questions and sends nothing. */
  storedToken?(rejected?: string): Promise<AccessToken | undefined>;
  /** Ends the session, and revokes its tokens. They are deleted afterwards. */
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
  /** Receives sign-ins, refreshes, sign-outs and revocations. */
  readonly log?: IdentityLog | undefined;
  /**
   * A JWT that says who the client is, instead of a secret (RFC 7523, section 2.2). Read for each token request, because it is short-lived.
   * A failure is why there is none, in sentences; `name`: what messages call it. Only for client credentials; absent outside of pipelines.
   */
  readonly clientAssertion?:
    | { readonly name: string; read(options: ExchangeOptions): Promise<Result<string, string>> }
    | undefined;
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

/** A secret that people enter. */
export type EnteredSecret = Exclude<SecretKind, 'issuedToken'>;

/** An environment, and what is stored for it. */
export interface StoredEnvironment<Auth extends Authentication> {
  readonly environment: Environment;
  readonly authentication: Auth;
  readonly vault: SecretVault;
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
  readonly hasUserSession?: true;
  /** An issued token is stored until it expires. */
  readonly keepsToken?: true;
  /** The user enters the token itself, which can't be renewed. */
  readonly isPasted?: true;
  /** A new sign-in can meet what a gateway requires beside a valid token. */
  readonly answersChallenges?: true;
  /** Someone is signed in who can sign out here. */
  readonly hasAccount?: true;
  /** Whether a client secret is sent if `clientAuthentication` says so. */
  readonly usesClientSecret?: true;
  /** What a front end without questions must know beforehand, beside the client's secret. */
  readonly neededSecrets: readonly EnteredSecret[];
  /** What a kept token was requested for, beside the client ID; absent if the grant has nothing to choose. */
  requestOf?(authentication: Auth): string;
  /** Signed in or ready: the stored secrets suffice to get a token without asking the user. */
  state(stored: StoredEnvironment<Auth>, accounts: SessionProvider | undefined): Promise<SignInState>;
  /** As whom a dataset would be created, such as `as ann`; undefined if nobody is signed in. */
  accountLine(stored: StoredEnvironment<Auth>): Promise<string | undefined>;
  /** Undefined if the grant is unsupported here. */
  create(stored: StoredEnvironment<Auth>, services: IdentityServices): Grant | undefined;
  /** What signing out did. */
  signOutMessage(name: string, revocation: Revocation | 'none'): string;
}

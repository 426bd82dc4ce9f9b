import type { Environment } from '../../environments/environment.ts';
import type { AuthenticationChallenge } from '../../gateway/authentication-challenge.ts';
import type { Result } from '../../result.ts';
import { failure } from '../../result.ts';
import type { CrossWindowLock } from '../../storage/folder-lock.ts';
import type { Clock } from '../../system/clock.ts';
import type { SessionEnd, TokenFailure } from '../grant.ts';
import type { Granted } from '../provider/grant-request.ts';
import type { IdentityProvider } from '../provider/identity-provider.ts';

export interface SignInRequest {
  readonly signal: AbortSignal;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** Lets the user choose another account than the one that the browser is signed in with. */
  readonly switchAccount?: boolean;
  /** What the gateway requires, to send in the authorization request; these precede the environment's. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The only redirect URI that the provider accepts; absent if any of the editor's will do. */
  readonly redirectUri?: URL;
  /** Called when the browser opens: it returns to this redirect URI. */
  readonly onBrowserOpened?: (redirectUri: URL) => void;
}

export interface SignedIn {
  readonly granted: Granted;
  /** When the token was requested, in milliseconds since the epoch: its lifetime starts there. */
  readonly requestedAt: number;
}

/** Connects to the provider; the signal ends with the sign-in. */
export type Connect = (signal: AbortSignal) => Promise<Result<IdentityProvider, TokenFailure>>;

/** Lets a user sign in. One attempt at a time for each `key`: a new attempt cancels the previous one. */
export interface SignInMethod {
  run(key: string, options: SignInRequest, connect: Connect): Promise<Result<SignedIn, TokenFailure>>;
  /** Cancels the attempt for `key`, if there is one. */
  cancel(key: string): void;
}

/** How users sign in at identity providers, and what keeps their sessions. */
export interface UserSessions {
  readonly lock: CrossWindowLock;
  readonly clock: Clock;
  /** For the authorization code grant. */
  readonly signIn: SignInMethod;
  /** For the device authorization grant; absent if no code can be shown. */
  readonly deviceSignIn?: SignInMethod;
  /** Says why, and asks whether to sign in now. */
  readonly offerSignIn: (environment: Environment, why: SignInReason) => Promise<boolean>;
}

/** Why the user has to sign in again: the session ended, or the gateway requires it. */
export type SignInReason =
  | { readonly end: SessionEnd }
  | { readonly challenge: Pick<AuthenticationChallenge, 'requirement'> };

/** The signal of the request aborts with that of the caller, or when the next attempt for its key starts. */
type Attempt = (request: SignInRequest, connect: Connect) => Promise<Result<SignedIn, TokenFailure>>;

/** Runs one attempt at a time for each key: a new attempt cancels the previous one. */
export function exclusiveSignIn(attempt: Attempt): SignInMethod {
  const attempts = new Map<string, AbortController>();
  return {
    cancel: (key) => attempts.get(key)?.abort(),
    async run(key, request, connect) {
      attempts.get(key)?.abort();
      const replacement = new AbortController();
      attempts.set(key, replacement);
      const signal = AbortSignal.any([request.signal, replacement.signal]);
      try {
        const result = await attempt({ ...request, signal }, connect);
        return signal.aborted && result.ok ? failure({ kind: 'cancelled' }) : result;
      } finally {
        if (attempts.get(key) === replacement) attempts.delete(key);
      }
    },
  };
}

import type { Environment } from '../../environments/environment.ts';
import type { Result } from '../../result.ts';
import type { Clock } from '../../storage/clock.ts';
import type { CrossWindowLock } from '../../storage/folder-lock.ts';
import type { Granted, IdentityProvider } from '../provider/identity-provider.ts';
import type { SessionEnd, TokenFailure } from './grant.ts';

export interface SignInRequest {
  readonly signal: AbortSignal;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** Lets the user choose another account than the one that the browser is signed in with. */
  readonly switchAccount?: boolean;
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

/** Receives tokens that were issued when the sign-in had already ended, to revoke them. */
export type Discard = (granted: Granted) => Promise<void>;

/** Lets a user sign in. One attempt at a time for each `key`: a new attempt cancels the previous one. */
export interface SignInMethod {
  run(
    key: string,
    options: SignInRequest,
    connect: Connect,
    discard: Discard,
  ): Promise<Result<SignedIn, TokenFailure>>;
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
  /** Says why the session ended, and asks whether to sign in now. */
  readonly offerSignIn: (environment: Environment, end: SessionEnd) => Promise<boolean>;
}

/** Runs one attempt at a time for each key: a new attempt cancels the previous one. */
export class ExclusiveAttempts {
  readonly #attempts = new Map<string, AbortController>();

  /** Cancels the attempt for `key`, if there is one. */
  cancel(key: string): void {
    this.#attempts.get(key)?.abort();
  }

  /** `attempt` gets a signal that aborts with `signal`, or when the next attempt for `key` starts. */
  async run<Result>(
    key: string,
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    this.cancel(key);
    const replacement = new AbortController();
    this.#attempts.set(key, replacement);
    try {
      return await attempt(AbortSignal.any([signal, replacement.signal]));
    } finally {
      if (this.#attempts.get(key) === replacement) this.#attempts.delete(key);
    }
  }
}

/** Undefined if `signal` aborts first: a user who closes a dialog late doesn't delay the caller. */
export async function untilAborted<Value>(
  value: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  const settled = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    settled.abort();
  }
}

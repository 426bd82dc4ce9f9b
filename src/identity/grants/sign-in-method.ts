import type { Result } from '../../result.ts';
import type { Granted, IdentityProvider } from '../provider/identity-provider.ts';
import type { TokenFailure } from './grant.ts';

export interface SignInOptions {
  readonly signal: AbortSignal;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** Lets the user choose another account than the one that the browser is signed in with. */
  readonly switchAccount?: boolean;
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
    options: SignInOptions,
    connect: Connect,
    discard: Discard,
  ): Promise<Result<SignedIn, TokenFailure>>;
  /** Cancels the attempt for `key`, if there is one. */
  cancel(key: string): void;
}

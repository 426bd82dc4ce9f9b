import type { ConnectionFailure } from '../http.ts';

/** Carries what is known of a failed connection out through undici, which knows only exceptions. */
export class NotConnected extends Error {
  readonly failure: ConnectionFailure;

  constructor(failure: ConnectionFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

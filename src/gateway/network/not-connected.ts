import type { ConnectionFailure } from '../http.ts';

/** Passes a connection failure through undici, which reports failures only as exceptions. */
export class NotConnected extends Error {
  readonly failure: ConnectionFailure;

  constructor(failure: ConnectionFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

import type { TokenFailure } from './grant.ts';

/** Something that happened at an identity provider or a token endpoint. Never contains a secret. */
export interface IdentityEvent {
  readonly action: 'sign-in' | 'token request' | 'refresh' | 'sign-out' | 'revocation';
  /** The name of the environment. */
  readonly environment: string;
  /** Of the server that was asked, such as `https://login.example`; absent if there was none. */
  readonly origin?: string;
  /** Such as `succeeded`, or a kind of failure with its OAuth error. */
  readonly outcome: string;
}

/** Receives what happens, for a log. */
export type IdentityLog = (event: IdentityEvent) => void;

/** A failure's kind, with the status and the OAuth error of an answer. */
export function outcomeOf(failure: TokenFailure): string {
  switch (failure.kind) {
    case 'refused':
      return `refused (${failure.error}, status ${failure.status})`;
    case 'invalid-response':
      return `invalid response (${failure.detail}, status ${failure.status})`;
    case 'denied':
      return `denied (${failure.error})`;
    case 'untrusted':
      return `untrusted answer (${failure.check})`;
    case 'undiscovered':
      return `discovery failed (${failure.detail})`;
    case 'unreachable':
      return `unreachable (${failure.failure.kind})`;
    case 'port-in-use':
      return `port ${failure.port} is in use`;
    case 'interrupted':
      return `interrupted (${failure.interruption.kind})`;
    default:
      return failure.kind;
  }
}

/** One line of a log, such as `Refresh for "staging" at https://login.example: succeeded`. */
export function logLine({ action, environment, origin, outcome }: IdentityEvent): string {
  const what = `${action.charAt(0).toUpperCase()}${action.slice(1)} for "${environment}"`;
  return origin === undefined ? `${what}: ${outcome}` : `${what} at ${origin}: ${outcome}`;
}

import type { ConnectionFailure, HttpResponse, Interruption } from './http.ts';

/** What one dataset request came to (contract, "Service"). */
export type DatasetOutcome =
  | {
      readonly outcome: 'created' | 'accepted';
      readonly status: number;
      /** Absent where the response names none. */
      readonly datasetId?: string;
      readonly response: HttpResponse;
    }
  | {
      readonly outcome: 'rejected';
      readonly status: number;
      /** The service's own words as plain text, cut; empty where it gave none. */
      readonly reason: string;
      readonly cause: RejectionCause;
      readonly response: HttpResponse;
    }
  | { readonly outcome: 'not-sent'; readonly failure: ConnectionFailure | { readonly kind: 'cancelled' } }
  | { readonly outcome: 'unknown'; readonly interruption: Interruption }
  | {
      readonly outcome: 'unknown';
      readonly status: number;
      readonly reason: string;
      readonly response: HttpResponse;
    };

/** The likely cause of a rejection, from which the hint is told. */
export type RejectionCause =
  | { readonly kind: 'token' }
  | { readonly kind: 'subscription-key' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'address' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'busy'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'redirect'; readonly target: string }
  | { readonly kind: 'other' };

/** What one token request came to (specification, section 2.2 and 2.3). */
export type TokenOutcome =
  | {
      readonly outcome: 'issued';
      readonly accessToken: string;
      /** Seconds; absent where the response gives no positive lifetime: use the token once, keep it not. */
      readonly expiresIn?: number;
      readonly refreshToken?: string;
      /** OpenID Connect Core, section 3.1.3.3; not looked at. */
      readonly idToken?: string;
    }
  /** The token endpoint answered, and gave no token. Texts are plain, cut, and free of what was sent as a secret. */
  | {
      readonly outcome: 'refused';
      readonly status: number;
      readonly error: string;
      readonly description: string;
      /** Given with 429 and 503, where the request was not taken. */
      readonly retryAfterSeconds?: number;
    }
  | {
      readonly outcome: 'invalid-response';
      readonly status: number;
      readonly detail: 'not-json' | 'cut' | 'no-token' | 'token-type' | 'redirect';
      readonly text: string;
      readonly retryAfterSeconds?: number;
    }
  | { readonly outcome: 'unreachable'; readonly failure: ConnectionFailure }
  | { readonly outcome: 'interrupted'; readonly interruption: Interruption }
  | { readonly outcome: 'cancelled' };

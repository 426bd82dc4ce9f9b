import type { AuthenticationChallenge } from './authentication-challenge.ts';
import type { ConnectionFailure, HttpResponse, Interruption } from './http.ts';

/** The outcome of one dataset request. */
export type DatasetOutcome =
  | {
      readonly kind: 'created' | 'accepted';
      readonly status: number;
      /** Absent if the response has none. */
      readonly datasetId?: string;
      readonly response: HttpResponse;
    }
  | {
      readonly kind: 'rejected';
      readonly status: number;
      /** The service's message as plain text, shortened. May be empty. */
      readonly reason: string;
      readonly cause: RejectionCause;
      /** Of the cause `challenge`. */
      readonly challenge?: AuthenticationChallenge;
      readonly response: HttpResponse;
    }
  | {
      readonly kind: 'not-sent';
      readonly cause: { readonly kind: 'connection'; readonly failure: ConnectionFailure };
    }
  /** Before the request was sent. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unknown'; readonly cause: Interruption | UnclearResponse };

/** A response that doesn't say whether the dataset was created: by its status, or a 2xx that is a web page or reports an error. */
export interface UnclearResponse {
  readonly kind: 'status' | 'web-page' | 'reported-error';
  readonly status: number;
  readonly reason: string;
  readonly response: HttpResponse;
}

/** The likely cause of a rejection, which decides the hint. */
export interface RejectionCause {
  readonly kind:
    | 'token'
    | 'challenge'
    | 'subscription-key'
    | 'forbidden'
    | 'address'
    | 'too-large'
    | 'busy'
    | 'redirect'
    | 'other';
  /** Of `busy`: after how long to try again, if the gateway says so. */
  readonly seconds?: number;
  /** Of `redirect`: its target. Of `challenge`: what it requires. Of `address`: the URL that was asked. As plain text. */
  readonly detail?: string;
}

/** The outcome of one token request (specification, section 2.2 and 2.3). */
export type TokenOutcome =
  | {
      readonly kind: 'issued';
      readonly accessToken: string;
      /** In seconds. Absent if the response has no positive lifetime: such a token is used once and not kept. */
      readonly expiresIn?: number;
      readonly refreshToken?: string;
      /** OpenID Connect Core, section 3.1.3.3; not read here. */
      readonly idToken?: string;
    }
  /** The token endpoint issued no token. Texts are plain, shortened, and free of the secrets that were sent. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly error: string;
      readonly description: string;
      /** Only with 429 and 503: the request was not processed. */
      readonly retryAfterSeconds?: number;
      readonly wrongAddress?: string;
    }
  | {
      readonly kind: 'invalid-response';
      readonly status: number;
      readonly detail: 'not-json' | 'cut' | 'no-token' | 'token-type' | 'redirect';
      readonly text: string;
      readonly retryAfterSeconds?: number;
      /** The URL that was asked, as `shownUrl`, if no token endpoint answers so: its address is probably wrong. */
      readonly wrongAddress?: string;
    }
  | { readonly kind: 'unreachable'; readonly failure: ConnectionFailure }
  | { readonly kind: 'interrupted'; readonly interruption: Interruption }
  | { readonly kind: 'cancelled' };

import { unnamedError } from '../gateway/token-request.ts';
import type { SessionEnd, TokenFailure } from './grant.ts';
import { isTemporary } from './messages/error-advice.ts';

/**
 * What a failed refresh means for the refresh token that was sent:
 * - `kept`: it can be sent again.
 * - `client-refused`: it is kept, and not sent again until the client authenticates in another way.
 * - `ended`: the provider no longer accepts it.
 * - `unknown`: no answer arrived. It may have been exchanged for a token that got lost, and a second use could look like
 *   theft to a provider that rotates refresh tokens (RFC 9700, section 4.14.2).
 */
export type RefreshTokenStatus =
  | { readonly status: 'kept' }
  | { readonly status: 'client-refused'; readonly refusal: Refusal }
  | { readonly status: 'ended'; readonly end: SessionEnd }
  | { readonly status: 'unknown' };

type Refusal = Extract<TokenFailure, { kind: 'refused' }>;

/** What is known of a refresh token after a failed refresh. */
export function refreshTokenStatus(failure: TokenFailure): RefreshTokenStatus {
  switch (failure.kind) {
    case 'refused': {
      const { status, error, description } = failure;
      if (clientErrors.has(error)) return { status: 'client-refused', refusal: failure };
      return endsSession(failure, error)
        ? { status: 'ended', end: { status, error: isNamed(failure) ? error : '', text: description } }
        : { status: 'kept' };
    }
    case 'invalid-response': {
      const { status, text } = failure;
      return endsSession(failure)
        ? { status: 'ended', end: { status, error: '', text } }
        : { status: 'kept' };
    }
    case 'unreachable':
    case 'undiscovered':
      return { status: 'kept' };
    default:
      return { status: 'unknown' };
  }
}

/** Errors of the client and not of the refresh token (RFC 6749, section 5.2). */
const clientErrors: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/** A 401 may be about the client's secret, if one was sent: some servers answer with it whatever is wrong with the client. */
function endsSession(
  { status, clientAuthentication }: TokenFailure & { readonly status: number },
  error = '',
): boolean {
  if (error === 'invalid_grant') return status >= 400 && status < 500;
  if (status === 401 && clientAuthentication !== undefined) return false;
  return (status === 400 || status === 401) && !isTemporary(error);
}

/** Whether the server named the error; otherwise the status takes its place. */
export function isNamed({ error, status }: Refusal): boolean {
  return error !== unnamedError(status);
}

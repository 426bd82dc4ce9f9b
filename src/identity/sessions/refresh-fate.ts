import type { TokenFailure } from '../grants/grant.ts';

/**
 * What a failed refresh means for the refresh token that was sent: `kept`, the provider did not take it; `refused`, it
 * is no good any longer; `unknown`, it may have been exchanged for one that never arrived, so that sending it again
 * could look like the theft that rotation is there to notice (RFC 9700, section 4.14.2).
 */
export type RefreshFate = 'kept' | 'refused' | 'unknown';

export function fateOf(failure: TokenFailure): RefreshFate {
  switch (failure.outcome) {
    case 'unreachable':
    case 'undiscovered':
      return 'kept';
    case 'refused':
      if (needsTheUser.has(failure.error)) return 'refused';
      // An error in so many words is no new token, whatever status it comes with.
      return failure.status >= 300 && mayHaveWorked(failure.status) ? 'unknown' : 'kept';
    case 'invalid-response':
      return mayHaveWorked(failure.status) ? 'unknown' : 'kept';
    default:
      return 'unknown';
  }
}

/** RFC 6749, section 5.2; OpenID Connect Core, section 3.1.2.6, whose words some give here as well, such as Microsoft. */
const needsTheUser: ReadonlySet<string> = new Set([
  'invalid_grant',
  'interaction_required',
  'login_required',
  'consent_required',
]);

/** A redirect and 4xx say that there is no new one; 503 says that the request was not taken (RFC 9110, section 15.6.4); of other 5xx nobody knows. */
function mayHaveWorked(status: number): boolean {
  return status < 300 || (status >= 500 && status !== 503);
}

import { describeConnectionFailure, describeInterruption } from '../gateway/presentation/failure-message.ts';
import type { Localize } from '../text/localize.ts';
import { adviceOn } from './error-advice.ts';
import type { TokenFailure } from './grant.ts';
import { refreshTokenStatus } from './refresh-fate.ts';
import { secretName } from './secret-name.ts';
import { describeSignInFailure } from './sign-in-failure-message.ts';

/** Why there is no token, in plain sentences. */
export function describeTokenFailure(failure: TokenFailure, localize: Localize): string {
  const why = describeFailure(failure, localize);
  if (!('sessionKept' in failure)) return why;
  const isAboutClient = refreshTokenStatus(failure).status === 'client-refused';
  const kept = isAboutClient
    ? localize(
        'You stay signed in: the session is renewed once the client secret or "auth.clientAuthentication" has changed.',
      )
    : localize('You stay signed in.');
  return `${why} ${kept}`;
}

function describeFailure(failure: TokenFailure, localize: Localize): string {
  switch (failure.outcome) {
    case 'refused':
      return describeRefusal(failure, localize);
    case 'invalid-response':
      return describeInvalidResponse(failure, localize);
    case 'unreachable':
      return describeConnectionFailure(failure.failure, localize);
    case 'interrupted':
      return localize('Asking for an access token came to nothing. {reason}', {
        reason: describeInterruption(failure.interruption, localize),
      });
    case 'cancelled':
      return localize('Getting the token was cancelled.');
    case 'missing':
      return localize('No {secret} is known.', { secret: secretName(failure.secret, localize) });
    case 'unsupported':
      return localize('Tokens by the grant "{grantType}" can\'t be had here, only in VS Code.', {
        grantType: failure.grantType,
      });
    default:
      return describeSignInFailure(failure, localize);
  }
}

function describeRefusal(
  { error, status, description }: Extract<TokenFailure, { outcome: 'refused' }>,
  localize: Localize,
): string {
  const what = description
    ? localize('The token endpoint refused: {error} (status {status}). It says: "{description}".', {
        error,
        status,
        description,
      })
    : localize('The token endpoint refused: {error} (status {status}).', { error, status });
  return what + adviceOn(error, localize);
}

/** The endpoint's own trouble says nothing about the credentials, nor about its address. */
export function isTrouble(status: number): boolean {
  return status === 429 || status >= 500;
}

function describeInvalidResponse(
  { detail, status, text }: Extract<TokenFailure, { outcome: 'invalid-response' }>,
  localize: Localize,
): string {
  switch (detail) {
    case 'cut':
      return localize(
        "The token endpoint's answer (status {status}) broke off. Try again, or allow more time (dataset.timeout, or --timeout).",
        { status },
      );
    case 'not-json':
      if (isTrouble(status))
        return text
          ? localize(
              'The token endpoint is busy or in trouble (status {status}): try again later. It says: "{text}".',
              { status, text },
            )
          : localize('The token endpoint is busy or in trouble (status {status}): try again later.', {
              status,
            });
      if (status < 300)
        return localize(
          "The token endpoint's answer (status {status}) is not JSON: check the address, something else seems to answer there.",
          { status },
        );
      return text
        ? localize('The token endpoint\'s answer (status {status}) is not JSON. It says: "{text}".', {
            status,
            text,
          })
        : localize("The token endpoint's answer (status {status}) is not JSON.", { status });
    case 'no-token':
      return localize(
        'The token endpoint answered with status {status}, but with no access_token that can be used.',
        {
          status,
        },
      );
    case 'token-type':
      if (text === '')
        return localize('The token endpoint\'s answer names no token_type; only "bearer" can be used.');
      return localize('The token endpoint issued a token of type "{text}"; only "bearer" can be used.', {
        text,
      });
    case 'redirect':
      return localize(
        "The token endpoint redirects (status {status}) to {text}. Credentials don't follow redirects: correct the address of the environment.",
        { status, text },
      );
  }
}

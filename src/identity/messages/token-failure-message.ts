import * as l10n from '@vscode/l10n';
import {
  describeConnectionFailure,
  describeInterruption,
} from '../../gateway/presentation/failure-message.ts';
import type { TokenFailure } from '../grants/grant.ts';
import { secretName } from '../secrets/secret-name.ts';
import { refreshTokenStatus } from '../sessions/refresh-token-status.ts';
import { adviceOn } from './error-advice.ts';
import { describeSignInFailure } from './sign-in-failure-message.ts';

/** Why there is no token, in plain sentences. */
export function describeTokenFailure(failure: TokenFailure): string {
  const why = describeFailure(failure);
  if (!('sessionKept' in failure)) return why;
  const isAboutClient = refreshTokenStatus(failure).status === 'client-refused';
  const kept = isAboutClient
    ? l10n.t(
        'You stay signed in: the session is renewed once the client secret or "auth.clientAuthentication" has changed.',
      )
    : l10n.t('You stay signed in.');
  return `${why} ${kept}`;
}

function describeFailure(failure: TokenFailure): string {
  switch (failure.outcome) {
    case 'refused':
      return describeRefusal(failure);
    case 'invalid-response':
      return describeInvalidResponse(failure);
    case 'unreachable':
      return describeConnectionFailure(failure.failure);
    case 'interrupted':
      return l10n.t('Asking for an access token came to nothing. {reason}', {
        reason: describeInterruption(failure.interruption),
      });
    case 'cancelled':
      return l10n.t('Getting the token was cancelled.');
    case 'missing':
      return l10n.t('No {secret} is known.', { secret: secretName(failure.secret) });
    case 'unsupported':
      return l10n.t('Tokens by the grant "{grantType}" can\'t be had here, only in VS Code.', {
        grantType: failure.grantType,
      });
    default:
      return describeSignInFailure(failure);
  }
}

function describeRefusal({
  error,
  status,
  description,
}: Extract<TokenFailure, { outcome: 'refused' }>): string {
  const what = description
    ? l10n.t('The token endpoint refused: {error} (status {status}). It says: "{description}".', {
        error,
        status,
        description,
      })
    : l10n.t('The token endpoint refused: {error} (status {status}).', { error, status });
  return what + adviceOn(error);
}

/** The endpoint's own trouble says nothing about the credentials, nor about its address. */
export function isServerTrouble(status: number): boolean {
  return status === 429 || status >= 500;
}

function describeInvalidResponse({
  detail,
  status,
  text,
}: Extract<TokenFailure, { outcome: 'invalid-response' }>): string {
  switch (detail) {
    case 'cut':
      return l10n.t(
        "The token endpoint's answer (status {status}) broke off. Try again, or allow more time (dataset.timeout, or --timeout).",
        { status },
      );
    case 'not-json':
      if (isServerTrouble(status))
        return text
          ? l10n.t(
              'The token endpoint is busy or in trouble (status {status}): try again later. It says: "{text}".',
              { status, text },
            )
          : l10n.t('The token endpoint is busy or in trouble (status {status}): try again later.', {
              status,
            });
      if (status < 300)
        return l10n.t(
          "The token endpoint's answer (status {status}) is not JSON: check the address, something else seems to answer there.",
          { status },
        );
      return text
        ? l10n.t('The token endpoint\'s answer (status {status}) is not JSON. It says: "{text}".', {
            status,
            text,
          })
        : l10n.t("The token endpoint's answer (status {status}) is not JSON.", { status });
    case 'no-token':
      return l10n.t(
        'The token endpoint answered with status {status}, but with no access_token that can be used.',
        {
          status,
        },
      );
    case 'token-type':
      if (text === '')
        return l10n.t('The token endpoint\'s answer names no token_type; only "bearer" can be used.');
      return l10n.t('The token endpoint issued a token of type "{text}"; only "bearer" can be used.', {
        text,
      });
    case 'redirect':
      return l10n.t(
        "The token endpoint redirects (status {status}) to {text}. Credentials don't follow redirects: correct the address of the environment.",
        { status, text },
      );
  }
}

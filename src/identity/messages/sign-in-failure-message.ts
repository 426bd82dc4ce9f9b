import * as l10n from '@vscode/l10n';
import type { ProviderCheck, SessionEnd, SignInFailure } from '../grants/grant.ts';
import { adviceOn } from './error-advice.ts';

/** Why a sign-in came to nothing, and what mends it, in plain sentences. */
export function describeSignInFailure(failure: SignInFailure): string {
  switch (failure.outcome) {
    case 'denied':
      return describeDenial(failure);
    case 'untrusted':
      return describeCheck(failure.check);
    case 'undiscovered':
      return describeDiscovery(failure);
    case 'no-browser':
      return l10n.t('The browser could not be opened, or there is no way back from it to the editor.');
    case 'timed-out':
      return l10n.t('Nobody came back from the browser within {minutes} minutes. Sign in again.', {
        minutes: failure.minutes,
      });
    case 'sign-in-needed':
      switch (failure.why) {
        case 'signed-out':
          return l10n.t('Nobody is signed in. Sign in first.');
        case 'no-consent':
          return l10n.t(
            'You have not allowed the token of your account to be sent to this gateway. Sign in to allow it.',
          );
        case 'refused':
          return describeSessionEnd(failure.end);
        case 'renewed-elsewhere':
          return l10n.t(
            'Another window has renewed the session, and this one has not learnt of it, as can happen where VS Code runs in a browser. Reload this window, or sign in again.',
          );
        case 'answer-lost':
          return l10n.t(
            "The identity provider's answer to the renewal of the session was lost, and asking again could look like a theft. Sign in again.",
          );
      }
      break;
    case 'no-session':
      return l10n.t('The authentication provider "{providerId}" gave no session. {text}', {
        providerId: failure.providerId,
        text: failure.text,
      });
  }
}

/** Why a session is over, and what to do. */
export function describeSessionEnd({ status, error, text }: SessionEnd): string {
  if (error !== '' && text !== '')
    return l10n.t(
      'The identity provider ended the session: {error} (status {status}). It says: "{text}". Sign in again.',
      { error, status, text },
    );
  if (error !== '')
    return l10n.t('The identity provider ended the session: {error} (status {status}). Sign in again.', {
      error,
      status,
    });
  if (text !== '')
    return l10n.t(
      'The identity provider ended the session (status {status}). It says: "{text}". Sign in again.',
      { status, text },
    );
  return l10n.t('The identity provider ended the session (status {status}). Sign in again.', { status });
}

function describeDenial({ error, description }: Extract<SignInFailure, { outcome: 'denied' }>): string {
  const what = description
    ? l10n.t('The identity provider said no: {error}. It says: "{description}".', { error, description })
    : l10n.t('The identity provider said no: {error}.', { error });
  return what + adviceOn(error);
}

function describeCheck(check: ProviderCheck): string {
  switch (check) {
    case 'state':
      return l10n.t(
        'What came back from the browser belongs to another sign-in. It was dropped; sign in again.',
      );
    case 'issuer':
      return l10n.t(
        'What came back is from another identity provider than the one of this environment. It was dropped.',
      );
    case 'nonce':
      return l10n.t('The ID token belongs to another sign-in. It was dropped; sign in again.');
    case 'clock':
      return l10n.t(
        "The ID token is not valid at this machine's time. Check the clock of this machine, its date and time zone.",
      );
    case 'answer':
      return l10n.t(
        'What came back from the browser is no answer of an identity provider that can be used. Sign in again; if that happens again, check "auth.authorizationEndpoint" and "auth.parameters".',
      );
    case 'id-token':
      return l10n.t(
        'The identity provider gave no ID token that can be trusted. Check "auth.clientId"; if the provider knows only OAuth, leave "openid" out of "auth.scopes".',
      );
  }
}

function describeDiscovery({
  issuer,
  detail,
  text,
}: Extract<SignInFailure, { outcome: 'undiscovered' }>): string {
  switch (detail) {
    case 'not-found':
      return l10n.t(
        'No identity provider describes itself at {issuer}. Check "auth.issuer", or give "auth.authorizationEndpoint" and "auth.tokenEndpoint".',
        { issuer },
      );
    case 'trouble':
      return l10n.t(
        'The identity provider at {issuer} is busy or in trouble (status {text}): try again later.',
        {
          issuer,
          text,
        },
      );
    case 'redirect':
      return l10n.t(
        'The address where the identity provider at {issuer} describes itself redirects to {text}. Set "auth.issuer" to the issuer that is described there.',
        { issuer, text },
      );
    case 'invalid':
      return text === ''
        ? l10n.t(
            'The description of the identity provider at {issuer} can\'t be used. Give "auth.authorizationEndpoint" and "auth.tokenEndpoint" instead of "auth.issuer".',
            { issuer },
          )
        : l10n.t(
            'The description of the identity provider at {issuer} names no "{text}" that can be used. Give "auth.authorizationEndpoint" and "auth.tokenEndpoint" instead of "auth.issuer".',
            { issuer, text },
          );
    case 'other-issuer':
      if (/[{}]/.test(text))
        return l10n.t(
          'The identity provider at {issuer} serves several tenants and calls itself {text}. Set "auth.issuer" to that, with your tenant\'s ID in place of the braces.',
          { issuer, text },
        );
      return l10n.t(
        'The identity provider at {issuer} calls itself {text}. Set "auth.issuer" to just that.',
        {
          issuer,
          text,
        },
      );
    case 'insecure':
      return l10n.t(
        'The identity provider at {issuer} leads to {text}, which is not protected by https. Nothing was sent there.',
        { issuer, text },
      );
  }
}

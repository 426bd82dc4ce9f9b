import * as l10n from '@vscode/l10n';
import { readProviderAddress } from '../../environments/authorization-server.ts';
import type { GrantType } from '../../environments/grant-types.ts';
import { itSays } from '../../gateway/presentation/failure-message.ts';
import type { ProviderCheck, RefusedRedirectUri, SessionEnd, SignInFailure } from '../grants/grant.ts';
import { adviceOn, adviceOnDPoP, isAboutDPoP } from './error-advice.ts';

/** Why a sign-in failed, and what to do. */
export function describeSignInFailure(failure: SignInFailure, grantType: GrantType | undefined): string {
  switch (failure.kind) {
    case 'denied':
      return describeDenial(failure, grantType);
    case 'untrusted':
      return failedChecks[failure.check]();
    case 'undiscovered':
      return describeDiscoveryFailure(failure);
    case 'no-browser':
      return l10n.t(
        "The browser couldn't be opened, or it has no way to return to the editor. If the provider supports it, use the grant type device_code.",
      );
    case 'timed-out':
      return l10n.t('Sign-in timed out after {minutes} minutes. Sign in again.', {
        minutes: failure.minutes,
      });
    case 'port-in-use':
      return describePortInUse(failure);
    case 'device-code-unusable':
      return l10n.t(
        'The identity provider returned no device code that can be used. Check "auth.deviceAuthorizationEndpoint", or use another grant type.',
      );
    case 'device-code-expired':
      return l10n.t('The code has expired before you signed in. Sign in again to get a new one.');
    case 'sign-in-needed':
      switch (failure.why) {
        case 'signed-out':
          return l10n.t('You are not signed in. Sign in first.');
        case 'no-consent':
          return l10n.t(
            'You have not allowed the token of your account to be sent to this gateway. Sign in to allow it.',
          );
        case 'refused':
          return describeSessionEnd(failure.end);
        case 'renewed-elsewhere':
          return l10n.t(
            "Another window has renewed the session, and this window doesn't have the new tokens. This can happen when VS Code runs in a browser. Reload this window, or sign in again.",
          );
        case 'answer-lost':
          return l10n.t(
            "The identity provider's answer to the last refresh was lost. The refresh token isn't sent again, as the provider could mistake that for a stolen token. Sign in again.",
          );
      }
      break;
    case 'no-session':
      return l10n.t('The authentication provider "{providerId}" returned no session. {text}', {
        providerId: failure.providerId,
        text: failure.text,
      });
  }
}

/** Ports are shown without separators of thousands. */
function describePortInUse(failure: Extract<SignInFailure, { kind: 'port-in-use' }>): string {
  const { program } = failure;
  const ports = { port: String(failure.port), freePort: String(failure.freePort) };
  return program
    ? l10n.t(
        'Port {port} of "auth.redirectUri" is in use by {program}. End that program, or set "auth.redirectUri" to another port, such as {freePort}, and register it at the identity provider.',
        { ...ports, program },
      )
    : l10n.t(
        'Port {port} of "auth.redirectUri" is in use by another program. End that program, or set "auth.redirectUri" to another port, such as {freePort}, and register it at the identity provider.',
        ports,
      );
}

/** Why a session has ended, and what to do. */
export function describeSessionEnd({ status, error, text }: SessionEnd): string {
  const what = error
    ? l10n.t('The identity provider ended the session: {error} (status {status}).', { error, status })
    : l10n.t('The identity provider ended the session (status {status}).', { status });
  const next = isAboutDPoP({ error, description: text }) ? adviceOnDPoP() : l10n.t('Sign in again.');
  return `${what}${itSays(text)} ${next}`;
}

function describeDenial(
  { error, description, redirectUri }: Extract<SignInFailure, { kind: 'denied' }>,
  grantType: GrantType | undefined,
): string {
  const what = l10n.t('The identity provider denied the request: {error}.', { error }) + itSays(description);
  return redirectUri
    ? `${what} ${adviceOnRedirectUri(redirectUri)}`
    : what + adviceOn({ error, description }, grantType);
}

function adviceOnRedirectUri({ address, changes }: RefusedRedirectUri): string {
  switch (changes) {
    case 'nothing':
      return l10n.t(
        'Check that the redirect URI {address} is registered at the provider, or set "auth.redirectUri" to one that is.',
        { address },
      );
    case 'port':
      return l10n.t(
        'The redirect URI {address} may not be registered, and its port changes with each sign-in. Register http://127.0.0.1:8765/callback, or the same with another port, and set "auth.redirectUri" to it.',
        { address },
      );
    case 'number':
      return l10n.t(
        'The redirect URI {address} may not be registered, and its number changes with each sign-in. If the provider accepts patterns, register it like this. Otherwise, register http://127.0.0.1:9/callback, and paste the final URL or set "auth.redirectUri" to it.',
        { address },
      );
  }
}

const failedChecks: Readonly<Record<ProviderCheck, () => string>> = {
  state: () =>
    l10n.t('The answer from the browser belongs to another sign-in and was discarded. Sign in again.'),
  issuer: () =>
    l10n.t(
      'The answer comes from another identity provider than the one in the environment, and was discarded. Check "auth.issuer". If the environment sets the provider\'s endpoints, you can remove it.',
    ),
  nonce: () => l10n.t('The ID token belongs to another sign-in and was discarded. Sign in again.'),
  clock: () =>
    l10n.t(
      'The ID token is not valid at the current time of this machine. Check its clock, date, and time zone.',
    ),
  answer: () =>
    l10n.t(
      'The answer from the browser can\'t be used. Sign in again. If that doesn\'t help, check "auth.authorizationEndpoint" and "auth.parameters".',
    ),
  'id-token': () =>
    l10n.t(
      'The identity provider returned no ID token that can be trusted. Check "auth.clientId". If the provider supports only OAuth, remove "openid" from "auth.scopes".',
    ),
};

/** Why discovery failed, and what to do. Each piece of advice works: the issuer that it names can be set, or endpoints can. */
export function describeDiscoveryFailure({
  issuer,
  detail,
  text,
}: Extract<SignInFailure, { kind: 'undiscovered' }>): string {
  switch (detail) {
    case 'not-found':
      return l10n.t(
        'There is no discovery document at {issuer}. Check "auth.issuer", or set the provider\'s endpoints in the environment instead.',
        { issuer },
      );
    case 'trouble':
      return l10n.t(
        'The identity provider at {issuer} is temporarily unavailable (status {text}). Try again later.',
        { issuer, text },
      );
    case 'redirect':
      return l10n.t(
        'The discovery document of {issuer} has moved to {text}. Open it there, and set "auth.issuer" to the "issuer" that it contains, or set the provider\'s endpoints in the environment instead.',
        { issuer, text },
      );
    case 'invalid':
      return text === ''
        ? l10n.t(
            'The discovery document at {issuer} can\'t be used. Set the provider\'s endpoints in the environment instead of "auth.issuer".',
            { issuer },
          )
        : l10n.t(
            'The discovery document at {issuer} contains no "{text}" that can be used. Set the provider\'s endpoints in the environment instead of "auth.issuer".',
            { issuer, text },
          );
    case 'other-issuer':
      return describeOtherIssuer(issuer, text);
    case 'insecure':
      return l10n.t(
        "The identity provider at {issuer} refers to {text}, which doesn't use https. Nothing was sent there. Ask the provider's administrator.",
        { issuer, text },
      );
  }
}

function describeOtherIssuer(issuer: string, other: string): string {
  if (/[{}]/.test(other))
    return l10n.t(
      'The identity provider at {issuer} serves several tenants, with the issuer {other}. Set "auth.issuer" to that, with the ID of your tenant instead of the braces.',
      { issuer, other },
    );
  return readProviderAddress(other, 'issuer').ok
    ? l10n.t(
        'The discovery document at {issuer} belongs to the issuer {other}. Set "auth.issuer" to exactly that. If there is no discovery document there, set the provider\'s endpoints, too.',
        { issuer, other },
      )
    : l10n.t(
        'The discovery document at {issuer} belongs to another issuer ("{other}"), which can\'t be used. Set the provider\'s endpoints in the environment instead of "auth.issuer".',
        { issuer, other },
      );
}

import * as l10n from '@vscode/l10n';
import { readProviderAddress } from '../../environments/authorization-server.ts';
import type { GrantType } from '../../environments/grant-types.ts';
import type { SettingNames } from '../../environments/setting-names.ts';
import { itSays } from '../../gateway/presentation/failure-message.ts';
import type { MessageTable } from '../../message-table.ts';
import type { ProviderCheck, SessionEnd, SignInFailure } from '../grant.ts';
import { adviceOn } from './error-advice.ts';

/** Why a sign-in failed, and what to do. */
export const signInMessages: MessageTable<SignInFailure, MessageContext> = {
  denied: describeDenial,
  untrusted: ({ check }) => failedChecks[check](),
  undiscovered: (failure, { issuer }) => discoveryMessages[failure.detail]({ ...failure, setting: issuer }),
  'no-browser': () =>
    l10n.t(
      "The browser couldn't be opened, or it has no way to return to the editor. If the provider supports it, use the grant type device_code.",
    ),
  'timed-out': ({ minutes }) =>
    l10n.t('Sign-in timed out after {minutes} minutes. Sign in again.', { minutes }),
  'port-in-use': describePortInUse,
  'device-code-unusable': () =>
    l10n.t(
      'The identity provider returned no device code that can be used. Check "auth.deviceAuthorizationEndpoint", or use another grant type.',
    ),
  'device-code-expired': () =>
    l10n.t('The code has expired before you signed in. Sign in again to get a new one.'),
  'sign-in-needed': (failure) =>
    failure.why === 'refused' ? describeSessionEnd(failure.end) : neededSignIns[failure.why](),
  'no-session': ({ providerId, text }) =>
    l10n.t('The authentication provider "{providerId}" returned no session. {text}', { providerId, text }),
};

/** What a message needs beside its failure: the names of settings, and the grant type if it is known. */
export type MessageContext = [names: SettingNames, grantType: GrantType | undefined];

const neededSignIns = {
  'renewed-elsewhere': () =>
    l10n.t(
      "Another window has renewed the session, and this window doesn't have the new tokens. This can happen when VS Code runs in a browser. Reload this window, or sign in again.",
    ),
  'answer-lost': () =>
    l10n.t(
      "The identity provider's answer to the last refresh was lost. The refresh token isn't sent again, as the provider could mistake that for a stolen token. Sign in again.",
    ),
};

/** Ports are shown without separators of thousands. */
function describePortInUse({ port, freePort }: Extract<SignInFailure, { kind: 'port-in-use' }>): string {
  return l10n.t(
    'Port {port} of "auth.redirectUri" is in use by another program. End that program, or set "auth.redirectUri" to another port, such as {freePort}, and register it at the identity provider.',
    { port: String(port), freePort: String(freePort) },
  );
}

/** Why a session has ended, and what to do. */
export function describeSessionEnd({ status, error, text }: SessionEnd): string {
  const what = error
    ? l10n.t('The identity provider ended the session: {error} (status {status}).', { error, status })
    : l10n.t('The identity provider ended the session (status {status}).', { status });
  return `${what}${itSays(text)} ${l10n.t('Sign in again.')}`;
}

function describeDenial(
  { error, description, redirectUri }: Extract<SignInFailure, { kind: 'denied' }>,
  ...context: MessageContext
): string {
  const what = l10n.t('The identity provider denied the request: {error}.', { error }) + itSays(description);
  if (redirectUri === undefined) return what + adviceOn({ error, description }, ...context);
  const advice = l10n.t(
    'The redirect URI {redirectUri} may not be registered. Register it, or register one that stays the same, such as http://127.0.0.1:8765/callback, and set "auth.redirectUri" to it.',
    { redirectUri },
  );
  return `${what} ${advice}`;
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

type DiscoveryFailure = Extract<SignInFailure, { kind: 'undiscovered' }>;

/** Why discovery failed, and what to do. Each piece of advice works: the issuer that it names can be set, or endpoints can. */
const discoveryMessages: Readonly<
  Record<DiscoveryFailure['detail'], (failure: DiscoveryFailure & { readonly setting: string }) => string>
> = {
  'not-found': ({ issuer, setting }) =>
    l10n.t(
      "There is no discovery document at {issuer}. Check {setting}, or set the provider's endpoints in the environment instead.",
      { issuer, setting },
    ),
  trouble: ({ issuer, text }) =>
    l10n.t('The identity provider at {issuer} is temporarily unavailable (status {text}). Try again later.', {
      issuer,
      text,
    }),
  redirect: ({ issuer, text, setting }) =>
    l10n.t(
      'The discovery document of {issuer} has moved to {text}. Open it there, and set {setting} to the "issuer" that it contains, or set the provider\'s endpoints in the environment instead.',
      { issuer, text, setting },
    ),
  invalid: ({ issuer, text, setting }) =>
    text === ''
      ? l10n.t(
          "The discovery document at {issuer} can't be used. Set the provider's endpoints in the environment instead of {setting}.",
          { issuer, setting },
        )
      : l10n.t(
          'The discovery document at {issuer} contains no "{text}" that can be used. Set the provider\'s endpoints in the environment instead of {setting}.',
          { issuer, text, setting },
        ),
  'other-issuer': describeOtherIssuer,
  insecure: ({ issuer, text }) =>
    l10n.t(
      "The identity provider at {issuer} refers to {text}, which doesn't use https. Nothing was sent there. Ask the provider's administrator.",
      { issuer, text },
    ),
};

function describeOtherIssuer({
  issuer,
  text: other,
  setting,
}: DiscoveryFailure & { readonly setting: string }): string {
  if (/[{}]/.test(other))
    return l10n.t(
      'The identity provider at {issuer} serves several tenants, with the issuer {other}. Set {setting} to that, with the ID of your tenant instead of the braces.',
      { issuer, other, setting },
    );
  return readProviderAddress(other, 'issuer').ok
    ? l10n.t(
        "The discovery document at {issuer} belongs to the issuer {other}. Set {setting} to exactly that. If there is no discovery document there, set the provider's endpoints, too.",
        { issuer, other, setting },
      )
    : l10n.t(
        'The discovery document at {issuer} belongs to another issuer ("{other}"), which can\'t be used. Set the provider\'s endpoints in the environment instead of {setting}.',
        { issuer, other, setting },
      );
}

import * as l10n from '@vscode/l10n';
import { editorSettingNames, type SettingNames } from '../../environments/setting-names.ts';
import {
  describeConnectionFailure,
  describeInterruption,
  itSays,
} from '../../gateway/presentation/failure-message.ts';
import { refusalStatuses } from '../../gateway/token-request.ts';
import { type MessageTable, messageFor } from '../../message-table.ts';
import { isServerTrouble, type TokenFailure } from '../grant.ts';
import { isNamed, refreshTokenStatus } from '../refresh-token-status.ts';
import type { SecretKind } from '../secrets/secret-vault.ts';
import {
  adviceOn,
  adviceOnAddress,
  adviceOnClient,
  adviceWithoutReason,
  isAboutClient,
  isAboutSettings,
  isAboutUnnamedClient,
  isTemporary,
  type TokenAnswer,
} from './error-advice.ts';
import { type MessageContext, signInMessages } from './sign-in-failure-message.ts';

/** Why there is no token, and what to do. */
export function describeTokenFailure(failure: TokenFailure, names = editorSettingNames()): string {
  const why = messageFor(messages, failure, names, failure.grantType);
  return failure.sessionKept ? `${why} ${describeKeptSession(failure)}` : why;
}

const messages: MessageTable<TokenFailure, MessageContext> = {
  ...signInMessages,
  refused: describeRefusal,
  'invalid-response': describeInvalidResponse,
  unreachable: ({ failure }, names) => describeConnectionFailure(failure, names),
  interrupted: ({ interruption }) =>
    l10n.t('The request for an access token failed. {reason}', {
      reason: describeInterruption(interruption),
    }),
  cancelled: () => l10n.t('The request for an access token was cancelled.'),
  missing: ({ secret, advice }) =>
    advice === undefined ? missingSecrets[secret]() : `${missingSecrets[secret]()} ${advice}`,
  'no-assertion': ({ text }) => text,
  unsupported: ({ grantType }) =>
    l10n.t('The grant type "{grantType}" is supported only in VS Code.', { grantType }),
};

function describeKeptSession(failure: TokenFailure): string {
  if (failure.isEarlier)
    return l10n.t(
      'This is the earlier answer: nothing was sent this time. You are still signed in. The session is renewed when you change the client secret or "auth.clientAuthentication".',
    );
  if (refreshTokenStatus(failure).status === 'client-refused')
    return l10n.t(
      'You are still signed in. The session is renewed when you change the client secret or "auth.clientAuthentication".',
    );
  return isAboutClient(failure)
    ? l10n.t('You are still signed in. If the client secret is correct, sign in again.')
    : l10n.t('You are still signed in.');
}

const missingSecrets: Readonly<Record<SecretKind, () => string>> = {
  username: () => l10n.t('No user name is set.'),
  password: () => l10n.t('No password is set.'),
  clientSecret: () => l10n.t('No client secret is set.'),
  subscriptionKey: () => l10n.t('No subscription key is set.'),
  pastedToken: () => l10n.t('No access token is set.'),
  issuedToken: () => l10n.t('No access token is set.'),
};

function describeRefusal(failure: Extract<TokenFailure, { kind: 'refused' }>, names: SettingNames): string {
  const { error, status, description, grantType } = failure;
  if (!isNamed(failure)) return describeUnnamedRefusal(failure, description, names);
  const refusal = l10n.t('The token endpoint refused: {error} (status {status}).', { error, status });
  const what = refusal + itSays(description);
  const isAboutSecret = error !== 'unauthorized_client' && failure.clientAuthentication !== undefined;
  return isAboutClient(failure) && (isAboutSecret || failure.clientAssertion !== undefined)
    ? `${what} ${adviceOnClient(failure, names)}`
    : what + adviceOn(failure, names, grantType);
}

/** Without an OAuth error. */
function describeUnnamedRefusal(failure: TokenAnswer, text: string, names: SettingNames): string {
  const { status, wrongAddress: url } = failure;
  const refusal =
    url === undefined
      ? l10n.t('The token endpoint refused the request (status {status}).', { status })
      : l10n.t('{url} accepts no token requests (status {status}).', { url, status });
  return `${refusal}${itSays(text)} ${adviceWithoutReason(failure, text, names)}`;
}

type InvalidResponse = Extract<TokenFailure, { kind: 'invalid-response' }>;

function describeInvalidResponse(failure: InvalidResponse, names: SettingNames): string {
  const { detail, status, text, wrongAddress } = failure;
  return detail === 'not-json' && (refusalStatuses.includes(status) || wrongAddress !== undefined)
    ? describeUnnamedRefusal(failure, text, names)
    : invalidResponses[detail](failure, names);
}

const invalidResponses: Readonly<
  Record<InvalidResponse['detail'], (failure: InvalidResponse, names: SettingNames) => string>
> = {
  cut: ({ status }, { timeout }) =>
    l10n.t(
      'The response of the token endpoint (status {status}) was cut off. Try again, or increase the timeout ({timeout}).',
      { status, timeout },
    ),
  'not-json': describeNotJson,
  'no-token': ({ status }) =>
    l10n.t(
      'The response of the token endpoint (status {status}) contains no access_token that can be used.',
      { status },
    ),
  'token-type': ({ text }) => {
    if (text === '')
      return l10n.t('The response of the token endpoint contains no token_type. Only "bearer" is supported.');
    return l10n.t('The token endpoint issued a token of type "{text}". Only "bearer" is supported.', {
      text,
    });
  },
  redirect: (failure, names) => {
    const { status, text, wrongAddress: url = '' } = failure;
    const what = l10n.t(
      '{url} redirects (status {status}) to {text}. Credentials are not sent to another address.',
      { url, status, text },
    );
    return `${what} ${adviceOnAddress(failure, names)}`;
  },
};

function describeNotJson({ status, text }: InvalidResponse): string {
  if (isServerTrouble(status))
    return (
      l10n.t('The token endpoint is temporarily unavailable (status {status}). Try again later.', {
        status,
      }) + itSays(text)
    );
  return (
    l10n.t('The response of the token endpoint (status {status}) is not JSON.', { status }) + itSays(text)
  );
}

export type TokenStep = 'sign-in' | 'set-client-secret' | 'edit-environment' | 'try-again';

/** What the user can do about a token failure. */
export function nextAfterTokenFailure(failure: TokenFailure): TokenStep | undefined {
  switch (failure.kind) {
    case 'refused':
      if (isServerTrouble(failure.status) || isTemporary(failure.error)) return 'try-again';
      if (isAboutClient(failure)) return 'set-client-secret';
      return isNamed(failure) && !isAboutSettings(failure.error) ? 'sign-in' : nextWithoutReason(failure);
    case 'denied':
      return failure.redirectUri || isAboutSettings(failure.error) ? 'edit-environment' : 'sign-in';
    case 'missing':
      return failure.secret === 'clientSecret' ? 'set-client-secret' : 'sign-in';
    case 'no-assertion':
      return 'edit-environment';
    case 'untrusted':
    case 'no-browser':
    case 'timed-out':
    case 'device-code-expired':
    case 'sign-in-needed':
      return 'sign-in';
    case 'invalid-response':
      if (isAboutClient(failure)) return 'set-client-secret';
      if (failure.detail === 'cut' || isServerTrouble(failure.status)) return 'try-again';
      return failure.detail === 'not-json' ? nextWithoutReason(failure) : 'edit-environment';
    case 'undiscovered':
      return failure.detail === 'trouble' ? 'try-again' : 'edit-environment';
    case 'port-in-use':
    case 'unsupported':
    case 'no-session':
    case 'device-code-unusable':
      return 'edit-environment';
    case 'unreachable':
    case 'interrupted':
      return 'try-again';
    case 'cancelled':
      return undefined;
  }
}

/** As `adviceWithoutReason`: without a password, the environment itself is wrong. */
function nextWithoutReason(failure: TokenAnswer): TokenStep {
  const { grantType, wrongAddress } = failure;
  return grantType === 'password' && wrongAddress === undefined && !isAboutUnnamedClient(failure)
    ? 'sign-in'
    : 'edit-environment';
}

import * as l10n from '@vscode/l10n';
import { type GrantType, grantSettings } from '../../environments/grant-types.ts';
import type { SettingNames } from '../../environments/setting-names.ts';
import { isServerTrouble, type TokenFailure } from '../grant.ts';

/** Whether an error of an authorization server is about the settings of the environment. */
export function isAboutSettings(error: string): boolean {
  return (
    /client_?id/i.test(error) ||
    [
      'invalid_client',
      'unauthorized_client',
      'unsupported_response_type',
      'unsupported_grant_type',
      'invalid_scope',
      'invalid_target',
    ].includes(error)
  );
}

/**
 * Whether the client's secret, or how it was sent, is probably the reason (RFC 6749, section 5.2). Some servers answer a wrong
 * secret with a status and nothing else, or with an error of another meaning, such as Auth0 with `access_denied`.
 */
export function isAboutClient(failure: TokenFailure): boolean {
  if (failure.kind === 'invalid-response') return failure.detail === 'not-json' && isUnauthorized(failure);
  if (failure.kind !== 'refused' || isAboutDPoP(failure)) return false;
  const { error } = failure;
  if (error === 'invalid_client' || error === 'unauthorized_client') return true;
  return isUnauthorized(failure) && !aboutOthers.includes(error) && !isTemporary(error);
}

/** An error of an authorization server and its description. */
type Refusal = Pick<Extract<TokenFailure, { kind: 'refused' }>, 'error' | 'description'>;

/** Some providers name `invalid_dpop_proof` or `use_dpop_nonce` (RFC 9449), others `invalid_request` with a description. */
export function isAboutDPoP({ error, description }: Refusal): boolean {
  return /dpop/i.test(`${error} ${description}`);
}

/** Errors that say what else is wrong. */
const aboutOthers: readonly string[] = [
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'unsupported_grant_type',
];

function isUnauthorized({
  status,
  clientAuthentication,
  clientAssertion,
}: TokenFailure & { readonly status: number }): boolean {
  return (clientAuthentication ?? clientAssertion) !== undefined && (status === 401 || status === 403);
}

/** After a request with a client secret or an assertion that was probably refused because of it. */
export function adviceOnClient({ clientAssertion: assertion }: TokenFailure, names: SettingNames): string {
  if (assertion !== undefined)
    return l10n.t('Check {assertion}, {clientId}, and whom the provider trusts.', { ...names, assertion });
  return l10n.t('Check {clientSecret} first, then {clientId} and {clientAuthentication}.', names);
}

/** Whether an error of an authorization server is temporary (RFC 6749, section 4.1.2.1; RFC 8628, section 3.5). */
export function isTemporary(error: string): boolean {
  return ['temporarily_unavailable', 'server_error', 'slow_down'].includes(error);
}

/**
 * What to do about an error of an authorization server (RFC 6749, sections 4.1.2.1 and 5.2; RFC 8707, section 2), after a
 * space; empty if there is nothing to do but to sign in again.
 */
export function adviceOn(refusal: Refusal, names: SettingNames, grantType: GrantType | undefined): string {
  const advice = isAboutDPoP(refusal) ? adviceOnDPoP() : adviceFor(refusal.error, names, grantType);
  return advice && ` ${advice}`;
}

function adviceFor(error: string, names: SettingNames, grantType: GrantType | undefined): string {
  if (isTemporary(error)) return l10n.t('Try again later.');
  return Object.hasOwn(adviceByError, error)
    ? adviceByError[error as keyof typeof adviceByError](names, grantType)
    : '';
}

const adviceByError = {
  invalid_client: (names: SettingNames) =>
    l10n.t('Check {clientId}, {clientSecret}, and {clientAuthentication}.', names),
  invalid_grant: (names: SettingNames, grantType: GrantType | undefined) =>
    isByPassword(grantType) ? adviceOnPassword(names) : '',
  unauthorized_client: (names: SettingNames) =>
    l10n.t(
      'Check {clientId}, {clientSecret}, and whether the provider allows this client to use {grantType}.',
      names,
    ),
  unsupported_response_type: (names: SettingNames) =>
    l10n.t('Check {clientId}, and whether the provider allows this client to use {grantType}.', names),
  unsupported_grant_type: (names: SettingNames) =>
    l10n.t('Check {grantType} and the address of the token endpoint.', names),
  invalid_scope: (names: SettingNames, grantType: GrantType | undefined) => {
    if (isByPassword(grantType))
      return l10n.t(
        'Dataset Studio requests no scopes with a user name and password. Ask the administrator of the gateway which scopes this client has.',
      );
    return grantType && !grantSettings[grantType].hasUser
      ? l10n.t('Check {scopes}, and which scopes the provider allows this client to request.', names)
      : l10n.t('Check {scopes}: not every provider supports "openid" and "offline_access".', names);
  },
  invalid_target: (names: SettingNames) =>
    l10n.t("Check {parameters}: the provider doesn't know this resource.", names),
};

/** A token endpoint's answer that isn't a token. */
export type TokenAnswer = Extract<TokenFailure, { kind: 'refused' | 'invalid-response' }>;

/** After a refusal without a reason. Client and grant are what all token requests contain. */
export function adviceWithoutReason(failure: TokenAnswer, description: string, names: SettingNames): string {
  if (isServerTrouble(failure.status)) return l10n.t('Try again later.');
  if (isAboutDPoP({ error: '', description })) return adviceOnDPoP();
  if (isAboutClient(failure)) return adviceOnClient(failure, names);
  if (failure.wrongAddress !== undefined) return adviceOnAddress(failure, names);
  if (isByPassword(failure.grantType))
    return isAboutUnnamedClient(failure)
      ? l10n.t('Check {clientId} first, then {username} and {password}.', names)
      : adviceOnPassword(names);
  return (failure.clientAuthentication ?? failure.clientAssertion)
    ? adviceOnClient(failure, names)
    : adviceByError.unsupported_response_type(names);
}

/** Whether the client's ID is the likeliest reason: a wrong password is a 400 (RFC 6749, section 5.2). */
export function isAboutUnnamedClient({ status, grantType }: TokenAnswer): boolean {
  return status === 401 && isByPassword(grantType);
}

/** Where the address of the token endpoint comes from. */
export function adviceOnAddress({ grantType }: TokenAnswer, names: SettingNames): string {
  return isByPassword(grantType)
    ? l10n.t('Check {baseUrl}.', names)
    : l10n.t('Check {tokenEndpoint} or {issuer}.', names);
}

function adviceOnPassword(names: SettingNames): string {
  return l10n.t('Check {username} and {password}.', names);
}

/** The only grant that asks a token endpoint without an identity provider. */
function isByPassword(grantType: GrantType | undefined): boolean {
  return grantType === 'password';
}

export function adviceOnDPoP(): string {
  return l10n.t(
    'The provider requires DPoP (RFC 9449) of this client, which Dataset Studio does not support. Ask its administrator to turn that off for this client.',
  );
}

import type { ServerMetadata } from 'openid-client';
import type { ProviderAuthentication } from '../../environments/authentication.ts';

/** Providers that let the user choose an account although their metadata doesn't mention it. */
const offersAccounts =
  /^https:\/\/(?:accounts\.google\.com|login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn))\//;

/** Issues a refresh token without `prompt=consent`, which would ask users for consent that only administrators can give. */
const isMicrosoft = /^https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)\//;

/**
 * The value of `prompt` (OpenID Connect Core, section 3.1.2.1): `consent`, without which the provider issues no refresh token
 * (section 11), and a choice of the account if the user wants to switch. The settings have precedence.
 */
export function promptOf(
  { scopes, parameters = {} }: Pick<ProviderAuthentication, 'scopes' | 'parameters'>,
  { authorization_endpoint: endpoint = '', prompt_values_supported: supported }: ServerMetadata,
  switchAccount: boolean,
): string {
  const needsConsent =
    scopes.includes('openid') && scopes.includes('offline_access') && !isMicrosoft.test(endpoint);
  const usual = parameters.prompt ?? (needsConsent ? 'consent' : '');
  if (!switchAccount) return usual;
  const selectsAccount =
    offersAccounts.test(endpoint) || (Array.isArray(supported) && supported.includes('select_account'));
  const others = usual.split(' ').filter((value) => !['', 'none', 'login', 'select_account'].includes(value));
  return [selectsAccount ? 'select_account' : 'login', ...others].join(' ');
}

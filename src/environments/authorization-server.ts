import * as l10n from '@vscode/l10n';
import { failure, type Result, success } from '../result.ts';
import type { Place } from './address.ts';
import { readProviderAddress } from './address.ts';
import { type Endpoint, grantSettings, type ProviderGrantType } from './grant-types.ts';

/** An identity provider: found by discovery (RFC 8414; OpenID Connect Discovery 1.0), or by its endpoints. */
export type AuthorizationServer =
  | { readonly by: 'discovery'; readonly issuer: URL }
  | {
      readonly by: 'endpoints';
      /** For the authorization code grant. */
      readonly authorizationEndpoint?: URL;
      /** For the device authorization grant (RFC 8628, section 3.1). */
      readonly deviceAuthorizationEndpoint?: URL;
      readonly tokenEndpoint: URL;
      /** As written: `iss` and the issuer of ID tokens must be the same text. Absent if it isn't known. */
      readonly issuer?: string;
    };

type Fields = Readonly<Record<string, unknown>>;

/** Reads the provider's addresses in an `auth`; the failure is a sentence for the user. */
export function readAuthorizationServer(
  grantType: ProviderGrantType,
  auth: Fields,
  place: Place,
): Result<AuthorizationServer, string> {
  const issuer = readAddress('issuer', auth, place);
  if (!issuer.ok) return issuer;
  const endpoints: Partial<Record<Endpoint, URL>> = {};
  const needed = grantSettings[grantType].endpoints;
  for (const endpoint of needed) {
    const address = readAddress(endpoint, auth, place);
    if (!address.ok) return address;
    if (address.value) endpoints[endpoint] = address.value;
  }
  const { tokenEndpoint } = endpoints;
  const count = Object.keys(endpoints).length;
  if (tokenEndpoint && count === needed.length)
    return success({
      by: 'endpoints',
      ...endpoints,
      tokenEndpoint,
      ...(issuer.value && { issuer: String(auth.issuer).trim() }),
    });
  if (issuer.value && count === 0) return success({ by: 'discovery', issuer: issuer.value });
  return failure(describeMissingAddress(needed, place));
}

/** Undefined if the setting is absent or empty. */
function readAddress(key: 'issuer' | Endpoint, auth: Fields, place: Place): Result<URL | undefined, string> {
  const value = auth[key];
  if (value === undefined || value === '') return success(undefined);
  const text = typeof value === 'string' ? value : '';
  const address = readProviderAddress(text, key === 'issuer' ? 'issuer' : 'endpoint');
  return address.ok
    ? address
    : failure(
        l10n.t('"auth.{key}" of the environment "{name}" ({place}) can\'t be used. {reason}', {
          ...place,
          key,
          reason: address.failure,
        }),
      );
}

function describeMissingAddress([first, second]: readonly Endpoint[], place: Place): string {
  return first === undefined || second === undefined
    ? l10n.t('The environment "{name}" ({place}) needs "auth.issuer" or "auth.tokenEndpoint".', place)
    : l10n.t(
        'The environment "{name}" ({place}) needs "auth.issuer", or both "auth.{first}" and "auth.{second}".',
        { ...place, first, second },
      );
}

import * as l10n from '@vscode/l10n';
import { describeBaseUrlFailure, findSchemeFailure } from '../gateway/service.ts';
import { failure, type Result, success } from '../result.ts';
import { type Endpoint, grantSettings, type ProviderGrantType } from './grant-types.ts';

/** VS Code hands URLs with its scheme and this host to the extension. */
const extensionId = 'dataset-studio.dataset-studio';

/** The path of a discovery document, which people copy instead of the issuer: an issuer's path comes before or after it. */
const wellKnownPath = /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(?=\/|$)/;

/**
 * Reads the URL of an identity provider; the failure is a sentence for the user. An endpoint can have a query (RFC 6749,
 * sections 3.1 and 3.2), an issuer can't (RFC 8414, section 2); neither has a fragment or a user name. A redirect URI can be the
 * editor's own address, with the editor's scheme (RFC 8252, section 7.1).
 */
export function readProviderAddress(
  text: string,
  kind: 'issuer' | 'endpoint' | 'redirect',
): Result<URL, string> {
  const trimmed = kind === 'issuer' ? text.trim().replace(wellKnownPath, '') : text.trim();
  const scheme = findSchemeFailure(trimmed);
  if (scheme === 'not-a-url')
    return failure(l10n.t('This is not a URL. Enter one such as https://login.example.'));
  const url = new URL(trimmed);
  if (kind === 'redirect' && url.host === extensionId && !url.hash) return success(url);
  if (scheme) return failure(describeBaseUrlFailure({ kind: scheme }));
  if (url.username || url.password) return failure(l10n.t("The URL can't contain a user name or password."));
  if (url.hash) return failure(l10n.t('The URL can\'t contain a fragment: remove "#" and what follows.'));
  if (kind === 'issuer' && url.search)
    return failure(l10n.t('The URL of an issuer can\'t contain a query: remove "?" and what follows.'));
  return success(url);
}

/** Identifies an environment in a message. */
export interface SettingPlace extends Record<string, string> {
  /** Such as `dataset.environments[0]`. */
  readonly place: string;
  readonly name: string;
}

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
  place: SettingPlace,
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
export function readAddress(
  key: 'issuer' | 'redirectUri' | Endpoint,
  auth: Fields,
  place: SettingPlace,
): Result<URL | undefined, string> {
  const value = auth[key];
  if (value === undefined || value === '') return success(undefined);
  const kind = key === 'issuer' ? 'issuer' : key === 'redirectUri' ? 'redirect' : 'endpoint';
  const address = readProviderAddress(typeof value === 'string' ? value : '', kind);
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

function describeMissingAddress([first, second]: readonly Endpoint[], place: SettingPlace): string {
  return first === undefined || second === undefined
    ? l10n.t('The environment "{name}" ({place}) needs "auth.issuer" or "auth.tokenEndpoint".', place)
    : l10n.t(
        'The environment "{name}" ({place}) needs "auth.issuer", or both "auth.{first}" and "auth.{second}".',
        { ...place, first, second },
      );
}

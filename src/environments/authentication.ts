import * as l10n from '@vscode/l10n';
import { failure, type Result, success } from '../result.ts';
import { readParameters } from './additional-parameters.ts';
import {
  type AuthorizationServer,
  readAddress,
  readAuthorizationServer,
  type SettingPlace,
} from './authorization-server.ts';
import {
  type DirectGrantType,
  grantSettings,
  grantTypeOf,
  grantTypes,
  isProviderGrant,
  type ProviderGrantType,
} from './grant-types.ts';

export const clientAuthenticationMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** How the client authenticates at a token endpoint (RFC 6749, section 2.3.1). */
export type ClientAuthenticationMethod = (typeof clientAuthenticationMethods)[number];

export interface Client {
  /** RFC 6749, section 2.2; empty if the grant needs none. */
  readonly clientId: string;
  readonly clientAuthentication: ClientAuthenticationMethod;
}

export interface DirectAuthentication extends Client {
  readonly grantType: DirectGrantType;
}

/**
 * A grant at an identity provider: the authorization code grant with PKCE (RFC 6749, section 4.1; RFC 7636), the device
 * authorization grant (RFC 8628), or the client credentials grant (RFC 6749, section 4.4).
 */
export interface ProviderAuthentication extends Client {
  readonly grantType: ProviderGrantType;
  readonly server: AuthorizationServer;
  readonly scopes: readonly string[];
  /** Additional parameters that this provider needs; an empty value omits a parameter. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** For a provider that accepts only this one, compared exactly; only for the authorization code grant. */
  readonly redirectUri?: URL;
}

/** A token of another VS Code extension, such as `microsoft`. */
export interface SessionAuthentication extends Client {
  readonly grantType: 'session';
  readonly providerId: string;
  readonly scopes: readonly string[];
}

export type Authentication = DirectAuthentication | ProviderAuthentication | SessionAuthentication;

/** The ID of our own authentication provider, as in package.json. Its tokens are bound to the gateway of an environment. */
export const accountsProviderId = 'dataset-studio';

type Fields = Readonly<Record<string, unknown>>;

/** Reads the `auth` of an environment; the failure is a sentence for the user. */
export function readAuthentication(auth: Fields, place: SettingPlace): Result<Authentication, string> {
  const grantType = grantTypeOf(auth.grantType ?? undefined);
  if (!grantType)
    return failure(
      l10n.t('"auth.grantType" of the environment "{name}" ({place}) must be one of {known}.', {
        ...place,
        known: grantTypes.join(', '),
      }),
    );
  const { requiresSecret, fields } = grantSettings[grantType];
  const fallback = requiresSecret ? 'client_secret_basic' : 'none';
  const clientAuthentication = clientAuthenticationMethods.find(
    (known) => known === (auth.clientAuthentication ?? fallback),
  );
  if (!clientAuthentication)
    return failure(
      l10n.t('"auth.clientAuthentication" of the environment "{name}" ({place}) must be one of {known}.', {
        ...place,
        known: clientAuthenticationMethods.join(', '),
      }),
    );
  const client: Client = { clientId: textOf(auth.clientId), clientAuthentication };
  if (requiresSecret && clientAuthentication === 'none')
    return failure(
      l10n.t(
        'The environment "{name}" ({place}) uses the grant type {grantType}, which requires a client secret. Set "auth.clientAuthentication" to client_secret_basic or client_secret_post.',
        { ...place, grantType },
      ),
    );
  if (fields.includes('clientId') && !client.clientId)
    return failure(
      l10n.t(
        'The environment "{name}" ({place}) needs "auth.clientId": its grant type identifies the client by it.',
        place,
      ),
    );
  if (isProviderGrant(grantType)) return readProvider(grantType, auth, client, place);
  return grantType === 'session' ? readSession(auth, client, place) : success({ grantType, ...client });
}

function readProvider(
  grantType: ProviderGrantType,
  auth: Fields,
  client: Client,
  place: SettingPlace,
): Result<ProviderAuthentication, string> {
  const { defaultScopes, endpoints } = grantSettings[grantType];
  const scopes = readScopes(auth.scopes, defaultScopes);
  if (!scopes) return failure(scopesProblem(place));
  const server = readAuthorizationServer(grantType, auth, place);
  if (!server.ok) return server;
  const parameters = readParameters(auth.parameters, place);
  if (!parameters.ok) return parameters;
  const redirectUri = endpoints.includes('authorizationEndpoint')
    ? readAddress('redirectUri', auth, place)
    : success(undefined);
  if (!redirectUri.ok) return redirectUri;
  return success({
    grantType,
    ...client,
    server: server.value,
    scopes,
    ...(parameters.value && { parameters: parameters.value }),
    ...(redirectUri.value && { redirectUri: redirectUri.value }),
  });
}

function readSession(
  auth: Fields,
  client: Client,
  place: SettingPlace,
): Result<SessionAuthentication, string> {
  const providerId = textOf(auth.providerId).trim();
  if (!providerId)
    return failure(
      l10n.t(
        'The environment "{name}" ({place}) needs "auth.providerId": the ID of a VS Code authentication provider, such as "microsoft".',
        place,
      ),
    );
  if (providerId === accountsProviderId)
    return failure(
      l10n.t(
        '"auth.providerId" of the environment "{name}" ({place}) can\'t be "{providerId}": the accounts of Dataset Studio are sign-ins to other environments, whose tokens are for their gateways only.',
        { ...place, providerId },
      ),
    );
  const scopes = readScopes(auth.scopes, []);
  return scopes
    ? success({ grantType: 'session', ...client, providerId, scopes })
    : failure(scopesProblem(place));
}

/** Undefined for what can't be sent as scopes, which are separated by spaces (RFC 6749, section 3.3). */
export function readScopes(value: unknown, fallback: readonly string[] = []): readonly string[] | undefined {
  if (value === undefined) return fallback;
  if (!Array.isArray(value)) return undefined;
  const scopes: readonly unknown[] = value;
  return scopes.every((scope) => typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
    ? scopes.map(String)
    : undefined;
}

function scopesProblem(place: SettingPlace): string {
  return l10n.t(
    '"auth.scopes" of the environment "{name}" ({place}) must be an array of scopes, each without spaces.',
    place,
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

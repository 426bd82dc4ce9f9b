import * as l10n from '@vscode/l10n';
import { readParameters } from './additional-parameters.ts';
import { readProviderAddress } from './address.ts';

export const grantTypes = ['authorization_code', 'password', 'session', 'token'] as const;

/** Where an environment's access tokens come from (contract, "Which token"). */
export type GrantType = (typeof grantTypes)[number];

export const clientAuthenticationMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** How the client proves itself at a token endpoint (RFC 6749, section 2.3.1). */
export type ClientAuthenticationMethod = (typeof clientAuthenticationMethods)[number];

/** Who we are to a token endpoint. */
export interface Client {
  /** RFC 6749, section 2.2; empty where the grant needs none. */
  readonly clientId: string;
  readonly clientAuthentication: ClientAuthenticationMethod;
}

/** The identity provider: found by discovery (RFC 8414; OpenID Connect Discovery 1.0), or spelt out. */
export type AuthorizationServer =
  | { readonly by: 'discovery'; readonly issuer: URL }
  | {
      readonly by: 'endpoints';
      readonly authorizationEndpoint: URL;
      readonly tokenEndpoint: URL;
      /** As written: where it is known, `iss` and the ID token are held against it, letter by letter. */
      readonly issuer?: string;
    };

export interface DirectAuthentication extends Client {
  readonly grantType: 'password' | 'token';
}

/** The authorization code grant with PKCE at an identity provider (RFC 6749, section 4.1; RFC 7636). */
export interface ProviderAuthentication extends Client {
  readonly grantType: 'authorization_code';
  readonly server: AuthorizationServer;
  readonly scopes: readonly string[];
  /** What this provider wants beside what OAuth itself needs; an empty value leaves a parameter out. Absent: nothing. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A token of another VS Code extension, such as `microsoft`. */
export interface SessionAuthentication extends Client {
  readonly grantType: 'session';
  readonly providerId: string;
  readonly scopes: readonly string[];
}

export type Authentication = DirectAuthentication | ProviderAuthentication | SessionAuthentication;

/** What the identity provider must know to give an ID token and a refresh token. */
export const defaultScopes: readonly string[] = ['openid', 'offline_access'];

/** Which environment a sentence is about. */
export interface Place extends Record<string, string> {
  readonly place: string;
  readonly name: string;
}

/** Reads the `auth` of one environment; a sentence for the user where it can't be used. */
export function readAuthentication(
  auth: Readonly<Record<string, unknown>>,
  place: Place,
): Authentication | string {
  const grantType = grantTypes.find((known) => known === (auth.grantType ?? 'password'));
  if (!grantType)
    return l10n.t('"auth.grantType" of environment "{name}" ({place}) must be one of {known}.', {
      ...place,
      known: grantTypes.join(', '),
    });
  const clientAuthentication = clientAuthenticationMethods.find(
    (known) => known === (auth.clientAuthentication ?? 'none'),
  );
  if (!clientAuthentication)
    return l10n.t('"auth.clientAuthentication" of environment "{name}" ({place}) must be one of {known}.', {
      ...place,
      known: clientAuthenticationMethods.join(', '),
    });
  const client: Client = { clientId: text(auth.clientId), clientAuthentication };
  switch (grantType) {
    case 'token':
      return { grantType, ...client };
    case 'password':
      return client.clientId
        ? { grantType, ...client }
        : l10n.t('Environment "{name}" ({place}) needs "auth.clientId": the password grant sends it.', place);
    case 'authorization_code':
      return readAuthorizationCode(auth, client, place);
    case 'session':
      return readSession(auth, client, place);
  }
}

function readAuthorizationCode(
  auth: Readonly<Record<string, unknown>>,
  client: Client,
  place: Place,
): ProviderAuthentication | string {
  if (!client.clientId)
    return l10n.t(
      'Environment "{name}" ({place}) needs "auth.clientId": the identity provider knows this client by it.',
      place,
    );
  const scopes = readScopes(auth.scopes, defaultScopes);
  if (!scopes) return scopesProblem(place);
  const server = readServer(auth, place);
  if (typeof server === 'string') return server;
  const parameters = readParameters(auth.parameters, place);
  if (typeof parameters === 'string') return parameters;
  return { grantType: 'authorization_code', ...client, server, scopes, ...(parameters && { parameters }) };
}

function readSession(
  auth: Readonly<Record<string, unknown>>,
  client: Client,
  place: Place,
): SessionAuthentication | string {
  const providerId = text(auth.providerId).trim();
  if (!providerId)
    return l10n.t(
      'Environment "{name}" ({place}) needs "auth.providerId", such as "microsoft": the session is that provider\'s.',
      place,
    );
  const scopes = readScopes(auth.scopes, []);
  if (!scopes) return scopesProblem(place);
  return { grantType: 'session', ...client, providerId, scopes };
}

function readServer(auth: Readonly<Record<string, unknown>>, place: Place): AuthorizationServer | string {
  const read = (key: 'issuer' | 'authorizationEndpoint' | 'tokenEndpoint'): URL | string | undefined => {
    const value = auth[key];
    if (value === undefined || value === '') return undefined;
    const address = readProviderAddress(text(value), key === 'issuer' ? 'issuer' : 'endpoint');
    return address.ok
      ? address.url
      : l10n.t('"auth.{key}" of environment "{name}" ({place}) can\'t be used. {reason}', {
          ...place,
          key,
          reason: address.message,
        });
  };
  const issuer = read('issuer');
  const authorizationEndpoint = read('authorizationEndpoint');
  const tokenEndpoint = read('tokenEndpoint');
  if (typeof issuer === 'string') return issuer;
  if (typeof authorizationEndpoint === 'string') return authorizationEndpoint;
  if (typeof tokenEndpoint === 'string') return tokenEndpoint;
  if (authorizationEndpoint && tokenEndpoint)
    return {
      by: 'endpoints',
      authorizationEndpoint,
      tokenEndpoint,
      ...(issuer && { issuer: text(auth.issuer).trim() }),
    };
  if (issuer && !authorizationEndpoint && !tokenEndpoint) return { by: 'discovery', issuer };
  return l10n.t(
    'Environment "{name}" ({place}) needs "auth.issuer", or both "auth.authorizationEndpoint" and "auth.tokenEndpoint".',
    place,
  );
}

/** Undefined for what can't be sent as scopes: they are set apart by spaces (RFC 6749, section 3.3). */
function readScopes(value: unknown, fallback: readonly string[]): readonly string[] | undefined {
  if (value === undefined) return fallback;
  if (!Array.isArray(value)) return undefined;
  const scopes: readonly unknown[] = value;
  return scopes.every((scope) => typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
    ? scopes.map(String)
    : undefined;
}

function scopesProblem(place: Place): string {
  return l10n.t(
    '"auth.scopes" of environment "{name}" ({place}) must be an array of scopes, each without spaces.',
    place,
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

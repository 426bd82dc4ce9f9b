/** Named as in the settings. */
export type Endpoint = 'authorizationEndpoint' | 'deviceAuthorizationEndpoint' | 'tokenEndpoint';

/** How a grant is configured. */
export interface GrantSettings {
  /** The endpoints that it needs of an identity provider without a discovery document; empty for grants without a provider. */
  readonly endpoints: readonly Endpoint[];
  /** What it needs in `auth`, beside the addresses of a provider, in the order of the questions. */
  readonly fields: readonly ('clientId' | 'clientAuthentication' | 'providerId' | 'scopes')[];
  readonly defaultScopes: readonly string[];
  /** Whether the client must have a secret. */
  readonly requiresSecret: boolean;
  /** Whether tokens are for a user, and not for the client itself. */
  readonly hasUser: boolean;
}

/** The scopes that make an identity provider issue an ID token and a refresh token. */
const userScopes = ['openid', 'offline_access'];

const ofUser = { requiresSecret: false, hasUser: true } as const;

const atProvider = {
  ...ofUser,
  fields: ['clientId', 'clientAuthentication', 'scopes'],
  defaultScopes: userScopes,
} as const;

const withoutProvider = { ...ofUser, endpoints: [], defaultScopes: [] } as const;

/** Grants at an identity provider, found by its issuer or by its endpoints. */
export type ProviderGrantType = 'authorization_code' | 'device_code' | 'client_credentials';
export type DirectGrantType = 'password' | 'token';

/** Where an environment's access tokens come from. */
export type GrantType = ProviderGrantType | DirectGrantType | 'session';

/** The settings of all grants, in the order of the wizard. */
export const grantSettings: Readonly<Record<GrantType, GrantSettings>> = {
  authorization_code: { ...atProvider, endpoints: ['authorizationEndpoint', 'tokenEndpoint'] },
  device_code: { ...atProvider, endpoints: ['deviceAuthorizationEndpoint', 'tokenEndpoint'] },
  client_credentials: {
    ...atProvider,
    endpoints: ['tokenEndpoint'],
    defaultScopes: [],
    requiresSecret: true,
    hasUser: false,
  },
  password: { ...withoutProvider, fields: ['clientId', 'clientAuthentication'] },
  session: { ...withoutProvider, fields: ['providerId', 'scopes'] },
  token: { ...withoutProvider, fields: [] },
};

export const grantTypes = Object.keys(grantSettings) as readonly GrantType[];

/** The grant type of an `auth`, whose default is `password`; undefined if there is none of this name. */
export function grantTypeOf(name: unknown = 'password'): GrantType | undefined {
  return grantTypes.find((known) => known === name);
}

export function isProviderGrant(grantType: GrantType | undefined): grantType is ProviderGrantType {
  return grantType !== undefined && grantSettings[grantType].endpoints.length > 0;
}

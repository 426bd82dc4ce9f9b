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

const ofProvider = {
  fields: ['clientId', 'clientAuthentication', 'scopes'],
  defaultScopes: userScopes,
  requiresSecret: false,
  hasUser: true,
} as const;

const withoutProvider = { endpoints: [], defaultScopes: [], requiresSecret: false, hasUser: true } as const;

/** Grants at an identity provider, found by its issuer or by its endpoints. */
const providerGrants = {
  authorization_code: { ...ofProvider, endpoints: ['authorizationEndpoint', 'tokenEndpoint'] },
  device_code: { ...ofProvider, endpoints: ['deviceAuthorizationEndpoint', 'tokenEndpoint'] },
  client_credentials: {
    ...ofProvider,
    endpoints: ['tokenEndpoint'],
    defaultScopes: [],
    requiresSecret: true,
    hasUser: false,
  },
} as const satisfies Record<string, GrantSettings>;

const directGrants = {
  password: { ...withoutProvider, fields: ['clientId', 'clientAuthentication'] },
  token: { ...withoutProvider, fields: [] },
} as const satisfies Record<string, GrantSettings>;

const sessionGrants = {
  session: { ...withoutProvider, fields: ['providerId', 'scopes'] },
} as const satisfies Record<string, GrantSettings>;

export type ProviderGrantType = keyof typeof providerGrants;
export type DirectGrantType = keyof typeof directGrants;

/** Where an environment's access tokens come from (contract, "Source of the access token"). */
export type GrantType = ProviderGrantType | DirectGrantType | keyof typeof sessionGrants;

/** The settings of all grants, in the order of the wizard. */
export const grantSettings: Readonly<Record<GrantType, GrantSettings>> = {
  ...providerGrants,
  password: directGrants.password,
  ...sessionGrants,
  token: directGrants.token,
};

export const grantTypes = Object.keys(grantSettings) as readonly GrantType[];

/** The grant type of an `auth`, whose default is `password`; undefined if there is none of this name. */
export function grantTypeOf(name: unknown = 'password'): GrantType | undefined {
  return grantTypes.find((known) => known === name);
}

export function isProviderGrant(grantType: GrantType | undefined): grantType is ProviderGrantType {
  return grantType !== undefined && grantType in providerGrants;
}

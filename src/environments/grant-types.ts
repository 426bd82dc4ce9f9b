/** Grants at an identity provider, found by its issuer or by its endpoints. */
const providerGrantTypes = ['authorization_code', 'device_code', 'client_credentials'] as const;

export type ProviderGrantType = (typeof providerGrantTypes)[number];

export const grantTypes = [...providerGrantTypes, 'password', 'session', 'token'] as const;

/** Where an environment's access tokens come from (contract, "Source of the access token"). */
export type GrantType = (typeof grantTypes)[number];

export function isProviderGrant(grantType: GrantType | undefined): grantType is ProviderGrantType {
  return providerGrantTypes.some((known) => known === grantType);
}

/** The endpoints that a grant needs if the provider has no discovery document. */
export function endpointsOf(grantType: ProviderGrantType): readonly Endpoint[] {
  switch (grantType) {
    case 'authorization_code':
      return ['authorizationEndpoint', 'tokenEndpoint'];
    case 'device_code':
      return ['deviceAuthorizationEndpoint', 'tokenEndpoint'];
    case 'client_credentials':
      return ['tokenEndpoint'];
  }
}

/** Named as in the settings. */
export type Endpoint = 'authorizationEndpoint' | 'deviceAuthorizationEndpoint' | 'tokenEndpoint';

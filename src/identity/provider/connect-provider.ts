import * as openid from 'openid-client';
import type {
  ClientAuthenticationMethod,
  ProviderAuthentication,
} from '../../environments/authentication.ts';
import type { AuthorizationServer } from '../../environments/authorization-server.ts';
import { type Endpoint, grantSettings, type ProviderGrantType } from '../../environments/grant-types.ts';
import type { ExchangeOptions, HttpClient } from '../../gateway/http.ts';
import { isSecureAddress } from '../../gateway/service.ts';
import { failure, type Result, success } from '../../result.ts';
import { safeText } from '../../text/redact.ts';
import type { TokenFailure } from '../grant.ts';
import { IdentityProvider } from './identity-provider.ts';
import { discoveryFailure } from './provider-errors.ts';
import { providerFetch } from './provider-fetch.ts';
import { anyAlgorithm } from './provider-metadata.ts';

/** In seconds. The clocks of machines differ by minutes, and ID tokens are valid for longer. */
const clockTolerance = 300;

/**
 * Finds the provider's endpoints, by discovery or in the settings. `clientSecret` is empty if the client doesn't
 * authenticate, and a JWT if `isAssertion`. Import this module when an environment needs it: it loads openid-client.
 */
export async function connectProvider(
  authentication: ProviderAuthentication,
  clientSecret: string,
  {
    http,
    now,
    isAssertion = false,
  }: { readonly http: HttpClient; readonly now: () => number; readonly isAssertion?: boolean },
  options: ExchangeOptions,
): Promise<Result<IdentityProvider, TokenFailure>> {
  const { server, clientId, clientAuthentication: method, grantType } = authentication;
  const metadata = {
    [openid.clockSkew]: Math.round((now() - Date.now()) / 1000),
    [openid.clockTolerance]: clockTolerance,
  };
  const clientAuth = isAssertion ? clientAssertion(clientSecret) : clientAuthentication(method, clientSecret);
  const configuration =
    server.by === 'discovery'
      ? await discover(server.issuer, grantType, [clientSecret], (algorithm) =>
          openid.discovery(server.issuer, clientId, metadata, clientAuth, {
            algorithm,
            // Each request has its own timeout.
            timeout: 3600,
            [openid.customFetch]: providerFetch(http, 'metadata', { ...options, secrets: [clientSecret] }),
            ...(server.issuer.protocol === 'http:' && { execute: [openid.allowInsecureRequests] }),
          }),
        )
      : success(configurationOf(server, clientId, metadata, clientAuth));
  return configuration.ok
    ? success(
        new IdentityProvider({
          configuration: configuration.value,
          authentication,
          http,
          clientSecret,
          now,
          clockTolerance,
        }),
      )
    : configuration;
}

function configurationOf(
  {
    issuer,
    authorizationEndpoint,
    deviceAuthorizationEndpoint,
    tokenEndpoint,
  }: Extract<AuthorizationServer, { by: 'endpoints' }>,
  clientId: string,
  metadata: openid.ClientMetadata | Record<symbol, number>,
  clientAuth: openid.ClientAuth,
): openid.Configuration {
  const server = {
    issuer: issuer ?? tokenEndpoint.href,
    ...(authorizationEndpoint && { authorization_endpoint: authorizationEndpoint.href }),
    ...(deviceAuthorizationEndpoint && { device_authorization_endpoint: deviceAuthorizationEndpoint.href }),
    token_endpoint: tokenEndpoint.href,
    id_token_signing_alg_values_supported: [...anyAlgorithm],
  };
  const configuration = new openid.Configuration(server, clientId, metadata, clientAuth);
  // The settings allow plain HTTP on loopback hosts only.
  openid.allowInsecureRequests(configuration);
  return configuration;
}

/** OpenID Connect Discovery 1.0, section 4; if there is no such document, RFC 8414, section 3. */
async function discover(
  issuer: URL,
  grantType: ProviderGrantType,
  secrets: readonly string[],
  by: (algorithm: 'oidc' | 'oauth2') => Promise<openid.Configuration>,
): Promise<Result<openid.Configuration, TokenFailure>> {
  let first: TokenFailure | undefined;
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    try {
      const configuration = await by(algorithm);
      const unusable = unusableEndpoint(configuration.serverMetadata(), issuer, grantType, secrets);
      return unusable ? failure(unusable) : success(configuration);
    } catch (error) {
      const found = discoveryFailure(error, issuer, secrets);
      if (!mayBeElsewhere(found)) return failure(found);
      // "Not found" says less than any other failure.
      if (!first || isNotFound(first)) first = found;
    }
  }
  return failure(first ?? { kind: 'cancelled' });
}

/** Whether the other location may have the document. */
function mayBeElsewhere(failure: TokenFailure): boolean {
  return (
    isNotFound(failure) ||
    (failure.kind === 'undiscovered' && (failure.detail === 'trouble' || failure.detail === 'redirect'))
  );
}

function isNotFound(failure: TokenFailure): boolean {
  return failure.kind === 'undiscovered' && failure.detail === 'not-found';
}

/** A discovery document must not lead from TLS to plain HTTP, nor the browser to anything but the web. */
function unusableEndpoint(
  metadata: openid.ServerMetadata,
  issuer: URL,
  grantType: ProviderGrantType,
  secrets: readonly string[],
): TokenFailure | undefined {
  const found = { kind: 'undiscovered', issuer: issuer.href } as const;
  const needed = grantSettings[grantType].endpoints.map((endpoint) => metadataNames[endpoint]);
  const others = ['revocation_endpoint', 'pushed_authorization_request_endpoint'] as const;
  const needsPushed =
    needed.includes('authorization_endpoint') && metadata.require_pushed_authorization_requests === true;
  const isNeeded = (endpoint: string) =>
    needed.some((name) => name === endpoint) ||
    (needsPushed && endpoint === 'pushed_authorization_request_endpoint');
  for (const endpoint of [...Object.values(metadataNames), ...others]) {
    const address = metadata[endpoint];
    if (address === undefined && !isNeeded(endpoint)) continue;
    if (address === undefined || !URL.canParse(address))
      return { ...found, detail: 'invalid', text: endpoint };
    const url = new URL(address);
    if (!isSecureAddress(url) || (url.protocol === 'http:' && issuer.protocol !== 'http:'))
      return { ...found, detail: 'insecure', text: safeText(address, secrets) };
  }
  return undefined;
}

/** What RFC 8414, section 2, and RFC 8628, section 4, call the endpoints. */
const metadataNames = {
  authorizationEndpoint: 'authorization_endpoint',
  deviceAuthorizationEndpoint: 'device_authorization_endpoint',
  tokenEndpoint: 'token_endpoint',
} as const satisfies Record<Endpoint, string>;

/** How requests to the token endpoint authenticate the client (RFC 6749, section 2.3.1). */
export function clientAuthentication(
  method: ClientAuthenticationMethod,
  clientSecret: string,
): openid.ClientAuth {
  switch (method) {
    case 'none':
      return openid.None();
    case 'client_secret_basic':
      return (_server, { client_id }, _body, headers) =>
        headers.set('authorization', basicCredentials(client_id, clientSecret));
    case 'client_secret_post':
      return openid.ClientSecretPost(clientSecret);
  }
}

/** A JWT that somebody else has signed (RFC 7523, section 2.2); openid-client's `PrivateKeyJwt` signs with a key of its own. */
function clientAssertion(assertion: string): openid.ClientAuth {
  return (_server, { client_id }, body) => {
    body.set('client_id', client_id);
    body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    body.set('client_assertion', assertion);
  };
}

/**
 * RFC 6749 asks for form encoding, and many servers don't decode. So nothing is encoded that servers of both kinds read as
 * it is: `-`, `_`, `.` and `~`, of which many secrets are made. A space becomes `%20`, which every decoder knows.
 */
function basicCredentials(clientId: string, clientSecret: string): string {
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

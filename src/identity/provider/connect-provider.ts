import type { CustomFetch } from 'openid-client';
import * as openid from 'openid-client';
import { isSecureAddress } from '../../environments/address.ts';
import type {
  AuthorizationServer,
  ClientAuthenticationMethod,
  ProviderAuthentication,
} from '../../environments/authentication.ts';
import type { ExchangeOptions, HttpClient } from '../../gateway/http.ts';
import { plainText } from '../../text/plain-text.ts';
import type { TokenFailure } from '../grants/grant.ts';
import type { Description, DiscoveryCache } from './discovery-cache.ts';
import { IdentityProvider } from './identity-provider.ts';
import { discoveryFailure } from './provider-errors.ts';
import { providerFetch } from './provider-fetch.ts';
import { anyAlgorithm } from './provider-metadata.ts';

export interface ProviderDependencies {
  readonly http: HttpClient;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Absent: the provider is asked each time. */
  readonly discoveries?: DiscoveryCache;
}

/** Clocks on desks and in cellars differ by minutes, and ID tokens live longer than that. Seconds. */
const clockTolerance = 300;

/**
 * Finds the provider's endpoints, or takes them as they are spelt out. `clientSecret` is empty where the client doesn't
 * authenticate. To be imported when an environment needs it: openid-client comes along.
 */
export async function connectProvider(
  authentication: ProviderAuthentication,
  clientSecret: string,
  { http, now, discoveries }: ProviderDependencies,
  options: ExchangeOptions,
): Promise<IdentityProvider | TokenFailure> {
  const { server, clientId, clientAuthentication } = authentication;
  const metadata = {
    [openid.clockSkew]: Math.round((now() - Date.now()) / 1000),
    [openid.clockTolerance]: clockTolerance,
  };
  const proof = proofOf(clientAuthentication, clientSecret);
  const configuration =
    server.by === 'discovery'
      ? await discover(server.issuer, discoveries, (algorithm, fetch) =>
          openid.discovery(server.issuer, clientId, metadata, proof, {
            algorithm,
            // The exchange has a timeout of its own.
            timeout: 3600,
            [openid.customFetch]: fetch ?? providerFetch(http, 'metadata', { ...options, secrets: [] }),
            ...(server.issuer.protocol === 'http:' && { execute: [openid.allowInsecureRequests] }),
          }),
        )
      : spelledOut(server, clientId, metadata, proof);
  return 'outcome' in configuration
    ? configuration
    : new IdentityProvider(configuration, authentication, http, clientSecret);
}

function spelledOut(
  { issuer, authorizationEndpoint, tokenEndpoint }: Extract<AuthorizationServer, { by: 'endpoints' }>,
  clientId: string,
  metadata: openid.ClientMetadata | Record<symbol, number>,
  proof: openid.ClientAuth,
): openid.Configuration {
  const server = {
    issuer: issuer ?? tokenEndpoint.href,
    authorization_endpoint: authorizationEndpoint.href,
    token_endpoint: tokenEndpoint.href,
    id_token_signing_alg_values_supported: [...anyAlgorithm],
  };
  const configuration = new openid.Configuration(server, clientId, metadata, proof);
  // The addresses have been checked: what is plain HTTP is this machine.
  openid.allowInsecureRequests(configuration);
  return configuration;
}

type Discover = (algorithm: Description['algorithm'], fetch?: CustomFetch) => Promise<openid.Configuration>;

/** OpenID Connect Discovery 1.0, section 4, and where there is no such document RFC 8414, section 3. */
async function discover(
  issuer: URL,
  discoveries: DiscoveryCache | undefined,
  by: Discover,
): Promise<openid.Configuration | TokenFailure> {
  const known = discoveries?.get(issuer);
  // Read anew all the same: openid-client knows of some providers' habits from how their document was found.
  if (known) return by(known.algorithm, async () => Response.json(known.metadata));
  let failure: TokenFailure | undefined;
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    try {
      const configuration = await by(algorithm);
      const unusable = unusableEndpoint(configuration, issuer);
      if (unusable) return unusable;
      discoveries?.keep(issuer, { algorithm, metadata: plainMetadata(configuration) });
      return configuration;
    } catch (error) {
      const found = discoveryFailure(error, issuer);
      if (!isElsewhere(found)) return found;
      // That a page isn't there says less than anything else.
      if (!failure || isNotFound(failure)) failure = found;
    }
  }
  return failure ?? { outcome: 'cancelled' };
}

/** As it came, without the methods that openid-client adds. */
function plainMetadata(configuration: openid.Configuration): openid.ServerMetadata {
  return JSON.parse(JSON.stringify(configuration.serverMetadata()));
}

/** Whether the other of the two places may have it. */
function isElsewhere(failure: TokenFailure): boolean {
  return (
    isNotFound(failure) ||
    (failure.outcome === 'undiscovered' && (failure.detail === 'trouble' || failure.detail === 'redirect'))
  );
}

function isNotFound(failure: TokenFailure): boolean {
  return failure.outcome === 'undiscovered' && failure.detail === 'not-found';
}

/** A discovery document must not lead from TLS to plain HTTP, nor the browser to anything but the web. */
function unusableEndpoint(configuration: openid.Configuration, issuer: URL): TokenFailure | undefined {
  const metadata = configuration.serverMetadata();
  const found = { outcome: 'undiscovered', issuer: issuer.href } as const;
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'revocation_endpoint'] as const) {
    const address = metadata[endpoint];
    if (address === undefined && endpoint === 'revocation_endpoint') continue;
    if (address === undefined || !URL.canParse(address))
      return { ...found, detail: 'invalid', text: endpoint };
    const url = new URL(address);
    if (!isSecureAddress(url) || (url.protocol === 'http:' && issuer.protocol !== 'http:'))
      return { ...found, detail: 'insecure', text: plainText(address) };
  }
  return undefined;
}

/** RFC 6749, section 2.3.1. */
function proofOf(method: ClientAuthenticationMethod, clientSecret: string): openid.ClientAuth {
  switch (method) {
    case 'none':
      return openid.None();
    case 'client_secret_basic':
      return openid.ClientSecretBasic(clientSecret);
    case 'client_secret_post':
      return openid.ClientSecretPost(clientSecret);
  }
}

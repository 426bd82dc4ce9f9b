import type { ProviderAuthentication } from '../../environments/authentication.ts';
import type { Environment } from '../../environments/environment.ts';
import type { ExchangeOptions } from '../../gateway/http.ts';
import type { Result } from '../../result.ts';
import type { TokenFailure } from '../grant.ts';
import type { IdentityEvent } from '../identity-log.ts';
import type { IdentityProvider, Revocation } from '../provider/identity-provider.ts';
import type { IdentityServices, SignOutResult } from './grant-descriptor.ts';

/** When a user signs out, nothing waits longer for a provider that doesn't answer; milliseconds. */
const maxRevocationTime = 5_000;

export type TokenToRevoke = readonly [hint: 'refresh_token' | 'access_token', token: string];

/** The refresh token first: revoking it often revokes the access token, too (RFC 7009, section 2.1). */
export function tokensToRevoke({
  refreshToken,
  accessToken,
}: {
  readonly refreshToken?: string | undefined;
  readonly accessToken?: string | undefined;
}): readonly TokenToRevoke[] {
  return [
    ...(refreshToken === undefined ? [] : [['refresh_token', refreshToken] as const]),
    ...(accessToken === undefined ? [] : [['access_token', accessToken] as const]),
  ];
}

type ConnectionServices = Pick<IdentityServices, 'http' | 'now' | 'log' | 'clientAssertion'>;

/** Connects to the identity provider of one environment, and logs what happens there. */
export class ProviderConnection {
  readonly #environment: Environment;
  readonly #authentication: ProviderAuthentication;
  readonly #services: ConnectionServices;

  constructor(
    environment: Environment,
    authentication: ProviderAuthentication,
    services: ConnectionServices,
  ) {
    this.#environment = environment;
    this.#authentication = authentication;
    this.#services = services;
  }

  async connect(
    clientSecret: string,
    options: ExchangeOptions,
  ): Promise<Result<IdentityProvider, TokenFailure>> {
    // This loads openid-client, which most environments don't need.
    const { connectProvider } = await import('../provider/connect-provider.ts');
    const { clientAssertion, ...services } = this.#services;
    const isAssertion = clientAssertion !== undefined;
    return connectProvider(this.#authentication, clientSecret, { ...services, isAssertion }, options);
  }

  /**
   * Revokes the tokens of a session that has ended (RFC 7009). `clientSecret`: undefined if it is needed and not stored.
   * `idToken`: of the browser's session that the user may want to end.
   */
  async revoke(
    tokens: readonly TokenToRevoke[],
    clientSecret: string | undefined,
    idToken?: string,
  ): Promise<SignOutResult> {
    if (tokens.length === 0) return { revocation: 'none' };
    if (clientSecret === undefined) {
      this.log('revocation', 'no client secret');
      return { revocation: 'failed' };
    }
    const options = { timeout: maxRevocationTime, signal: AbortSignal.timeout(maxRevocationTime) };
    const connected = await this.connect(clientSecret, options);
    if (!connected.ok) {
      this.log('revocation', 'failed');
      return { revocation: 'failed' };
    }
    const provider = connected.value;
    let revocation: Revocation = 'revoked';
    for (const [hint, token] of tokens) {
      const result = await provider.revoke(token, hint, options);
      this.log('revocation', `${hint} ${result}`, provider);
      if (revocation === 'revoked') revocation = result;
    }
    const endSessionUrl = provider.endSessionUrl(idToken);
    return { revocation, ...(endSessionUrl && { endSessionUrl }) };
  }

  log(action: IdentityEvent['action'], outcome: string, provider?: IdentityProvider): void {
    const { server } = this.#authentication;
    const address = server.by === 'discovery' ? server.issuer : server.tokenEndpoint;
    const origin = provider?.origin ?? address.origin;
    this.#services.log?.({ action, environment: this.#environment.name, origin, outcome });
  }
}

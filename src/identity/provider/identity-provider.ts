import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import * as openid from 'openid-client';
import type { ProviderAuthentication } from '../../environments/authentication.ts';
import type { ExchangeOptions, HttpClient } from '../../gateway/http.ts';
import { plainText } from '../../text/plain-text.ts';
import type { TokenFailure } from '../grants/grant.ts';
import type { Account } from '../sessions/identity-session.ts';
import { providerFailure } from './provider-errors.ts';
import { type ProviderFetchOptions, providerFetch } from './provider-fetch.ts';

/** What a token endpoint gave. */
export interface Granted {
  readonly outcome: 'granted';
  readonly accessToken: string;
  /** Seconds; absent where the response gives no positive lifetime. */
  readonly expiresIn?: number;
  readonly refreshToken?: string;
  readonly account?: Account;
}

/** One sign-in: what its answer must match (RFC 6749, section 10.12; RFC 7636; OpenID Connect Core, 3.1.2.1). */
export interface SignInAttempt {
  readonly state: string;
  readonly codeVerifier: string;
  /** Where an ID token is asked for. */
  readonly nonce?: string;
}

/** One provider for one client, over openid-client. Its methods are called one after the other. */
export class IdentityProvider {
  readonly #configuration: Configuration;
  readonly #authentication: ProviderAuthentication;
  readonly #http: HttpClient;
  readonly #clientSecret: string;

  /** `clientSecret`: empty where the client doesn't authenticate. */
  constructor(
    configuration: Configuration,
    authentication: ProviderAuthentication,
    http: HttpClient,
    clientSecret: string,
  ) {
    this.#configuration = configuration;
    this.#authentication = authentication;
    this.#http = http;
    this.#clientSecret = clientSecret;
  }

  /** Values that nobody can guess, for one sign-in. */
  newAttempt(): SignInAttempt {
    return {
      state: openid.randomState(),
      codeVerifier: openid.randomPKCECodeVerifier(),
      ...(this.#expectsIdToken() && { nonce: openid.randomNonce() }),
    };
  }

  /** Where the browser has to go (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
  async authorizationUrl({ state, codeVerifier, nonce }: SignInAttempt, redirectUri: URL): Promise<URL> {
    const { scopes, parameters = {} } = this.#authentication;
    const url = openid.buildAuthorizationUrl(this.#configuration, {});
    // Each once (RFC 6749, section 3.1), also where the endpoint has a query of its own.
    const asked = {
      response_type: 'code',
      client_id: this.#authentication.clientId,
      ...(this.#mustAskForConsent() && { prompt: 'consent' }),
      ...parameters,
      redirect_uri: redirectUri.href,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      state,
      ...(nonce !== undefined && { nonce }),
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(asked))
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    return url;
  }

  /** Checks where the browser came back to, and redeems its code (RFC 6749, section 4.1.3). */
  async redeem(
    { state, codeVerifier, nonce }: SignInAttempt,
    redirectUri: URL,
    callback: URL,
    options: ExchangeOptions,
  ): Promise<Granted | TokenFailure> {
    const answer = new URL(callback);
    if (!this.#knowsIssuer()) answer.searchParams.delete('iss');
    const code = answer.searchParams.get('code') ?? '';
    // One that nobody asked for has no nonce, and may be for others.
    const withIdToken = this.#expectsIdToken();
    return this.#request({ ...options, secrets: [code, codeVerifier], redirectUri, withIdToken }, () =>
      openid.authorizationCodeGrant(
        this.#configuration,
        answer,
        {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
          ...(nonce !== undefined && { expectedNonce: nonce }),
        },
        this.#tokenParameters(),
      ),
    );
  }

  /**
   * RFC 6749, section 6; `refreshTokenStatus` tells what a failure means for the refresh token. An ID token that comes along is
   * not looked at: who is signed in stays the same, and a clock that is off must not cost the session.
   */
  async refresh(refreshToken: string, options: ExchangeOptions): Promise<Granted | TokenFailure> {
    return this.#request({ ...options, secrets: [refreshToken], withIdToken: false }, () =>
      openid.refreshTokenGrant(this.#configuration, refreshToken, this.#tokenParameters()),
    );
  }

  /** RFC 7009, where the provider has it. Best effort: rejects never. */
  async revoke(
    token: string,
    hint: 'refresh_token' | 'access_token',
    options: ExchangeOptions,
  ): Promise<void> {
    if (this.#configuration.serverMetadata().revocation_endpoint === undefined) return;
    this.#configuration[openid.customFetch] = providerFetch(this.#http, 'revocation', {
      ...options,
      secrets: [],
    });
    await openid
      .tokenRevocation(this.#configuration, token, { token_type_hint: hint })
      .catch(() => undefined);
  }

  async #request(
    { withIdToken, ...options }: RequestOptions,
    request: () => Promise<TokenEndpointResponse & TokenEndpointResponseHelpers>,
  ): Promise<Granted | TokenFailure> {
    const secrets = [...options.secrets, this.#clientSecret];
    const send = providerFetch(this.#http, 'token', { ...options, secrets });
    this.#configuration[openid.customFetch] = withIdToken
      ? send
      : async (...request) => withoutIdToken(await send(...request));
    try {
      const response = await request();
      const claims = response.claims();
      return {
        outcome: 'granted',
        accessToken: response.access_token,
        ...(response.expires_in !== undefined && { expiresIn: response.expires_in }),
        ...(response.refresh_token !== undefined && { refreshToken: response.refresh_token }),
        ...(claims && { account: accountOf(claims) }),
      };
    } catch (error) {
      return providerFailure(error, secrets);
    }
  }

  /** Of the additional parameters the one that requests for tokens take as well (RFC 8707, section 2.2). */
  #tokenParameters(): Record<string, string> {
    const { resource } = this.#authentication.parameters ?? {};
    return resource ? { resource } : {};
  }

  /** An ID token can be judged only where its issuer is known; PKCE guards the code in any case. */
  #expectsIdToken(): boolean {
    return this.#knowsIssuer() && this.#authentication.scopes.includes('openid');
  }

  #knowsIssuer(): boolean {
    const { server } = this.#authentication;
    return server.by === 'discovery' || server.issuer !== undefined;
  }

  /**
   * OpenID Connect Core, section 11: a refresh token is given only if the user was asked. Microsoft gives it without,
   * and would send users to their administrator instead who may not consent for themselves.
   */
  #mustAskForConsent(): boolean {
    const { scopes } = this.#authentication;
    const { authorization_endpoint: endpoint } = this.#configuration.serverMetadata();
    const isMicrosoft = /^https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)\//;
    return (
      scopes.includes('openid') && scopes.includes('offline_access') && !isMicrosoft.test(endpoint ?? '')
    );
  }
}

interface RequestOptions extends ProviderFetchOptions {
  /** Whether an ID token in the answer is checked and read; otherwise it is dropped unseen. */
  readonly withIdToken: boolean;
}

async function withoutIdToken(response: Response): Promise<Response> {
  const { id_token: _, ...fields } = (await response.json()) as Record<string, unknown>;
  return Response.json(fields, { status: response.status });
}

/** OpenID Connect Core, section 5.1: what people know an account by comes first. */
function accountOf(claims: openid.IDToken): Account {
  const names = [claims.preferred_username, claims.email, claims.name, claims.sub];
  const label = names
    .map((name) => (typeof name === 'string' ? plainText(name, 100) : ''))
    .find((name) => name !== '');
  return { id: claims.sub, label: label ?? '?' };
}

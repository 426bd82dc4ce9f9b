import * as openid from 'openid-client';
import { grantSettings } from '../../environments/grant-types.ts';
import type { ExchangeOptions } from '../../gateway/http.ts';
import { isSecureAddress } from '../../gateway/service.ts';
import { failure, type Result, success } from '../../result.ts';
import { type TokenFailure, withClient } from '../grant.ts';
import { isAboutClient } from '../messages/error-advice.ts';
import { registrableAddress } from '../redirects/redirect.ts';
import { type DeviceAuthorization, readDeviceAuthorization } from './device-authorization.ts';
import { type Granted, type IdTokenHandling, type ProviderClient, requestGrant } from './grant-request.ts';
import { deniedRequest, providerFailure } from './provider-errors.ts';
import { ProviderFailure, type ProviderRequestKind, providerFetch } from './provider-fetch.ts';
import { promptOf } from './provider-metadata.ts';

/** The secrets of one sign-in, which its answer must match (RFC 6749, section 10.12; RFC 7636; OpenID Connect Core, 3.1.2.1). */
export interface SignInAttempt {
  readonly state: string;
  readonly codeVerifier: string;
  /** If an ID token is requested. */
  readonly nonce?: string;
}

/** What an authorization request asks for beside what the environment says. */
export interface WantedSignIn {
  /** Lets the user choose another account than the one that the browser is signed in with. */
  readonly switchAccount: boolean;
  /** What the gateway requires; these precede the environment's parameters. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Windows opens no longer URL in a browser. */
const maxBrowserUrl = 2081;

/** What a request to revoke a token led to (RFC 7009). `unsupported`: no revocation endpoint is known. */
export type Revocation = 'revoked' | 'unsupported' | 'refused' | 'failed';

/** One client at one provider, by openid-client. Its methods must be called one after the other. */
export class IdentityProvider {
  readonly #client: ProviderClient;

  constructor(client: ProviderClient) {
    this.#client = client;
  }

  /** The origin of the token endpoint, such as `https://login.example`. */
  get origin(): string {
    const { token_endpoint: endpoint = '' } = this.#metadata();
    return URL.canParse(endpoint) ? new URL(endpoint).origin : '';
  }

  newAttempt(): SignInAttempt {
    return {
      state: openid.randomState(),
      codeVerifier: openid.randomPKCECodeVerifier(),
      ...(this.#requestsIdToken() && { nonce: openid.randomNonce() }),
    };
  }

  /**
   * Where the browser signs in (RFC 6749, section 4.1.1; RFC 7636, section 4.3). If the provider requires it, the request is
   * pushed first, and the URL only refers to it (RFC 9126).
   */
  async authorizationUrl(
    attempt: SignInAttempt,
    redirectUri: URL,
    wanted: WantedSignIn,
    options: ExchangeOptions,
  ): Promise<Result<URL, TokenFailure>> {
    const requested = await this.#authorizationParameters(attempt, redirectUri, wanted);
    if (this.#metadata().require_pushed_authorization_requests === true)
      return this.#pushAuthorizationRequest(requested, redirectUri, options);
    const url = openid.buildAuthorizationUrl(this.#client.configuration, {});
    // Each once (RFC 6749, section 3.1), even if the endpoint has a query of its own.
    for (const [name, value] of Object.entries(requested))
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    return success(url);
  }

  async #authorizationParameters(
    { state, codeVerifier, nonce }: SignInAttempt,
    redirectUri: URL,
    wanted: WantedSignIn,
  ): Promise<Readonly<Record<string, string>>> {
    const { authentication } = this.#client;
    const { scopes } = authentication;
    const parameters = { ...authentication.parameters, ...wanted.parameters };
    return {
      response_type: 'code',
      client_id: authentication.clientId,
      ...parameters,
      ...promptParameter(promptOf(authentication, this.#metadata(), wanted.switchAccount), parameters),
      redirect_uri: redirectUri.href,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      state,
      ...(nonce !== undefined && { nonce }),
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    };
  }

  async #pushAuthorizationRequest(
    requested: Readonly<Record<string, string>>,
    redirectUri: URL,
    options: ExchangeOptions,
  ): Promise<Result<URL, TokenFailure>> {
    const url = await this.#ask('pushed-authorization', options, (configuration) =>
      openid.buildAuthorizationUrlWithPAR(configuration, withoutEmpty(requested)),
    );
    if (url.ok || isAboutClient(url.failure)) return url;
    return failure(deniedRequest(url.failure, registrableAddress(redirectUri).address) ?? url.failure);
  }

  /** Sends a request to another endpoint than that for tokens. */
  async #ask<Value>(
    kind: ProviderRequestKind,
    options: ExchangeOptions,
    request: (configuration: openid.Configuration) => Promise<Value>,
  ): Promise<Result<Value, TokenFailure>> {
    const { configuration, authentication, http, clientSecret } = this.#client;
    const secrets = [clientSecret];
    configuration[openid.customFetch] = providerFetch(http, kind, { ...options, secrets });
    try {
      return success(await request(configuration));
    } catch (error) {
      return failure(withClient(providerFailure(error, secrets), authentication.clientAuthentication));
    }
  }

  /** Checks the URL that the browser came back to, and redeems its code (RFC 6749, section 4.1.3). */
  async redeem(
    { state, codeVerifier, nonce }: SignInAttempt,
    redirectUri: URL,
    callback: URL,
    options: ExchangeOptions,
  ): Promise<Result<Granted, TokenFailure>> {
    const answer = new URL(callback);
    if (!this.#knowsIssuer()) answer.searchParams.delete('iss');
    const code = answer.searchParams.get('code') ?? '';
    const idToken = this.#idTokenHandling();
    return requestGrant(
      this.#client,
      {
        ...options,
        secrets: [code, codeVerifier],
        redirectUri,
        idToken,
        nonce,
      },
      (configuration) =>
        openid.authorizationCodeGrant(
          configuration,
          answer,
          {
            expectedState: state,
            pkceCodeVerifier: codeVerifier,
            ...(idToken === 'verify' && nonce !== undefined && { expectedNonce: nonce }),
          },
          this.#resource(),
        ),
    );
  }

  /**
   * RFC 6749, section 6; `refreshTokenStatus` says what a failure means for the refresh token. An ID token in the answer is
   * ignored: the account stays the same, and a wrong clock must not end the session.
   */
  async refresh(refreshToken: string, options: ExchangeOptions): Promise<Result<Granted, TokenFailure>> {
    return requestGrant(
      this.#client,
      { ...options, secrets: [refreshToken], idToken: 'ignore' },
      (configuration) => openid.refreshTokenGrant(configuration, refreshToken, this.#resource()),
    );
  }

  /** RFC 6749, section 4.4. There is no authorization request here, so that all parameters are the token request's. */
  async requestClientCredentials(options: ExchangeOptions): Promise<Result<Granted, TokenFailure>> {
    return requestGrant(this.#client, { ...options, secrets: [], idToken: 'ignore' }, (configuration) =>
      openid.clientCredentialsGrant(configuration, this.#parameters()),
    );
  }

  /** RFC 8628, section 3.1. `required`: what the gateway requires, which precedes the environment's parameters. */
  async startDeviceAuthorization(
    required: Readonly<Record<string, string>>,
    options: ExchangeOptions,
  ): Promise<Result<DeviceAuthorization, TokenFailure>> {
    const response = await this.#ask('device-authorization', options, (configuration) =>
      openid.initiateDeviceAuthorization(configuration, { ...this.#parameters(), ...required }),
    );
    if (response.ok) return readDeviceAuthorization(response.value, [this.#client.clientSecret]);
    // A field is missing, or has the wrong type.
    return response.failure.kind === 'untrusted' ? failure({ kind: 'device-code-unusable' }) : response;
  }

  /**
   * Asks for the token until the user has signed in, at the provider's pace (RFC 8628, sections 3.4 and 3.5). Ends with
   * `cancelled` when `signal` aborts, which is up to the caller when the code expires. `timeout`: of each request.
   */
  async pollDeviceAuthorization(
    { response }: DeviceAuthorization,
    options: ExchangeOptions & { readonly signal: AbortSignal },
  ): Promise<Result<Granted, TokenFailure>> {
    const secrets = [response.device_code];
    const idToken = this.#idTokenHandling();
    return requestGrant(this.#client, { ...options, secrets, idToken, isPolling: true }, (configuration) =>
      openid.pollDeviceAuthorizationGrant(configuration, response, this.#resource(), {
        signal: options.signal,
      }),
    );
  }

  /** RFC 7009. Never rejects. */
  async revoke(
    token: string,
    hint: 'refresh_token' | 'access_token',
    options: ExchangeOptions,
  ): Promise<Revocation> {
    const { configuration, http } = this.#client;
    if (this.#metadata().revocation_endpoint === undefined) return 'unsupported';
    configuration[openid.customFetch] = providerFetch(http, 'revocation', { ...options, secrets: [] });
    try {
      await openid.tokenRevocation(configuration, token, { token_type_hint: hint });
      return 'revoked';
    } catch (error) {
      return error instanceof Error && error.cause instanceof ProviderFailure ? 'failed' : 'refused';
    }
  }

  /**
   * Where the user ends the browser's session (OpenID Connect RP-Initiated Logout 1.0, section 2); undefined if there is none.
   * Without the ID token, some providers ask which session is meant, or keep it.
   */
  endSessionUrl(idToken: string | undefined): URL | undefined {
    const { end_session_endpoint: endpoint } = this.#metadata();
    if (!grantSettings[this.#client.authentication.grantType].hasUser) return undefined;
    if (endpoint === undefined || !URL.canParse(endpoint)) return undefined;
    const url = new URL(endpoint);
    if (!isSecureAddress(url)) return undefined;
    url.searchParams.set('client_id', this.#client.authentication.clientId);
    if (idToken === undefined) return url;
    const withHint = new URL(url);
    withHint.searchParams.set('id_token_hint', idToken);
    return withHint.href.length <= maxBrowserUrl ? withHint : url;
  }

  /** The additional parameters, and the scopes. */
  #parameters(): Record<string, string> {
    const { scopes, parameters = {} } = this.#client.authentication;
    return { ...withoutEmpty(parameters), ...(scopes.length > 0 && { scope: scopes.join(' ') }) };
  }

  /** The additional parameter that token requests take as well (RFC 8707, section 2.2). */
  #resource(): Record<string, string> {
    const { resource } = this.#client.authentication.parameters ?? {};
    return resource ? { resource } : {};
  }

  #requestsIdToken(): boolean {
    return this.#client.authentication.scopes.includes('openid');
  }

  /** An ID token that wasn't requested has no nonce, and may be for others. */
  #idTokenHandling(): IdTokenHandling {
    if (!this.#requestsIdToken()) return 'ignore';
    return this.#knowsIssuer() ? 'verify' : 'check';
  }

  #knowsIssuer(): boolean {
    const { server } = this.#client.authentication;
    return server.by === 'discovery' || server.issuer !== undefined;
  }

  #metadata(): openid.ServerMetadata {
    return this.#client.configuration.serverMetadata();
  }
}

/** An empty value omits a parameter. */
function withoutEmpty(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));
}

/** An empty `prompt` is omitted; one that an endpoint's own query has is replaced only if there is another. */
function promptParameter(
  prompt: string,
  parameters: Readonly<Record<string, string>>,
): Record<string, string> {
  return prompt === '' && parameters.prompt === undefined ? {} : { prompt };
}

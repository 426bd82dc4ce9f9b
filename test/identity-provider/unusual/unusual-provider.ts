import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Exchange, HttpClient, HttpRequest, HttpResponse } from '../../../src/gateway/http.ts';

export const clientId = 'a client: ü';
export const clientSecret = 'a&b=c+d%20:é "~\'()*!';

/** A response of the token endpoint. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the standards leave open, or real providers do all the same. */
export interface ProviderBehavior {
  /** As the metadata and the ID tokens have it. */
  issuer: string;
  /** Where the metadata is: OpenID Connect Discovery 1.0, section 4; RFC 8414, section 3. */
  documents: readonly ('openid' | 'oauth')[];
  /** Redirects the path of the metadata to one with a slash, as frameworks do; or to another origin. */
  documentsRedirect: 'no' | 'slash' | 'twice' | 'elsewhere';
  /** Other or more metadata; what is undefined is left out. */
  metadata: Readonly<Record<string, unknown>>;
  /** Of ID tokens. */
  algorithm: string;
  idToken: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** Seconds that its clock is ahead. */
  clock: number;
  /** Changes the URL that the browser is redirected to. */
  callback: (url: URL) => void;
  clientAuthentication: 'none' | 'client_secret_basic' | 'client_secret_post';
  clientId: string;
  clientSecret: string;
  /** Whether it decodes the parts of an Authorization header (RFC 6749, section 2.3.1). */
  decodesBasic: boolean;
  /** The only redirect URI that it accepts, compared exactly (RFC 9700, section 4.1.3). */
  redirectUri: string | undefined;
  /** How it refuses a pushed request with another one. */
  redirectUriRefusal: Answer;
  /** Whether it requires `nonce` with `openid`. */
  demandsNonce: boolean;
  /** Whether its error responses have no body, as some servers respond with 400. */
  refusesWithoutBody: boolean;
  /** The response of the revocation endpoint. */
  revocation: Answer;
  /** The responses to polling before the one with a token, and fields of the device authorization. */
  polls: readonly (Answer | 'lost')[];
  deviceAuthorization: (fields: Record<string, unknown>) => Record<string, unknown>;
  /** Changes the fields of a token response; what is undefined is left out. */
  token: (fields: Record<string, unknown>, form: URLSearchParams) => Record<string, unknown>;
  /** Answers instead of what would be right. */
  answer: (form: URLSearchParams, right: () => Answer) => Answer;
}

/**
 * An identity provider written from the standards alone, without a socket: RFC 6749, 6750, 7636, 8414 and 9207, OpenID
 * Connect Core and Discovery. It is strict about requests, and its responses have the given behavior.
 */
export class UnusualProvider implements HttpClient {
  readonly behavior: ProviderBehavior = {
    issuer: 'https://login.example',
    documents: ['openid'],
    documentsRedirect: 'no',
    metadata: {},
    algorithm: 'RS256',
    idToken: (claims) => claims,
    clock: 0,
    callback: () => undefined,
    clientAuthentication: 'none',
    clientId,
    clientSecret,
    decodesBasic: true,
    redirectUri: undefined,
    redirectUriRefusal: refusal(400, 'invalid_request', 'unknown redirect_uri'),
    demandsNonce: false,
    refusesWithoutBody: false,
    revocation: { status: 200, body: '' },
    polls: [],
    deviceAuthorization: (fields) => fields,
    token: (fields) => fields,
    answer: (_, right) => right(),
  };
  readonly requests: HttpRequest[] = [];
  readonly authorizations: URLSearchParams[] = [];
  readonly idTokens: string[] = [];
  readonly #codes = new Map<string, URLSearchParams>();
  readonly #refreshTokens = new Set<string>();
  readonly #pushed = new Map<string, URLSearchParams>();
  #described: string | undefined;
  #metadata: Answer | undefined;

  /** What the user's browser finds at the authorization endpoint: it is sent back at once. */
  authorize(url: URL): URL {
    const asked = this.#pushedRequest(url) ?? url.searchParams;
    for (const name of asked.keys())
      if (asked.getAll(name).length > 1) throw new Error(`RFC 6749, section 3.1: ${name} stands twice.`);
    const callback = new URL(asked.get('redirect_uri') ?? '');
    callback.searchParams.set('state', asked.get('state') ?? '');
    if (asked.get('client_id') !== this.behavior.clientId) throw new Error('Unknown client.');
    const { redirectUri, demandsNonce } = this.behavior;
    if (redirectUri !== undefined && asked.get('redirect_uri') !== redirectUri)
      throw new Error(`Unknown redirect URI ${asked.get('redirect_uri')}.`);
    if (demandsNonce && asked.get('scope')?.split(' ').includes('openid') && !asked.get('nonce'))
      throw new Error('invalid_request: nonce is required.');
    if (asked.get('response_type') !== 'code')
      callback.searchParams.set('error', 'unsupported_response_type');
    else if (asked.get('code_challenge_method') !== 'S256' || !asked.has('code_challenge'))
      callback.searchParams.set('error', 'invalid_request');
    else {
      const code = randomUUID();
      this.#codes.set(code, asked);
      callback.searchParams.set('code', code);
    }
    this.authorizations.push(asked);
    this.behavior.callback(callback);
    return callback;
  }

  /** RFC 9126, section 4: only a pushed request is accepted, once, and with the client ID only. */
  #pushedRequest(url: URL): URLSearchParams | undefined {
    if (this.behavior.metadata.require_pushed_authorization_requests !== true) return undefined;
    const { request_uri = '', client_id, ...others } = Object.fromEntries(url.searchParams);
    const pushed = this.#pushed.get(request_uri);
    this.#pushed.delete(request_uri);
    if (!pushed || client_id !== this.behavior.clientId || Object.keys(others).length > 0)
      throw new Error('invalid_request: the request was not pushed.');
    return pushed;
  }

  async exchange(request: HttpRequest): Promise<Exchange> {
    this.requests.push(request);
    if (this.#isPoll(request) && this.behavior.polls[0] === 'lost') {
      this.behavior.polls = this.behavior.polls.slice(1);
      return { kind: 'interrupted', interruption: { kind: 'connection-lost', code: 'ECONNRESET' } };
    }
    const { status, headers = {}, body } = this.#respond(request);
    const response: HttpResponse = {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: new TextEncoder().encode(body),
      complete: true,
    };
    return { kind: 'response', response };
  }

  /** What came to the token endpoint. */
  get tokenRequests(): readonly URLSearchParams[] {
    return this.requests.filter(({ method }) => method === 'POST').map(formOf);
  }

  /** The metadata is at this URL, with any issuer. */
  documentsAt(address: string): void {
    this.#described = address;
  }

  answerMetadata(answer: Answer): void {
    this.#metadata = answer;
  }

  #respond(request: HttpRequest): Answer {
    if (request.method === 'GET') return this.#describe(request.url);
    const form = formOf(request);
    const { behavior } = this;
    switch (request.url.pathname) {
      case '/revoke':
        return behavior.revocation;
      case '/par': {
        if (!this.#knowsClient(form, request.headers)) return refusal(401, 'invalid_client');
        if (behavior.redirectUri !== undefined && form.get('redirect_uri') !== behavior.redirectUri)
          return behavior.redirectUriRefusal;
        const request_uri = `urn:ietf:params:oauth:request_uri:${randomUUID()}`;
        this.#pushed.set(request_uri, form);
        return { status: 201, body: JSON.stringify({ request_uri, expires_in: 60 }) };
      }
      case '/device':
        return this.#startDevice(form, request.headers);
      default: {
        const answer = behavior.answer(form, () => this.#token(form, request.headers));
        return behavior.refusesWithoutBody && answer.status >= 400 ? { status: 400, body: '' } : answer;
      }
    }
  }

  #isPoll(request: HttpRequest): boolean {
    return request.method === 'POST' && formOf(request).has('device_code');
  }

  /** RFC 8628, section 3.2. */
  #startDevice(form: URLSearchParams, headers: Readonly<Record<string, string>>): Answer {
    if (!this.#knowsClient(form, headers)) return refusal(401, 'invalid_client');
    const deviceCode = randomUUID();
    this.#codes.set(deviceCode, form);
    const fields = this.behavior.deviceAuthorization({
      device_code: deviceCode,
      user_code: 'WDJB-MJHT',
      verification_uri: 'https://login.example/activate',
      verification_uri_complete: 'https://login.example/activate?code=WDJB-MJHT',
      expires_in: 600,
      interval: 1,
    });
    return { status: 200, body: JSON.stringify(fields) };
  }

  #describe({ href }: URL): Answer {
    const { issuer, documents, metadata } = this.behavior;
    if (this.#metadata) return this.#metadata;
    const { origin, pathname } = new URL(this.#described ?? issuer);
    const path = pathname.replace(/\/$/, '');
    const places = {
      openid: `${origin}${path}/.well-known/openid-configuration`,
      oauth: `${origin}/.well-known/oauth-authorization-server${path}`,
    };
    const { documentsRedirect } = this.behavior;
    const redirectTo = (location: string): Answer => ({ status: 301, headers: { location }, body: '' });
    if (documentsRedirect === 'elsewhere') return redirectTo('https://other.example/openid-configuration');
    if (documentsRedirect !== 'no' && !href.endsWith('/')) return redirectTo(`${new URL(href).pathname}/`);
    if (documentsRedirect === 'twice') return redirectTo(`${new URL(href).pathname}again/`);
    const isKnown = documents.some((kind) => places[kind] === href.replace(/\/$/, ''));
    if (!isKnown) return { status: 404, body: '<h1>Not here</h1>' };
    const described = {
      issuer,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: [this.behavior.algorithm],
      ...metadata,
    };
    return { status: 200, body: JSON.stringify(described) };
  }

  #token(form: URLSearchParams, headers: Readonly<Record<string, string>>): Answer {
    if (!this.#knowsClient(form, headers)) return refusal(401, 'invalid_client');
    const { behavior } = this;
    if (form.get('grant_type') === 'client_credentials') {
      const fields = { access_token: randomUUID(), token_type: 'Bearer', expires_in: 3600 };
      return { status: 200, body: JSON.stringify(behavior.token(fields, form)) };
    }
    const poll = form.has('device_code') ? behavior.polls[0] : undefined;
    if (typeof poll === 'object') {
      behavior.polls = behavior.polls.slice(1);
      return poll;
    }
    const asked = form.get('grant_type') === 'refresh_token' ? undefined : this.#redeem(form);
    if (form.get('grant_type') === 'refresh_token') {
      const token = form.get('refresh_token') ?? '';
      if (!this.#refreshTokens.delete(token)) return refusal(400, 'invalid_grant');
    } else if (!asked) return refusal(400, 'invalid_grant');
    const refreshToken = randomUUID();
    const scope = asked?.get('scope')?.split(' ') ?? [];
    const fields = behavior.token(
      {
        access_token: `opaque ${randomUUID()}`.replace(' ', '/'),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: refreshToken,
        ...(scope.includes('openid') && { id_token: this.#idToken(asked?.get('nonce')) }),
      },
      form,
    );
    // If a provider returns no new one, the old one stays valid (RFC 6749, section 6).
    this.#refreshTokens.add(
      typeof fields.refresh_token === 'string' ? fields.refresh_token : (form.get('refresh_token') ?? ''),
    );
    return { status: 200, body: JSON.stringify(fields) };
  }

  /** RFC 6749, section 4.1.3; RFC 7636, section 4.6. */
  #redeem(form: URLSearchParams): URLSearchParams | undefined {
    const code = form.get('code') ?? form.get('device_code') ?? '';
    const asked = this.#codes.get(code);
    this.#codes.delete(code);
    if (form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:device_code') return asked;
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const matches =
      form.get('grant_type') === 'authorization_code' &&
      form.get('redirect_uri') === asked?.get('redirect_uri') &&
      challenge === asked?.get('code_challenge');
    return matches ? asked : undefined;
  }

  /** RFC 6749, section 2.3.1: in one way only. */
  #knowsClient(form: URLSearchParams, { authorization }: Readonly<Record<string, string>>): boolean {
    const { clientId, clientSecret, decodesBasic } = this.behavior;
    switch (this.behavior.clientAuthentication) {
      case 'none':
        return (
          authorization === undefined && !form.has('client_secret') && form.get('client_id') === clientId
        );
      case 'client_secret_post':
        return (
          authorization === undefined &&
          form.get('client_id') === clientId &&
          form.get('client_secret') === clientSecret
        );
      case 'client_secret_basic': {
        const [id = '', secret = ''] = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64')
          .toString('ascii')
          .split(':')
          .map((part) => (decodesBasic ? decodeURIComponent(part.replaceAll('+', ' ')) : part));
        return id === clientId && secret === clientSecret && !form.has('client_secret');
      }
    }
  }

  #idToken(nonce: string | null | undefined): string {
    const { issuer, algorithm, idToken, clock } = this.behavior;
    const now = Math.floor(Date.now() / 1000) + clock;
    const claims = idToken({
      iss: issuer,
      sub: 'a1',
      aud: this.behavior.clientId,
      iat: now,
      nbf: now,
      exp: now + 600,
      email: 'ann@login.example',
      ...(nonce && { nonce }),
    });
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    // The signature is not checked, because TLS authenticates the issuer (OpenID Connect Core, section 3.1.3.7, step 6).
    const parts = [
      encode({ alg: algorithm, kid: '1' }),
      encode(claims),
      randomBytes(64).toString('base64url'),
    ];
    this.idTokens.push(parts.join('.'));
    return parts.join('.');
  }
}

export function refusal(status: number, error: string, description?: string): Answer {
  return { status, body: JSON.stringify({ error, error_description: description }) };
}

function formOf({ body }: HttpRequest): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(body));
}

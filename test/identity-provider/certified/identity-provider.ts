import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { interactionPolicy, type PolicyContext } from 'oidc-provider';

export const clientSecret = 'a client secret + & = % : of sixty-four characters or a few more';
export const password = 'correct horse';

/** Of the client that authenticates by a signed JWT. */
export const signingKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The authentication context of a sign-in with a second factor, which each sign-in that asks for it has. */
export const multifactor = 'urn:example:mfa';

const defaultHost = '127.0.0.1';

export interface ProviderOptions {
  /** Of access tokens, in seconds. */
  readonly lifetime?: number;
  readonly revocation?: boolean;
  /** Whether it accepts pushed authorization requests only (RFC 9126). */
  readonly pushedRequests?: boolean;
  /** A loopback address. VS Code in a browser forwards `127.0.0.1` to its own machine. */
  readonly host?: string;
  /** Redirect URIs that clients can use besides those on loopback, like at a provider that supports patterns. */
  readonly redirectUris?: RegExp;
}

/** A request at one of the provider's endpoints, as it arrived. */
export interface ProviderRequest {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
}

/** The certified `oidc-provider` on loopback, with sign-in pages for `TestUser` and for a browser. */
export class TestProvider {
  readonly issuer: string;
  readonly requests: ProviderRequest[] = [];
  /** Names of the events that the provider emitted. */
  readonly events: string[] = [];
  readonly #server: Server;
  readonly #provider: Provider;
  readonly #port: number;
  readonly #host: string;
  readonly #grants: string[] = [];

  private constructor(server: Server, port: number, options: ProviderOptions) {
    const { lifetime = 3600, revocation = true, host = defaultHost, redirectUris } = options;
    const { pushedRequests = false } = options;
    this.#server = server;
    this.#port = port;
    this.#host = host;
    this.issuer = `http://${host}:${port}`;
    this.#provider = new Provider(this.issuer, {
      clients: [
        client('public-client', { token_endpoint_auth_method: 'none' }, deviceCode),
        client('basic-client', { client_secret: clientSecret }, 'client_credentials'),
        client(
          'post-client',
          {
            client_secret: clientSecret,
            token_endpoint_auth_method: 'client_secret_post',
          },
          'client_credentials',
        ),
        client(
          'asserted-client',
          {
            token_endpoint_auth_method: 'private_key_jwt',
            token_endpoint_auth_signing_alg: 'ES256',
            jwks: { keys: [signingKey.publicKey.export({ format: 'jwk' })] },
          },
          'client_credentials',
        ),
      ],
      cookies: { keys: [randomBytes(16).toString('hex')] },
      acrValues: [multifactor],
      claims: { openid: ['sub', 'preferred_username'], acr: null },
      conformIdTokenClaims: false,
      features: {
        claimsParameter: { enabled: true },
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        deviceFlow: { enabled: true },
        pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: pushedRequests },
        revocation: { enabled: revocation },
      },
      findAccount: async (_: unknown, id: string) => ({
        accountId: id,
        claims: async () => ({ sub: id, preferred_username: `${id}@login.example` }),
      }),
      interactions: {
        policy: policy(),
        url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}`,
      },
      pkce: { required: () => true },
      rotateRefreshToken: true,
      ttl: { AccessToken: lifetime, AuthorizationCode: 60, RefreshToken: 86_400, IdToken: 3600 },
    });
    if (redirectUris) {
      const { prototype } = this.#provider.Client;
      const { redirectUriAllowed } = prototype;
      prototype.redirectUriAllowed = function (uri) {
        return redirectUris.test(uri) || redirectUriAllowed.call(this, uri);
      };
    }
    for (const event of ['grant.revoked', 'refresh_token.saved', 'refresh_token.consumed', 'grant.error'])
      this.#provider.on(event, () => this.events.push(event));
    const handle = this.#provider.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#answer(request, response, handle).catch((error: unknown) => response.destroy(error as Error)),
    );
  }

  static async start(options: ProviderOptions = {}): Promise<TestProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, options.host ?? defaultHost, resolve));
    return new TestProvider(server, (server.address() as AddressInfo).port, options);
  }

  /** Requests at the token endpoint with this grant type. */
  tokenRequests(grantType: string): readonly ProviderRequest[] {
    return this.requests.filter(
      ({ path, form }) => path === '/token' && form.get('grant_type') === grantType,
    );
  }

  /** What was sent to the revocation endpoint. */
  revocations(): readonly (readonly [token: string | null, hint: string | null])[] {
    return this.requests
      .filter(({ path }) => path === '/token/revocation')
      .map(({ form }) => [form.get('token'), form.get('token_type_hint')]);
  }

  /** The authentication context of the sign-in that a token comes from. */
  async acrOf(token: string): Promise<string | undefined> {
    const { sessionUid = '' } = (await this.#provider.AccessToken.find(token)) ?? {};
    return (await this.#provider.Session.findByUid(sessionUid))?.acr;
  }

  /** An administrator ends all that users have agreed to. */
  async revokeAll(): Promise<void> {
    for (const grantId of this.#grants) {
      const grant = await this.#provider.Grant.find(grantId);
      await this.#provider.RefreshToken.revokeByGrantId(grantId);
      await grant?.destroy();
    }
  }

  /** Stops the provider; `comeBack` starts it again in the same state. */
  async goAway(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async comeBack(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, this.#host, resolve));
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.goAway();
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): Promise<void> {
    const path = request.url?.split('?')[0] ?? '';
    if (path.startsWith('/interaction/')) return this.#interact(request, response);
    if (request.method === 'POST') {
      const form = await readForm(request);
      this.requests.push({ path, form, authorization: request.headers.authorization });
      // The body was already read; oidc-provider uses this one.
      Object.assign(request, { body: Object.fromEntries(form) });
    }
    return handle(request, response);
  }

  /** GET returns the prompt; POST answers it. */
  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const interaction = await this.#provider.interactionDetails(request, response);
    const { prompt, params, session } = interaction;
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(pageFor(prompt.name));
      return;
    }
    const form = await readForm(request);
    if (form.get('decision') === 'deny') {
      const result = { error: 'access_denied', error_description: 'The user\u202e said no' };
      return this.#provider.interactionFinished(request, response, result);
    }
    if (prompt.name === 'login') {
      if (form.get('password') !== password) {
        response.writeHead(403).end('wrong password');
        return;
      }
      const asksForFactor = `${params.acr_values} ${params.claims}`.includes(multifactor);
      const accountId = form.get('username') ?? '';
      const result = { login: { accountId, ...(asksForFactor && { acr: multifactor }) } };
      return this.#provider.interactionFinished(request, response, result);
    }
    const grant = new this.#provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: params.client_id ?? '',
    });
    grant.addOIDCScope(params.scope ?? '');
    const grantId = await grant.save();
    this.#grants.push(grantId);
    return this.#provider.interactionFinished(request, response, { consent: { grantId } });
  }
}

/** Asks again for what `acr_values` requires and the session doesn't have, as providers with a second factor do. */
function policy(): object {
  const { base, Check } = interactionPolicy;
  const prompts = base();
  const isMissing = ({ oidc: { params, acr = '' } }: PolicyContext) =>
    params.acr_values !== undefined && !params.acr_values.split(' ').includes(acr);
  prompts
    .get('login')
    .checks.add(
      new Check('acr_values', 'another factor is needed', (context) =>
        isMissing(context) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  return prompts;
}

function pageFor(prompt: string): string {
  const fields =
    prompt === 'login'
      ? '<input name="username" autocomplete="username"><input name="password" type="password" autocomplete="current-password">'
      : '';
  return `<!doctype html><title>${prompt}</title><form method="post">${fields}<button>Go on</button></form>`;
}

const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code';

function client(
  id: string,
  metadata: Record<string, unknown>,
  ...grantTypes: string[]
): Record<string, unknown> {
  return {
    client_id: id,
    client_name: randomUUID(),
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token', ...grantTypes],
    redirect_uris: ['http://127.0.0.1/callback'],
    response_types: ['code'],
    ...metadata,
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

const folder = `${import.meta.dirname}/../../schemas`;
const description = 'https://schemas.example/gateway.openapi.yaml';

/** The parts of the OpenAPI description that this proxy reads itself; Ajv reads the schemas. */
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly responses: Readonly<Record<string, ResponseObject>> };
}

interface Operation {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
}

/** The header that has the credential of each security scheme. */
const credentialHeaders: Readonly<Record<string, string>> = {
  accessToken: 'authorization',
  subscriptionKey: 'ocp-apim-subscription-key',
};

/**
 * Between a client and a gateway. It responds itself to a request that violates the OpenAPI description (404, 401, 415, or 422),
 * and replaces a response that violates it by 500. The header `x-violation` says that it was the proxy, and why.
 */
export class ValidatingProxy {
  readonly url: URL;
  readonly #server: Server;

  private constructor(url: URL, server: Server) {
    this.url = url;
    this.#server = server;
  }

  static async start(upstream: string): Promise<ValidatingProxy> {
    const rules = await GatewayDescription.read();
    const server = createServer((request, response) => {
      pass(request, response, upstream, rules).catch((error) => response.writeHead(599).end(`${error}`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ValidatingProxy(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), server);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

interface Violation {
  readonly status: number;
  readonly why: string;
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: string,
  rules: GatewayDescription,
): Promise<void> {
  const refuse = ({ status, why }: Violation) => response.writeHead(status, { 'x-violation': why }).end();
  const body = await buffer(request);
  const path = new URL(request.url ?? '', upstream).pathname;
  const inRequest = rules.checkRequest(path, request, body);
  if (inRequest) return void refuse(inRequest);
  const { host: _host, connection: _connection, ...headers } = request.headers;
  const answer = await fetch(`${upstream}${request.url}`, {
    method: request.method ?? '',
    headers: headers as Record<string, string>,
    body,
    redirect: 'manual',
  });
  const text = await answer.text();
  const inResponse = rules.checkResponse(path, answer, text);
  if (inResponse) return void refuse(inResponse);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
}

class GatewayDescription {
  readonly #ajv: Ajv2020;
  readonly #document: OpenApiDocument;

  private constructor(ajv: Ajv2020, document: OpenApiDocument) {
    this.#ajv = ajv;
    this.#document = document;
  }

  static async read(): Promise<GatewayDescription> {
    const document = parse(await readFile(`${folder}/gateway.openapi.yaml`, 'utf8'));
    const dataset = JSON.parse(await readFile(`${folder}/dataset.schema.json`, 'utf8'));
    // The description and the schema have keywords of their own, such as `examples` of VS Code.
    const ajv = new Ajv2020({ strict: false, validateSchema: false });
    addFormats.default(ajv);
    ajv.addSchema(document, description);
    // Its own ID is no address that the description could name.
    ajv.addSchema({ ...dataset, $id: 'https://schemas.example/dataset.schema.json' });
    return new GatewayDescription(ajv, document);
  }

  checkRequest(path: string, { method, headers }: IncomingMessage, body: Buffer): Violation | undefined {
    const operation = this.#document.paths[path]?.post;
    if (!operation || method !== 'POST') return { status: 404, why: `${method} ${path}` };
    const missing = operation.security
      .flatMap(Object.keys)
      .find((scheme) => !headers[credentialHeaders[scheme] ?? scheme]);
    if (missing !== undefined) return { status: 401, why: missing };
    const [type = ''] = Object.keys(operation.requestBody.content);
    if (headers['content-type'] !== type) return { status: 415, why: `${headers['content-type']}` };
    const isForm = type === 'application/x-www-form-urlencoded';
    const text = body.toString();
    const value = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    const why = this.#validate(value, 'paths', path, 'post', 'requestBody', 'content', type, 'schema');
    return why === undefined ? undefined : { status: 422, why };
  }

  checkResponse(path: string, { status, headers }: Response, text: string): Violation | undefined {
    const described = this.#document.paths[path]?.post.responses[status];
    if (!described) return { status: 500, why: `status ${status}` };
    const name = '$ref' in described ? described.$ref.split('/').at(-1) : undefined;
    const place =
      name === undefined
        ? ['paths', path, 'post', 'responses', `${status}`]
        : ['components', 'responses', name];
    const { headers: expected = {} } =
      name === undefined ? (described as ResponseObject) : (this.#document.components.responses[name] ?? {});
    for (const [header, { required }] of Object.entries(expected)) {
      const value = headers.get(header);
      const why =
        value === null ? required && 'missing' : this.#validate(value, ...place, 'headers', header, 'schema');
      if (why) return { status: 500, why: `${header}: ${why}` };
    }
    const why = this.#validate(JSON.parse(text), ...place, 'content', 'application/json', 'schema');
    return why === undefined ? undefined : { status: 500, why };
  }

  /** What violates the schema at a place in the description. */
  #validate(value: unknown, ...place: readonly string[]): string | undefined {
    const pointer = place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = this.#ajv.compile({ $ref: `${description}#/${pointer.join('/')}` });
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
}

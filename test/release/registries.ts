import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A stand-in for GitHub's tokens, Open VSX, and the Visual Studio Marketplace. */
export interface Registries {
  readonly url: string;
  /** What was published, by the path of the request, with its credentials. */
  readonly published: { readonly path: string; readonly authorization: string; readonly content: Buffer }[];
  close(): void;
}

/** The parts of the Marketplace's API that vsce looks up before it uses them. */
const galleryResources = [
  {
    id: 'a41192c8-9525-4b58-bc86-179fa549d80d',
    area: 'gallery',
    resourceName: 'extensions',
    routeTemplate: '_apis/{area}/{resource}',
    resourceVersion: 2,
    minVersion: '2.0',
    maxVersion: '7.2',
    releasedVersion: '0.0',
  },
  {
    id: 'e11ea35a-16fe-4b80-ab11-c4cab88a0966',
    area: 'gallery',
    resourceName: 'publishers',
    routeTemplate: '_apis/{area}/{resource}/{publisherName}/extensions/{extensionName}',
    resourceVersion: 2,
    minVersion: '2.0',
    maxVersion: '7.2',
    releasedVersion: '0.0',
  },
];

/** `existing`: a version that is published already. */
export async function startRegistries(existing?: string): Promise<Registries> {
  const published: { path: string; authorization: string; content: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const content = await buffer(request);
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const { status = 200, body } = answer(request, pathname, content);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });

  function answer(
    request: IncomingMessage,
    path: string,
    content: Buffer,
  ): { status?: number; body: unknown } {
    const publish = (body: unknown) => {
      published.push({ path, authorization: request.headers.authorization ?? '', content });
      return { status: 201, body };
    };
    switch (`${request.method} ${path}`) {
      case 'GET /id-token':
        return { body: { value: 'id-token' } };
      case 'POST /api/-/trusted-publishing/token':
        return { body: { value: 'short-lived-token', expiresTimestamp: new Date().toISOString() } };
      case 'POST /api/-/publish':
        if (existing !== undefined)
          return {
            status: 400,
            body: { error: `dataset-studio.dataset-studio ${existing} is already published.` },
          };
        return publish({ namespace: 'dataset-studio', name: 'dataset-studio', version: '1' });
      case 'OPTIONS /_apis/gallery':
        return { body: { value: galleryResources, count: galleryResources.length } };
      case 'POST /_apis/gallery/extensions':
        return publish({});
      case 'GET /_apis/gallery/publishers/dataset-studio/extensions/dataset-studio':
        if (existing !== undefined) return { body: { versions: [{ version: existing }] } };
        return { status: 404, body: {} };
      default:
        return { status: 404, body: {} };
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, published, close: () => server.close() };
}

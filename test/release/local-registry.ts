import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalRegistry {
  readonly url: string;
  close(): void;
}

/** An npm registry with one package in one version, so that `npx` finds what is not published yet. */
export async function startLocalRegistry(archive: string): Promise<LocalRegistry> {
  const content = await readFile(archive);
  const manifest = JSON.parse(
    execFileSync('tar', ['-xzOf', archive, 'package/package.json'], { encoding: 'utf8' }),
  );
  const { name, version } = manifest;
  const server = createServer(({ url: path }, response) => {
    if (path === `/${name}`) {
      const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
      const dist = { tarball: `${url}/${name}.tgz`, integrity };
      const versions = { [version]: { ...manifest, dist } };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else if (path === `/${name}.tgz`) {
      response.end(content);
    } else {
      response.writeHead(404).end('{}');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { url, close: () => server.close() };
}

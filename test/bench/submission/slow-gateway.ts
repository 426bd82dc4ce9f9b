import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { parentPort, workerData } from 'node:worker_threads';

/** A gateway in a thread of its own that creates everything after `latency` milliseconds, and answers with what it created; with a `key` over TLS. */
const { latency, key } = workerData as {
  readonly latency: number;
  readonly key?: { readonly key: string; readonly cert: string };
};

const create: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    // The ID, and what was created (specification, section 2.2).
    const created = `{"id":"d-1",${Buffer.concat(chunks).toString().slice(1)}`;
    setTimeout(() => response.writeHead(201, { 'content-type': 'application/json' }).end(created), latency);
  });
};
const server = key ? createTlsServer({ ...key }, create) : createServer(create);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined);
});

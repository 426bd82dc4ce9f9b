import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** A gateway in a worker thread that creates every dataset after `workerData` milliseconds. */
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () =>
    setTimeout(
      () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"d-1"}'),
      Number(workerData),
    ),
  );
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));

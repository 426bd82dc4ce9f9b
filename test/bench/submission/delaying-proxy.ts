import { connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** A TCP proxy in a thread of its own to `port`, which delays all bytes by half of `roundTrip` (milliseconds) each way. */
const { port, roundTrip } = workerData as { port: number; roundTrip: number };

const server = createServer((client) => {
  // Connecting takes a round trip, too.
  const upstream = connect({ port, host: '127.0.0.1' });
  pass(client, upstream, roundTrip / 2 + roundTrip);
  pass(upstream, client, roundTrip / 2);
});

/** `first` is the delay of the first bytes, which wait for the connection to be made. */
function pass(from: Socket, to: Socket, first: number): void {
  let delay = first;
  let ready = Promise.resolve();
  const later = (step: () => void) => {
    const due = performance.now() + delay;
    delay = roundTrip / 2;
    ready = ready.then(async () => {
      const rest = due - performance.now();
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      step();
    });
  };
  from.on('data', (chunk) => later(() => to.write(chunk)));
  from.on('end', () => later(() => to.end()));
  from.on('close', () => later(() => to.destroy()));
  from.on('error', () => undefined);
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined);
});

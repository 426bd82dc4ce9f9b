import assert from 'node:assert/strict';
import undici from 'undici';
import createConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { LoopbackServers } from './loopback-servers.ts';

/** What the network relies on. If one of these fails after an update of undici, read docs/design/network.md first. */
describe('undici', () => {
  let servers: LoopbackServers;
  beforeEach(() => {
    servers = new LoopbackServers();
  });
  afterEach(() => servers.close());

  it('exports the parts that are imported from its folders', () => {
    assert.equal(Client, undici.Client);
    assert.equal(createConnector, undici.buildConnector);
  });

  it('calls onRequestStart when it is connected, before it writes the first byte', async () => {
    const url = await servers.raw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 204 Done\r\n\r\n')),
    );
    const steps: string[] = [];
    const connect = createConnector({});
    const client = new Client(url.origin, {
      connect: (target, done) =>
        connect(target, (error, socket) => {
          assert.ok(socket);
          steps.push('connected');
          const write = socket.write.bind(socket) as (...written: unknown[]) => boolean;
          socket.write = (...written: unknown[]) => {
            steps.push('written');
            return write(...written);
          };
          done(error, socket);
        }),
    });
    await new Promise<void>((resolve, reject) =>
      client.dispatch(
        { path: '/', method: 'POST', body: 'hello' },
        {
          onRequestStart: () => void steps.push('started'),
          onResponseStart: () => undefined,
          onResponseData: () => undefined,
          onResponseEnd: () => resolve(),
          onResponseError: (_controller, error) => reject(error),
        },
      ),
    );
    assert.deepEqual([...new Set(steps)], ['connected', 'started', 'written']);
    await client.destroy();
  });

  it('does not start a request whose connection fails', async () => {
    const client = new Client('http://127.0.0.1:9', {
      connect: (_target, done) => done(new Error('not connected'), null),
    });
    let isStarted = false;
    await new Promise<void>((resolve) =>
      client.dispatch(
        { path: '/', method: 'GET' },
        {
          onRequestStart: () => {
            isStarted = true;
          },
          onResponseError: () => resolve(),
        },
      ),
    );
    assert.equal(isStarted, false);
    await client.destroy();
  });

  it('sends nothing if onRequestStart aborts', async () => {
    let received = 0;
    const url = await servers.raw((socket) => socket.on('data', () => received++));
    const client = new Client(url.origin);
    await new Promise<void>((resolve) =>
      client.dispatch(
        { path: '/', method: 'GET' },
        {
          onRequestStart: (controller) => controller.abort(new Error('over')),
          onResponseError: () => resolve(),
        },
      ),
    );
    await client.destroy();
    assert.equal(received, 0);
  });
});

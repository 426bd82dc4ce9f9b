import assert from 'node:assert/strict';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Exchange, KeepAliveHttpClient } from '../../../../src/gateway/http.ts';
import { type IdleClock, KeptConnections } from '../../../../src/gateway/network/kept-connections.ts';
import type { Network } from '../../../../src/gateway/network/network.ts';
import { networkOfVariables } from '../../../../src/gateway/network/network.ts';
import { maxIdleTime, networkDispatcher } from '../../../../src/gateway/network/network-dispatcher.ts';
import { newAuthority } from './certificates.ts';
import { ConnectProxy } from './connect-proxy.ts';
import { LoopbackServers } from './loopback-servers.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
/** Longer than a connection rests before it is used again, in milliseconds. */
const rest = 15;

/** Time passes only while somebody sleeps, and when a test says so: however slow the machine is. */
class TestClock implements IdleClock {
  #now = 0;

  now(): number {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }

  async sleep(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await nextTurn();
    this.#now = Math.max(this.#now, end);
  }
}

describe('Kept connections of a batch', () => {
  const dispatcherFor = networkDispatcher(() => networkOfVariables({}));
  let servers: LoopbackServers;
  let clock: TestClock;
  let http: KeepAliveHttpClient;
  beforeEach(() => {
    servers = new LoopbackServers();
    clock = new TestClock();
    http = new KeptConnections(dispatcherFor, clock);
  });
  afterEach(async () => {
    http.close();
    await servers.close();
  });

  async function post(url: URL, { pause = rest, timeout = 5000 } = {}): Promise<Exchange> {
    const request = { method: 'POST', url, headers: {}, body: Buffer.from('hello') } as const;
    const exchange = await http.exchange(request, { timeout });
    clock.advance(pause);
    return exchange;
  }

  /** Keeps a connection idle for so long that others can be used again. */
  async function proveIdleTime(url: URL): Promise<void> {
    await post(url, { pause: 20 * rest });
  }

  /** A server that passes each request to `answer`, with its number on its connection, from 1. */
  async function serve(answer: (socket: Socket, number: number, connection: number) => void) {
    const connections: Socket[] = [];
    const url = await servers.raw((socket) => {
      const connection = connections.push(socket);
      let requests = 0;
      socket.on('data', () => answer(socket, ++requests, connection));
    });
    return { url, connections };
  }

  it('serve one request after another', async () => {
    const { url, connections } = await serve((socket) => socket.write(ok));
    await proveIdleTime(url);
    for (let count = 0; count < 5; count++) assert.deepEqual(kindsOf([await post(url)]), ['response 200']);
    assert.equal(connections.length, 2);
  });

  it('ask the server to keep them', async () => {
    const { url, requests } = await servers.http((response) => response.end());
    await post(url);
    assert.equal(requests[0]?.headers.connection, 'keep-alive');
  });

  it('are not used again before one has been idle for much longer', async () => {
    const { url, connections } = await serve((socket) => socket.write(ok));
    await post(url);
    await post(url);
    assert.equal(connections.length, 2);
  });

  for (const how of ['destroy', 'resetAndDestroy'] as const)
    it(`count as idle only for as long as they were seen to be open (${how})`, async () => {
      const { url, connections } = await serve((socket) => socket.write(ok));
      await Promise.all([post(url, { pause: 0 }), post(url, { pause: 0 })]);
      // As in a batch, what follows is called in the phase of the event loop in which input and output arrive.
      await stat(import.meta.dirname);
      for (const connection of connections) connection[how]();
      // A busy event loop doesn't notice that they are closed.
      clock.advance(6 * rest);
      await post(url);
      await post(url);
      assert.equal(connections.length, 4);
    });

  it('are not used again if the server has just sent something without a request', async () => {
    const { url, connections } = await serve((socket) => socket.write(ok));
    await proveIdleTime(url);
    for (let count = 0; count < 5; count++) await post(url);
    // As in a batch, what follows is called in the phase of the event loop in which input and output arrive.
    await stat(import.meta.dirname);
    for (const connection of connections) connection.write(ok.replace('200', '299'));
    assert.deepEqual(kindsOf([await post(url)]), ['response 200']);
  });

  it('are not used again if a busy machine delays the request until the server may close them', async () => {
    const { url, connections } = await serve((socket) => socket.write(ok));
    await proveIdleTime(url);
    await post(url);
    const delayed = post(url);
    clock.advance(20 * rest);
    await delayed;
    assert.equal(connections.length, 3);
  });

  it('are used for their own server only', async () => {
    const one = await serve((socket) => socket.write(ok));
    const other = await serve((socket) => socket.write(ok.replace('200', '299')));
    await proveIdleTime(one.url);
    await post(one.url);
    assert.deepEqual(kindsOf([await post(other.url)]), ['response 299']);
  });

  it('are not doubtful after one request, whose response can be that of no other', async () => {
    const { url } = await serve((socket) => socket.write(ok));
    const exchange = await post(url);
    assert.ok(exchange.kind === 'response' && exchange.connection);
    exchange.connection.distrust();
    assert.equal(exchange.connection.state, 'closed');
  });

  it('never have two requests at a time, and are not many more than needed', async () => {
    const { url, connections } = await serve(async (socket) => {
      await clock.sleep(20);
      socket.write(ok);
    });
    const work = async () => {
      for (let count = 0; count < 6; count++) await post(url, { pause: 0 });
    };
    await Promise.all([work(), work(), work()]);
    assert.ok(connections.length <= 12, `${connections.length} connections`);
  });

  /** Makes connecting take longer, by milliseconds. */
  function connectSlowly(latency: number): void {
    const slowDispatcherFor: typeof dispatcherFor = (...connection) => {
      const dispatcher = dispatcherFor(...connection);
      dispatcher.once('connect', () => clock.advance(latency));
      return dispatcher;
    };
    http = new KeptConnections(slowDispatcherFor, clock);
  }

  it('are not used again if the server may close them before a request arrives', async () => {
    connectSlowly(400);
    const { url, connections } = await serve((socket) => socket.write(ok));
    await post(url, { pause: 4 * rest });
    await post(url);
    await post(url);
    assert.equal(connections.length, 3);
  });

  it('are waited for if connecting takes longer than they rest', async () => {
    connectSlowly(100);
    const { url, connections } = await serve((socket, _number, connection) => {
      if (connection !== 2) socket.write(ok);
    });
    await proveIdleTime(url);
    const long = post(url);
    await Promise.all([post(url, { pause: 0 }), post(url, { pause: 0 })]);
    await Promise.all([post(url, { pause: 0 }), post(url, { pause: 0 })]);
    connections[1]?.write(ok);
    await long;
    assert.equal(connections.length, 4);
  });

  it('become more when requests have waited for as long as connecting takes', async () => {
    connectSlowly(50);
    const { url, connections } = await serve(async (socket) => {
      await clock.sleep(10);
      socket.write(ok);
    });
    await proveIdleTime(url);
    const before = connections.length;
    const work = async (count: number) => {
      for (; count > 0; count--) await post(url, { pause: 0 });
    };
    await Promise.all([work(2), work(2)]);
    const early = connections.length;
    await Promise.all([work(40), work(40)]);
    assert.ok(early > before && connections.length > early, `${before}, ${early}, ${connections.length}`);
    assert.ok(connections.length <= 8, `${connections.length} connections`);
  });

  for (const header of ['Connection: close', 'Keep-Alive: timeout=0'])
    it(`are closed if the server sends ${header}`, async () => {
      const { url, connections } = await serve((socket) =>
        socket.write(ok.replace('\r\n\r\n', `\r\n${header}\r\n\r\n`)),
      );
      await proveIdleTime(url);
      assert.deepEqual(kindsOf([await post(url), await post(url)]), ['response 200', 'response 200']);
      assert.equal(connections.length, 3);
    });

  it('are closed after an HTTP/1.0 response', async () => {
    const { url, connections } = await serve((socket) => socket.write(ok.replace('1.1', '1.0')));
    await proveIdleTime(url);
    await post(url);
    await post(url);
    assert.equal(connections.length, 3);
  });

  it('are not used after they were idle for long', async () => {
    const { url, connections } = await serve((socket) => socket.write(ok));
    await post(url, { pause: 4 * maxIdleTime });
    await post(url, { pause: maxIdleTime });
    await post(url);
    assert.equal(connections.length, 3);
  });

  it('are closed when they were idle for long', async () => {
    const { url, connections } = await serve((socket) => socket.write(ok));
    await post(url);
    const [connection] = connections;
    if (connection && !connection.destroyed) await once(connection, 'close');
    await post(url);
    assert.equal(connections.length, 2);
  });

  for (const [how, close] of [
    ['an end', (socket: Socket) => socket.end()],
    ['a reset', (socket: Socket) => socket.resetAndDestroy()],
  ] as const) {
    it(`are replaced if the server closes idle ones by ${how}`, async () => {
      const { url, connections } = await serve((socket) => socket.write(ok));
      const exchanges: Exchange[] = [];
      for (let count = 0; count < 4; count++) {
        exchanges.push(await post(url, { pause: count === 0 ? 20 * rest : rest }));
        const connection = connections.at(-1);
        if (!connection || connection.destroyed) continue;
        close(connection);
        await once(connection, 'close');
      }
      assert.deepEqual(kindsOf(exchanges), Array(4).fill('response 200'));
      assert.equal(connections.length, 4);
    });

    it(`are no longer kept after ${how} during a request, which is not sent twice`, async () => {
      let received = 0;
      const { url, connections } = await serve((socket, number) => {
        received += 1;
        if (number === 1) socket.write(ok);
        else close(socket);
      });
      await proveIdleTime(url);
      const exchanges: Exchange[] = [];
      for (let count = 0; count < 5; count++) exchanges.push(await post(url));
      assert.deepEqual(kindsOf(exchanges), [
        'response 200',
        'interrupted connection-lost',
        'response 200',
        'response 200',
        'response 200',
      ]);
      assert.equal(received, 6);
      assert.equal(connections.length, 5);
    });
  }

  it('are no longer kept after a response is cut off on a kept one, and its status counts', async () => {
    const { url, connections } = await serve((socket, number) => {
      if (number === 1) socket.write(ok);
      else socket.end(ok.slice(0, -1));
    });
    await proveIdleTime(url);
    const exchanges = [await post(url), await post(url), await post(url), await post(url)];
    assert.deepEqual(kindsOf(exchanges), Array(4).fill('response 200'));
    assert.equal(connections.length, 4);
  });

  it('are no longer kept after a timeout on a kept one', async () => {
    const { url, connections } = await serve((socket, number) => {
      if (number === 1) socket.write(ok);
    });
    await proveIdleTime(url);
    const exchanges = [await post(url), await post(url, { timeout: 500 }), await post(url), await post(url)];
    assert.deepEqual(kindsOf(exchanges), [
      'response 200',
      'interrupted timeout',
      'response 200',
      'response 200',
    ]);
    assert.equal(connections.length, 4);
  });

  it('skip the interim responses of each request', async () => {
    const { url, connections } = await serve((socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 1');
      setTimeout(() => socket.write(`03 Early Hints\r\nLink: </a>\r\n\r\n${ok}`), 5);
    });
    await proveIdleTime(url);
    const exchanges = [await post(url), await post(url), await post(url)];
    assert.deepEqual(kindsOf(exchanges), Array(3).fill('response 200'));
    assert.equal(connections.length, 2);
  });

  it('are closed if the server sends more than its response', async () => {
    const { url, connections } = await serve((socket) => socket.write(`${ok}${ok}`));
    await proveIdleTime(url);
    assert.deepEqual(kindsOf([await post(url), await post(url)]), ['response 200', 'response 200']);
    assert.equal(connections.length, 3);
  });

  for (const [what, extra] of [
    ['a response', ok],
    ['what is not HTTP', 'junk'],
  ])
    it(`are no longer kept after the server sends ${what} without a request`, async () => {
      const { url, connections } = await serve((socket, _number, connection) =>
        socket.write(connection === 1 ? `${ok}${extra}` : ok),
      );
      await post(url);
      await proveIdleTime(url);
      for (let count = 0; count < 3; count++) await post(url);
      assert.equal(connections.length, 5);
    });

  it('have no response any more if the server sends one without a request on another', async () => {
    const { url, connections } = await serve((socket, number, connection) => {
      socket.write(connection === 2 && number === 2 ? '' : ok);
      if (connection === 2 && number === 2) connections[0]?.once('close', () => socket.write(ok)).write(ok);
    });
    await proveIdleTime(url);
    const exchanges = [await post(url), await post(url), await post(url)];
    assert.deepEqual(kindsOf(exchanges), ['response 200', 'interrupted connection-lost', 'response 200']);
    assert.equal(connections.length, 3);
  });

  it('stay if a response on another is invalid', async () => {
    const { url, connections } = await serve((socket, _number, connection) =>
      socket.write(connection === 3 ? 'junk' : ok),
    );
    await proveIdleTime(url);
    await post(url);
    const exchanges = await Promise.all([post(url), post(url)]);
    assert.deepEqual(kindsOf(exchanges), ['response 200', 'interrupted invalid-response']);
    await post(url);
    assert.equal(connections.length, 3);
  });

  it('work with TLS through the tunnel of a proxy', async () => {
    const authority = newAuthority();
    let requests = 0;
    const target = await servers.https(authority.keyFor('gateway.example'), (response) => {
      requests += 1;
      response.end('ok');
    });
    const proxy = await ConnectProxy.start({ target });
    const network: Network = {
      ...networkOfVariables({ HTTPS_PROXY: proxy.url.href }),
      strictTls: false,
    };
    const kept = new KeptConnections(
      networkDispatcher(() => network),
      clock,
    );
    const request = {
      method: 'POST',
      url: new URL('https://gateway.example/'),
      headers: {},
      body: Buffer.from('hello'),
    } as const;
    for (let count = 0; count < 4; count++) {
      assert.deepEqual(kindsOf([await kept.exchange(request, { timeout: 5000 })]), ['response 200']);
      clock.advance(count === 0 ? 20 * rest : rest);
    }
    kept.close();
    await proxy.close();
    assert.equal(requests, 4);
    assert.equal(proxy.asked.length, 2);
  });

  it('are closed with the batch', async () => {
    const { url, connections } = await serve((socket) => socket.write(ok));
    await post(url);
    http.close();
    const [connection] = connections;
    if (connection && !connection.destroyed) await once(connection, 'close');
    assert.equal(connections.length, 1);
  });
});

function kindsOf(exchanges: readonly Exchange[]): string[] {
  return exchanges.map(kindOf);
}

function kindOf(exchange: Exchange): string {
  switch (exchange.kind) {
    case 'response':
      return `response ${exchange.response.status}`;
    case 'not-sent':
      return `not-sent ${exchange.failure.kind}`;
    case 'interrupted':
      return `interrupted ${exchange.interruption.kind}`;
  }
}

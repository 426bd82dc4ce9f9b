import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { getEventListeners, once } from 'node:events';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import Client from 'undici/lib/dispatcher/client.js';
import { retry } from '../../../../scripts/testing/retry.ts';
import { timeLimit } from '../../../../scripts/testing/time-limits.ts';
import type { Exchange, ExchangeOptions, HttpRequest, HttpResponse } from '../../../../src/gateway/http.ts';
import { maxResponseSize } from '../../../../src/gateway/network/exchange.ts';
import { UndiciHttpClient } from '../../../../src/gateway/network/undici-http-client.ts';
import { selfSignedKey } from './certificates.ts';
import { LoopbackServers, unusedPort } from './loopback-servers.ts';

describe('UndiciHttpClient', () => {
  let servers: LoopbackServers;
  const http = new UndiciHttpClient();

  beforeEach(() => {
    servers = new LoopbackServers();
  });
  afterEach(() => servers.close());

  function post(
    url: URL,
    { body = 'hello', headers = {}, ...options }: Partial<ExchangeOptions> & Posted = {},
  ): Promise<Exchange> {
    const request: HttpRequest = { method: 'POST', url, headers, body: Buffer.from(body) };
    return http.exchange(request, { timeout: timeLimit(5000), ...options });
  }

  describe('sends', () => {
    it('exactly the given headers, the length, and a request for no compression', async () => {
      const { url, requests } = await servers.http((response) => response.end());
      await post(new URL('/a%20b?c=d', url), { headers: { 'Content-Type': 'text/x', 'X-Key': 'k\u00e9' } });
      const [request] = requests;
      assert.equal(request?.method, 'POST');
      assert.equal(request?.target, '/a%20b?c=d');
      assert.equal(request?.body.toString(), 'hello');
      assert.deepEqual(request?.headers, {
        host: url.host,
        connection: 'close',
        'content-type': 'text/x',
        'x-key': 'k\u00e9',
        'user-agent': 'dataset-studio',
        'accept-encoding': 'identity',
        'content-length': '5',
      });
    });

    it('a GET without body or length, and a POST without body with the length 0', async () => {
      const { url, requests } = await servers.http((response) => response.end());
      await http.exchange({ method: 'GET', url, headers: {} }, { timeout: timeLimit(5000) });
      await post(url, { body: '' });
      assert.deepEqual(
        requests.map(({ headers }) => headers['content-length']),
        [undefined, '0'],
      );
    });

    it('a complete body of 10 MB', async () => {
      const { url, requests } = await servers.http((response) => response.writeHead(201).end());
      assert.equal(responseOf(await post(url, { body: 'x'.repeat(10_000_000) })).status, 201);
      assert.equal(requests[0]?.body.byteLength, 10_000_000);
    });

    it('each request on its own connection, so that none is sent on a stale one', async () => {
      const connections = new Set<Socket>();
      const url = await servers.raw((socket) => {
        connections.add(socket);
        socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
      });
      await post(url);
      await post(url);
      assert.equal(connections.size, 2);
      await Promise.all([...connections].map((socket) => socket.closed || once(socket, 'close')));
    });

    it('to localhost, whether the server listens on ::1 or on 127.0.0.1', async () => {
      // On some machines, localhost has only one of the two addresses.
      for (const { address: host } of await lookup('localhost', { all: true })) {
        const { url } = await servers.http((response) => response.writeHead(204).end(), { host });
        assert.equal(responseOf(await post(new URL(`http://localhost:${url.port}/`))).status, 204);
      }
    });

    for (const [what, value] of [
      ['a line break', 'a\r\nX-Injected: b'],
      ['a bare line feed', 'a\nb'],
      ['NUL', 'a\0b'],
      ['a character beyond Latin-1', 'schl\u00fcssel\u2026'],
    ] as const)
      it(`nothing if the value of a header contains ${what}`, async () => {
        const { url, requests } = await servers.http((response) => response.end());
        const exchange = await post(url, { headers: { 'Ocp-Apim-Subscription-Key': value } });
        const failure = { kind: 'invalid-header', host: url.host, name: 'Ocp-Apim-Subscription-Key' };
        assert.deepEqual(exchange, { kind: 'not-sent', failure });
        assert.equal(requests.length, 0);
      });

    for (const address of ['http://gateway.example/', 'http://localhost.example/', 'http://192.0.2.1/'])
      it(`nothing to ${address}, because it would not be encrypted`, async () => {
        const url = new URL(address);
        const failure = { kind: 'insecure', host: url.host };
        assert.deepEqual(await post(url), { kind: 'not-sent', failure });
      });

    it('nothing if it was cancelled before', async () => {
      const { url, requests } = await servers.http((response) => response.end());
      const exchange = await post(url, { signal: AbortSignal.abort() });
      assert.deepEqual(exchange, { kind: 'not-sent', failure: { kind: 'cancelled' } });
      assert.equal(requests.length, 0);
    });
  });

  describe('reads', () => {
    it('status, headers by lower-case name, repeated ones joined, and the body', async () => {
      const url = await servers.saying(
        'HTTP/1.1 201 Created\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\nok',
      );
      const { status, headers, body, complete } = responseOf(await post(url));
      assert.equal(status, 201);
      assert.deepEqual(headers, { 'x-a': '1, 2', 'content-length': '2' });
      assert.equal(Buffer.from(body).toString(), 'ok');
      assert.equal(complete, true);
    });

    for (const [what, text] of [
      ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nok'],
      ['neither length nor chunks', 'HTTP/1.1 200 OK\r\n\r\nok'],
      ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n'],
      ['hints before it', 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\n\r\nok'],
      ['a 100 that nobody asked for', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nok'],
      [
        'several interim responses',
        'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100\r\nX: y\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nok',
      ],
      ['200 KB of headers', `HTTP/1.1 200 OK\r\n${'X-Trace: 0123456789\r\n'.repeat(10_000)}\r\nok`],
      ['no reason phrase', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok'],
    ] as const)
      it(`a response with ${what}`, async () => {
        const { status, body, complete } = responseOf(await post(await servers.saying(text)));
        assert.deepEqual([status, Buffer.from(body).toString(), complete], [200, 'ok', true]);
      });

    it('an error that arrives before the request is sent completely', async () => {
      const url = await servers.raw((socket) => {
        socket.once('data', () =>
          socket.write('HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
        );
      });
      assert.equal(responseOf(await post(url, { body: 'x'.repeat(5_000_000) })).status, 413);
    });

    it('a complete body of exactly the limit, and cuts a larger one', async () => {
      for (const [size, whole] of [
        [maxResponseSize, true],
        [maxResponseSize + 1, false],
        [maxResponseSize * 2, false],
      ] as const) {
        const { url } = await servers.http((response) => response.end(Buffer.alloc(size)));
        const { body, complete } = responseOf(await post(url));
        assert.deepEqual([body.byteLength, complete], [maxResponseSize, whole]);
      }
    });

    it('an interim response that arrives byte by byte', async () => {
      const said = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok';
      const url = await servers.raw((socket) =>
        socket.setNoDelay().once('data', async () => {
          for (const character of said) {
            socket.write(character);
            await new Promise((resolve) => setImmediate(resolve));
          }
        }),
      );
      assert.deepEqual(shortOf(await post(url)), [201, 'ok', true]);
    });

    it('a connection that is lost after an interim response as interrupted', async () => {
      const exchange = await post(await servers.saying('HTTP/1.1 100 Continue\r\n\r\n'));
      assert.equal(exchange.kind, 'interrupted');
    });

    for (const [encoding, packed] of [
      ['gzip', gzipSync('{"id":"é"}')],
      ['X-GZIP', gzipSync('{"id":"é"}')],
      ['deflate', deflateSync('{"id":"é"}')],
      ['br', brotliCompressSync('{"id":"é"}')],
    ] as const)
      it(`a body that the server compressed without being asked (${encoding})`, async () => {
        const { url } = await servers.http((response) =>
          response.writeHead(200, { 'content-encoding': encoding }).end(packed),
        );
        assert.deepEqual(shortOf(await post(url)), [200, '{"id":"é"}', true]);
      });

    it('a compressed body that was cut as far as possible', async () => {
      const packed = gzipSync(Array.from({ length: 20_000 }, (_, index) => `${index * 7919}`).join(' '));
      const { url } = await servers.http((response) =>
        response
          .writeHead(201, { 'content-encoding': 'gzip', 'content-length': packed.length })
          .write(packed.subarray(0, packed.length / 2), () => response.destroy()),
      );
      const [status, text, complete] = shortOf(await post(url));
      assert.deepEqual([status, text?.slice(0, 12), complete], [201, '0 7919 15838', false]);
    });

    for (const [what, encoding, packed] of [
      ['is invalid', 'gzip', Buffer.from('{"id":1}')],
      ['would fill memory', 'gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024))],
      ['is unknown', 'x-own', Buffer.from('{"id":1}')],
    ] as const)
      it(`a body whose compression ${what} without decompressing it`, async () => {
        const { url } = await servers.http((response) =>
          response.writeHead(200, { 'content-encoding': encoding }).end(packed),
        );
        assert.ok(packed.equals(responseOf(await post(url)).body));
      });

    for (const [type, bytes] of [
      ['text/html; charset=iso-8859-1', Buffer.from('größer', 'latin1')],
      ['application/json;charset="UTF-16LE"', Buffer.from('größer', 'utf16le')],
      ['text/plain; charset=utf8', Buffer.from('größer')],
      ['text/plain; charset=unheard-of', Buffer.from('größer')],
    ] as const)
      it(`text in its declared encoding (${type})`, async () => {
        const { url } = await servers.http((response) =>
          response.writeHead(400, { 'content-type': type }).end(bytes),
        );
        assert.deepEqual(shortOf(await post(url)), [400, 'größer', true]);
      });

    it('a redirect as a response, and does not follow it', async () => {
      const other = await servers.http((response) => response.end());
      const { url } = await servers.http((response) =>
        response.writeHead(307, { location: other.url.href }).end(),
      );
      const { status, headers } = responseOf(await post(url, { headers: { authorization: 'Bearer x' } }));
      assert.deepEqual([status, headers.location], [307, other.url.href]);
      assert.equal(other.requests.length, 0);
    });
  });

  describe('keeps status and headers if the body', () => {
    const head = 'HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"id":';

    it('is cut off', async () => {
      const url = await servers.saying(head);
      assert.deepEqual(shortOf(await post(url)), [201, '{"id":', false]);
    });

    it('is reset', async () => {
      const url = await servers.raw((socket) =>
        socket.once('data', () => {
          socket.write(head);
          setTimeout(() => socket.resetAndDestroy(), 50);
        }),
      );
      assert.deepEqual(shortOf(await post(url)), [201, '{"id":', false]);
    });

    it('keeps arriving slowly beyond the timeout', async () => {
      const url = await servers.raw((socket) =>
        socket.once('data', () => {
          socket.write(head.replace('100', '100000'));
          const drip = setInterval(() => socket.write(' '), 20);
          socket.on('close', () => clearInterval(drip));
        }),
      );
      await retry(
        async (timeout) => {
          const [status, text, complete] = shortOf(await post(url, { timeout }));
          assert.deepEqual([status, text?.trim(), complete], [201, '{"id":', false]);
        },
        { first: 300 },
      );
    });

    it('is cancelled', async () => {
      const url = await servers.raw((socket) => socket.once('data', () => socket.write(head)));
      const exchange = await post(url, { signal: AbortSignal.timeout(1000) });
      assert.deepEqual(shortOf(exchange), [201, '{"id":', false]);
    });

    it('is not a valid chunk', async () => {
      const url = await servers.saying(
        'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz',
      );
      assert.deepEqual(shortOf(await post(url)), [201, 'ok', false]);
    });
  });

  describe('returns "not-sent"', () => {
    it('if the host is not found', async () => {
      const exchange = await post(new URL('https://gateway.invalid/'));
      assert.deepEqual(exchange, {
        kind: 'not-sent',
        failure: { kind: 'name-not-found', host: 'gateway.invalid' },
      });
    });

    it('if the connection is refused on each IP address of the host', async () => {
      const port = await unusedPort();
      for (const name of ['127.0.0.1', 'localhost']) {
        const exchange = await post(new URL(`http://${name}:${port}/`));
        assert.deepEqual(exchange, {
          kind: 'not-sent',
          failure: { kind: 'refused', host: `${name}:${port}` },
        });
      }
    });

    it('if the certificate is not trusted', async () => {
      const url = await servers.https(selfSignedKey('127.0.0.1'), (response) => response.end());
      const code = 'DEPTH_ZERO_SELF_SIGNED_CERT';
      const failure = { kind: 'certificate', host: url.host, code, setting: 'NODE_EXTRA_CA_CERTS' };
      assert.deepEqual(await post(url), { kind: 'not-sent', failure });
    });

    it('if the certificate is for another host name', async () => {
      const key = selfSignedKey('gateway.example');
      const url = await servers.https(key, (response) => response.end());
      const trusting = new UndiciHttpClient(
        ({ origin }, signal) => new Client(origin, { connect: { ca: key.cert, signal }, allowH2: false }),
      );
      const exchange = await trusting.exchange(
        { method: 'POST', url, headers: {}, body: Buffer.from('x') },
        { timeout: timeLimit(5000) },
      );
      const failure = { kind: 'certificate', host: url.host, code: 'ERR_TLS_CERT_ALTNAME_INVALID' };
      assert.deepEqual(exchange, { kind: 'not-sent', failure });
    });

    it('if the server does not support TLS', async () => {
      const { url } = await servers.http((response) => response.end());
      const exchange = await post(new URL(`https://${url.host}/`));
      assert.deepEqual([exchange.kind, failureOf(exchange)?.kind], ['not-sent', 'tls']);
    });

    it('if the connection is lost during the TLS handshake', async () => {
      const url = await servers.raw((socket) => socket.once('data', () => socket.destroy()));
      const exchange = await post(new URL(`https://${url.host}/`));
      assert.equal(exchange.kind, 'not-sent');
    });

    for (const [what, timeout, kind] of [
      ['the time is over', 1000, 'timeout'],
      ['it is cancelled', 60_000, 'cancelled'],
    ] as const)
      it(`if ${what} during the TLS handshake, and closes the connection`, async () => {
        const sockets: Socket[] = [];
        const cancellation = new AbortController();
        const url = await servers.raw((socket) => {
          sockets.push(socket);
          if (kind === 'cancelled') cancellation.abort();
        });
        const exchange = await post(new URL(`https://${url.host}/`), {
          timeout,
          signal: cancellation.signal,
        });
        assert.deepEqual([exchange.kind, failureOf(exchange)?.kind], ['not-sent', kind]);
        assert.equal(sockets.length, 1);
        await Promise.all(sockets.map((socket) => socket.resume().closed || once(socket, 'close')));
      });
  });

  describe('returns "interrupted" if the request may have been sent, for', () => {
    it('a connection that is reset', async () => {
      const url = await servers.raw((socket) => socket.once('data', () => socket.resetAndDestroy()));
      assert.deepEqual(await post(url), {
        kind: 'interrupted',
        interruption: { kind: 'connection-lost', code: 'ECONNRESET' },
      });
    });

    for (const [what, text] of [
      ['that ends without an answer', ''],
      ['that ends within the status line', 'HTTP/1.1 2'],
      ['that ends within the headers', 'HTTP/1.1 201 Created\r\nContent-Le'],
    ] as const)
      it(`a connection ${what}`, async () => {
        const exchange = await post(await servers.saying(text));
        assert.deepEqual(interruptionOf(exchange)?.kind, 'connection-lost');
      });

    it('a connection that ends before the request is read', async () => {
      const url = await servers.raw((socket) => socket.end());
      assert.equal((await post(url)).kind, 'interrupted');
    });

    for (const [what, text] of [
      ['garbage', 'garbage\r\n\r\n'],
      ['headers without end', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(300_000)}\r\n\r\n`],
      ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
      ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nab'],
    ] as const)
      it(what, async () => {
        const exchange = await post(await servers.saying(text));
        assert.equal(interruptionOf(exchange)?.kind, 'invalid-response');
      });

    it('no response in time', async () => {
      const url = await servers.raw(() => undefined);
      assert.deepEqual(await post(url, { timeout: 1000 }), {
        kind: 'interrupted',
        interruption: { kind: 'timeout', seconds: 1 },
      });
    });

    it('headers that keep arriving slowly beyond the timeout', async () => {
      const url = await servers.raw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket.write('X: y\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      });
      assert.equal(interruptionOf(await post(url, { timeout: 1000 }))?.kind, 'timeout');
    });

    it('cancelling while it waits for the response', async () => {
      const cancellation = new AbortController();
      const url = await servers.raw((socket) => socket.once('data', () => cancellation.abort()));
      assert.deepEqual(await post(url, { signal: cancellation.signal }), {
        kind: 'interrupted',
        interruption: { kind: 'cancelled' },
      });
    });

    it('a GET request', async () => {
      const url = await servers.saying('');
      const exchange = await http.exchange({ method: 'GET', url, headers: {} }, { timeout: timeLimit(5000) });
      assert.equal(exchange.kind, 'interrupted');
    });
  });

  it('removes its listener from a signal that outlives the exchange', async () => {
    const { url } = await servers.http((response) => response.end());
    const { signal } = new AbortController();
    await post(url, { signal });
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});

interface Posted {
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

function responseOf(exchange: Exchange): HttpResponse {
  assert.ok(exchange.kind === 'response', JSON.stringify(exchange));
  return exchange.response;
}

function shortOf(exchange: Exchange): [number, string, boolean] {
  const { status, body, complete } = responseOf(exchange);
  return [status, Buffer.from(body).toString(), complete];
}

function failureOf(exchange: Exchange) {
  return exchange.kind === 'not-sent' ? exchange.failure : undefined;
}

function interruptionOf(exchange: Exchange) {
  return exchange.kind === 'interrupted' ? exchange.interruption : undefined;
}

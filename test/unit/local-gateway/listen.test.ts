import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { listenFailure, listenWhereFree } from '../../../src/local-gateway/local-gateway.ts';

describe('listening for the local gateway', () => {
  /** Tries ports on a system that refuses some; resolves to what came of it, and the ports. */
  async function tryPorts(refused: Readonly<Record<number, string>>, port?: number) {
    const server = createServer();
    const tried: number[] = [];
    server.listen = ((wanted: number, _host: string, listening: () => void) => {
      tried.push(wanted);
      const code = refused[wanted];
      setImmediate(() =>
        code === undefined ? listening() : server.emit('error', Object.assign(new Error(code), { code })),
      );
      return server;
    }) as typeof server.listen;
    return { result: await listenWhereFree(server, '127.0.0.1', 7878, port), tried };
  }

  it('uses any free port if the default one is in use, or reserved by Windows', async () => {
    for (const code of ['EADDRINUSE', 'EACCES'])
      assert.deepEqual(await tryPorts({ 7878: code }), { result: 'listening', tried: [7878, 0] });
    assert.deepEqual(await tryPorts({}), { result: 'listening', tried: [7878] });
  });

  it('takes no other port than one that is given', async () => {
    for (const code of ['EADDRINUSE', 'EACCES'])
      assert.deepEqual(await tryPorts({ 8000: code }, 8000), { result: code, tried: [8000] });
  });

  it('is not ended by a connection that cannot be accepted', async () => {
    const server = createServer();
    assert.equal(await listenWhereFree(server, '127.0.0.1', 0, undefined), 'listening');
    try {
      server.emit('error', new Error('accept ENOBUFS'));
    } finally {
      server.close();
    }
  });

  it('distinguishes a reserved port from one that needs more permissions', () => {
    assert.match(listenFailure('EACCES', 80), /above 1023/);
    assert.match(listenFailure('EACCES', 7878), /reserved by the system. Choose another/);
  });
});

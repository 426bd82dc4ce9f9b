import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { basename } from 'node:path';
import { programOnPort } from '../../../../src/identity/redirects/program-on-port.ts';

describe('The program that listens on a port', () => {
  it('has the name of its file and its process ID', async function () {
    if (process.platform !== 'linux') this.skip();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      assert.equal(await programOnPort(port), `${basename(process.execPath)} (${process.pid})`);
    } finally {
      server.close();
    }
  });
});

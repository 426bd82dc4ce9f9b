import type { Network } from '../../../../src/gateway/network/network.ts';
import { networkDispatcher } from '../../../../src/gateway/network/network-dispatcher.ts';
import { UndiciHttpClient } from '../../../../src/gateway/network/undici-http-client.ts';

/** A process that sends one request, because certificate authorities are read when a process starts. `one-exchange <url> <network>` */
const [, , address = '', network = ''] = process.argv;
const described = JSON.parse(network) as Network;
const http = new UndiciHttpClient(networkDispatcher(() => described));
const exchange = await http.exchange(
  { method: 'POST', url: new URL(address), headers: {}, body: Buffer.from('x') },
  { timeout: 20_000 },
);
console.log(
  JSON.stringify(
    exchange.kind === 'response' ? { kind: 'response', status: exchange.response.status } : exchange,
  ),
);

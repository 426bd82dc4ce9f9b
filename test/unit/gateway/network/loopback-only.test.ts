import assert from 'node:assert/strict';
import type { LookupAddress, LookupOptions, lookup } from 'node:dns';
import { loopbackOnly } from '../../../../src/gateway/network/network-dispatcher.ts';

type Found = { readonly code?: string | undefined; readonly addresses: unknown };

function find(answers: readonly LookupAddress[], options: LookupOptions): Promise<Found> {
  const resolver = ((_name: string, _options: LookupOptions, done: (...all: unknown[]) => void) =>
    done(null, answers)) as typeof lookup;
  return new Promise((resolve) =>
    loopbackOnly(resolver)('localhost', options, (error, addresses) =>
      resolve({ code: error?.code, addresses }),
    ),
  );
}

describe('loopbackOnly', () => {
  const own = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const foreign = [
    { address: '192.0.2.1', family: 4 },
    { address: '::ffff:192.0.2.1', family: 6 },
    { address: '2001:db8::1', family: 6 },
    { address: '0.0.0.0', family: 4 },
  ];

  it('returns only addresses of this machine', async () => {
    const found = await find([...foreign, ...own], { all: true });
    assert.deepEqual(found, { code: undefined, addresses: own });
    assert.deepEqual((await find(own, {})).addresses, '127.0.0.1');
  });

  for (const address of foreign)
    it(`finds nothing if a name for this machine resolves to ${address.address}`, async () => {
      assert.equal((await find([address], { all: true })).code, 'ENOTFOUND');
      assert.equal((await find([address], {})).code, 'ENOTFOUND');
    });
});

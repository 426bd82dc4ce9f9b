import assert from 'node:assert/strict';
import { type Network, networkOfVariables } from '../../../../src/gateway/network/network.ts';
import { bypassesProxy, routeTo } from '../../../../src/gateway/network/route.ts';

function through(address: string, more: Partial<Network> = {}): Network {
  return { ...networkOfVariables({ HTTPS_PROXY: address }), ...more };
}

const gateway = new URL('https://gateway.example/api');

describe('routeTo', () => {
  it('is direct if there is no proxy, or if noProxy contains the host', () => {
    assert.deepEqual(routeTo(gateway, networkOfVariables({})), { kind: 'direct' });
    const network = through('http://proxy.example', { noProxy: ['gateway.example'] });
    assert.deepEqual(routeTo(gateway, network), { kind: 'direct' });
  });

  for (const address of [
    'http://localhost:1',
    'https://localhost:1',
    'http://127.0.0.1:1',
    'https://[::1]:1',
  ])
    it(`is direct to ${address} for any proxy`, () =>
      assert.deepEqual(routeTo(new URL(address), through('http://proxy.example')), { kind: 'direct' }));

  for (const [written, url] of [
    ['http://proxy.example:8080', 'http://proxy.example:8080/'],
    ['http://proxy.example:8080/', 'http://proxy.example:8080/'],
    ['https://proxy.example', 'https://proxy.example/'],
    ['proxy.example:8080', 'http://proxy.example:8080/'],
    ['HTTP://[2001:db8::1]:3128', 'http://[2001:db8::1]:3128/'],
  ] as const)
    it(`uses the proxy ${written}`, () => {
      const route = routeTo(gateway, through(written));
      assert.ok(route.kind === 'proxy');
      assert.equal(route.proxy.url.href, url);
      assert.equal(route.proxy.authorization, undefined);
    });

  for (const [written, credentials] of [
    ['http://ann:hunter2@proxy.example', 'ann:hunter2'],
    ['ann:p%40ss%3Aw%C3%B6rd@proxy.example:8080', 'ann:p@ss:wörd'],
    ['http://ann:100%25%@proxy.example', 'ann:100%25%'],
    ['http://ann@proxy.example', 'ann:'],
  ] as const)
    it(`removes the credentials from ${written}`, () => {
      const route = routeTo(gateway, through(written));
      assert.ok(route.kind === 'proxy');
      const { url, authorization } = route.proxy;
      assert.equal(authorization, `Basic ${Buffer.from(credentials).toString('base64')}`);
      assert.deepEqual([url.username, url.password], ['', '']);
    });

  it('prefers proxyAuthorization to the credentials in the URL', () => {
    const route = routeTo(gateway, through('http://a:b@proxy.example', { proxyAuthorization: 'Bearer x' }));
    assert.ok(route.kind === 'proxy');
    assert.equal(route.proxy.authorization, 'Bearer x');
  });

  for (const scheme of ['socks', 'socks4', 'socks5', 'socks5h', 'ftp', 'pac+http'])
    it(`is not direct if the proxy has the unsupported type ${scheme}`, () =>
      assert.deepEqual(routeTo(gateway, through(`${scheme}://ann:hunter2@proxy.example`)), {
        kind: 'unusable-proxy',
        scheme,
        setting: 'HTTPS_PROXY',
      }));

  for (const address of ['http://', 'http://a b', 'http://proxy.example:99999'])
    it(`is not direct if the proxy is "${address}"`, () =>
      assert.deepEqual(routeTo(gateway, through(address)), {
        kind: 'unusable-proxy',
        setting: 'HTTPS_PROXY',
      }));
});

describe('bypassesProxy', () => {
  const cases: readonly [entry: string, past: readonly string[], through: readonly string[]][] = [
    ['*', ['https://a.example', 'https://192.0.2.1'], []],
    [
      'corp.example',
      ['https://corp.example', 'https://a.b.corp.example', 'https://CORP.example', 'https://corp.example.'],
      ['https://notcorp.example', 'https://corp.example.evil.example', 'https://example'],
    ],
    ['.corp.example', ['https://corp.example', 'https://a.corp.example'], ['https://acorp.example']],
    ['*.corp.example', ['https://a.corp.example'], ['https://acorp.example']],
    ['CORP.Example', ['https://corp.example'], []],
    ['corp.example:8443', ['https://a.corp.example:8443'], ['https://corp.example']],
    ['corp.example:443', ['https://corp.example'], ['https://corp.example:8443']],
    ['bücher.example', ['https://xn--bcher-kva.example'], []],
    ['192.0.2.1', ['https://192.0.2.1'], ['https://192.0.2.10', 'https://1.192.0.2.1.example']],
    ['0.2.1', [], ['https://192.0.2.1']],
    [
      '192.0.2.0/24',
      ['https://192.0.2.77'],
      ['https://192.0.3.1', 'https://a.example', 'https://[2001:db8::1]'],
    ],
    ['2001:DB8::1', ['https://[2001:db8::1]', 'https://[2001:db8:0::1]:8443'], ['https://[2001:db8::2]']],
    ['[2001:db8::1]:8443', ['https://[2001:db8::1]:8443'], ['https://[2001:db8::1]']],
    ['2001:db8::/32', ['https://[2001:db8:1::1]'], ['https://[2001:db9::1]', 'https://192.0.2.1']],
    ['192.0.2.0/99', [], ['https://192.0.2.1']],
    ['192.0.2.0/x', [], ['https://192.0.2.0']],
    ['', [], ['https://a.example']],
    ['.', [], ['https://a.example']],
    [':443', [], ['https://a.example']],
  ];
  for (const [entry, past, through] of cases)
    it(`reads "${entry}"`, () => {
      for (const address of past) assert.equal(bypassesProxy(new URL(address), [entry]), true, address);
      for (const address of through) assert.equal(bypassesProxy(new URL(address), [entry]), false, address);
    });

  it('is true if one of several entries matches', () => {
    assert.equal(bypassesProxy(new URL('https://b.example'), ['a.example', 'b.example']), true);
    assert.equal(bypassesProxy(new URL('https://b.example'), []), false);
  });
});

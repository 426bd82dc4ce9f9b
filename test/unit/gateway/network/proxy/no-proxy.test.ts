import assert from 'node:assert/strict';
import { bypassesProxy } from '../../../../../src/gateway/network/proxy/no-proxy.ts';

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

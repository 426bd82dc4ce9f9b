import assert from 'node:assert/strict';
import {
  type HttpSettings,
  networkOfSettings,
  networkOfVariables,
} from '../../../../src/gateway/network/network.ts';

const silent: HttpSettings = {
  proxy: undefined,
  noProxy: undefined,
  proxyAuthorization: undefined,
  proxyStrictSSL: undefined,
  systemCertificates: undefined,
  proxySupport: undefined,
};

describe('networkOfVariables', () => {
  it('has no proxy and checks certificates without any variables', () => {
    const { proxy, noProxy, strictTls, authorities } = networkOfVariables({});
    assert.deepEqual([proxy, noProxy, strictTls, authorities], [undefined, [], true, { system: false }]);
  });

  it('prefers lower-case names, and uses the proxy for http: if https: has none', () => {
    const variables = {
      https_proxy: 'a',
      HTTPS_PROXY: 'b',
      http_proxy: 'c',
      HTTP_PROXY: 'd',
      all_proxy: 'e',
      ALL_PROXY: 'f',
    };
    for (const name of [
      'https_proxy',
      'HTTPS_PROXY',
      'http_proxy',
      'HTTP_PROXY',
      'all_proxy',
      'ALL_PROXY',
    ] as const) {
      const { proxy, names } = networkOfVariables(variables);
      assert.deepEqual(proxy, { address: variables[name], setting: name });
      assert.equal(names.credentials, name);
      variables[name] = '';
    }
    assert.equal(networkOfVariables(variables).proxy, undefined);
  });

  it('splits a list at commas and whitespace', () => {
    for (const name of ['no_proxy', 'NO_PROXY'])
      assert.deepEqual(networkOfVariables({ [name]: 'a.example, b.example  c' }).noProxy, [
        'a.example',
        'b.example',
        'c',
      ]);
  });

  it('has no variable that turns off the check of certificates', () => {
    assert.equal(networkOfVariables({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }).strictTls, true);
  });
});

describe('networkOfSettings', () => {
  const variables = { HTTPS_PROXY: 'http://variable.example', NO_PROXY: 'variable.example' };

  it('prefers settings to variables', () => {
    const settings = { ...silent, proxy: ' http://setting.example ', noProxy: ['setting.example'] };
    const { proxy, noProxy, names } = networkOfSettings(settings, variables);
    assert.deepEqual(proxy, { address: 'http://setting.example', setting: 'http.proxy' });
    assert.deepEqual(noProxy, ['setting.example']);
    assert.deepEqual([names.proxy, names.credentials], ['http.proxy', 'http.proxyAuthorization']);
  });

  it('falls back to variables, and names the one that applies', () => {
    const { proxy, noProxy, names } = networkOfSettings({ ...silent, proxy: '', noProxy: [] }, variables);
    assert.deepEqual(proxy, { address: 'http://variable.example', setting: 'HTTPS_PROXY' });
    assert.deepEqual(noProxy, ['variable.example']);
    assert.equal(names.proxy, 'HTTPS_PROXY');
  });

  it('has no proxy if http.proxySupport is off', () => {
    const settings = { ...silent, proxy: 'http://setting.example', proxySupport: 'off' };
    assert.equal(networkOfSettings(settings, variables).proxy, undefined);
    for (const proxySupport of ['on', 'override', 'fallback'])
      assert.ok(networkOfSettings({ ...settings, proxySupport }, {}).proxy);
  });

  it('checks certificates unless http.proxyStrictSSL is false', () => {
    assert.equal(networkOfSettings(silent, {}).strictTls, true);
    assert.equal(networkOfSettings({ ...silent, proxyStrictSSL: false }, {}).strictTls, false);
  });

  it("trusts the system's authorities unless http.systemCertificates is off; a failure then names it", () => {
    const on = networkOfSettings(silent, {});
    const off = networkOfSettings({ ...silent, systemCertificates: false }, {});
    assert.deepEqual([on.authorities, on.names.authorities], [{ system: true }, 'NODE_EXTRA_CA_CERTS']);
    assert.deepEqual(
      [off.authorities, off.names.authorities],
      [{ system: false }, 'http.systemCertificates'],
    );
  });

  it('trusts the authorities in the file of NODE_EXTRA_CA_CERTS', () => {
    const { authorities } = networkOfSettings(silent, { NODE_EXTRA_CA_CERTS: '/a.pem' });
    assert.deepEqual(authorities, { system: true, file: '/a.pem' });
  });
});

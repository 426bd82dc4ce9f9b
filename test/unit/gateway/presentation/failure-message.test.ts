import assert from 'node:assert/strict';
import type { ConnectionFailure, Interruption, ProxyProblem } from '../../../../src/gateway/http.ts';
import {
  describeConnectionFailure,
  describeInterruption,
} from '../../../../src/gateway/presentation/failure-message.ts';

const host = 'gateway.example';
const proxy = 'proxy.example:8080';

function proxyFailure(problem: ProxyProblem, setting = 'http.proxy'): ConnectionFailure {
  return { kind: 'proxy', host, setting, problem };
}

describe('describeConnectionFailure', () => {
  const cases: readonly [ConnectionFailure, RegExp][] = [
    [{ kind: 'name-not-found', host }, /gateway\.example was not found.*VPN/],
    [{ kind: 'refused', host }, /gateway\.example refused.*URL/],
    [{ kind: 'unreachable', host }, /gateway\.example can't be reached.*network/],
    [{ kind: 'certificate', host, code: 'SELF_SIGNED_CERT_IN_CHAIN' }, /SELF_SIGNED.*NODE_EXTRA_CA_CERTS/],
    [{ kind: 'tls', host, code: 'EPROTO' }, /EPROTO.*https:/],
    [{ kind: 'tls', host, code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }, /VERSION.*https:/],
    [
      { kind: 'tls', host, code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
      /REQUIRED.*client certificate/,
    ],
    [{ kind: 'tls', host, code: 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE' }, /FAILURE.*client certificate/],
    [
      proxyFailure({ kind: 'refused', proxy, status: 407 }, 'http.proxyAuthorization'),
      /407.*Set http\.proxyAuth/,
    ],
    [proxyFailure({ kind: 'refused', proxy, status: 407 }, 'HTTPS_PROXY'), /407.*to HTTPS_PROXY/],
    [
      proxyFailure({ kind: 'refused', proxy, status: 407, hadCredentials: true }, 'http.proxy'),
      /refused the credentials in http\.proxy .*407.*Correct the user name and the password/,
    ],
    [proxyFailure({ kind: 'refused', proxy, status: 403 }, 'http.noProxy'), /doesn't allow.*http\.noProxy/],
    [proxyFailure({ kind: 'refused', proxy, status: 502 }, 'NO_PROXY'), /502.*NO_PROXY/],
    [proxyFailure({ kind: 'unreachable', proxy, code: 'ECONNREFUSED' }), /ECONNREFUSED.*http\.proxy/],
    [
      proxyFailure({ kind: 'certificate', proxy, code: 'X' }, 'NODE_EXTRA_CA_CERTS'),
      /proxy\.example.*NODE_EXTRA/,
    ],
    [proxyFailure({ kind: 'unsupported', scheme: 'socks5' }), /http\.proxy.*socks5.*http:\/\//],
    [proxyFailure({ kind: 'invalid' }), /http\.proxy is not the URL of a proxy/],
    [{ kind: 'insecure', host }, /https:/],
    [{ kind: 'certificate', host, code: 'CERT_HAS_EXPIRED' }, /CERT_HAS_EXPIRED.*clock/],
    [{ kind: 'certificate', host, code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, /another host name.*URL/],
    [
      { kind: 'certificate', host, code: 'X', setting: 'http.systemCertificates' },
      /turn on http\.systemCertificates/,
    ],
    [{ kind: 'timeout', host, seconds: 60 }, /60 s.*\(dataset\.timeout\)/],
    [{ kind: 'invalid-header', host, name: 'X-Key' }, /X-Key.*line break.*again/],
    [{ kind: 'other', host, code: 'EMFILE' }, /EMFILE/],
  ];
  for (const [failure, message] of cases)
    it(`explains "${failure.kind}" and says what to do`, () => {
      const text = describeConnectionFailure(failure, { timeout: 'dataset.timeout' });
      assert.match(text, message);
      assert.doesNotMatch(text, /[{}]|undefined/);
      // The message can also be about an identity provider.
      assert.doesNotMatch(text.replaceAll(host, ''), /gateway/);
      // Never advises to turn off the protection.
      assert.doesNotMatch(text, /strictSSL|REJECT_UNAUTHORIZED/i);
    });
});

describe('describeInterruption', () => {
  const cases: readonly [Interruption, RegExp][] = [
    [{ kind: 'connection-lost', code: 'ECONNRESET' }, /ECONNRESET/],
    [{ kind: 'timeout', seconds: 60 }, /60 s/],
    [{ kind: 'cancelled' }, /cancelled/],
    [{ kind: 'invalid-response', code: 'HPE_INVALID' }, /not a valid HTTP response.*HPE_INVALID/],
  ];
  for (const [interruption, message] of cases)
    it(`explains "${interruption.kind}"`, () => {
      const text = describeInterruption(interruption);
      assert.match(text, message);
      assert.doesNotMatch(text, /[{}]|undefined/);
    });
});

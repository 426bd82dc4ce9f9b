import assert from 'node:assert/strict';
import {
  classifyFailure,
  interruptionOf,
  isClientRefused,
  NotConnected,
} from '../../../../src/gateway/network/connection-failure.ts';
import { toExchange } from '../../../../src/gateway/network/exchange.ts';

const host = 'gateway.example';

function failing(code: string, cause?: unknown): Error {
  return Object.assign(new Error(code, { cause }), { code });
}

describe('classifyFailure', () => {
  for (const [code, kind] of [
    ['ENOTFOUND', 'name-not-found'],
    ['EAI_AGAIN', 'name-not-found'],
    ['ECONNREFUSED', 'refused'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['ETIMEDOUT', 'unreachable'],
    ['EPROTO', 'tls'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['CERT_UNTRUSTED', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
    ['CRL_HAS_EXPIRED', 'certificate'],
    ['EMFILE', 'other'],
  ] as const)
    it(`is "${kind}" for ${code}`, () => assert.equal(classifyFailure(failing(code), host).kind, kind));

  it('is "refused" if one of several IP addresses refused the connection', () => {
    const error = new AggregateError([failing('EADDRNOTAVAIL'), failing('ECONNREFUSED')]);
    assert.equal(classifyFailure(error, host).kind, 'refused');
  });

  it('finds the codes of causes', () => {
    assert.equal(
      classifyFailure(new Error('failed', { cause: failing('ENOTFOUND') }), host).kind,
      'name-not-found',
    );
  });

  it('returns a failure that is already known', () => {
    const failure = { kind: 'refused', host } as const;
    assert.equal(classifyFailure(new NotConnected(failure), 'proxy.example'), failure);
  });

  it('is "other" for unknown errors', () => {
    for (const thrown of [undefined, 'text', new Error('text')])
      assert.deepEqual(classifyFailure(thrown, host), { kind: 'other', host, code: 'unknown' });
  });
});

describe('interruptionOf', () => {
  for (const [code, kind] of [
    ['ECONNRESET', 'connection-lost'],
    ['EPIPE', 'connection-lost'],
    ['UND_ERR_SOCKET', 'connection-lost'],
    ['HPE_INVALID_CONSTANT', 'invalid-response'],
    ['UND_ERR_HEADERS_OVERFLOW', 'invalid-response'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'invalid-response'],
  ] as const)
    it(`is "${kind}" for ${code}`, () => assert.deepEqual(interruptionOf(failing(code)), { kind, code }));
});

describe('isClientRefused', () => {
  for (const [code, expected] of [
    // OpenSSL 3.0 of Node.js 20, and 3.5 of Node.js 24.
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', true],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', true],
    ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', true],
    ['ERR_SSL_SSL/TLS_ALERT_UNSUPPORTED_CERTIFICATE', true],
    ['ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN', true],
    ['ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED', true],
    ['ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_REVOKED', true],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', true],
    ['ERR_SSL_TLSV1_ALERT_ACCESS_DENIED', true],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', false],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', false],
    ['ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', false],
    ['ECONNRESET', false],
  ] as const)
    it(`is ${expected} for ${code}`, async () => {
      assert.equal(isClientRefused(failing(code)), expected);
      const after = { endedBy: undefined, seconds: 1 };
      const exchange = await toExchange({ mayHaveLeft: true, error: failing(code) }, host, after);
      assert.equal(exchange.kind, expected ? 'not-sent' : 'interrupted');
    });
});

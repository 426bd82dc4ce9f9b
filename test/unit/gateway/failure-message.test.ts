import assert from 'node:assert/strict';
import { english } from '../../../src/dataset/localize.ts';
import { describeConnectionFailure, describeInterruption } from '../../../src/gateway/failure-message.ts';
import type { ConnectionFailure, Interruption } from '../../../src/gateway/http.ts';

const host = 'gateway.example';

describe('describeConnectionFailure', () => {
  const cases: readonly [ConnectionFailure, RegExp][] = [
    [{ kind: 'name-not-found', host }, /gateway\.example is not known.*VPN/],
    [{ kind: 'refused', host }, /gateway\.example refused.*address/],
    [{ kind: 'unreachable', host }, /gateway\.example can't be reached.*network/],
    [{ kind: 'certificate', host, code: 'CERT_HAS_EXPIRED' }, /CERT_HAS_EXPIRED.*NODE_EXTRA_CA_CERTS/],
    [{ kind: 'tls', host, code: 'EPROTO' }, /EPROTO.*https:/],
    [{ kind: 'proxy', host }, /proxy.*settings/],
    [{ kind: 'proxy', host, status: 407 }, /407.*credentials/],
    [{ kind: 'timeout', host, seconds: 60 }, /60 s.*dataset\.timeout/],
    [{ kind: 'invalid-header', host, name: 'X-Key' }, /X-Key.*line break.*again/],
    [{ kind: 'other', host, code: 'EMFILE' }, /EMFILE/],
  ];
  for (const [failure, message] of cases)
    it(`says what "${failure.kind}" is and what mends it`, () => {
      const text = describeConnectionFailure(failure, english);
      assert.match(text, message);
      assert.doesNotMatch(text, /[{}]|undefined/);
      // An identity provider can be the one that wasn't reached.
      assert.doesNotMatch(text.replaceAll(host, ''), /gateway/);
    });
});

describe('describeInterruption', () => {
  const cases: readonly [Interruption, RegExp][] = [
    [{ kind: 'connection-lost', code: 'ECONNRESET' }, /ECONNRESET/],
    [{ kind: 'timeout', seconds: 60 }, /60 s/],
    [{ kind: 'cancelled' }, /cancelled/],
    [{ kind: 'invalid-response', code: 'HPE_INVALID' }, /no HTTP response.*HPE_INVALID/],
  ];
  for (const [interruption, message] of cases)
    it(`says what "${interruption.kind}" is`, () => {
      const text = describeInterruption(interruption, english);
      assert.match(text, message);
      assert.doesNotMatch(text, /[{}]|undefined/);
    });
});

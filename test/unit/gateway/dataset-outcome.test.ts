import assert from 'node:assert/strict';
import { readDatasetResponse } from '../../../src/gateway/dataset-outcome.ts';
import type { DatasetOutcome } from '../../../src/gateway/outcome.ts';

function read(status: number, body = '', headers: Record<string, string> = {}): DatasetOutcome {
  return readDatasetResponse({ status, headers, body: Buffer.from(body), complete: true }, 0, []);
}

function causeOf(status: number, body?: string, headers?: Record<string, string>) {
  const outcome = read(status, body, headers);
  return outcome.kind === 'rejected' ? outcome.cause : outcome.kind;
}

describe('readDatasetResponse', () => {
  it('names the target of a redirect as plain text', () => {
    assert.deepEqual(causeOf(302, '', { location: 'https://evil.example/\u202e' }), {
      kind: 'redirect',
      detail: 'https://evil.example/',
    });
    assert.deepEqual(causeOf(304), { kind: 'other' });
  });

  it('keeps the body of a success', () => {
    const outcome = read(201, '<p>created</p>');
    assert.ok(outcome.kind === 'created');
    assert.equal(Buffer.from(outcome.response.body).toString(), '<p>created</p>');
  });

  it('distinguishes a wrong subscription key from a wrong token', () => {
    const azure = '{"statusCode":401,"message":"Access denied due to missing subscription key."}';
    assert.deepEqual(causeOf(401, azure), { kind: 'subscription-key' });
    assert.deepEqual(
      causeOf(401, '', { 'www-authenticate': 'AzureApiManagementKey name="Ocp-Apim-Subscription-Key"' }),
      {
        kind: 'subscription-key',
      },
    );
    assert.deepEqual(causeOf(401, '', { 'www-authenticate': 'Bearer error="invalid_token"' }), {
      kind: 'token',
    });
    assert.deepEqual(causeOf(401), { kind: 'token' });
  });

  for (const [status, kind] of [
    [400, 'other'],
    [403, 'forbidden'],
    [404, 'address'],
    [405, 'other'],
    [409, 'other'],
    [413, 'too-large'],
    [415, 'other'],
    [422, 'other'],
  ] as const)
    it(`is rejected for ${status}: ${kind}`, () => assert.deepEqual(causeOf(status), { kind }));

  for (const status of [429, 503])
    it(`is rejected for ${status} with Retry-After`, () => {
      assert.deepEqual(causeOf(status, '', { 'retry-after': '7' }), { kind: 'busy', seconds: 7 });
      assert.deepEqual(causeOf(status, '', { 'retry-after': 'Thu, 01 Jan 1970 00:00:05 GMT' }), {
        kind: 'busy',
        seconds: 5,
      });
    });

  it('is rejected for 429 without Retry-After', () => {
    assert.deepEqual(causeOf(429), { kind: 'busy' });
  });

  it("contains the service's message as plain text", () => {
    const rejected = read(400, '{"error":{"message":"Name\\u001b[31m is\\ntaken"}}');
    assert.ok(rejected.kind === 'rejected');
    assert.equal(rejected.reason, 'Name is taken');
    const unknown = read(502, '<html><title>Bad Gateway</title></html>');
    assert.ok(unknown.kind === 'unknown' && unknown.cause.kind === 'status');
    assert.equal(unknown.cause.reason, 'Bad Gateway');
  });
});

it('names the URL of a 404, without its query and with secrets masked', () => {
  const url = new URL('https://u:p@gateway.example/a-secret/datasets?code=1');
  const response = { status: 404, headers: {}, body: Buffer.from(''), complete: true };
  const outcome = readDatasetResponse(response, 0, ['a-secret'], { url, path: url.pathname });
  assert.partialDeepStrictEqual(outcome, {
    cause: { kind: 'address', detail: 'https://gateway.example/•••/datasets' },
  });
});

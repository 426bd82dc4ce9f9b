import assert from 'node:assert/strict';
import { datasetIdOf, idInLocation, readDatasetResponse } from '../../../src/gateway/dataset-outcome.ts';
import type { DatasetOutcome } from '../../../src/gateway/outcome.ts';

function read(status: number, body = '', headers: Record<string, string> = {}): DatasetOutcome {
  return readDatasetResponse({ status, headers, body: Buffer.from(body), complete: true }, 0, []);
}

function causeOf(status: number, body?: string, headers?: Record<string, string>) {
  const outcome = read(status, body, headers);
  return outcome.kind === 'rejected' ? outcome.cause : outcome.kind;
}

describe('readDatasetResponse', () => {
  for (const status of [200, 201, 203, 204, 206, 299])
    it(`is created for ${status}`, () => assert.equal(read(status).kind, 'created'));

  it('is accepted for 202', () => {
    const outcome = read(202, '{"id":"d-1"}');
    assert.ok(outcome.kind === 'accepted');
    assert.equal(outcome.datasetId, 'd-1');
  });

  it('is created for a success without ID, JSON or body', () => {
    for (const body of ['', '{}', 'created!', '<p>created</p>']) {
      const outcome = read(201, body);
      assert.ok(outcome.kind === 'created');
      assert.ok(!('datasetId' in outcome));
      assert.equal(Buffer.from(outcome.response.body).toString(), body);
    }
  });

  it('is created with its ID, whatever the gateway says of the name and the tables', () => {
    for (const described of [{ name: 'sales' }, { name: 'Other', tables: [] }, { tables: [{ name: 'x' }] }]) {
      const outcome = read(201, JSON.stringify({ id: 'd-1', ...described }));
      assert.equal(outcome.kind === 'created' && outcome.datasetId, 'd-1');
    }
  });

  for (const status of [301, 302, 303, 307, 308])
    it(`is rejected for ${status}, with the target of the redirect`, () =>
      assert.deepEqual(causeOf(status, '', { location: 'https://evil.example/\u202e' }), {
        kind: 'redirect',
        detail: 'https://evil.example/',
      }));

  it('is rejected for a 3xx without a target', () => {
    assert.deepEqual(causeOf(304), { kind: 'other' });
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

  for (const [status, headers] of [
    [101, {}],
    [500, {}],
    [500, { 'retry-after': '7' }],
    [501, {}],
    [502, {}],
    [503, {}],
    [503, { 'retry-after': 'soon' }],
    [504, { 'retry-after': '7' }],
    [599, {}],
  ] as const)
    it(`is unknown for ${status} with ${JSON.stringify(headers)}`, () =>
      assert.equal(read(status, '', headers).kind, 'unknown'));

  it("contains the service's message as plain text", () => {
    const rejected = read(400, '{"error":{"message":"Name\\u001b[31m is\\ntaken"}}');
    assert.ok(rejected.kind === 'rejected');
    assert.equal(rejected.reason, 'Name is taken');
    const unknown = read(502, '<html><title>Bad Gateway</title></html>');
    assert.ok(unknown.kind === 'unknown' && unknown.cause.kind === 'status');
    assert.equal(unknown.cause.reason, 'Bad Gateway');
  });
});

describe('datasetIdOf', () => {
  for (const [what, body, id] of [
    ['id', '{"id":"a"}', 'a'],
    ['datasetId', '{"datasetId":"a"}', 'a'],
    ['dataset_id', '{"dataset_id":"a"}', 'a'],
    ['any case', '{"DatasetID":"a"}', 'a'],
    ['id before the others', '{"dataset_id":"c","datasetId":"b","id":"a"}', 'a'],
    ['the first of two in different case', '{"Id":"a","id":"b"}', 'a'],
    ['dataset', '{"dataset":{"id":"a"}}', 'a'],
    ['data', '{"data":{"ID":"a"}}', 'a'],
    ['result', '{"Result":{"datasetId":"a"}}', 'a'],
    ['value', '{"value":{"id":"a"}}', 'a'],
    ['the top level before what is below', '{"data":{"id":"b"},"dataset_id":"a"}', 'a'],
    ['dataset before data', '{"data":{"id":"b"},"dataset":{"id":"a"}}', 'a'],
    ['the only element of a list', '{"value":[{"id":"a"}]}', 'a'],
    ['a list as a whole', '[{"id":"a"}]', 'a'],
    ['a number', '{"id":17}', '17'],
    ['zero', '{"id":0}', '0'],
    ['a number that JavaScript would round', '{ "id" : 12345678901234567890 }', '12345678901234567890'],
    ['digits in a string', '{"id":"12345678901234567890"}', '12345678901234567890'],
    ['digits in another string', '{"name":"\\"12345678901234567890,","id":"a"}', 'a'],
    ['long fractions elsewhere', '{"x":0.12345678901234567890,"y":1e1234567890123456,"id":"a"}', 'a'],
    ['what is to be made printable', '{"id":"a\\u202eb\\u0000"}', 'a b'],
    ['text with spaces', '{"id":" a "}', 'a'],
    ['one of a special name', '{"__proto__":{"id":"x"},"id":"a"}', 'a'],
  ] as const)
    it(`finds ${what}`, () => assert.equal(datasetIdOf(body, []), id));

  for (const [what, body] of [
    ['two elements', '{"value":[{"id":"a"},{"id":"b"}]}'],
    ['an object as ID', '{"id":{"a":1}}'],
    ['an empty ID', '{"id":""}'],
    ['null', '{"id":null}'],
    ['a number that was rounded', '{"id":12345678901234567.5,"data":{"id":1e400}}'],
    ['true', '{"id":true}'],
    ['IDs of tables', '{"tables":[{"id":"t"}]}'],
    ['no object', '"id"'],
    ['no JSON', 'id: a'],
    ['a very long text', `{"name":"${'x'.repeat(8_000_000)}","n":1234567890123456}`],
  ] as const)
    it(`finds none in ${what}`, () => assert.equal(datasetIdOf(body, []), undefined));

  const address = {
    url: new URL('https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None'),
    path: '/reporting/datasets',
  };

  for (const [location, id] of [
    ['https://gateway.example/api/reporting/datasets/d-1', 'd-1'],
    ['/api/reporting/datasets/d-1', 'd-1'],
    ['/reporting/datasets/d-1', 'd-1'],
    ['/other/prefix/reporting/datasets/d-1', 'd-1'],
    ['datasets/d-1/', 'd-1'],
    ['/reporting/datasets/d-1?x=y#z', 'd-1'],
    ['/reporting/datasets/d%201', 'd 1'],
    ['/reporting/datasets/d%ff', 'd%ff'],
    ['/reporting/datasets/datasets', 'datasets'],
    ['https://gateway.example/reporting/datasets', undefined],
    ['https://other.example/api/reporting/datasets/d-1', undefined],
    ['http://gateway.example/api/reporting/datasets/d-1', undefined],
    ['/datasets/d-1', undefined],
    ['/xreporting/datasets/d-1', undefined],
    ['/reporting/datasets/d-1/tables', undefined],
    ['/reporting/datasets/../operations/d-1', undefined],
    ['/v1/operations/0acd697c', undefined],
    ['/reporting/', undefined],
    ['/reporting/datasets/', undefined],
    ['/reporting/datasets//?defaultRetentionPolicy=None', undefined],
    ['d-1', undefined],
    ['/', undefined],
    ['https://', undefined],
    ['/reporting/datasets/a-secret/of-mine', undefined],
    ['/reporting/datasets/a-secret%2Fof-mine', undefined],
  ] as const)
    it(`finds ${id ?? 'none'} in Location: ${location}`, () =>
      assert.equal(idInLocation(location, address, ['a-secret/of-mine']), id));

  const located = (status: number, body = '{}') => {
    const headers = { location: '/reporting/datasets/d-1' };
    return readDatasetResponse({ status, headers, body: Buffer.from(body), complete: true }, 0, [], address);
  };

  it('prefers the body to Location', () => {
    assert.partialDeepStrictEqual(located(201, '{"value":{"id":"a"}}'), { datasetId: 'a' });
  });

  it('takes Location of a 201 only: that of a 202 names an operation', () => {
    for (const status of [201, 200, 202])
      assert.equal('datasetId' in located(status), status === 201, `${status}`);
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

describe('A web page with a 2xx', () => {
  for (const [what, body, headers] of [
    ['by its type', 'Sign in', { 'content-type': 'Text/HTML; charset=utf-8' }],
    ['by its doctype', '\ufeff\n<!DOCTYPE html><p>', { 'content-type': 'application/json' }],
    ['by its root', '<HTML lang="en">', {}],
  ] as const)
    it(`${what} is unknown`, () => {
      for (const status of [200, 201, 202])
        assert.partialDeepStrictEqual(read(status, body, headers), {
          kind: 'unknown',
          cause: { kind: 'web-page', status },
        });
    });

  it('is none if it names an ID, or is empty', () => {
    const headers = { 'content-type': 'text/html' };
    assert.equal(read(201, '{"id":"d-1"}', headers).kind, 'created');
    assert.equal(read(204, '', headers).kind, 'created');
  });
});

import assert from 'node:assert/strict';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import { datasetRequest, datasetUrl, postDataset } from '../../../src/gateway/dataset-request.ts';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import type { DatasetOutcome } from '../../../src/gateway/outcome.ts';
import { type Service, serviceDefaults } from '../../../src/gateway/service.ts';
import { LoopbackServers, unusedPort } from './network/loopback-servers.ts';

const submission = {
  body: new TextEncoder().encode('{ "name": "Verkäufe",\r\n "tables": [] }\n'),
  accessToken: 'token-secret',
  subscriptionKey: 'key-secret',
};

function serviceAt(baseUrl: URL, changes: Partial<Service> = {}): Service {
  return { ...serviceDefaults, baseUrl, ...changes };
}

describe('datasetUrl', () => {
  const base = new URL('https://gateway.example/api');

  for (const [changes, url] of [
    [{}, 'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None'],
    [
      { retentionPolicy: 'basicFIFO' },
      'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=basicFIFO',
    ],
    [{ retentionPolicy: '' }, 'https://gateway.example/api/reporting/datasets'],
    [
      { retentionPolicy: 'a&b=c' },
      'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=a%26b%3Dc',
    ],
    [{ reportingPath: 'bi/v2', retentionPolicy: '' }, 'https://gateway.example/api/bi/v2/datasets'],
  ] as const)
    it(`is ${url}`, () => assert.equal(datasetUrl(serviceAt(base, changes)).href, url));
});

describe('datasetRequest', () => {
  const base = new URL('https://gateway.example');

  it("sends the document's bytes with the three headers", () => {
    assert.deepEqual(datasetRequest(serviceAt(base), submission), {
      method: 'POST',
      url: datasetUrl(serviceAt(base)),
      headers: {
        'Content-Type': 'application/json',
        'Ocp-Apim-Subscription-Key': 'key-secret',
        Authorization: 'Bearer token-secret',
      },
      body: submission.body,
    });
  });

  it('sends the token only if no scheme is set', () => {
    const { headers } = datasetRequest(serviceAt(base, { authorizationScheme: '' }), submission);
    assert.equal(headers.Authorization, 'token-secret');
  });
});

describe('createDataset', () => {
  let servers: LoopbackServers;
  beforeEach(() => {
    servers = new LoopbackServers();
  });
  afterEach(() => servers.close());

  function create(
    url: URL,
    { signal, timeout = timeLimit(5000), now = Date.now, ...changes }: Creation = {},
  ): Promise<DatasetOutcome> {
    return postDataset(
      new UndiciHttpClient(),
      serviceAt(url),
      { ...submission, ...changes },
      { timeout, ...(signal && { signal }) },
      now,
    );
  }

  it('sends the unchanged bytes in one request, and returns the ID', async () => {
    const { url, requests } = await servers.http((response) => response.writeHead(201).end('{"id":"d-1"}'));
    const outcome = await create(url);
    assert.ok(outcome.kind === 'created');
    assert.deepEqual([outcome.status, outcome.datasetId], [201, 'd-1']);
    assert.equal(requests.length, 1);
    assert.ok(requests[0]?.body.equals(Buffer.from(submission.body)));
    assert.equal(requests[0]?.headers.authorization, 'Bearer token-secret');
    assert.equal(requests[0]?.headers['ocp-apim-subscription-key'], 'key-secret');
    assert.equal(requests[0]?.headers['content-type'], 'application/json');
  });

  it('returns the seconds until a Retry-After date', async () => {
    const { url } = await servers.http((response) =>
      response.writeHead(429, { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }).end(),
    );
    const outcome = await create(url, { now: () => Date.UTC(1994, 10, 6, 8, 49, 7) });
    assert.ok(outcome.kind === 'rejected');
    assert.deepEqual(outcome.cause, { kind: 'busy', seconds: 30 });
  });

  it('masks its secrets everywhere in the response, including the ID', async () => {
    const { url } = await servers.http((response) =>
      response
        .writeHead(403, { 'x-echo': 'Bearer token-secret', location: '/key-secret' })
        .end('{"message":"key-secret with token-secret","key":"a2V5LXNlY3JldA"}'),
    );
    const outcome = await create(url);
    assert.ok(outcome.kind === 'rejected');
    assert.equal(outcome.reason, '••• with •••');
    const all = JSON.stringify(outcome) + Buffer.from(outcome.response.body).toString();
    assert.doesNotMatch(all, /key-secret|token-secret|a2V5LXNlY3JldA/);
  });

  it('finds the ID behind 1 MiB, and keeps only the beginning of such a response', async () => {
    const long = JSON.stringify({ echo: 'token-secret '.repeat(100_000), id: 'sales' });
    const { url } = await servers.http((response) => response.writeHead(201).end(long));
    const outcome = await create(url);
    assert.ok(outcome.kind === 'created');
    assert.equal(outcome.datasetId, 'sales');
    assert.ok(outcome.response.body.byteLength <= 256 * 1024);
    assert.equal(outcome.response.complete, false);
    assert.doesNotMatch(Buffer.from(outcome.response.body).toString(), /token-secret/);
  });

  it('returns the unchanged ID even if the response contains a short password or key', async () => {
    const { url } = await servers.http((response) =>
      response.writeHead(201).end('{"datasetId":"sales-2026-data"}'),
    );
    for (const otherSecrets of [['data'], ['sales'], ['dataset']]) {
      const outcome = await create(url, { otherSecrets });
      assert.ok(outcome.kind === 'created');
      assert.equal(outcome.datasetId, 'sales-2026-data');
    }
  });

  it('masks a secret that is returned as the ID', async () => {
    const { url } = await servers.http((response) => response.writeHead(201).end('{"id":"token-secret"}'));
    const outcome = await create(url);
    assert.ok(outcome.kind === 'created');
    assert.equal(outcome.datasetId, '•••');
  });

  it('masks a secret in the ID that only appears when the ID becomes one line', async () => {
    const { url } = await servers.http((response) =>
      response.writeHead(201).end('{"id":"correct\\nhorse\\u0000battery"}'),
    );
    const outcome = await create(url, { otherSecrets: ['correct horse battery'] });
    assert.ok(outcome.kind === 'created');
    assert.equal(outcome.datasetId, '•••');
  });

  it('does not change the bytes of a response without secrets', async () => {
    const bytes = Buffer.from([0xff, 0xc0, 0x00, 0x80]);
    const { url } = await servers.http((response) => response.writeHead(200).end(bytes));
    const outcome = await create(url);
    assert.ok(outcome.kind === 'created');
    assert.ok(bytes.equals(outcome.response.body));
  });

  it('is not sent if the gateway does not exist', async () => {
    const url = new URL(`http://127.0.0.1:${await unusedPort()}`);
    assert.deepEqual(await create(url), {
      kind: 'not-sent',
      cause: { kind: 'connection', failure: { kind: 'refused', host: url.host } },
    });
  });

  it('is not sent if a header cannot contain a secret', async () => {
    const { url, requests } = await servers.http((response) => response.end());
    const outcome = await create(url, { subscriptionKey: 'key\n' });
    assert.deepEqual(outcome, {
      kind: 'not-sent',
      cause: {
        kind: 'connection',
        failure: { kind: 'invalid-header', host: url.host, name: 'Ocp-Apim-Subscription-Key' },
      },
    });
    assert.equal(requests.length, 0);
  });

  it('is unknown if the connection is lost, times out or is cancelled', async () => {
    const silent = await servers.raw(() => undefined);
    const cancellation = new AbortController();
    const cancelling = await servers.raw((socket) => socket.once('data', () => cancellation.abort()));
    const interruptions = [
      await create(await servers.saying('')),
      await create(silent, { timeout: 500 }),
      await create(cancelling, { signal: cancellation.signal }),
    ].map((outcome) => outcome.kind === 'unknown' && outcome.cause.kind);
    assert.deepEqual(interruptions, ['connection-lost', 'timeout', 'cancelled']);
  });

  it('is created by the status if the body is cut off', async () => {
    const url = await servers.saying('HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"id":"d-');
    const outcome = await create(url);
    assert.ok(outcome.kind === 'created');
    assert.deepEqual([outcome.datasetId, outcome.response.complete], [undefined, false]);
  });
});

interface Creation {
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  readonly subscriptionKey?: string;
  readonly otherSecrets?: readonly string[];
}

import assert from 'node:assert/strict';
import { type DatasetSubmission, datasetRequest, postDataset } from '../../src/gateway/dataset-request.ts';
import type { HttpRequest } from '../../src/gateway/http.ts';
import { UndiciHttpClient } from '../../src/gateway/network/undici-http-client.ts';
import type { DatasetOutcome, TokenOutcome } from '../../src/gateway/outcome.ts';
import { type Service, serviceDefaults } from '../../src/gateway/service.ts';
import { type PasswordCredentials, requestToken, tokenRequest } from '../../src/gateway/token-request.ts';
import { type LocalGateway, startLocalGateway } from '../../src/local-gateway/local-gateway.ts';
import { LoopbackServers } from '../unit/gateway/network/loopback-servers.ts';
import { ValidatingProxy } from './validating-proxy.ts';

const http = new UndiciHttpClient();
const options = { timeout: 10_000 };
const dataset = {
  name: 'Verkäufe',
  tables: [
    {
      name: 'Orders',
      columns: ['Int64', 'string', 'bool', 'DateTime', 'Decimal'].map((dataType) => ({
        name: `a ${dataType}`,
        dataType,
      })),
    },
  ],
};

/** What a request came to: its status, and whether the proxy or the gateway answered. */
interface Answer {
  readonly status: number;
  readonly by: 'gateway' | 'proxy';
  readonly text: string;
}

async function send(request: HttpRequest): Promise<Answer> {
  const exchange = await http.exchange(request, options);
  assert.ok(exchange.kind === 'response', JSON.stringify(exchange));
  const { status, body, headers } = exchange.response;
  const by = 'x-violation' in headers ? 'proxy' : 'gateway';
  return { status, by, text: Buffer.from(body).toString() };
}

function serviceAt(baseUrl: URL): Service {
  return { ...serviceDefaults, baseUrl };
}

function tokenFrom(baseUrl: URL, credentials: PasswordCredentials): Promise<TokenOutcome> {
  return requestToken(http, serviceAt(baseUrl), credentials, { method: 'none' }, options);
}

describe('gateway.openapi.yaml', function () {
  this.timeout(60_000);

  describe('between the client and the local gateway', () => {
    const bodyLimit = 10_000;
    let gateway: LocalGateway;
    let proxy: ValidatingProxy;
    let now: number;

    before(async () => {
      now = 0;
      const started = await startLocalGateway({ port: 0, bodyLimit, now: () => now });
      assert.ok(started.ok);
      gateway = started.value;
      proxy = await ValidatingProxy.start(gateway.baseUrl);
    });
    after(async () => {
      await proxy?.close();
      await gateway?.close();
    });

    async function submissionOf(value: unknown): Promise<DatasetSubmission> {
      const issued = await tokenFrom(proxy.url, gateway.credentials);
      assert.ok(issued.kind === 'issued', JSON.stringify(issued));
      const body = new TextEncoder().encode(JSON.stringify(value));
      return { body, accessToken: issued.accessToken, subscriptionKey: gateway.credentials.subscriptionKey };
    }

    function create(submission: DatasetSubmission, service = serviceAt(proxy.url)): Promise<DatasetOutcome> {
      return postDataset(http, service, submission, options);
    }

    /** The outcome of a rejection, which must be the gateway's own. */
    function rejection(outcome: DatasetOutcome) {
      assert.ok(outcome.kind === 'rejected', JSON.stringify(outcome));
      assert.equal(outcome.response.headers['x-violation'], undefined);
      return { status: outcome.status, cause: outcome.cause.kind, reason: outcome.reason };
    }

    it('matches a token request', async () => {
      const outcome = await tokenFrom(proxy.url, gateway.credentials);
      assert.ok(outcome.kind === 'issued', JSON.stringify(outcome));
      assert.equal(outcome.expiresIn, 3600);
    });

    it('matches credentials with all characters that forms encode', async () => {
      const username = 'a+b&c=d%20é 😀';
      const password = '+&=% é\u0001';
      const started = await startLocalGateway({ port: 0, username, password, clientId: 'app 1+é' });
      assert.ok(started.ok);
      const strict = await ValidatingProxy.start(started.value.baseUrl);
      try {
        const outcome = await tokenFrom(strict.url, started.value.credentials);
        assert.equal(outcome.kind, 'issued', JSON.stringify(outcome));
      } finally {
        await strict.close();
        await started.value.close();
      }
    });

    it('matches an invalid client_id', async () => {
      const outcome = await tokenFrom(proxy.url, { ...gateway.credentials, clientId: 'stranger' });
      assert.deepEqual(outcome, {
        kind: 'refused',
        status: 400,
        error: 'invalid_clientId',
        description: "The client_id 'stranger' is not known.",
      });
    });

    it('matches a wrong password', async () => {
      const outcome = await tokenFrom(proxy.url, { ...gateway.credentials, password: 'wrong' });
      assert.ok(outcome.kind === 'refused');
      assert.deepEqual([outcome.status, outcome.error], [400, 'invalid_grant']);
    });

    it('matches a dataset', async () => {
      const outcome = await create(await submissionOf(dataset));
      assert.ok(outcome.kind === 'created', JSON.stringify(outcome));
      assert.equal(outcome.datasetId, gateway.datasets().at(-1)?.id);
      assert.equal(outcome.response.headers.location, `/reporting/datasets/${outcome.datasetId}`);
      assert.deepEqual(gateway.datasets().at(-1), {
        id: outcome.datasetId,
        ...dataset,
        defaultRetentionPolicy: 'None',
      });
    });

    it('matches a dataset without a retention policy, and with another one', async () => {
      for (const retentionPolicy of ['', 'basicFIFO']) {
        const service = { ...serviceAt(proxy.url), retentionPolicy };
        assert.equal((await create(await submissionOf(dataset), service)).kind, 'created');
        assert.equal(gateway.datasets().at(-1)?.defaultRetentionPolicy, retentionPolicy);
      }
    });

    it('matches a dataset that violates a rule but not the schema: 400', async () => {
      const [table] = dataset.tables;
      const { status, reason } = rejection(
        await create(await submissionOf({ ...dataset, tables: [table, table] })),
      );
      assert.equal(status, 400);
      assert.match(reason, /not valid.*Orders/);
    });

    it('matches a wrong subscription key: 401', async () => {
      const submission = { ...(await submissionOf(dataset)), subscriptionKey: 'wrong' };
      const { status, cause } = rejection(await create(submission));
      assert.deepEqual([status, cause], [401, 'subscription-key']);
    });

    it('matches a wrong and an expired token: 401', async () => {
      const submission = await submissionOf(dataset);
      const wrong = rejection(await create({ ...submission, accessToken: 'wrong' }));
      now += 3_600_000;
      const expired = rejection(await create(submission));
      for (const { status, cause } of [wrong, expired]) assert.deepEqual([status, cause], [401, 'token']);
    });

    it('matches a body that is too large: 413', async () => {
      const submission = await submissionOf({ ...dataset, name: 'x'.repeat(bodyLimit) });
      const { status, cause } = rejection(await create(submission));
      assert.deepEqual([status, cause], [413, 'too-large']);
      const large = await tokenFrom(proxy.url, { ...gateway.credentials, password: 'x'.repeat(bodyLimit) });
      assert.ok(large.kind === 'refused');
      assert.equal(large.status, 413);
    });

    it('matches a request of a web page: 403', async () => {
      const headers = { Origin: 'https://evil.example' };
      const service = serviceAt(proxy.url);
      for (const request of [
        tokenRequest(service, gateway.credentials, { method: 'none' }),
        datasetRequest(service, await submissionOf(dataset)),
      ]) {
        const { status, by } = await send({ ...request, headers: { ...request.headers, ...headers } });
        assert.deepEqual([status, by], [403, 'gateway']);
      }
    });

    describe('rejects a request', () => {
      const without = (name: string) => (form: URLSearchParams) => form.delete(name);
      for (const [what, change] of [
        ['without user name', without('username')],
        ['without password', without('password')],
        ['without client_id', without('client_id')],
        ['with another grant type', (form: URLSearchParams) => form.set('grant_type', 'client_credentials')],
      ] as const)
        it(`for a token ${what}`, async () => {
          const request = tokenRequest(serviceAt(proxy.url), gateway.credentials, { method: 'none' });
          const form = new URLSearchParams(new TextDecoder().decode(request.body));
          change(form);
          const body = new TextEncoder().encode(form.toString());
          const { status, by } = await send({ ...request, body });
          assert.deepEqual([status, by], [422, 'proxy']);
        });

      for (const [what, value] of [
        ['name', { tables: [] }],
        ['tables', { name: 'Sales' }],
        ['a name that is a string', { name: 1, tables: [] }],
        ['columns of a table', { name: 'Sales', tables: [{ name: 'T' }] }],
        ['the data type of a column', { name: 'Sales', tables: [{ name: 'T', columns: [{ name: 'C' }] }] }],
      ] as const)
        it(`for a dataset without ${what}`, async () => {
          const { status, by } = await send(datasetRequest(serviceAt(proxy.url), await submissionOf(value)));
          assert.deepEqual([status, by], [422, 'proxy']);
        });

      for (const name of ['Authorization', 'Ocp-Apim-Subscription-Key'])
        it(`for a dataset without ${name}`, async () => {
          const request = datasetRequest(serviceAt(proxy.url), await submissionOf(dataset));
          const headers = Object.fromEntries(
            Object.entries(request.headers).filter(([header]) => header !== name),
          );
          const { status, by } = await send({ ...request, headers });
          assert.deepEqual([status, by], [401, 'proxy']);
        });

      it('for an undocumented path', async () => {
        const service = { ...serviceAt(proxy.url), reportingPath: 'report' };
        const { status, by } = await send(datasetRequest(service, await submissionOf(dataset)));
        assert.deepEqual([status, by], [404, 'proxy']);
      });
    });
  });

  describe('checks the responses of a gateway', () => {
    let servers: LoopbackServers;
    let proxy: ValidatingProxy;
    let answer: { status: number; headers?: Record<string, string>; body: unknown };

    before(async () => {
      servers = new LoopbackServers();
      const { url } = await servers.http((response) =>
        response
          .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
          .end(JSON.stringify(answer.body)),
      );
      proxy = await ValidatingProxy.start(url.origin);
    });
    after(async () => {
      await proxy?.close();
      await servers.close();
    });

    const token = { access_token: 'a.b.c', token_type: 'bearer', expires_in: 3600 };
    const uncached = { 'cache-control': 'no-store' };
    const created = {
      ...dataset,
      id: '3a2c1f0e-0000-4000-8000-000000000000',
      defaultRetentionPolicy: 'None',
    };
    const location = { location: '/reporting/datasets/3a2c1f0e' };
    const askToken = () =>
      send(
        tokenRequest(
          serviceAt(proxy.url),
          { username: 'a', password: 'b', clientId: 'c' },
          { method: 'none' },
        ),
      );
    const askDataset = () =>
      send(
        datasetRequest(serviceAt(proxy.url), {
          body: new TextEncoder().encode(JSON.stringify(dataset)),
          accessToken: 'token',
          subscriptionKey: 'key',
        }),
      );

    it('accepts responses as described', async () => {
      answer = { status: 200, headers: uncached, body: token };
      assert.deepEqual(await askToken(), { status: 200, by: 'gateway', text: JSON.stringify(token) });
      answer = { status: 201, headers: location, body: created };
      assert.deepEqual(await askDataset(), { status: 201, by: 'gateway', text: JSON.stringify(created) });
    });

    for (const [what, status, body, headers] of [
      ['another token type', 200, { ...token, token_type: 'mac' }, uncached],
      ['a token without type', 200, { access_token: 'a', expires_in: 1 }, uncached],
      ['a lifetime that is not a number', 200, { ...token, expires_in: 'soon' }, uncached],
      ['a token that can be cached', 200, token, {}],
      ['an error without description', 400, { error: 'invalid_clientId' }, {}],
      ['an undocumented success', 202, token, uncached],
    ] as const)
      it(`rejects a response to a token request with ${what}`, async () => {
        answer = { status, body, headers };
        const { status: seen, by } = await askToken();
        assert.deepEqual([seen, by], [500, 'proxy']);
      });

    for (const [what, status, body, headers] of [
      ['no ID', 201, { ...created, id: undefined }, location],
      ['an ID that is not a UUID', 201, { ...created, id: 'd-1' }, location],
      ['no tables', 201, { ...created, tables: undefined }, location],
      [
        'a column without a type',
        201,
        { ...created, tables: [{ name: 'T', columns: [{ name: 'C' }] }] },
        location,
      ],
      ['no Location', 201, created, {}],
      ['an invalid dataset that has no details', 400, { error: { code: 'InvalidDataset', message: '' } }, {}],
      ['a rejection without a message', 401, { statusCode: 401 }, {}],
      ['an undocumented success', 200, created, location],
    ] as const)
      it(`rejects a response to a dataset request with ${what}`, async () => {
        answer = { status, body, headers };
        const { status: seen, by } = await askDataset();
        assert.deepEqual([seen, by], [500, 'proxy']);
      });
  });
});

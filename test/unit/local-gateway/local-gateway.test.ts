import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import { postDataset } from '../../../src/gateway/dataset-request.ts';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import { type Service, serviceDefaults } from '../../../src/gateway/service.ts';
import { requestToken } from '../../../src/gateway/token-request.ts';
import {
  type LocalGateway,
  type LocalGatewayOptions,
  startLocalGateway,
} from '../../../src/local-gateway/local-gateway.ts';
import { unusedPort } from '../gateway/network/loopback-servers.ts';

const dataset = { name: 'Sales', tables: [{ name: 'T', columns: [{ name: 'C', dataType: 'Int64' }] }] };

interface Answered {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

describe('the local gateway', () => {
  const started: LocalGateway[] = [];

  async function start(options: LocalGatewayOptions = {}): Promise<LocalGateway> {
    const result = await startLocalGateway({ port: 0, ...options });
    assert.ok(result.ok);
    started.push(result.value);
    return result.value;
  }

  afterEach(async () => {
    for (const gateway of started.splice(0)) await gateway.close();
  });

  async function tokenOf(gateway: LocalGateway): Promise<string> {
    const { body } = await token(gateway);
    assert.equal(typeof body.access_token, 'string');
    return String(body.access_token);
  }

  describe('issues tokens', () => {
    it('for the right user and client, as the specification shows them', async () => {
      const gateway = await start();
      const { status, headers, body } = await token(gateway);
      assert.equal(status, 200);
      assert.equal(headers['cache-control'], 'no-store');
      assert.match(String(body.access_token), /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.deepEqual([body.token_type, body.expires_in], ['bearer', 3600]);
    });

    it('anew for each request', async () => {
      const gateway = await start();
      assert.notEqual(await tokenOf(gateway), await tokenOf(gateway));
    });

    it('not for a wrong client, which it names', async () => {
      const { status, body } = await token(await start(), { client_id: 'stranger' });
      assert.equal(status, 400);
      assert.equal(body.error, 'invalid_clientId');
      assert.match(String(body.error_description), /'stranger'/);
    });

    for (const [what, change, error] of [
      ['a wrong password', { password: 'wrong' }, 'invalid_grant'],
      ['an unknown user', { username: 'nobody' }, 'invalid_grant'],
      ['the name of an inherited property', { username: 'constructor' }, 'invalid_grant'],
      ['another grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      ['a missing field', { client_id: undefined }, 'invalid_request'],
    ] as const)
      it(`not for ${what}`, async () => {
        const { status, body } = await token(await start(), change);
        assert.deepEqual([status, body.error], [400, error]);
      });

    it('not for a field that stands twice', async () => {
      const gateway = await start();
      const body = `${formOf(gateway)}&username=ann`;
      const answer = await send(gateway, { path: '/v1/oauth/token', body });
      assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
    });

    it('not for a body that is no form', async () => {
      const gateway = await start();
      const headers = { 'content-type': 'application/json' };
      const answer = await send(gateway, { path: '/v1/oauth/token', headers, body: '{}' });
      assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
    });

    it('for a form without a content type, which is optional', async () => {
      const gateway = await start();
      assert.equal((await send(gateway, { path: '/v1/oauth/token', body: formOf(gateway) })).status, 200);
    });
  });

  describe('creates datasets', () => {
    it('and answers with ID, name, policy and tables, and where it is', async () => {
      const gateway = await start();
      const { status, headers, body } = await create(gateway, { token: await tokenOf(gateway) });
      assert.equal(status, 201);
      assert.match(String(body.id), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      assert.deepEqual(body, { id: body.id, ...dataset, defaultRetentionPolicy: 'None' });
      assert.equal(headers.location, `/reporting/datasets/${body.id}`);
      assert.deepEqual(gateway.datasets(), [body]);
    });

    it('anew each time, whatever the name', async () => {
      const gateway = await start();
      const given = await tokenOf(gateway);
      await create(gateway, { token: given });
      await create(gateway, { token: given });
      const ids = gateway.datasets().map(({ id }) => id);
      assert.equal(new Set(ids).size, 2);
    });

    it('without a policy where the query names none', async () => {
      const gateway = await start();
      const { body } = await create(gateway, { token: await tokenOf(gateway), path: '/reporting/datasets' });
      assert.equal(body.defaultRetentionPolicy, '');
    });

    it('with a data type that only the gateway may know', async () => {
      const gateway = await start();
      const unusual = JSON.stringify(dataset).replace('Int64', 'Decimal');
      assert.equal((await create(gateway, { token: await tokenOf(gateway), body: unusual })).status, 201);
    });

    it('not without a subscription key, or with a wrong one', async () => {
      const gateway = await start();
      for (const [key, word] of [
        [undefined, 'missing'],
        ['wrong', 'invalid'],
      ] as const) {
        const { status, body } = await create(gateway, { token: await tokenOf(gateway), key });
        assert.equal(status, 401);
        assert.match(String(body.message), new RegExp(`${word} subscription key`));
      }
    });

    it('not without a token of its own', async () => {
      const gateway = await start();
      const other = await tokenOf(await start());
      for (const [authorization, challenge] of [
        [undefined, 'Bearer'],
        ['Basic YTpi', 'Bearer'],
        [await tokenOf(gateway), 'Bearer'],
        ['Bearer made-up', 'Bearer error="invalid_token"'],
        [`Bearer ${other}`, 'Bearer error="invalid_token"'],
      ] as const) {
        const { status, headers } = await create(gateway, { authorization });
        assert.deepEqual([status, headers['www-authenticate']], [401, challenge]);
      }
      assert.deepEqual(gateway.datasets(), []);
    });

    it('until the token expires', async () => {
      let now = 0;
      const gateway = await start({ now: () => now });
      const given = await tokenOf(gateway);
      now = 3_599_999;
      assert.equal((await create(gateway, { token: given })).status, 201);
      now = 3_600_000;
      assert.equal((await create(gateway, { token: given })).status, 401);
    });

    it('not of a document with errors, and says what is wrong', async () => {
      const gateway = await start();
      const body = '{\n  "name": "Sales"\n}';
      const answer = await create(gateway, { token: await tokenOf(gateway), body });
      assert.equal(answer.status, 400);
      const error = answer.body.error as { code: string; message: string };
      assert.equal(error.code, 'InvalidDataset');
      assert.match(error.message, /not valid.*tables/s);
      assert.deepEqual(gateway.datasets(), []);
    });

    for (const body of ['', '{', '[]', 'null', Buffer.from([0xff]), '{"name":"a","name":"b","tables":[]}'])
      it(`not of ${JSON.stringify(body.toString())}`, async () => {
        const gateway = await start();
        assert.equal((await create(gateway, { token: await tokenOf(gateway), body })).status, 400);
      });

    it('not of another media type', async () => {
      const gateway = await start();
      const answer = await create(gateway, { token: await tokenOf(gateway), type: 'text/yaml' });
      assert.equal(answer.status, 415);
    });

    it('not of a body beyond the limit, however much of it comes', async () => {
      const gateway = await start({ bodyLimit: 1000 });
      const answer = await create(gateway, { token: await tokenOf(gateway), body: 'x'.repeat(5_000_000) });
      assert.equal(answer.status, 413);
    });
  });

  it('knows no other path', async () => {
    const gateway = await start();
    for (const path of [
      '/',
      '/reporting',
      '/reporting/datasets/',
      '/V1/oauth/token',
      '//v1/oauth/token',
      '/%2e',
    ])
      assert.equal((await send(gateway, { path })).status, 404, path);
  });

  it('knows no other method', async () => {
    const gateway = await start();
    for (const path of ['/v1/oauth/token', '/reporting/datasets'])
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await send(gateway, { path, method });
        assert.deepEqual([status, headers.allow], [405, 'POST']);
      }
  });

  it('survives a request target that is none, and a client that leaves', async () => {
    const gateway = await start();
    assert.equal((await send(gateway, { path: '//' })).status, 400);
    const { port } = new URL(gateway.baseUrl);
    await new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.end('POST /v1/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nuse'),
      );
      socket.on('close', resolve).resume();
    });
    assert.equal((await token(gateway)).status, 200);
  });

  describe('keeps web pages out:', () => {
    for (const host of [
      'evil.example',
      'evil.example:7878',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '192.168.0.1',
      'localhost@evil.example',
      'evil.example#localhost',
    ])
      it(`refuses the host "${host}"`, async () => {
        const gateway = await start();
        const answer = await send(gateway, {
          path: '/v1/oauth/token',
          headers: { host },
          body: formOf(gateway),
        });
        assert.equal(answer.status, 403);
      });

    for (const host of ['localhost', 'localhost:1', '127.0.0.1', '[::1]:7878'])
      it(`answers to the host "${host}"`, async () => {
        const gateway = await start();
        const answer = await send(gateway, {
          path: '/v1/oauth/token',
          headers: { host },
          body: formOf(gateway),
        });
        assert.equal(answer.status, 200);
      });

    for (const origin of ['https://evil.example', 'http://localhost:3000', 'null'])
      it(`refuses the origin ${origin}, preflight included`, async () => {
        const gateway = await start();
        for (const method of ['POST', 'OPTIONS']) {
          const answer = await send(gateway, { path: '/v1/oauth/token', method, headers: { origin } });
          assert.equal(answer.status, 403);
          assert.equal(answer.headers['access-control-allow-origin'], undefined);
        }
      });
  });

  describe('starts', () => {
    it('with credentials of its own each time', async () => {
      const [one, two] = [(await start()).credentials, (await start()).credentials];
      for (const name of ['password', 'clientId', 'subscriptionKey'] as const)
        assert.notEqual(one[name], two[name]);
    });

    it('with the credentials it is given', async () => {
      const given = { username: 'ann', password: 'secret', clientId: 'app', subscriptionKey: 'key' };
      assert.deepEqual((await start(given)).credentials, given);
    });

    it('alike from the same random bytes', async () => {
      const randomBytes = (size: number) => new Uint8Array(size).fill(7);
      const [one, two] = [await start({ randomBytes }), await start({ randomBytes })];
      assert.deepEqual(one.credentials, two.credentials);
    });

    it('twice, without a port given', async () => {
      const gateways = [];
      for (let index = 0; index < 2; index++) {
        const result = await startLocalGateway({});
        assert.ok(result.ok);
        started.push(result.value);
        gateways.push(result.value.baseUrl);
      }
      assert.equal(new Set(gateways).size, 2);
    });

    it('on a free port that is given', async () => {
      const port = await unusedPort();
      assert.equal((await start({ port })).baseUrl, `http://127.0.0.1:${port}`);
    });

    it('not on a port that is in use, and says so', async () => {
      const port = Number(new URL((await start()).baseUrl).port);
      const result = await startLocalGateway({ port });
      assert.ok(!result.ok);
      assert.match(result.failure.message, new RegExp(`Port ${port} is already in use`));
    });
  });

  it('logs method, path and status, and no secret', async () => {
    const lines: string[] = [];
    const gateway = await start({ log: (line) => lines.push(line) });
    await create(gateway, {
      token: await tokenOf(gateway),
      path: '/reporting/datasets?defaultRetentionPolicy=x',
    });
    await send(gateway, { method: 'GET', path: '/%1b[31m' });
    assert.deepEqual(lines, ['POST /v1/oauth/token 200', 'POST /reporting/datasets 201', 'GET /%1b[31m 404']);
  });

  it('lets the client of the extension create a dataset', async () => {
    const { baseUrl, credentials } = await start();
    const http = new UndiciHttpClient();
    const service: Service = { ...serviceDefaults, baseUrl: new URL(baseUrl) };
    const options = { timeout: timeLimit(5000) };
    const issued = await requestToken(http, service, credentials, { method: 'none' }, options);
    assert.ok(issued.kind === 'issued');
    const submission = {
      body: new TextEncoder().encode(JSON.stringify(dataset)),
      accessToken: issued.accessToken,
      subscriptionKey: credentials.subscriptionKey,
    };
    const outcome = await postDataset(http, service, submission, options);
    assert.ok(outcome.kind === 'created');
    assert.equal(outcome.datasetId, started[0]?.datasets()[0]?.id);
  });
});

function formOf({ credentials }: LocalGateway, change: Record<string, string | undefined> = {}): string {
  const fields = {
    username: credentials.username,
    password: credentials.password,
    grant_type: 'password',
    client_id: credentials.clientId,
    ...change,
  };
  const present = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return new URLSearchParams(present).toString();
}

function token(gateway: LocalGateway, change?: Record<string, string | undefined>): Promise<Answered> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
  return send(gateway, { path: '/v1/oauth/token', headers, body: formOf(gateway, change) });
}

interface Creation {
  readonly token?: string;
  readonly authorization?: string | undefined;
  readonly key?: string | undefined;
  readonly type?: string;
  readonly path?: string;
  readonly body?: string | Buffer;
}

function create(gateway: LocalGateway, creation: Creation): Promise<Answered> {
  const { type = 'application/json', path = '/reporting/datasets?defaultRetentionPolicy=None' } = creation;
  const key = 'key' in creation ? creation.key : gateway.credentials.subscriptionKey;
  const authorization = creation.token === undefined ? creation.authorization : `Bearer ${creation.token}`;
  return send(gateway, {
    path,
    headers: {
      'content-type': type,
      ...(key === undefined ? {} : { 'ocp-apim-subscription-key': key }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: creation.body ?? JSON.stringify(dataset),
  });
}

function send(
  { baseUrl }: LocalGateway,
  { method = 'POST', path = '/', headers = {}, body = '' }: Sent,
): Promise<Answered> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>,
      });
    });
    request.on('error', reject).end(body);
  });
}

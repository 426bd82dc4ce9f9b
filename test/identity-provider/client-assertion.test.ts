import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  environmentOf,
  type Variables,
  variableNames,
  vaultOf,
} from '../../src/cli/environment-variables.ts';
import { clientAssertionOf } from '../../src/cli/submission/client-assertion.ts';
import { UndiciHttpClient } from '../../src/gateway/network/undici-http-client.ts';
import { secretsToMask } from '../../src/identity/grants/grants.ts';
import { describeTokenFailure } from '../../src/identity/messages/token-failure-message.ts';
import { EnvironmentSecrets } from '../../src/identity/secrets/secret-vault.ts';
import { TokenSource } from '../../src/identity/token-source.ts';
import { signingKey, TestProvider } from './certified/identity-provider.ts';

const clientId = 'asserted-client';

describe('A client that says who it is by a signed JWT (RFC 7523, section 2.2)', () => {
  let provider: TestProvider;
  before(async () => {
    provider = await TestProvider.start();
  });
  after(() => provider.close());

  /** What the host of a pipeline signs for a job. */
  const assertion = (key: KeyObject = signingKey.privateKey) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: clientId,
      sub: clientId,
      aud: provider.issuer,
      jti: randomUUID(),
      iat: now,
      exp: now + 60,
    };
    const text = [{ alg: 'ES256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  };

  const open = async (more: Variables) => {
    const variables = {
      DATASET_BASE_URL: 'https://gateway.example',
      DATASET_ISSUER: provider.issuer,
      DATASET_CLIENT_ID: clientId,
      ...more,
    };
    const environment = environmentOf({}, variables);
    const vault = await vaultOf(environment, variables);
    const http = new UndiciHttpClient();
    const tokens = new TokenSource({
      vault,
      http,
      prompt: { ask: async () => undefined },
      now: Date.now,
      clientAssertion: clientAssertionOf(variables, http),
    });
    const get = (rejected?: string) =>
      tokens.accessToken(environment, { signal: new AbortController().signal, timeout: 10_000, rejected });
    const masked = () => secretsToMask(environment, new EnvironmentSecrets(vault, environment));
    return { get, masked };
  };
  const sent = () =>
    provider.tokenRequests('client_credentials').map(({ form }) => form.get('client_assertion'));

  it('gets a token by DATASET_CLIENT_ASSERTION, which is masked like a secret', async () => {
    const own = assertion();
    const { get, masked } = await open({ DATASET_CLIENT_ASSERTION: `${own}\n` });
    assert.equal((await get()).kind, 'token');
    assert.equal(sent().at(-1), own);
    assert.deepEqual(await masked(), [own]);
  });

  it('reads DATASET_CLIENT_ASSERTION_FILE anew for each token', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assertion-'));
    try {
      const file = join(folder, 'token');
      const [first, second] = [assertion(), assertion()];
      const { get } = await open({ DATASET_CLIENT_ASSERTION_FILE: file });
      await writeFile(file, `${first}\n`);
      const token = await get();
      assert.ok(token.kind === 'token');
      await writeFile(file, second);
      assert.equal((await get(token.accessToken)).kind, 'token');
      assert.deepEqual(sent().slice(-2), [first, second]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('asks GitHub Actions for one with DATASET_CLIENT_ASSERTION_AUDIENCE', async () => {
    const asked: unknown[] = [];
    const github: Server = createServer((request, response) => {
      asked.push([request.url, request.headers.authorization]);
      response.end(JSON.stringify({ count: 1, value: assertion() }));
    });
    await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve));
    const { get } = await open({
      DATASET_CLIENT_ASSERTION_AUDIENCE: 'https://login.example/a b',
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}/token?api=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job-token',
    });
    assert.equal((await get()).kind, 'token');
    assert.deepEqual(asked, [
      ['/token?api=2&audience=https%3A%2F%2Flogin.example%2Fa+b', 'Bearer job-token'],
    ]);
    github.close();
  });

  it('sends the token of the job to no address that GitHub Actions redirects to', async () => {
    const asked: string[] = [];
    const servers = await Promise.all(
      [1, 2].map(async () => {
        const server = createServer((request, response) => {
          asked.push(request.headers.host ?? '');
          const other = asked.length === 1 ? hosts.find((host) => host !== asked[0]) : undefined;
          response.writeHead(302, { location: `http://${other}/token` }).end();
        });
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        return server;
      }),
    );
    const hosts = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { get } = await open({
      DATASET_CLIENT_ASSERTION_AUDIENCE: 'x',
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://${hosts[0]}/token`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job-token',
    });
    const result = await get();
    assert.ok(result.kind === 'no-assertion');
    assert.match(describeTokenFailure(result), /\(status 302\)/);
    assert.deepEqual(asked, [hosts[0]]);
    for (const server of servers) server.close();
  });

  it('is refused with another signature', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const { get } = await open({ DATASET_CLIENT_ASSERTION: assertion(other) });
    const result = await get();
    assert.ok(result.kind === 'refused');
    assert.equal(result.error, 'invalid_client');
    const names = /DATASET_\w+|client secret/gi;
    const refused = { ...result, status: 403 };
    // As servers word it: also with another error, or none.
    for (const failure of [
      result,
      ...['unauthorized_client', 'access_denied', ''].map((error) => ({ ...refused, error })),
    ]) {
      const message = describeTokenFailure(failure, variableNames);
      assert.match(message, /^The token endpoint refused.* and whom the provider trusts\.$/);
      assert.deepEqual(message.match(names), ['DATASET_CLIENT_ASSERTION', 'DATASET_CLIENT_ID'], message);
    }
  });

  for (const [what, variables, message] of [
    [
      'is no JWT',
      { DATASET_CLIENT_ASSERTION: 'a-secret' },
      /DATASET_CLIENT_ASSERTION leads to is not a signed/,
    ],
    ['is in no file', { DATASET_CLIENT_ASSERTION_FILE: '/none' }, /_FILE can't be read \(ENOENT\): \/none\./],
    ['is in a folder', { DATASET_CLIENT_ASSERTION_FILE: '/' }, /_FILE can't be read \(EISDIR\)/],
    [
      'is not given outside of GitHub Actions',
      { DATASET_CLIENT_ASSERTION_AUDIENCE: 'x' },
      /"id-token: write"/,
    ],
    [
      'would be asked for without TLS',
      {
        DATASET_CLIENT_ASSERTION_AUDIENCE: 'x',
        ACTIONS_ID_TOKEN_REQUEST_URL: 'http://host.example/',
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job-token',
      },
      /was not sent/,
    ],
  ] as const)
    it(`says what to do if it ${what}, and sends nothing`, async () => {
      const before = provider.requests.length;
      const result = await (await open(variables)).get();
      assert.ok(result.kind === 'no-assertion');
      assert.match(describeTokenFailure(result), message);
      assert.doesNotMatch(describeTokenFailure(result), /a-secret|job-token/);
      assert.equal(provider.requests.length, before);
    });
});

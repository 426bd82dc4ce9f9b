import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasetStudio, otherNodes, type ProcessOptions } from '../process.ts';

const document =
  '{ "name": "Vérkäufe", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }\r\n';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

const credentials = {
  DATASET_USERNAME: 'ann+é&=% x',
  DATASET_PASSWORD: 'p+&=% é-secret',
  DATASET_CLIENT_ID: 'client id',
  DATASET_SUBSCRIPTION_KEY: 'subscription-secret',
};

describe('dataset-studio create', function () {
  this.timeout(60_000);
  let folder: string;
  let server: Server;
  let baseUrl: string;
  let received: Received[];
  let tokenAnswer: Answer;
  let datasetAnswer: Answer;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    await writeFile(join(folder, 'sales.dataset.json'), document);
    received = [];
    tokenAnswer = {
      status: 200,
      body: '{"access_token":"token-secret","token_type":"Bearer","expires_in":"3600"}',
    };
    datasetAnswer = { status: 201, body: '{"id":"d-1","tables":[]}' };
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method, url, headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const {
        status,
        body,
        headers: answered,
      } = url?.endsWith('/v1/oauth/token') ? tokenAnswer : datasetAnswer;
      response.writeHead(status, { 'content-type': 'application/json', ...answered }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  const create = (args: readonly string[], options: ProcessOptions = {}) =>
    datasetStudio(['create', ...args], {
      cwd: folder,
      ...options,
      env: { DATASET_BASE_URL: baseUrl, ...credentials, ...options.env },
    });

  it('sends nothing if a project file has errors', async () => {
    await mkdir(join(folder, 'other'));
    await writeFile(join(folder, 'other', 'a.dataset.json'), document.replace('T', 'U'));
    await writeFile(join(folder, 'other', 'dataset-studio.json'), '{ "rules": "error" }');
    const { code, error } = await create(['sales.dataset.json', 'other/a.dataset.json']);
    assert.equal(code, 2);
    assert.match(error, /dataset-studio\.json:1:12: "rules" must be an object/);
    assert.deepEqual(received, []);
  });

  it('gets its token by client credentials from an identity provider', async () => {
    const { code, out } = await create(['sales.dataset.json', '--json'], {
      env: {
        DATASET_CLIENT_SECRET: 'client.secret-1 é',
        DATASET_TOKEN_ENDPOINT: `${new URL(baseUrl).origin}/login/v1/oauth/token`,
        DATASET_SCOPES: 'reports.write',
      },
    });
    assert.equal(code, 0);
    assert.equal(JSON.parse(out).outcome, 'created');
    const [token, dataset] = received;
    assert.equal(token?.url, '/login/v1/oauth/token');
    assert.deepEqual([...new URLSearchParams(token?.body)].sort(), [
      ['grant_type', 'client_credentials'],
      ['scope', 'reports.write'],
    ]);
    const basic = Buffer.from('client%20id:client.secret-1%20%C3%A9').toString('base64');
    assert.equal(token?.headers.authorization, `Basic ${basic}`);
    assert.equal(dataset?.headers.authorization, 'Bearer token-secret');
  });

  it('sends the token form, then the file byte for byte, and prints the ID', async () => {
    const { code, out } = await create(['sales.dataset.json', '--json']);
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(out), {
      outcome: 'created',
      status: 201,
      datasetId: 'd-1',
      response: { id: 'd-1', tables: [] },
    });
    const [token, dataset] = received;
    assert.equal(token?.url, '/api/v1/oauth/token');
    assert.deepEqual(
      [...new URLSearchParams(token?.body)],
      [
        ['username', credentials.DATASET_USERNAME],
        ['password', credentials.DATASET_PASSWORD],
        ['grant_type', 'password'],
        ['client_id', credentials.DATASET_CLIENT_ID],
      ],
    );
    assert.equal(dataset?.method, 'POST');
    assert.equal(dataset?.url, '/api/reporting/datasets?defaultRetentionPolicy=None');
    assert.equal(dataset?.headers.authorization, 'Bearer token-secret');
    assert.equal(dataset?.headers['ocp-apim-subscription-key'], 'subscription-secret');
    assert.equal(dataset?.headers['content-type'], 'application/json');
    assert.equal(dataset?.body, document);
  });

  it('uses a given token, path and policy', async () => {
    const { code } = await create(
      ['sales.dataset.json', '--reporting-path', 'bi/v2', '--retention-policy', ''],
      {
        env: { DATASET_ACCESS_TOKEN: 'given-token' },
      },
    );
    assert.equal(code, 0);
    assert.deepEqual(
      received.map(({ url }) => url),
      ['/api/bi/v2/datasets'],
    );
    assert.equal(received[0]?.headers.authorization, 'Bearer given-token');
  });

  it('sends additional parameters with the client credentials', async () => {
    const { code } = await create(['sales.dataset.json'], {
      env: {
        DATASET_TOKEN_ENDPOINT: `${baseUrl}/v1/oauth/token`,
        DATASET_CLIENT_SECRET: 'client secret',
        DATASET_PARAMETERS: 'audience=https://gateway.example&resource=urn:x',
      },
    });
    assert.equal(code, 0);
    assert.deepEqual([...new URLSearchParams(received[0]?.body)].sort(), [
      ['audience', 'https://gateway.example'],
      ['grant_type', 'client_credentials'],
      ['resource', 'urn:x'],
    ]);
  });

  it('prints no secret, whatever the gateway echoes', async () => {
    datasetAnswer = {
      status: 400,
      body: '{"message":"token-secret subscription-secret p+&=% é-secret \\u001b[31m\\u202e"}',
    };
    for (const args of [['--json'], []]) {
      const { code, out, error } = await create(['sales.dataset.json', ...args]);
      assert.equal(code, 4);
      for (const secret of ['token-secret', 'subscription-secret', 'p+&=% é-secret', '\u001b', '\u202e'])
        assert.ok(!(out + error).includes(secret), `${secret} in ${out}${error}`);
    }
  });

  it('shows the request and sends nothing with --dry-run', async () => {
    const { code, out } = await create(['sales.dataset.json', '--dry-run']);
    assert.equal(code, 0);
    assert.deepEqual(received, []);
    assert.match(out, /^POST /);
    assert.ok(!out.includes('secret'));
  });

  it('shows no control and no bidirectional character of a document with --dry-run', async () => {
    const hostile = document.replace('"tables"', '"x": "\u009b2J\u007f\u202e\u2066", \r "tables"');
    await writeFile(join(folder, 'hostile.dataset.json'), hostile);
    for (const json of [[], ['--json']]) {
      const { code, out } = await create(['hostile.dataset.json', '--dry-run', ...json]);
      assert.equal(code, 0);
      assert.doesNotMatch(out, /(?!\n)[\p{Cc}\p{Cf}]/u);
      const shown = JSON.parse(out.slice(json.length > 0 ? 0 : out.indexOf('\n\n')));
      assert.deepEqual(json.length > 0 ? shown.body : shown, JSON.parse(hostile));
    }
  });

  describe('with --dry-run and --json', () => {
    const request = (body: unknown) => ({
      method: 'POST',
      url: `${baseUrl}/reporting/datasets?defaultRetentionPolicy=None`,
      headers: {
        'Content-Type': 'application/json',
        'Ocp-Apim-Subscription-Key': '•••',
        Authorization: 'Bearer •••',
        'Content-Length': String(Buffer.byteLength(document)),
      },
      body,
    });

    it('prints the request as JSON and sends nothing', async () => {
      const { code, out } = await create(['sales.dataset.json', '--dry-run', '--json']);
      assert.equal(code, 0);
      assert.deepEqual(received, []);
      assert.deepEqual(JSON.parse(out), request(JSON.parse(document)));
    });

    it('prints those of several files in their order, and which has errors', async () => {
      await writeFile(join(folder, 'broken.dataset.json'), '{');
      const { code, out } = await create([
        'broken.dataset.json',
        'sales.dataset.json',
        '--dry-run',
        '--json',
      ]);
      assert.equal(code, 1);
      assert.deepEqual(JSON.parse(out), [
        {
          file: 'broken.dataset.json',
          outcome: 'invalid',
          status: null,
          datasetId: null,
          response: null,
          reason: 'The document has errors, so nothing was sent.',
        },
        { file: 'sales.dataset.json', ...request(JSON.parse(document)) },
      ]);
    });
  });

  describe('ends with', () => {
    const cases: readonly [string, number, string, () => Answer, () => Answer][] = [
      [
        'a wrong client',
        3,
        'not-sent',
        () => ({ status: 400, body: '{"error":"invalid_clientId","error_description":"Invalid client id"}' }),
        () => datasetAnswer,
      ],
      [
        'a wrong subscription key',
        4,
        'rejected',
        () => tokenAnswer,
        () => ({ status: 401, body: '{"message":"invalid subscription key"}' }),
      ],
      [
        'a redirect',
        4,
        'rejected',
        () => tokenAnswer,
        () => ({ status: 302, body: '', headers: { location: 'https://evil.example/' } }),
      ],
      ['a server error', 5, 'unknown', () => tokenAnswer, () => ({ status: 500, body: '' })],
      ['an accepted request', 0, 'accepted', () => tokenAnswer, () => ({ status: 202, body: '' })],
    ];
    for (const [what, expectedCode, outcome, token, dataset] of cases)
      it(`${expectedCode} on ${what}`, async () => {
        tokenAnswer = token();
        datasetAnswer = dataset();
        const { code, out, error } = await create(['sales.dataset.json', '--json']);
        assert.equal(code, expectedCode);
        const result = JSON.parse(out);
        assert.equal(result.outcome, outcome);
        // For scripts, the same words as for people.
        if (outcome === 'accepted') assert.ok(!('reason' in result));
        else assert.equal(`${result.reason}\n`, error);
      });

    it('the reason of each file that no dataset was created of', async () => {
      await writeFile(join(folder, 'bad.dataset.json'), '{');
      const files = ['bad.dataset.json', 'sales.dataset.json', '--json', '--all-or-nothing'];
      const held = JSON.parse((await create(files)).out);
      assert.deepEqual(
        held.map(({ reason }: { reason: string }) => reason),
        ['The document has errors, so nothing was sent.', 'It was not sent, because of --all-or-nothing.'],
      );
    });

    it('3 where no token endpoint answers, and names its URL and the variable that it comes from', async () => {
      tokenAnswer = { status: 404, body: '{"message":"Resource not found"}' };
      const { code, error } = await create(['sales.dataset.json']);
      assert.equal(code, 3);
      assert.equal(
        error,
        `Nothing was sent to ${new URL(baseUrl).host}. ${baseUrl}/v1/oauth/token accepts no token requests (status 404). It says: "Resource not found". Check DATASET_BASE_URL.\n`,
      );
    });

    it('4 where no dataset is taken, and names the URL', async () => {
      datasetAnswer = { status: 404, body: '' };
      const { code, error } = await create(['sales.dataset.json']);
      assert.equal(code, 4);
      assert.ok(error.includes(` ${baseUrl}/reporting/datasets. Check DATASET_BASE_URL and `), error);
    });

    for (const body of ['', '{"error":"invalid_client"}'])
      it(`3 on a wrong client secret with the body ${JSON.stringify(body)}, and names each variable once`, async () => {
        tokenAnswer = { status: 401, body };
        const { code, error } = await create(['sales.dataset.json'], {
          env: { DATASET_CLIENT_SECRET: 'wrong' },
        });
        assert.equal(code, 3);
        const advice =
          'Check DATASET_CLIENT_SECRET first, then DATASET_CLIENT_ID and DATASET_CLIENT_AUTHENTICATION.';
        assert.ok(error.endsWith(`${advice}\n`), error);
        assert.equal(error.match(/DATASET_/g)?.length, 3);
        assert.doesNotMatch(error, /"auth\./);
      });

    it('4 on a gateway that requires another sign-in, and says so without advice about the password', async () => {
      datasetAnswer = {
        status: 401,
        body: '',
        headers: {
          'www-authenticate': 'Bearer error="insufficient_user_authentication", acr_values="mfa"',
        },
      };
      const { code, error } = await create(['sales.dataset.json']);
      assert.equal(code, 4);
      assert.match(error, /The gateway requires a sign-in with acr_values=mfa\./);
      assert.doesNotMatch(error, /DATASET_|password/);
    });

    it('6 where nobody listens', async () => {
      const { code, out } = await create(['sales.dataset.json', '--json'], {
        env: { DATASET_BASE_URL: 'http://127.0.0.1:1' },
      });
      assert.equal(code, 6);
      assert.equal(JSON.parse(out).outcome, 'not-sent');
    });

    it('3 without credentials', async () => {
      const { code, error } = await create(['sales.dataset.json'], { env: { DATASET_CLIENT_ID: '' } });
      assert.equal(code, 3);
      const expected = 'No access token is set. Set DATASET_ACCESS_TOKEN, or DATASET_CLIENT_ID.';
      assert.match(error, /^Nothing was sent to \S+ /);
      assert.ok(error.endsWith(` ${expected}\n`), error);
      assert.equal(error.match(/\n/g)?.length, 1);
      assert.deepEqual(received, []);
    });

    it('2 without a subscription key', async () => {
      const { code, error } = await create(['sales.dataset.json'], { env: { DATASET_SUBSCRIPTION_KEY: '' } });
      assert.equal(code, 2);
      assert.match(error, /DATASET_SUBSCRIPTION_KEY/);
    });

    it('2 on an address that is not https:', async () => {
      const { code, error } = await create(['sales.dataset.json', '--base-url', 'http://gateway.example']);
      assert.equal(code, 2);
      assert.match(error, /https/);
    });

    it('2 on a missing file, a directory and an unknown flag', async () => {
      await mkdir(join(folder, 'folder.dataset.json'));
      for (const args of [
        ['gone.dataset.json'],
        ['folder.dataset.json'],
        ['sales.dataset.json', '--password', 'x'],
      ]) {
        const { code, error } = await create(args);
        assert.equal(code, 2);
        assert.notEqual(error, '');
      }
      assert.deepEqual(received, []);
    });
  });

  for (const [what, content] of [
    ['no JSON', 'name: x'],
    ['a duplicate key', '{"name":"a","n\\u0061me":"b","tables":[]}'],
    ['no name', '{"tables":[]}'],
    ['a byte order mark', `\ufeff${document}`],
    ['nothing', ''],
    ['10 MB and an error', `{"name":"x","tables":[],"padding":"${'x'.repeat(10 * 1024 * 1024)}"`],
  ] as const)
    it(`sends nothing of a file with ${what}, and says where`, async () => {
      await writeFile(join(folder, 'bad.dataset.json'), content);
      const { code, error } = await create(['bad.dataset.json']);
      assert.equal(code, 1);
      assert.match(error, /\d+:\d+ +error/);
      assert.deepEqual(received, []);
    });

  for (const [what, files] of [
    ['one', ['sales.dataset.json']],
    ['several', ['sales.dataset.json', 'more.dataset.json']],
  ] as const)
    it(`prints the response of ${what} as it came, with numbers that JavaScript would round`, async () => {
      await writeFile(join(folder, 'more.dataset.json'), document.replace('Vérkäufe', 'More'));
      datasetAnswer = { status: 201, body: '{"id":9007199254740993,"\u202e":[1.0],"a":{"a":1,"a":2}}' };
      const { code, out } = await create([...files, '--json']);
      assert.equal(code, 0);
      assert.match(out, /"id": 9007199254740993,\n +"\\u202e": \[\n +1\.0\n/);
      assert.match(out, /"a": 1,\n +"a": 2\n/);
      const [first] = [JSON.parse(out)].flat();
      assert.equal(first.datasetId, '9007199254740993');
      assert.equal(first.response.a.a, 2);
    });

  it('prints a response that is nested as deep as no one expects', async () => {
    datasetAnswer = { status: 201, body: '['.repeat(100_000) + ']'.repeat(100_000) };
    const { code, out } = await create(['sales.dataset.json', '--json']);
    assert.equal(code, 0);
    assert.ok(out.includes(datasetAnswer.body));
  });

  it('goes on, and ends as ever, where nobody reads what it prints', async () => {
    const { code, error } = await create(['sales.dataset.json', '--json'], { unread: true });
    assert.equal(code, 0, error);
    assert.equal(received.length, 2);
  });

  it('takes no longer timeout than the journal counts with, and none that a timer would cut to nothing', async () => {
    for (const timeout of ['0', '3601', '99999999999', '1.5']) {
      const { code, error } = await create(['sales.dataset.json', '--timeout', timeout]);
      assert.equal(code, 2);
      assert.match(error, /--timeout takes a whole number from 1 to 3600/);
    }
    assert.equal((await create(['sales.dataset.json', '--timeout', '3600'])).code, 0);
  });

  it('takes a key and a token without the line break at their end', async () => {
    const env = { DATASET_ACCESS_TOKEN: ' given-token\n', DATASET_SUBSCRIPTION_KEY: 'key\n' };
    assert.equal((await create(['sales.dataset.json'], { env })).code, 0);
    const [request] = received;
    assert.equal(request?.headers.authorization, 'Bearer given-token');
    assert.equal(request?.headers['ocp-apim-subscription-key'], 'key');
  });

  it('prints the warnings of each file without a sum, and why the journal cannot be used once', async () => {
    const warned = document.replace('Int64', 'Strin');
    await writeFile(join(folder, 'a.dataset.json'), warned);
    await writeFile(join(folder, 'b.dataset.json'), warned.replace('Vérkäufe', 'B'));
    const { error } = await create(['a.dataset.json', 'b.dataset.json']);
    assert.match(error, /^a\.dataset\.json\n .*unknown-data-type\nb\.dataset\.json\n .*unknown-data-type\n$/);
    await writeFile(join(folder, 'journal'), 'a file');
    const refused = await create(['sales.dataset.json', '--journal', 'journal']);
    assert.equal(refused.code, 6);
    assert.match(refused.error, /^Nothing was sent .*journal can't be written \(ENOTDIR\).*\n$/);
  });

  it('creates several, and ends with the gravest code', async () => {
    await writeFile(join(folder, 'bad.dataset.json'), '{');
    const { code, out } = await create(['sales.dataset.json', 'bad.dataset.json', '--json']);
    assert.equal(code, 1);
    const results = JSON.parse(out);
    assert.deepEqual(
      results.map(({ file, outcome }: { file: string; outcome: string }) => [file, outcome]),
      [
        ['sales.dataset.json', 'created'],
        ['bad.dataset.json', 'invalid'],
      ],
    );
  });

  it('sends nothing with --all-or-nothing if a file has errors', async () => {
    await writeFile(join(folder, 'bad.dataset.json'), '{');
    const args = ['sales.dataset.json', 'bad.dataset.json', '--all-or-nothing'];
    const { code, error } = await create(args);
    assert.deepEqual([code, received], [1, []]);
    assert.match(error, /bad\.dataset\.json: The document has errors.*\n1 valid file was not sent/);
    const { out } = await create([...args, '--json']);
    assert.deepEqual(
      JSON.parse(out).map(({ outcome }: { outcome: string }) => outcome),
      ['not-sent', 'invalid'],
    );
    assert.equal((await create(['sales.dataset.json', '--all-or-nothing'])).code, 0);
  });

  it('prints no request with --dry-run and --all-or-nothing if a file has errors', async () => {
    await writeFile(join(folder, 'bad.dataset.json'), '{');
    const args = ['sales.dataset.json', 'bad.dataset.json', '--all-or-nothing', '--dry-run'];
    const { code, out, error } = await create(args);
    assert.deepEqual([code, out], [1, '']);
    assert.match(error, /1 valid file was not sent, because of --all-or-nothing/);
    assert.equal(error.split('bad.dataset.json').length, 2);
    const json = await create([...args, '--json']);
    assert.deepEqual(
      JSON.parse(json.out).map(({ outcome }: { outcome: string }) => outcome),
      ['not-sent', 'invalid'],
    );
    const valid = await create(['sales.dataset.json', '--all-or-nothing', '--dry-run']);
    assert.equal(valid.code, 0);
    assert.match(valid.out, /^POST /);
  });

  it('names the problems of a file that was changed since it was checked', async () => {
    const names = ['sales', 'second', 'changed'].map((name) => `${name}.dataset.json`);
    for (const name of names) await writeFile(join(folder, name), document.replace('Vérkäufe', name));
    await writeFile(join(folder, 'new'), '{}');
    // At once: a file that is being written can be empty when it is read.
    server.prependOnceListener('request', () =>
      renameSync(join(folder, 'new'), join(folder, 'changed.dataset.json')),
    );
    const { code, error } = await create([...names, '--concurrency', '1']);
    assert.equal(code, 1);
    assert.match(error, /"tables"/);
    assert.match(error, /changed\.dataset\.json: The document has errors/);
  });

  it('prints problems while it checks, and ends with Ctrl+C at once, with nothing sent', async function () {
    // Windows ends a process without a signal.
    if (process.platform === 'win32') this.skip();
    await mkdir(join(folder, 'broken'));
    for (let index = 0; index < 20; index++)
      await writeFile(join(folder, 'broken', `${index}.dataset.json`), `{"x":[${'1,'.repeat(100_000)}1]}`);
    await writeFile(join(folder, 'large.dataset.json'), `{"name":"x","tables":[${'{},'.repeat(300_000)}{}]}`);
    const { code, out, error } = await create(['sales.dataset.json', 'broken/*', 'large.dataset.json'], {
      started: async ({ said, signal }) => {
        await said(/missing-property/);
        signal('SIGINT');
      },
    });
    assert.deepEqual([code, out, received], [130, '', []]);
    assert.doesNotMatch(error, /large/);
  });

  it('refuses a reporting path that leads up', async () => {
    const { code, error } = await create(['sales.dataset.json', '--reporting-path', '../other']);
    assert.equal(code, 2);
    assert.match(error, /reporting path.*"\.\."/);
    assert.deepEqual(received, []);
  });

  for (const node of otherNodes())
    it(`runs on Node.js ${node.version} too`, async () => {
      const { code, error } = await create(['sales.dataset.json'], { node: node.path });
      assert.equal(code, 0, error);
    });
});

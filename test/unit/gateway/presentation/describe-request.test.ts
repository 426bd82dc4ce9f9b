import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BodySource,
  curlCommand,
  describeRequest,
} from '../../../../src/gateway/presentation/describe-request.ts';
import { type Service, serviceDefaults } from '../../../../src/gateway/service.ts';
import { LoopbackServers } from '../network/loopback-servers.ts';

const text = '{ "name": "Ann\'s \\"$HOME\\" `id` %s \\\\ größe",\r\n\t"tables": [] }\n\n';
const secrets = { DATASET_ACCESS_TOKEN: 'a.b\'"$c', DATASET_SUBSCRIPTION_KEY: 'key with `spaces`' };

function serviceAt(baseUrl: URL, changes: Partial<Service> = {}): Service {
  return { ...serviceDefaults, baseUrl, ...changes };
}

const service = serviceAt(new URL('https://gateway.example/api'));

describe('describeRequest', () => {
  it('shows the request as it is sent, with masked secrets', () => {
    assert.equal(
      describeRequest(service, new TextEncoder().encode('{"name":"é"}')),
      [
        'POST https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None HTTP/1.1',
        'Content-Type: application/json',
        'Ocp-Apim-Subscription-Key: •••',
        'Authorization: Bearer •••',
        'Content-Length: 13',
        '',
        '{"name":"é"}',
      ].join('\n'),
    );
  });
});

describe('curlCommand', () => {
  it('is a readable command with shell variables for the secrets', () => {
    assert.equal(
      curlCommand(service, { kind: 'file', path: '/home/ann/sales.dataset.json' }),
      `curl --fail-with-body --request POST 'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None' \\
  --header 'Content-Type: application/json' \\
  --header "Ocp-Apim-Subscription-Key: $DATASET_SUBSCRIPTION_KEY" \\
  --header "Authorization: Bearer $DATASET_ACCESS_TOKEN" \\
  --data-binary '@/home/ann/sales.dataset.json'`,
    );
  });

  it('follows no redirect', () => {
    const command = curlCommand(service, { kind: 'inline', body: Buffer.from(text) });
    assert.doesNotMatch(command, /\s(?:-L|--location)\b/);
  });

  describe('when a shell runs it', () => {
    let servers: LoopbackServers;
    let folder: string;
    beforeEach(async () => {
      servers = new LoopbackServers();
      folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    });
    afterEach(async () => {
      await servers.close();
      await rm(folder, { recursive: true });
    });

    for (const name of [
      'plain.json',
      'Ann\'s $HOME `id` "q".json',
      '-d @x;.json',
      'line\nbreak.json',
      'größe.json',
    ])
      it(`passes the file ${JSON.stringify(name)} and each argument to cURL unchanged`, async function () {
        if (process.platform === 'win32') this.skip();
        const path = join(folder, name);
        const [stdin, ...args] = await argumentsOf(curlCommand(service, { kind: 'file', path }));
        assert.equal(stdin, '');
        assert.deepEqual(args, [
          '--fail-with-body',
          '--request',
          'POST',
          'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None',
          '--header',
          'Content-Type: application/json',
          '--header',
          `Ocp-Apim-Subscription-Key: ${secrets.DATASET_SUBSCRIPTION_KEY}`,
          '--header',
          `Authorization: Bearer ${secrets.DATASET_ACCESS_TOKEN}`,
          '--data-binary',
          `@${path}`,
        ]);
      });

    it('passes the bytes of a text to cURL unchanged', async function () {
      if (process.platform === 'win32') this.skip();
      for (const body of [text, '@/etc/passwd', "'", '']) {
        const [stdin, ...args] = await argumentsOf(
          curlCommand(service, { kind: 'inline', body: Buffer.from(body) }),
        );
        assert.equal(stdin, body);
        assert.equal(args.at(-1), '@-');
      }
    });

    it('keeps any authorization scheme within one argument', async function () {
      if (process.platform === 'win32') this.skip();
      for (const authorizationScheme of ['', 'Token', '$(id) `id` "x" \\']) {
        const command = curlCommand({ ...service, authorizationScheme }, { kind: 'file', path: 'x' });
        const args = await argumentsOf(command);
        const scheme = authorizationScheme === '' ? '' : `${authorizationScheme} `;
        assert.ok(args.includes(`Authorization: ${scheme}${secrets.DATASET_ACCESS_TOKEN}`));
      }
    });

    it('sends the same request as the extension', async function () {
      if (!(await hasCurl())) this.skip();
      const { url, requests } = await servers.http((response) => response.writeHead(201).end('{"id":"d-1"}'));
      const path = join(folder, "Ann's file.json");
      await writeFile(path, text);
      const at = serviceAt(new URL('/a[1-2]{b,c}', url), {
        reportingPath: 'bi/größe',
        retentionPolicy: 'a&b',
      });
      const sources: BodySource[] = [
        { kind: 'file', path },
        { kind: 'inline', body: Buffer.from(text) },
      ];
      for (const source of sources) {
        assert.equal(await shell(curlCommand(at, source)), '{"id":"d-1"}');
        const request = requests.pop();
        assert.equal(request?.method, 'POST');
        assert.equal(
          request?.target,
          '/a[1-2]%7Bb,c%7D/bi/gr%C3%B6%C3%9Fe/datasets?defaultRetentionPolicy=a%26b',
        );
        assert.equal(request?.body.toString(), text);
        assert.equal(request?.headers['content-type'], 'application/json');
        assert.equal(request?.headers.authorization, `Bearer ${secrets.DATASET_ACCESS_TOKEN}`);
        assert.equal(request?.headers['ocp-apim-subscription-key'], secrets.DATASET_SUBSCRIPTION_KEY);
      }
      assert.equal(requests.length, 0);
    });

    it('fails and shows the response if the gateway rejects the dataset', async function () {
      if (!(await hasCurl())) this.skip();
      const { url } = await servers.http((response) => response.writeHead(403).end('no'));
      const command = curlCommand(serviceAt(url), { kind: 'inline', body: Buffer.from(text) });
      await assert.rejects(shell(command), { stdout: 'no' });
    });
  });
});

/** What the command passes to cURL: standard input first, then the arguments. */
async function argumentsOf(command: string): Promise<string[]> {
  const standIn = `curl() { if [ "\${!#}" = @- ]; then cat; fi; printf '\\0'; printf '%s\\0' "$@"; }`;
  return (await shell(`${standIn}\n${command}`)).split('\0').slice(0, -1);
}

function hasCurl(): Promise<boolean> {
  return shell('curl --fail-with-body --version').then(
    () => true,
    () => false,
  );
}

function shell(script: string): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: '/nowhere', NO_PROXY: '*', ...secrets };
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script], { env }, (error, stdout, stderr) =>
      error ? reject(Object.assign(error, { stdout, stderr })) : resolve(stdout),
    );
  });
}

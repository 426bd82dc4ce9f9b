import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import {
  type BodySource,
  curlCommand,
  type ShellName,
} from '../../../../src/gateway/presentation/curl-command.ts';
import { type Service, serviceDefaults } from '../../../../src/gateway/service.ts';
import { LoopbackServers } from '../network/loopback-servers.ts';
import { powerShellArguments } from './windows-shells.ts';

const text = '{ "name": "Ann\'s \\"$HOME\\" `id` %s \\\\ größe ’ 😀",\r\n\t"tables": [] }\n\n';
const secrets = { DATASET_ACCESS_TOKEN: 'a.b\'"$c', DATASET_SUBSCRIPTION_KEY: 'key with `spaces`' };
/** As tokens and keys are in practice (RFC 6750, section 2.1). */
const plainSecrets = { DATASET_ACCESS_TOKEN: 'a.b-c_d~e+f/g==', DATASET_SUBSCRIPTION_KEY: '0123abcd' };

function serviceAt(baseUrl: URL, changes: Partial<Service> = {}): Service {
  return { ...serviceDefaults, baseUrl, ...changes };
}

const service = serviceAt(new URL('https://gateway.example/api'));
const url = 'https://gateway.example/api/reporting/datasets?defaultRetentionPolicy=None';

function commandOf(at: Service, source: BodySource, shell: ShellName = 'posix'): string {
  const command = curlCommand(at, source, shell);
  assert.ok(command.ok, JSON.stringify(command));
  return command.value;
}

function expectedArguments(values: typeof secrets, path: string, scheme = 'Bearer'): string[] {
  return [
    '--fail-with-body',
    '--request',
    'POST',
    url,
    '--header',
    'Content-Type: application/json',
    '--header',
    `Ocp-Apim-Subscription-Key: ${values.DATASET_SUBSCRIPTION_KEY}`,
    '--header',
    `Authorization: ${scheme === '' ? '' : `${scheme} `}${values.DATASET_ACCESS_TOKEN}`,
    '--data-binary',
    `@${path}`,
  ];
}

/** Text that is dense in what shells, terminals and Windows treat specially. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...('\'"`$%!^&|<>()@#;*?~\\ \t\n\r\u0000\u001b\u0085‘’‚‛“”„＂é😀aB1-='.match(/./gsu) ?? []),
      ),
      fc.constantFrom('%PATH%', '$HOME', '$(id)', "''", '\\"', '--output', 'a b', '%DATASET_ACCESS_TOKEN%'),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('curlCommand', () => {
  const file: BodySource = { kind: 'file', path: '/home/ann/sales.dataset.json' };

  it('is a readable command for a POSIX shell', () => {
    assert.equal(
      commandOf(service, file, 'posix'),
      `curl --fail-with-body --request POST '${url}' \\
  --header 'Content-Type: application/json' \\
  --header 'Ocp-Apim-Subscription-Key: '"$DATASET_SUBSCRIPTION_KEY" \\
  --header 'Authorization: Bearer '"$DATASET_ACCESS_TOKEN" \\
  --data-binary '@/home/ann/sales.dataset.json'`,
    );
  });

  it('is a readable command for PowerShell', () => {
    assert.equal(
      commandOf(service, { kind: 'file', path: "C:\\Ann's ‘data’\\sales.json" }, 'powershell'),
      `curl.exe --fail-with-body --request POST '${url}' \`
  --header 'Content-Type: application/json' \`
  --header ('Ocp-Apim-Subscription-Key: ' + $env:DATASET_SUBSCRIPTION_KEY) \`
  --header ('Authorization: Bearer ' + $env:DATASET_ACCESS_TOKEN) \`
  --data-binary '@C:\\Ann''s ‘‘data’’\\sales.json'`,
    );
  });

  it('follows no redirect', () => {
    const command = commandOf(service, { kind: 'inline', body: Buffer.from(text) });
    assert.doesNotMatch(command, /\s(?:-L|--location)\b/);
  });

  describe('refuses what a shell could change', () => {
    const cases: Readonly<Record<ShellName, readonly string[]>> = {
      posix: ['a\u001b[201~.json', 'a\rb.json', 'a\u0000'],
      powershell: ['a".json', 'a“.json', 'a＂.json', 'a\nb.json', 'a\\'],
    };
    for (const shell of ['posix', 'powershell'] as const)
      for (const path of cases[shell])
        it(`the file ${JSON.stringify(path)} for ${shell}`, () => {
          assert.deepEqual(curlCommand(service, { kind: 'file', path }, shell), {
            ok: false,
            failure: { kind: 'unsafe-text', text: `@${path}` },
          });
        });
  });

  describe('by the rules of PowerShell and Windows', () => {
    it('passes every argument unchanged, or is refused', () => {
      fc.assert(
        fc.property(hostileText, hostileText, (path, authorizationScheme) => {
          const command = curlCommand(
            { ...service, authorizationScheme },
            { kind: 'file', path },
            'powershell',
          );
          if (!command.ok) return;
          assert.deepEqual(
            powerShellArguments(command.value, plainSecrets).args,
            expectedArguments(plainSecrets, path, authorizationScheme),
          );
        }),
        { numRuns: caseCount(2000) },
      );
    });

    it('pipes the same JSON as ASCII, in one line', () => {
      const command = commandOf(service, { kind: 'inline', body: Buffer.from(text) }, 'powershell');
      const { input, args } = powerShellArguments(command, plainSecrets);
      assert.match(input, /^[ -~]+$/);
      assert.deepEqual(JSON.parse(input), JSON.parse(text));
      assert.equal(args.at(-1), '@-');
    });
  });

  describe('when a POSIX shell runs it', () => {
    let servers: LoopbackServers;
    let folder: string;
    before(function () {
      if (process.platform === 'win32') this.skip();
    });
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
      it(`passes the file ${JSON.stringify(name)} and each argument to cURL unchanged`, async () => {
        const path = join(folder, name);
        const [stdin, ...args] = await argumentsOf(commandOf(service, { kind: 'file', path }));
        assert.equal(stdin, '');
        assert.deepEqual(args, expectedArguments(secrets, path));
      });

    it('passes every argument unchanged, or is refused', async () => {
      await fc.assert(
        fc.asyncProperty(hostileText, hostileText, async (path, authorizationScheme) => {
          const command = curlCommand({ ...service, authorizationScheme }, { kind: 'file', path }, 'posix');
          if (!command.ok) return;
          const [, ...args] = await argumentsOf(command.value);
          assert.deepEqual(args, expectedArguments(secrets, path, authorizationScheme));
        }),
        { numRuns: caseCount(300) },
      );
    });

    it('passes the bytes of a text to cURL unchanged', async () => {
      for (const body of [text, '@/etc/passwd', "'", '']) {
        const [stdin, ...args] = await argumentsOf(
          commandOf(service, { kind: 'inline', body: Buffer.from(body) }),
        );
        assert.equal(stdin, body);
        assert.equal(args.at(-1), '@-');
      }
    });

    it('keeps any authorization scheme within one argument', async () => {
      for (const authorizationScheme of ['', 'Token', '$(id) `id` "x" \\']) {
        const command = commandOf({ ...service, authorizationScheme }, { kind: 'file', path: 'x' });
        const [, ...args] = await argumentsOf(command);
        assert.deepEqual(args, expectedArguments(secrets, 'x', authorizationScheme));
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
        assert.equal(await run(commandOf(at, source)), '{"id":"d-1"}');
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
      const command = commandOf(serviceAt(url), { kind: 'inline', body: Buffer.from(text) });
      await assert.rejects(run(command), { stdout: 'no' });
    });
  });
});

/** What the command passes to cURL: standard input first, then the arguments. */
async function argumentsOf(command: string): Promise<string[]> {
  const standIn = `curl() { cat; printf '\\0'; printf '%s\\0' "$@"; }`;
  return (await run(`${standIn}\n${command}`)).split('\0').slice(0, -1);
}

function hasCurl(): Promise<boolean> {
  return run('curl --fail-with-body --version').then(
    () => true,
    () => false,
  );
}

function run(script: string): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: '/nowhere', NO_PROXY: '*', ...secrets };
  return new Promise((resolve, reject) => {
    const child = execFile('sh', ['-c', script], { env }, (error, stdout, stderr) =>
      error ? reject(Object.assign(error, { stdout, stderr })) : resolve(stdout),
    );
    child.stdin?.end();
  });
}

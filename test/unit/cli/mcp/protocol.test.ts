import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { readLines } from '../../../../src/cli/mcp/json-rpc.ts';
import { datasetStudio, type ProcessOptions } from '../process.ts';
import { ScriptedGateway } from './gateway.ts';

interface Answer {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

describe('The protocol of dataset-studio mcp', function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-mcp-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** The answers to lines, after which the input ends. Standard output must contain nothing else. */
  async function answersTo(
    lines: readonly (string | object)[],
    options: ProcessOptions & { readonly args?: readonly string[] } = {},
  ): Promise<readonly Answer[]> {
    const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const { args = [], ...rest } = options;
    const { code, out } = await datasetStudio(['mcp', ...args], {
      cwd: folder,
      ...rest,
      input: `${input.join('\n')}\n`,
    });
    assert.equal(code, 0);
    const answers = out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    for (const answer of answers.flat()) assert.equal(answer.jsonrpc, '2.0');
    return answers;
  }

  const initialize = (protocolVersion: unknown, id: unknown = 1) => ({
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '1' } },
  });
  const request = (id: unknown, method: unknown, params?: object) => ({ jsonrpc: '2.0', id, method, params });

  it('negotiates the version: that of the client if it is supported, otherwise the newest', async () => {
    for (const [asked, answered] of [
      ['2024-11-05', '2024-11-05'],
      ['2025-03-26', '2025-03-26'],
      ['2025-06-18', '2025-06-18'],
      ['2025-11-25', '2025-11-25'],
      ['1999-01-01', '2025-11-25'],
    ]) {
      const [answer] = await answersTo([initialize(asked)]);
      assert.equal(answer?.result?.protocolVersion, answered);
      assert.deepEqual(answer?.result?.capabilities, { tools: {} });
      assert.match(JSON.stringify(answer?.result?.serverInfo), /"name":"dataset-studio".*"version":"\d/);
    }
    const [wrong] = await answersTo([initialize(undefined)]);
    assert.equal(wrong?.error?.code, -32602);
  });

  it('reports the progress of a call that asks for it, before its answer', async () => {
    const validated = join(folder, 'validated');
    await mkdir(validated);
    for (const name of ['a', 'b', 'c'])
      await writeFile(join(validated, `${name}.dataset.json`), '{"name":"n","tables":[]}');
    const call = { name: 'dataset_validate', arguments: { files: ['validated/*.dataset.json'] } };
    const lines = (await answersTo([
      initialize('2025-11-25'),
      request(2, 'tools/call', { ...call, _meta: { progressToken: 'p' } }),
      request(3, 'tools/call', call),
    ])) as readonly { readonly id?: unknown; readonly params?: unknown }[];
    const ofCalls = lines.slice(1).map(({ id, params }) => params ?? id);
    assert.deepEqual(
      ofCalls.filter((each) => each !== 3),
      [{ progressToken: 'p', progress: 33, total: 100 }, { progressToken: 'p', progress: 66, total: 100 }, 2],
    );
  });

  it('answers pings, ignores notifications and answers, and keeps IDs as they are', async () => {
    const answers = await answersTo([
      initialize('2025-11-25'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/unheard' },
      { jsonrpc: '2.0', id: 9, result: {} },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'none' } },
      '',
      request('text', 'ping'),
      request(0, 'ping'),
    ]);
    assert.deepEqual(answers.slice(1), [
      { jsonrpc: '2.0', id: 'text', result: {} },
      { jsonrpc: '2.0', id: 0, result: {} },
    ]);
  });

  for (const [what, line, code, id] of [
    ['a line that is not JSON', '{"jsonrpc":', -32700, null],
    ['binary', '\u0000\u0001', -32700, null],
    ['a number', '7', -32600, null],
    ['null', 'null', -32600, null],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, null],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, 1],
    ['a request without a method', '{"jsonrpc":"2.0","id":1}', -32600, 1],
    ['a method that is no string', '{"jsonrpc":"2.0","id":1,"method":1}', -32600, 1],
    ['parameters that are no object', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32600, 1],
    ['an ID that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
    ['an ID that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601, 1],
    ['an unknown tool', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}', -32602, 1],
    ['a call without a tool', '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32602, 1],
    [
      'arguments that are no object',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"dataset_describe","arguments":[]}}',
      -32602,
      1,
    ],
  ] as const)
    it(`answers ${what} with ${code}, and goes on`, async () => {
      const [answer, ping] = await answersTo([line, request(2, 'ping')]);
      assert.equal(answer?.error?.code, code);
      assert.equal(answer?.id, id);
      assert.deepEqual(ping?.result, {});
    });

  it('refuses a line of more than 64 MiB without keeping it, and goes on', async () => {
    const [answer, ping] = await answersTo([`"${'x'.repeat(65 * 1024 * 1024)}"`, request(2, 'ping')]);
    assert.equal(answer?.error?.code, -32600);
    assert.deepEqual(ping?.result, {});
  });

  it('awaits a submission when the input ends, and answers it', async () => {
    const gateway = new ScriptedGateway();
    const text = JSON.stringify({ name: randomUUID(), tables: [] });
    await writeFile(join(folder, 'a.dataset.json'), text);
    gateway.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { status: 201, body: '{"id":"late"}' };
    };
    try {
      const [answer] = await answersTo(
        [
          request(1, 'tools/call', {
            name: 'dataset_create',
            arguments: {
              file: 'a.dataset.json',
              expectedVersion: createHash('sha256').update(text).digest('hex'),
            },
          }),
        ],
        {
          args: ['--allow-create=always'],
          env: {
            DATASET_BASE_URL: await gateway.start(),
            DATASET_ACCESS_TOKEN: 'token',
            DATASET_SUBSCRIPTION_KEY: 'key',
          },
        },
      );
      assert.match(JSON.stringify(answer?.result), /late/);
    } finally {
      gateway.stop();
    }
  });

  it('gives no answer to a call that was cancelled', async () => {
    await writeFile(join(folder, 'data.csv'), `a\n${'1\n'.repeat(3_000_000)}`);
    const answers = await answersTo([
      request(1, 'tools/call', { name: 'dataset_infer', arguments: { files: ['data.csv'] } }),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      request(2, 'ping'),
    ]);
    assert.deepEqual(
      answers.map(({ id }) => id),
      [2],
    );
  });

  it('reads data files below the root only, wherever it was started', async () => {
    const project = join(folder, 'project');
    await mkdir(project);
    const database = (path: string, table: string) => {
      const connection = new DatabaseSync(path);
      connection.exec(`CREATE TABLE ${table} (id INTEGER)`);
      connection.close();
    };
    database(join(folder, 'shop.sqlite'), 'secret');
    database(join(project, 'shop.sqlite'), 'shown');
    await writeFile(join(folder, 'shop.csv'), 'secret,b\n1,2\n');
    await writeFile(join(project, 'shop.csv'), 'shown,b\n1,2\n');
    for (const file of ['shop.sqlite', 'shop.csv', join(project, 'shop.sqlite')]) {
      const [answer] = await answersTo(
        [request(1, 'tools/call', { name: 'dataset_infer', arguments: { files: [file] } })],
        { args: ['--root', 'project'] },
      );
      const text = JSON.stringify(answer?.result);
      assert.match(text, /shown/, file);
      assert.doesNotMatch(text, /secret/, file);
    }
  });

  it('ends with 0 without any input, and refuses wrong usage with 2', async () => {
    assert.deepEqual(await answersTo(['']), []);
    for (const [args, message] of [
      [['--root', 'nowhere'], /^--root takes a folder, not "nowhere"\./],
      [['--root', ''], /^--root takes a folder, not ""\./],
      [['file.json'], /^Too many arguments/],
      [['--nonsense'], /^Unknown option/],
      [
        ['--allow-create=never'],
        /^Option '--allow-create \[WHO\]' argument 'never' is invalid\. Allowed choices are ask, always\./,
      ],
    ] as const) {
      const { code, out, error } = await datasetStudio(['mcp', ...args], { cwd: folder });
      assert.deepEqual([code, out], [2, '']);
      assert.match(error, message);
    }
  });

  it('ends on SIGTERM although the input is open', async function () {
    // Windows ends a process without a signal.
    if (process.platform === 'win32') this.skip();
    const { spawn } = await import('node:child_process');
    const cli = `${import.meta.dirname}/../../../../dist/cli.js`;
    const child = spawn(process.execPath, [cli, 'mcp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.write(`${JSON.stringify(initialize('2025-11-25'))}\n`);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  });

  it('answers a ping, and ends on SIGTERM, while a file is read', async function () {
    if (process.platform === 'win32') this.skip();
    const { spawn } = await import('node:child_process');
    const cli = `${import.meta.dirname}/../../../../dist/cli.js`;
    await writeFile(join(folder, 'large.csv'), `a\n${'1\n'.repeat(40_000_000)}`);
    const child = spawn(process.execPath, [cli, 'mcp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const call = request(1, 'tools/call', { name: 'dataset_infer', arguments: { files: ['large.csv'] } });
    child.stdin.write(`${JSON.stringify(call)}\n${JSON.stringify(request(2, 'ping'))}\n`);
    const first = await new Promise((resolve) => child.stdout.once('data', resolve));
    assert.equal(JSON.parse(String(first)).id, 2);
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  });
});

describe('Lines of an input', () => {
  const collect = async (chunks: readonly Uint8Array[], limit: number) => {
    async function* input() {
      yield* chunks;
    }
    const lines: (string | undefined)[] = [];
    for await (const line of readLines(input(), limit))
      lines.push(line.kind === 'line' ? line.text : undefined);
    return lines;
  };

  it('are the same however they are chunked, and too long ones are left out', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\r') }), { maxLength: 8 }),
        fc.array(fc.nat(60), { maxLength: 10 }),
        fc.nat(20),
        async (lines, cuts, limit) => {
          const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
          const places = [
            0,
            ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b),
            bytes.length,
          ];
          const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
          assert.deepEqual(
            await collect(chunks, limit),
            lines.map((line) => (new TextEncoder().encode(line).length > limit ? undefined : line)),
          );
        },
      ),
    ));
});

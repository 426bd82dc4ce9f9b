import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canAsk, canAskIn, readAnswer } from '../../../../src/cli/mcp/consent.ts';
import { mcpServer } from '../../../../src/cli/mcp/mcp-server.ts';
import { requestStates } from '../../../../src/cli/mcp/request-states.ts';
import { openTools } from '../../../../src/cli/mcp/server-tools.ts';
import { ScriptedGateway } from './gateway.ts';
import { SdkClient, type ServerOptions } from './sdk-client.ts';

type Results = Readonly<Record<string, unknown>>;

describe('dataset_create over MCP asks the person', function () {
  this.timeout(60_000);
  let root: string;
  const gateway = new ScriptedGateway();
  let env: Record<string, string>;

  before(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'dataset-studio-mcp-')));
    env = {
      DATASET_BASE_URL: await gateway.start(),
      DATASET_ACCESS_TOKEN: 'token-of-the-test',
      DATASET_SUBSCRIPTION_KEY: 'key-of-the-test',
    };
  });
  after(async () => {
    gateway.stop();
    await rm(root, { recursive: true });
  });
  beforeEach(() => {
    gateway.received.length = 0;
  });

  async function write(file: string, name: string = randomUUID()) {
    const columns = [
      { name: 'C', dataType: 'Int46' },
      { name: 'D', dataType: 'string' },
    ];
    const text = JSON.stringify({ name, tables: [{ name: 'T', columns }] });
    await writeFile(join(root, file), text);
    return { file, expectedVersion: createHash('sha256').update(text).digest('hex') };
  }

  const answers: readonly (readonly [string, ServerOptions['answer'], string])[] = [
    ['agrees', () => ({ action: 'accept', content: { create: true } }), 'created'],
    ['says no', () => ({ action: 'accept', content: { create: false } }), 'declined'],
    ['declines', () => ({ action: 'decline' }), 'declined'],
    ['closes the form', () => ({ action: 'cancel' }), 'declined'],
    ["can't be asked", undefined, 'cannot-ask'],
  ];
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const)
    for (const [what, answer, expected] of answers)
      it(`who ${what}, in mode ${JSON.stringify(mode)}: ${expected}`, async () => {
        const asked: string[] = [];
        const client = new SdkClient({
          cwd: root,
          args: ['--allow-create'],
          env,
          mode,
          ...(answer && {
            answer: (params) => {
              asked.push(params.message);
              return answer(params);
            },
          }),
        });
        const input = await write('[asked](x)\u202e.dataset.json', `[Own](y) ${randomUUID()}`);
        await client.open();
        try {
          const { content, text } = await client.call('dataset_create', input);
          assert.equal(content.outcome ?? content.error, expected, text);
          assert.equal(gateway.received.length, expected === 'created' ? 1 : 0);
          if (expected === 'cannot-ask') assert.match(text, /--allow-create=always/);
          else {
            const [first = '', ...lines] = (asked[0] ?? '').split('\n');
            assert.match(
              first,
              /^An AI agent wants to create the dataset "\[Own\]\(y\) [^"]+" from "\[asked\]\(x\) \.dataset\.json" in 127\./,
            );
            assert.equal(
              lines[0],
              `To: ${env.DATASET_BASE_URL}/reporting/datasets?defaultRetentionPolicy=None`,
            );
            assert.equal(lines[1], '1 table, 2 columns');
            assert.match(lines[2] ?? '', /^Line 1: .*Int46/);
            assert.equal(asked.length, 1);
          }
        } finally {
          await client.close();
        }
      });

  /** A server in this process, and what it answers to calls with an answer of the person, by the messages themselves. */
  async function serverOn(variables = env) {
    const never = new AbortController().signal;
    const terminal = { out: () => undefined, error: () => undefined, isQuiet: false };
    const interrupt = { stop: never, cancel: never };
    const callTool = await openTools(root, 'ask', interrupt, { terminal, variables } as never);
    const server = mcpServer({ version: '1', allowCreate: true, callTool, send: () => undefined });
    let id = 0;
    return async (input: object, requestState?: unknown, inputResponses?: unknown) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      };
      const params = { name: 'dataset_create', arguments: input, _meta, requestState, inputResponses };
      const line = JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params });
      const response: unknown = await server.answer(line);
      const { result, error } = response as { readonly result?: Results; readonly error?: Results };
      const structured = result?.structuredContent as Results | undefined;
      return {
        kind: result?.resultType ?? error?.code,
        state: result?.requestState,
        said: structured?.outcome ?? structured?.error,
      };
    };
  }
  const yes = { create: { action: 'accept', content: { create: true } } };

  it('once for each answer: a state of another file, version, or environment, or one that was used, is refused', async () => {
    const create = await serverOn();
    const other = await write('other.dataset.json');
    const input = await write('a.dataset.json');
    const { state, kind } = await create(input);
    assert.equal(kind, 'input_required');
    assert.equal((await create(other, state, yes)).said, 'stale-answer');
    const changed = await write('a.dataset.json');
    assert.equal((await create(changed, state, yes)).said, 'stale-answer');
    assert.equal((await create(input, state, yes)).said, 'version-changed');
    const again = (await create(changed)).state;
    assert.equal(gateway.received.length, 0);
    assert.equal((await create(changed, again, yes)).said, 'created');
    assert.equal((await create(changed, again, yes)).said, 'stale-answer');
    assert.equal(gateway.received.length, 1);
    const declined = (await create(other)).state;
    assert.equal((await create(other, declined, { create: { action: 'decline' } })).said, 'declined');
    assert.equal((await create(other, declined, yes)).said, 'stale-answer');
    assert.equal(gateway.received.length, 1);
  });

  it('again after a restart, without an answer, and after a changed state', async () => {
    const input = await write('b.dataset.json');
    const { state } = await (await serverOn())(input);
    const create = await serverOn({ ...env, DATASET_REPORTING_PATH: 'other' });
    const own = String((await create(input)).state);
    const [content = '', seal = ''] = own.split('.');
    for (const [wrong, response] of [
      [state, yes],
      [own, undefined],
      [own, {}],
      [undefined, yes],
      ['', yes],
      [content, yes],
      [`${content}A.${seal}`, yes],
      [`${content}.${'A'.repeat(seal.length)}`, yes],
      [`.${seal}`, yes],
    ] as const)
      assert.equal((await create(input, wrong, response)).kind, 'input_required', String(wrong));
    assert.equal((await create(input, own, [])).kind, -32602);
    assert.equal((await create(input, 7, yes)).kind, -32602);
    assert.equal(gateway.received.length, 0);
  });

  it('and sends one of two calls that come with the same answer', async () => {
    const create = await serverOn();
    const input = await write('c.dataset.json');
    const { state } = await create(input);
    const results = await Promise.all([create(input, state, yes), create(input, state, yes)]);
    assert.deepEqual(results.map(({ said }) => said).toSorted(), ['created', 'stale-answer']);
    assert.equal(gateway.received.length, 1);
  });

  it('for an answer within 10 minutes, about the same environment', () => {
    let time = 0;
    const states = requestStates(() => time);
    const question = { message: 'm', about: ['file', 'version', 'environment', 'address'] };
    const early = states.create(question);
    const late = states.create(question);
    assert.notEqual(early, late);
    assert.equal(
      states.use(early, { ...question, about: ['file', 'version', 'other', 'address'] }),
      'refused',
    );
    time = 10 * 60_000 - 1;
    assert.equal(states.use(early, question), 'valid');
    time += 1;
    assert.equal(states.use(early, question), 'unknown');
    assert.equal(states.use(late, question), 'unknown');
    assert.equal(requestStates(() => 0).use(late, question), 'unknown');
  });

  it('ends a question of a session with the input, without a submission', async () => {
    const send: Results[] = [];
    const { callTool, asked } = askingTool();
    const server = mcpServer({
      version: '1',
      allowCreate: true,
      callTool,
      send: (message) => send.push(message as Results),
    });
    const line = (id: number, method: string, params: object) =>
      server.answer(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    await line(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: { elicitation: {} } });
    const call = line(2, 'tools/call', { name: 'dataset_create', arguments: {} });
    assert.equal(send[0]?.method, 'elicitation/create');
    server.endInput();
    await call;
    // A call that comes later, and one that is cancelled.
    await line(3, 'tools/call', { name: 'dataset_create', arguments: {} });
    assert.deepEqual(asked, ['declined', 'declined']);
    assert.equal(send.length, 1);
  });

  it('cancels the question of a call that is cancelled', async () => {
    const send: Results[] = [];
    const { callTool, asked } = askingTool();
    const server = mcpServer({
      version: '1',
      allowCreate: true,
      callTool,
      send: (message) => send.push(message as Results),
    });
    const line = (message: object) => server.answer(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: {} } };
    await line({ id: 1, method: 'initialize', params });
    const call = line({ id: 2, method: 'tools/call', params: { name: 'dataset_create', arguments: {} } });
    await line({ method: 'notifications/cancelled', params: { requestId: 2 } });
    assert.equal(await call, undefined);
    assert.deepEqual(asked, ['declined']);
    assert.deepEqual(send[1]?.params, { requestId: send[0]?.id });
    await line({ id: send[0]?.id, result: { action: 'accept', content: { create: true } } });
    assert.deepEqual(asked, ['declined']);
  });

  it('only by a form that the client has, and takes nothing but an explicit yes', () => {
    for (const capabilities of [
      { elicitation: {} },
      { elicitation: { form: {} } },
      { elicitation: { form: {}, url: {} } },
    ])
      assert.ok(canAsk(capabilities));
    for (const capabilities of [{}, { elicitation: true }, { elicitation: { url: {} } }])
      assert.ok(!canAsk(capabilities));
    assert.ok(canAskIn('2025-06-18', { elicitation: {} }));
    assert.ok(!canAskIn('2025-03-26', { elicitation: {} }));
    assert.ok(!canAskIn('2025-11-25', undefined));
    for (const result of [
      undefined,
      {},
      { action: 'accept' },
      { action: 'accept', content: {} },
      { action: 'accept', content: { create: 'true' } },
      { action: 'decline', content: { create: true } },
      { action: 'cancel', content: { create: true } },
      { content: { create: true } },
    ])
      assert.equal(readAnswer(result), 'declined');
  });
});

/** A tool that asks, and remembers the answers. */
function askingTool() {
  const asked: string[] = [];
  const callTool: Parameters<typeof mcpServer>[0]['callTool'] = async (_name, _input, { ask }) => {
    asked.push(await ask({ message: 'm', about: [] }));
    return { isError: false, content: {} };
  };
  return { asked, callTool };
}

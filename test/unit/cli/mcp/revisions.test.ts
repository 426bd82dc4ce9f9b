import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasetStudio } from '../process.ts';
import { type ClientMode, SdkClient } from './sdk-client.ts';

const newest = '2026-07-28';

interface Answer {
  readonly id: unknown;
  readonly params?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

describe('Revisions of the Model Context Protocol, in one server', function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-mcp-'));
    for (const name of ['a', 'b', 'c'])
      await writeFile(join(folder, `${name}.dataset.json`), '{"name":"n","tables":[]}');
  });
  after(() => rm(folder, { recursive: true }));

  const modes: readonly (readonly [ClientMode, string])[] = [
    ['legacy', '2025-11-25'],
    ['auto', newest],
    [{ pin: newest }, newest],
  ];
  for (const [mode, version] of modes)
    it(`serve the official client as ${version}, which asks ${JSON.stringify(mode)}`, async () => {
      const session = await new SdkClient({ cwd: folder, mode }).open();
      try {
        assert.equal(session.client.getNegotiatedProtocolVersion(), version);
        assert.equal(session.client.getServerVersion()?.name, 'dataset-studio');
        assert.match(session.client.getInstructions() ?? '', /dataset_describe/);
        const { tools } = await session.client.listTools();
        assert.equal(tools.length, 6);
        // The client forgets who waits for progress as soon as it has the answer, so it may report none.
        const { transport } = session;
        const { onmessage } = transport;
        const steps: unknown[] = [];
        transport.onmessage = (message) => {
          if ('method' in message) steps.push(message.params?.progress);
          onmessage?.call(transport, message);
        };
        const { structuredContent } = await session.client.callTool(
          { name: 'dataset_validate', arguments: { files: ['*.dataset.json'] } },
          { onprogress: () => undefined },
        );
        assert.match(JSON.stringify(structuredContent), /c\.dataset\.json/);
        assert.deepEqual(steps, [33, 66]);
        const abort = new AbortController();
        abort.abort();
        await assert.rejects(session.call('dataset_describe', {}, abort.signal));
        await assert.rejects(session.call('nonsense', {}), /no such tool/);
      } finally {
        await session.close();
      }
    });

  const metadata = (version: unknown = newest, capabilities: unknown = {}) => ({
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  });
  const request = (id: unknown, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, params });

  async function answersTo(lines: readonly object[]): Promise<readonly Answer[]> {
    const input = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    const { out } = await datasetStudio(['mcp'], { cwd: folder, input });
    return out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  it('are told apart by each request, in any order, in one process', async () => {
    const answers = await answersTo([
      request(1, 'tools/list', { _meta: metadata() }),
      request(2, 'initialize', { protocolVersion: '2025-06-18', capabilities: {} }),
      request(3, 'tools/list', { _meta: { progressToken: 1 } }),
      request(4, 'server/discover', { _meta: metadata() }),
      request(5, 'tools/call', { name: 'dataset_environments', _meta: metadata() }),
      request(6, 'tools/call', { name: 'dataset_environments' }),
    ]);
    const [listed, initialized, plain, discovered, called, calledInSession] = [1, 2, 3, 4, 5, 6].map(
      (id) => answers.find((answer) => answer.id === id)?.result ?? {},
    );
    const { version } = JSON.parse(JSON.stringify(initialized?.serverInfo));
    const serverInfo = { name: 'dataset-studio', title: 'Dataset Studio', version };
    const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
    assert.deepEqual(Object.keys(plain ?? {}), ['tools']);
    const cached = { ttlMs: 3_600_000, cacheScope: 'private' };
    assert.deepEqual(listed, { resultType: 'complete', ...plain, ...cached, _meta });
    const { instructions } = initialized ?? {};
    const discovery = { supportedVersions: [newest], capabilities: { tools: {} }, instructions };
    assert.deepEqual(discovered, { resultType: 'complete', ...discovery, ...cached, _meta });
    assert.deepEqual(called, { resultType: 'complete', ...calledInSession, _meta });
    assert.ok(!('resultType' in (calledInSession ?? {})));
  });

  it('that the server does not speak are refused with those that it does', async () => {
    for (const requested of ['2099-01-01', '2025-11-25', '']) {
      const [answer] = await answersTo([request(1, 'tools/list', { _meta: metadata(requested) })]);
      assert.equal(answer?.error?.code, -32022);
      assert.deepEqual(answer?.error?.data, { supported: [newest], requested });
    }
  });

  it('without a session need the version and the capabilities in each request', async () => {
    const { 'io.modelcontextprotocol/protocolVersion': version, ...withoutVersion } = metadata();
    for (const [method, _meta] of [
      ['server/discover', undefined],
      ['server/discover', { progressToken: 1 }],
      ['tools/list', withoutVersion],
      ['tools/list', { 'io.modelcontextprotocol/protocolVersion': version }],
      ['tools/list', metadata(7)],
      ['tools/list', metadata(newest, [])],
    ] as const) {
      const [answer] = await answersTo([request(1, method, { _meta })]);
      assert.equal(answer?.error?.code, -32602, JSON.stringify([method, _meta]));
    }
  });

  it('have no methods of the other kind', async () => {
    for (const method of ['initialize', 'ping', 'resources/list', 'subscriptions/listen']) {
      const params = { protocolVersion: newest, capabilities: {}, _meta: metadata() };
      const [answer] = await answersTo([request(1, method, params)]);
      assert.equal(answer?.error?.code, -32601, method);
    }
  });
});

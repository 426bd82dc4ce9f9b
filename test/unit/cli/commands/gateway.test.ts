import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { gateway, instructions } from '../../../../src/cli/commands/gateway.ts';
import { unusedPort } from '../../gateway/network/loopback-servers.ts';
import { reachable, sendSignal } from '../../signals.ts';
import { datasetStudio } from '../process.ts';

describe('dataset-studio gateway', function () {
  this.timeout(60_000);
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill('SIGKILL'));

  it('prints how to use it and each request, runs until it is stopped, and releases the port', async () => {
    const port = await unusedPort();
    const end = new AbortController();
    let written = '';
    const run = () =>
      gateway.run({ port: String(port) } as never, [], {
        terminal: { out: (text) => (written += text), error: (text) => assert.fail(String(text)) },
        variables: {},
        input: () => process.stdin,
        listen: () => ({ stop: end.signal, cancel: end.signal }),
        commands: async () => [],
      });
    const running = run();
    while (!written.includes('create')) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.match(written, new RegExp(`DATASET_BASE_URL='http://127\\.0\\.0\\.1:${port}'$`, 'm'));
    assert.doesNotMatch(written, /dataset-studio create/, 'A clone has no such command.');
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    end.abort();
    assert.equal(await running, 0);
    assert.match(written, /^GET \/ 404$/m);
    assert.equal(await run(), 0);
  });

  it('exits with 0 when it is interrupted', async () => {
    const args = [...reachable.execArgv, 'dist/cli.js', 'gateway', '--port', '0'];
    child = spawn(process.execPath, args, { stdio: [...reachable.stdio] });
    assert.ok(child.stdout);
    const [output] = await once(child.stdout, 'data');
    assert.match(String(output), /runs at http:\/\/127\.0\.0\.1:\d+ until/);
    sendSignal(child, 'SIGINT');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  for (const port of ['65536', '-1', 'x'])
    it(`refuses the port ${port}`, async () => {
      const { code, error } = await datasetStudio(['gateway', `--port=${port}`]);
      assert.equal(code, 2);
      assert.match(error, /^--port takes a whole number from 0 to 65535/);
    });

  it('refuses a port that is in use', async () => {
    const port = await unusedPort();
    child = spawn(process.execPath, ['dist/cli.js', 'gateway', '--port', String(port)]);
    assert.ok(child.stdout);
    await once(child.stdout, 'data');
    const { code, error } = await datasetStudio(['gateway', '--port', String(port)]);
    assert.equal(code, 2);
    assert.match(error, new RegExp(`^Port ${port} is already in use`));
  });
});

describe('The instructions of the local gateway', () => {
  const credentials = { username: 'demo', password: 'p', clientId: 'c', subscriptionKey: 'k' };
  const started = { baseUrl: 'http://127.0.0.1:7878', credentials };
  const names = ['BASE_URL', 'USERNAME', 'PASSWORD', 'CLIENT_ID', 'SUBSCRIPTION_KEY'];

  it('set variables in a shell', () => {
    for (const name of names)
      assert.match(instructions(started, 'linux'), new RegExp(`^export DATASET_${name}='[\\w.:/-]+'$`, 'm'));
  });

  it('set variables in PowerShell on Windows', () => {
    const text = instructions(started, 'win32');
    for (const name of names) assert.match(text, new RegExp(`^\\$env:DATASET_${name}='[\\w.:/-]+'$`, 'm'));
    assert.doesNotMatch(text, /export/);
    assert.match(text, /another PowerShell terminal/);
  });
});

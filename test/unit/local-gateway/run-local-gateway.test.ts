import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { runLocalGateway } from '../../../src/local-gateway/run-local-gateway.ts';
import { success } from '../../../src/result.ts';
import { unusedPort } from '../gateway/network/loopback-servers.ts';
import { reachable, sendSignal } from '../signals.ts';

describe('runLocalGateway', () => {
  it('prints how to use it, runs until it is stopped, and releases the port', async () => {
    const port = await unusedPort();
    const end = new AbortController();
    let written = '';
    const running = runLocalGateway({
      port,
      platform: 'linux',
      signal: end.signal,
      write: (text) => {
        written += text;
      },
    });
    while (!written.includes('create')) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const name of ['USERNAME', 'PASSWORD', 'CLIENT_ID', 'SUBSCRIPTION_KEY'])
      assert.match(written, new RegExp(`^export DATASET_${name}='[\\w-]+'$`, 'm'));
    assert.match(written, new RegExp(`^export DATASET_BASE_URL='http://127\\.0\\.0\\.1:${port}'$`, 'm'));
    assert.match(written, /^dataset-studio create /m);
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    end.abort();
    assert.deepEqual(await running, success(undefined));
    assert.match(written, /^GET \/ 404$/m);
    const again = runLocalGateway({ port, signal: AbortSignal.abort(), write: () => undefined });
    assert.deepEqual(await again, success(undefined));
  });
});

describe('runLocalGateway on Windows', () => {
  it('shows how to set the variables in PowerShell', async () => {
    let written = '';
    await runLocalGateway({
      port: 0,
      platform: 'win32',
      signal: AbortSignal.abort(),
      write: (text) => {
        written += text;
      },
    });
    for (const name of ['BASE_URL', 'USERNAME', 'PASSWORD', 'CLIENT_ID', 'SUBSCRIPTION_KEY'])
      assert.match(written, new RegExp(`^\\$env:DATASET_${name}='[\\w.:/-]+'$`, 'm'));
    assert.doesNotMatch(written, /export/);
    assert.match(written, /another PowerShell terminal/);
  });
});

describe('local-gateway [--port N]', function () {
  this.timeout(60_000);
  const main = `${import.meta.dirname}/../../../src/local-gateway/gateway-main.ts`;
  let process_: ChildProcess | undefined;
  afterEach(() => process_?.kill('SIGKILL'));

  function start(...args: string[]) {
    const child = spawn(process.execPath, [...reachable.execArgv, main, ...args], {
      stdio: [...reachable.stdio],
    });
    process_ = child;
    const { stdout, stderr } = child;
    assert.ok(stdout && stderr);
    return { child, stdout, stderr };
  }

  it('runs until it is interrupted', async () => {
    const { child, stdout } = start('--port', '0');
    const [output] = await once(stdout, 'data');
    assert.match(String(output), /runs at http:\/\/127\.0\.0\.1:\d+ until/);
    sendSignal(child, 'SIGINT');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  for (const args of [['--port', '65536'], ['--port', 'x'], ['--host', '0.0.0.0'], ['extra']])
    it(`tells its usage for ${args.join(' ')}`, async () => {
      const { child, stderr } = start(...args);
      const [[output], [code]] = await Promise.all([once(stderr, 'data'), once(child, 'exit')]);
      assert.match(String(output), /^Usage/);
      assert.equal(code, 2);
    });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { isClosedPipe, ProcessTerminal } from '../../../src/cli/terminal.ts';
import { datasetStudio } from './process.ts';

const onWindows = process.platform === 'win32';

/** Streams that remember what is written to them. */
function recordingStreams(isTTY: boolean) {
  const written: string[] = [];
  const stream = (name: string) => {
    const recording = new Writable({
      write: (chunk, _encoding, done) => {
        written.push(`${name}: ${String(chunk)}`);
        done();
      },
    });
    return Object.assign(recording, { isTTY });
  };
  return { written, streams: { stdout: stream('out'), stderr: stream('error') } as never };
}

describe('The terminal of the process', () => {
  it('shows a status only to a person', () => {
    assert.equal(new ProcessTerminal(recordingStreams(false).streams).status, undefined);
    const { written, streams } = recordingStreams(true);
    const terminal = new ProcessTerminal(streams);
    terminal.status?.('Half');
    assert.deepEqual(written, ['error: \r\u001b[KHalf']);
  });
});

describe('What validate prints', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    // Its problems are more than any pipe holds.
    await writeFile(join(folder, 'a.dataset.json'), `{"name":"A","tables":[${'{},'.repeat(20_000)}{}]}`);
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('may remain unread', async () => {
    const { code, error } = await datasetStudio(['validate', '.', '--format', 'json'], {
      cwd: folder,
      unread: true,
    });
    assert.equal(error, '');
    assert.equal(code, 1);
  });

  it('arrives completely in a pipe that takes it only in parts', async () => {
    // Windows has no sh, and always uses the streams.
    if (onWindows) return;
    await symlink('nowhere', join(folder, 'broken.dataset.json'));
    const server = createServer().listen(join(folder, 'socket'));
    const reader = connect(join(folder, 'socket'));
    const [socket]: Socket[] = await once(server, 'connection');
    // Sockets of Node.js are non-blocking, also in a process that inherits them.
    const child = spawn(
      'sh',
      ['-c', 'exec "$0" "$1" validate . --format json >&3', ...[process.execPath, resolve('dist/cli.js')]],
      {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe', socket ?? assert.fail()],
      },
    );
    socket?.destroy();
    server.close();
    // It says so after it has printed the problems, which nobody has read yet.
    const [message] = await once(child.stderr ?? assert.fail(), 'data');
    assert.match(String(message), /1 file or folder could not be checked/);
    const chunks: Buffer[] = [];
    reader.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(reader, 'end');
    const problems: unknown[] = JSON.parse(Buffer.concat(chunks).toString());
    assert.ok(problems.length > 20_000, `${problems.length}`);
  });
});

describe('A closed pipe', () => {
  const errorWith = (code: string) => Object.assign(new Error('write failed'), { code });

  it('is recognized by EPIPE, on Windows also by EOF', () => {
    assert.equal(isClosedPipe(errorWith('EPIPE')), true);
    assert.equal(isClosedPipe(errorWith('EOF')), true);
  });

  it('is not recognized by other errors', () => {
    assert.equal(isClosedPipe(errorWith('ENOSPC')), false);
    assert.equal(isClosedPipe(new Error('EPIPE')), false);
  });
});

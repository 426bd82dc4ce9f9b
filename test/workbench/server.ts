import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Cleanup } from './cleanup.ts';
import { runProgram } from './program.ts';
import type { ServerInstallation } from './server-installation.ts';
import type { UserSettings } from './user-settings.ts';
import { removeFolder } from './workspace-copy.ts';

/** What to load from a folder instead of an installed package. */
export interface DevelopmentPaths {
  readonly extensionDevelopmentPath: string;
  readonly extensionTestsPath: string;
}

export interface ServerOptions {
  readonly installation: ServerInstallation;
  readonly settings: UserSettings;
  /** A packaged extension to install first. */
  readonly vsix?: string;
  /** Folders of further extensions, which lie there from the start. */
  readonly extensions?: readonly string[];
  readonly development?: DevelopmentPaths;
  /** Seen by the extension host, too. */
  readonly env?: Readonly<Record<string, string>>;
  /** How much VS Code and the extension write into their logs; `info` where nothing is said. */
  readonly logLevel?: 'trace';
  /** 0 or none: any free one. */
  readonly port?: number;
  /** Stops the server and removes its folders. */
  readonly cleanup: Cleanup;
}

/** A VS Code server with user data and extensions of its own, which are gone when it is. */
export class VSCodeServer {
  readonly authority: string;
  /** User data, extensions and logs. */
  readonly folder: string;
  readonly logFolder: string;
  readonly #development: DevelopmentPaths | undefined;
  readonly #process: ChildProcess;

  private constructor(
    server: ChildProcess,
    port: number,
    dataFolder: string,
    development: DevelopmentPaths | undefined,
  ) {
    this.#process = server;
    this.authority = `127.0.0.1:${port}`;
    this.folder = dataFolder;
    this.logFolder = join(dataFolder, 'data', 'logs');
    this.#development = development;
  }

  static async start(options: ServerOptions): Promise<VSCodeServer> {
    const { installation, settings, vsix, extensions = [], development, cleanup } = options;
    const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-vscode-'));
    cleanup.add(() => removeFolder(folder));
    // A remote window reads settings of machine scope from the second, and all others from the first.
    for (const scope of ['User', 'Machine']) {
      const scopeFolder = join(folder, 'data', scope);
      mkdirSync(scopeFolder, { recursive: true });
      writeFileSync(join(scopeFolder, 'settings.json'), JSON.stringify(settings, undefined, 2));
    }
    for (const extension of extensions)
      cpSync(extension, join(folder, 'extensions', basename(extension)), { recursive: true });
    const folders = ['--server-data-dir', folder, '--extensions-dir', join(folder, 'extensions')];
    const env = {
      ...process.env,
      // Sockets go where the rest is, on systems that let us say so.
      XDG_RUNTIME_DIR: folder,
      // No marketplace: nothing is looked up, nothing updated.
      EXTENSIONS_GALLERY: '{}',
    };
    if (vsix !== undefined) {
      const install = [installation.entryPoint, ...folders, '--install-extension', vsix];
      await runProgram(process.execPath, [...install, '--accept-server-license-terms'], { env });
    }
    const server = spawn(
      process.execPath,
      [
        installation.entryPoint,
        ...folders,
        ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
        ...['--telemetry-level', 'off'],
        ...(options.logLevel ? ['--log', options.logLevel] : []),
        '--without-connection-token',
        '--accept-server-license-terms',
        // Makes the page honour the `payload` parameter (below). It also keeps notifications from popping up.
        ...(development ? ['--enable-smoke-test-driver'] : []),
      ],
      {
        env: { ...env, ...options.env },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A process group of its own, so that its extension hosts and terminals end with it.
        detached: process.platform !== 'win32',
      },
    );
    cleanup.add(() => kill(server));
    return new VSCodeServer(server, await portOf(server), folder, development);
  }

  /** The address that opens `folder`. */
  address(folder: string): string {
    const url = new URL(`http://${this.authority}/`);
    url.searchParams.set('folder', pathToFileURL(folder).pathname);
    // A list of pairs, which VS Code's own smoke tests hand to the page like this.
    if (this.#development) {
      const payload = Object.entries(this.#development).map(([key, path]) => [key, this.#remoteUri(path)]);
      url.searchParams.set('payload', JSON.stringify(payload));
    }
    return url.href;
  }

  /** Ends the processes in which this server's extensions run, as a crash would; gives how many there were. */
  killExtensionHosts(): number {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' });
    const hosts = stdout
      .split('\n')
      .filter((line) => line.includes('--type=extensionHost'))
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === this.#process.pid);
    for (const [pid] of hosts) if (pid !== undefined) process.kill(pid, 'SIGKILL');
    return hosts.length;
  }

  /** A file or folder of this machine, as the page names it. */
  #remoteUri(path: string): string {
    return `vscode-remote://${this.authority}${pathToFileURL(path).pathname}`;
  }
}

/** Waits for the line that tells the port. */
async function portOf(server: ChildProcess): Promise<number> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said.push(chunk.toString());
      const port = /Extension host agent listening on (\d+)/.exec(said.join(''))?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    server.stdout?.on('data', listen);
    server.stderr?.on('data', listen);
    server.once('error', reject);
    server.once('exit', (code) =>
      reject(new Error(`The VS Code server ended with ${code} before it listened:\n${said.join('')}`)),
    );
  });
}

function kill(server: ChildProcess): void {
  if (server.pid === undefined || server.exitCode !== null) return;
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(server.pid), '/T', '/F']);
  else process.kill(-server.pid, 'SIGKILL');
}

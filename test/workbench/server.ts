import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Cleanup } from './cleanup.ts';
import type { ServerInstallation } from './installation/server-installation.ts';
import { type DisplayLanguage, installLanguage } from './languages/display-language.ts';
import { runProgram } from './program.ts';
import type { UserSettings } from './user-settings.ts';
import { removeFolder } from './workspace-copy.ts';

/** The paths of an extension in development and its tests. */
export interface DevelopmentPaths {
  readonly extensionDevelopmentPath: string;
  readonly extensionTestsPath: string;
}

export interface ServerOptions {
  readonly installation: ServerInstallation;
  readonly settings: UserSettings;
  /** The path of a packaged extension to install. */
  readonly vsix?: string;
  /** Folders of more extensions to copy into the extensions folder. */
  readonly extensions?: readonly string[];
  readonly development?: DevelopmentPaths;
  readonly displayLanguage?: DisplayLanguage;
  /** Environment variables, also for the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** The log level of VS Code and the extension. Default: `info`. */
  readonly logLevel?: 'trace';
  /** Default: any free port. */
  readonly port?: number;
  /** The host name by which its browser knows the server. Default: its address. */
  readonly host?: string;
  /** Gets the steps that stop the server and delete its folders. */
  readonly cleanup: Cleanup;
}

/** A VS Code server with its own user data and extensions, which are deleted when it stops. */
export class VSCodeServer {
  readonly authority: string;
  readonly port: number;
  /** User data, extensions and logs. */
  readonly folder: string;
  readonly logFolder: string;
  readonly #development: DevelopmentPaths | undefined;
  readonly #process: ChildProcess;

  private constructor(
    server: ChildProcess,
    port: number,
    host: string | undefined,
    dataFolder: string,
    development: DevelopmentPaths | undefined,
  ) {
    this.#process = server;
    this.port = port;
    this.authority = host ?? `127.0.0.1:${port}`;
    this.folder = dataFolder;
    this.logFolder = join(dataFolder, 'data', 'logs');
    this.#development = development;
  }

  static async start(options: ServerOptions): Promise<VSCodeServer> {
    const { installation, settings, vsix, extensions = [], development, displayLanguage, cleanup } = options;
    const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-vscode-'));
    cleanup.add(() => removeFolder(folder));
    // A remote window reads settings with machine scope from Machine, and all others from User.
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
      // The folder for sockets, on systems that support it.
      XDG_RUNTIME_DIR: folder,
      // Disables the Marketplace.
      EXTENSIONS_GALLERY: '{}',
    };
    const install = vsix === undefined ? [] : ['--install-extension', vsix];
    if (displayLanguage) {
      const program = [installation.entryPoint, ...folders, ...install, '--accept-server-license-terms'];
      await runProgram(process.execPath, program, { env });
      installLanguage(displayLanguage, folder);
    }
    const server = spawn(
      process.execPath,
      [
        installation.entryPoint,
        ...folders,
        ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
        ...['--telemetry-level', 'off'],
        // Server and browser are on one machine.
        '--disable-websocket-compression',
        // Installs the extension while the browser starts. The window waits for it.
        ...(install.length > 0 && !displayLanguage ? [...install, '--start-server'] : []),
        ...(options.logLevel ? ['--log', options.logLevel] : []),
        ...(displayLanguage ? ['--locale', displayLanguage.locale] : []),
        '--without-connection-token',
        '--accept-server-license-terms',
        // Enables the `payload` parameter (see `address`). It also hides notification toasts.
        ...(development ? ['--enable-smoke-test-driver'] : []),
      ],
      {
        env: { ...env, ...options.env },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A new process group, so that its extension hosts and terminals can be killed together.
        detached: process.platform !== 'win32',
      },
    );
    cleanup.add(() => kill(server));
    return new VSCodeServer(server, await portOf(server), options.host, folder, development);
  }

  /** The URL that opens `folder`, or an empty window. */
  address(folder: string | undefined): string {
    const url = new URL(`http://${this.authority}/`);
    if (folder === undefined) url.searchParams.set('ew', 'true');
    else url.searchParams.set('folder', pathToFileURL(folder).pathname);
    // A list of pairs, as in VS Code's own smoke tests.
    if (this.#development) {
      const payload = Object.entries(this.#development).map(([key, path]) => [key, this.#remoteUri(path)]);
      url.searchParams.set('payload', JSON.stringify(payload));
    }
    return url.href;
  }

  /** Kills the extension host processes of this server to simulate a crash. Returns the number of processes. */
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

  /** The URI of a local file or folder in a remote window. */
  #remoteUri(path: string): string {
    return `vscode-remote://${this.authority}${pathToFileURL(path).pathname}`;
  }
}

/** Waits for the line of output with the port. */
async function portOf(server: ChildProcess): Promise<number> {
  const outputChunks: string[] = [];
  return new Promise((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      outputChunks.push(chunk.toString());
      const port = /Extension host agent listening on (\d+)/.exec(outputChunks.join(''))?.[1];
      if (port === undefined) return;
      server.stdout?.off('data', onOutput).resume();
      server.stderr?.off('data', onOutput).resume();
      resolve(Number(port));
    };
    server.stdout?.on('data', onOutput);
    server.stderr?.on('data', onOutput);
    server.once('error', reject);
    server.once('exit', (code) =>
      reject(
        new Error(
          `The VS Code server ended with ${code} before it started listening:\n${outputChunks.join('')}`,
        ),
      ),
    );
  });
}

function kill(server: ChildProcess): void {
  if (server.pid === undefined || server.exitCode !== null) return;
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(server.pid), '/T', '/F']);
  else process.kill(-server.pid, 'SIGKILL');
}

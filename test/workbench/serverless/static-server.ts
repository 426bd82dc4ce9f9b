import { mkdtempSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, posix, relative } from 'node:path';
import { repositoryFolder } from '../../../scripts/repository.ts';
import type { Cleanup } from '../cleanup.ts';
import { installPackage, type PublishedPackage } from '../installation/published-package.ts';
import type { ServerInstallation } from '../installation/server-installation.ts';
import { addTranslations, type DisplayLanguage } from '../languages/display-language.ts';
import type { DevelopmentPaths } from '../server.ts';
import type { UserSettings } from '../user-settings.ts';
import { removeFolder } from '../workspace-copy.ts';
import { editedWorkbench, replaceOnce, workbenchPage } from './serverless-workbench.ts';
import { unpackVsix } from './vsix-folder.ts';

export interface StaticServerOptions {
  readonly installation: ServerInstallation;
  /** The folder to open. Changes stay in the window and don't affect the folder. */
  readonly workspace: string;
  readonly settings: UserSettings;
  readonly vsix?: string;
  readonly development?: DevelopmentPaths;
  /** For messages of `vsix`: the manifest stays English. */
  readonly displayLanguage?: DisplayLanguage;
  readonly cleanup: Cleanup;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.cjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Contains an extension for the scheme `vscode-test-web:`, which reads the workspace from this server. It is not in
 * package.json because installing it would download a browser.
 */
const testWeb: PublishedPackage = {
  name: '@vscode/test-web',
  version: '0.0.81',
  integrity:
    'sha512-qAYNX1mf4hE0L3T/186J8AH+Z7Inm81OHMACkkyKE2J6HJZlXou0OgABkSvd8gt0BiPjI+V+xkduAaQ8Kcjexg==',
};

/** Serves VS Code and the extension as files, as vscode.dev does: all code runs in the browser. */
export class StaticServer {
  readonly authority: string;
  /** Empty: user data lives in the browser, and there are no log files. */
  readonly folder: string;
  readonly logFolder: string;

  private constructor(port: number, folder: string) {
    this.authority = `127.0.0.1:${port}`;
    this.folder = folder;
    this.logFolder = join(folder, 'logs');
  }

  static async start({
    installation,
    workspace,
    settings,
    vsix,
    development,
    displayLanguage,
    cleanup,
  }: StaticServerOptions): Promise<StaticServer> {
    const build = join(dirname(installation.entryPoint), '..');
    const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-static-'));
    cleanup.add(() => removeFolder(folder));
    const extension = development?.extensionDevelopmentPath ?? (vsix && (await unpackVsix(vsix, folder)));
    if (extension && displayLanguage) addTranslations(displayLanguage, extension);
    const cacheFolder = join(repositoryFolder, '.vscode-test');
    const fileProviderFolder = join(await installPackage(cacheFolder, testWeb), 'fs-provider');
    const folders = new Map([
      ['/static/build/', build],
      ['/static/fs-provider/', fileProviderFolder],
      ['/static/mount/', workspace],
    ]);
    if (extension) folders.set('/static/extension/', extension);

    const workbench = await editedWorkbench(build);
    const fileProvider = await readFile(join(fileProviderFolder, 'dist/fsExtensionMain.js'), 'utf8');
    const edited = new Map([
      ['/static/build/out/vs/code/browser/workbench/workbench.js', workbench],
      // Returns all files, which VS Code filters. The extension doesn't support glob patterns.
      [
        '/static/fs-provider/dist/fsExtensionMain.js',
        replaceOnce(fileProvider, /const pattern = query\.pattern;/, 'const pattern = "";'),
      ],
    ]);

    if (displayLanguage) {
      const messages = await readFile(join(build, 'out/nls.messages.js'), 'utf8');
      const language = JSON.stringify(displayLanguage.locale);
      edited.set(
        '/static/build/out/nls.messages.js',
        `${messages}\nglobalThis._VSCODE_NLS_LANGUAGE = ${language};`,
      );
    }

    const server = createServer((request, response) => {
      respond(request, response).catch((error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      });
    });
    cleanup.add(() => server.close().closeAllConnections());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    const authority = `127.0.0.1:${address.port}`;
    const tests =
      development &&
      posix.join(
        '/static/extension',
        relative(development.extensionDevelopmentPath, development.extensionTestsPath),
      );
    const page = await workbenchPage({
      build,
      authority,
      settings,
      hasExtension: extension !== undefined,
      tests,
    });

    async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { pathname, searchParams } = new URL(request.url ?? '/', `http://${authority}`);
      const send = (body: string | Uint8Array, type: string) =>
        response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
      if (pathname === '/') return void send(page, 'text/html');
      const script = edited.get(pathname);
      if (script !== undefined) return void send(script, 'text/javascript');
      const file = fileAt(folders, decodeURIComponent(pathname));
      if (file === undefined) return void response.writeHead(404).end();
      if (searchParams.has('stat')) return void send(JSON.stringify(await statOf(file)), 'application/json');
      if (searchParams.has('readdir'))
        return void send(JSON.stringify(await entriesOf(file)), 'application/json');
      const content = await readFile(file).catch(() => undefined);
      const type = contentTypes[extname(file)] ?? 'application/octet-stream';
      if (content !== undefined) return void send(content, type);
      // Built-in extensions have no bundles for browsers.
      if (/^\/static\/build\/extensions\/.*\.js$/.test(pathname))
        return void send('exports.activate = () => {};', 'text/javascript');
      response.writeHead(404).end();
    }

    return new StaticServer(address.port, folder);
  }

  /** The URL of the window. */
  address(): string {
    return `http://${this.authority}/`;
  }
}

/** Maps a URL path to a file in one of the folders. */
function fileAt(folders: ReadonlyMap<string, string>, path: string): string | undefined {
  if (path.includes('\0') || path.split(/[\\/]/).includes('..')) return undefined;
  for (const [prefix, folder] of folders)
    if (`${path}/`.startsWith(prefix)) return join(folder, path.slice(prefix.length));
  return undefined;
}

async function statOf(file: string) {
  try {
    const stats = await stat(file);
    const { ctimeMs: ctime, mtimeMs: mtime, size } = stats;
    return { type: fileType(stats), ctime, mtime, size };
  } catch (error) {
    return { error: codeOf(error) };
  }
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, type: fileType(entry) }));
  } catch (error) {
    return { error: codeOf(error) };
  }
}

/** A value of VS Code's `FileType`. */
function fileType(entry: { isFile(): boolean; isDirectory(): boolean }): number {
  return entry.isFile() ? 1 : entry.isDirectory() ? 2 : 0;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : 'UNKNOWN';
}

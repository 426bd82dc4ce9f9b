import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { repositoryFolder } from '../../scripts/repository.ts';
import { timeLimit } from '../../scripts/testing/time-limits.ts';
import { Cleanup } from './cleanup.ts';
import { CommandRequests, requestsVariable } from './commands/command-requests.ts';
import { findOrInstallBrowser } from './installation/browser-installation.ts';
import { installServer } from './installation/server-installation.ts';
import type { DisplayLanguage } from './languages/display-language.ts';
import { Workbench } from './pages/workbench.ts';
import { type DevelopmentPaths, VSCodeServer } from './server.ts';
import { StaticServer } from './serverless/static-server.ts';
import { quietSettings, type UserSettings } from './user-settings.ts';
import { waitFor } from './wait-for.ts';
import { copyWorkspace, removeFolder, temporaryFolder } from './workspace-copy.ts';

const outputFolder = join(repositoryFolder, 'test-output');

export interface SessionOptions {
  /** The workspace folder. The session opens a copy. */
  readonly workspace: string;
  /** The path of the packaged extension to install. */
  readonly vsix?: string;
  /** Folders of more extensions. */
  readonly extensions?: readonly string[];
  /** Merged into `quietSettings`. `undefined` removes a default. */
  readonly settings?: UserSettings;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: `info`. */
  readonly logLevel?: 'trace';
  /** An extension to load from its folder, with its tests. */
  readonly development?: DevelopmentPaths;
  /** VS Code's display language. Requires `vsix`. Default: English. */
  readonly displayLanguage?: DisplayLanguage;
  /** Opens a window without a folder. */
  readonly emptyWindow?: boolean;
  /** Runs everything in the browser, as vscode.dev does. Ignores `env`, `extensions`, and `logLevel`. */
  readonly serverless?: boolean;
  /** In pixels. Default: 1280 × 800. A smaller window is drawn in less processor time. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Paints nothing: that would take a fifth of the processor time. Elements are visible to tests, and screenshots show them. */
  readonly undrawn?: boolean;
  /** Runs commands by an extension for tests instead of the palette. It is not in a window without a server. */
  readonly withoutPalette?: boolean;
}

const commandExtension = join(repositoryFolder, 'test', 'workbench', 'command-extension');

/** A VS Code server and a browser with one workbench page, which opens a new copy of a workspace. */
export class Session {
  readonly workbench: Workbench;
  /** The path of the copy that is open. */
  readonly workspace: string;
  readonly #server: VSCodeServer | StaticServer;
  readonly #browser: BrowserContext;
  readonly #emptyWindow: boolean;
  readonly #cleanup: Cleanup;

  private constructor(
    workbench: Workbench,
    workspace: string,
    server: VSCodeServer | StaticServer,
    browser: BrowserContext,
    emptyWindow: boolean,
    cleanup: Cleanup,
  ) {
    this.workbench = workbench;
    this.workspace = workspace;
    this.#server = server;
    this.#browser = browser;
    this.#emptyWindow = emptyWindow;
    this.#cleanup = cleanup;
  }

  static async open(options: SessionOptions): Promise<Session> {
    const cleanup = new Cleanup();
    const installation = await installServer(join(repositoryFolder, '.vscode-test'));
    const executablePath = await findOrInstallBrowser();
    try {
      const workspace = copyWorkspace(options.workspace, cleanup);
      const common = {
        installation,
        cleanup,
        settings: { ...quietSettings, ...options.settings },
        ...(options.vsix === undefined ? {} : { vsix: options.vsix }),
        ...(options.development === undefined ? {} : { development: options.development }),
        ...(options.displayLanguage === undefined ? {} : { displayLanguage: options.displayLanguage }),
      };
      const requestsFolder =
        options.withoutPalette && !options.serverless ? temporaryFolder(cleanup) : undefined;
      const { env } = options;
      const server = options.serverless
        ? await StaticServer.start({ ...common, workspace })
        : await VSCodeServer.start({
            ...common,
            host,
            extensions: [...(options.extensions ?? []), ...(requestsFolder ? [commandExtension] : [])],
            ...(options.logLevel === undefined ? {} : { logLevel: options.logLevel }),
            env: requestsFolder ? { ...env, [requestsVariable]: requestsFolder } : { ...env },
          });
      // A new profile, in which more pages are more windows of the same user.
      const browser = await chromium.launchPersistentContext('', {
        executablePath,
        args: [
          ...browserArguments,
          `--disk-cache-dir=${cacheFolder()}`,
          ...(server instanceof VSCodeServer
            ? [`--host-resolver-rules=MAP ${host}:80 127.0.0.1:${server.port}`]
            : []),
        ],
        viewport: options.viewport ?? { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        // Nobody could answer the browser's question.
        permissions: ['clipboard-read', 'clipboard-write'],
        timeout: timeLimit(60_000),
      });
      await provideSecretsKey(browser);
      await browser.addInitScript(readSocketsDirectly);
      if (options.undrawn) await browser.addInitScript(drawNothing);
      const page = browser.pages()[0] ?? (await browser.newPage());
      const emptyWindow = options.emptyWindow ?? false;
      const workbench = new Workbench(page, requestsFolder ? new CommandRequests(requestsFolder) : undefined);
      return new Session(workbench, workspace, server, browser, emptyWindow, cleanup);
    } catch (error) {
      cleanup.run();
      throw error;
    }
  }

  /** The folder for settings, state, extensions, and logs. */
  get userData(): string {
    return this.#server.folder;
  }

  /** Opens the workspace, or an empty window, in the workbench and waits until it is shown. */
  async show(): Promise<void> {
    if (this.#emptyWindow) await this.workbench.openEmpty(this.#server.address(undefined));
    else await this.workbench.open(this.#server.address(this.workspace));
  }

  /** Waits until VS Code has backed up an unsaved text that matches, which it does some time after the last change. */
  async backedUp(text: RegExp): Promise<void> {
    const folder = join(this.userData, 'data', 'User', 'Backups');
    await waitFor(async () => {
      const files = globSync(join(folder, '*', '*', '*'));
      if (!files.some((file) => text.test(readFileSync(file, 'utf8'))))
        throw new Error(`No backup matches ${text}.`);
    });
  }

  /** Changes the settings files, which VS Code reads again. `undefined` removes a setting. */
  changeSettings(changes: UserSettings): void {
    for (const scope of ['User', 'Machine']) {
      const file = join(this.userData, 'data', scope, 'settings.json');
      const settings = { ...JSON.parse(readFileSync(file, 'utf8')), ...changes };
      writeFileSync(file, JSON.stringify(settings, undefined, 2));
    }
  }

  /** Simulates a crash of the extension hosts. Returns the number of killed processes. */
  killExtensionHosts(): number {
    if (this.#server instanceof StaticServer)
      throw new Error('A window without a server has no extension host processes.');
    return this.#server.killExtensionHosts();
  }

  /** Returns a path in `test-output/`. Deletes what exists there. */
  outputFile(name: string): string {
    mkdirSync(outputFolder, { recursive: true });
    const path = join(outputFolder, name);
    rmSync(path, { recursive: true, force: true });
    return path;
  }

  /** Saves a screenshot and returns its path. */
  async screenshot(name: string): Promise<string> {
    const path = this.outputFile(`${fileName(name)}.png`);
    await this.workbench.page.screenshot({ path, style: 'html { opacity: 1 !important }' });
    return path;
  }

  /** Saves a screenshot for people to look at, if they want any: all of them take a minute. */
  async picture(name: string): Promise<void> {
    if (process.env.DATASET_STUDIO_PICTURES) await this.screenshot(name);
  }

  /** Saves a screenshot and VS Code's logs after a failure. Never rejects. */
  async saveEvidence(name: string): Promise<void> {
    try {
      const logs = this.outputFile(`${fileName(name)}-logs`);
      if (existsSync(this.#server.logFolder)) cpSync(this.#server.logFolder, logs, { recursive: true });
      console.error(`Saved ${await this.screenshot(name)} and ${logs}`);
    } catch (error) {
      console.error(error);
    }
  }

  async close(): Promise<void> {
    await this.#browser.close().catch(() => {});
    this.#cleanup.run();
  }
}

/**
 * VS Code in a browser encrypts secrets with a key, one half of which comes from its server. This server has no such key.
 * With one, the windows of a browser share secrets, as on a desktop. Playwright's routes would turn off the cache.
 */
async function provideSecretsKey(browser: BrowserContext): Promise<void> {
  await browser.addInitScript(
    ([key]) => {
      const { fetch } = globalThis;
      globalThis.fetch = async (input, init) =>
        String(input).endsWith('/mint-key') ? new Response(Uint8Array.from(key)) : fetch(input, init);
    },
    [[...randomBytes(32)]] as const,
  );
}

/**
 * VS Code reads each message of its server as a blob, through the browser's main process. Here, messages are array buffers
 * already. In the page's language: here are no types of a browser.
 */
const readSocketsDirectly = `{
  globalThis.WebSocket = class extends WebSocket {
    constructor(...parameters) {
      super(...parameters);
      this.binaryType = 'arraybuffer';
    }
  };
  const { readAsArrayBuffer } = FileReader.prototype;
  FileReader.prototype.readAsArrayBuffer = function (data) {
    if (data instanceof ArrayBuffer) queueMicrotask(() => this.onload({ target: { result: data } }));
    else readAsArrayBuffer.call(this, data);
  };
}`;

/** In the page's language: here are no types of a browser. What is transparent is laid out, but not painted. */
const drawNothing = `if (window === window.top) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;

/** The name of each server in its browser, which caches VS Code's compiled code by its address. */
const host = 'vscode.localhost';

/** The cache of all browsers of this process: opening VS Code takes a quarter less processor time with it. */
function cacheFolder(): string {
  const folder = join(tmpdir(), `dataset-studio-browser-cache-${process.pid}`);
  if (!existsSync(folder)) {
    mkdirSync(folder);
    process.once('exit', () => removeFolder(folder));
  }
  return folder;
}

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function fileName(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

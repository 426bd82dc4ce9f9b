import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exclusively } from './exclusive.ts';
import { npm, type PublishedPackage, unpackPackage } from './published-package.ts';
import { withRetries } from './retries.ts';

/**
 * The npm package `code-server` carries a whole VS Code server: web workbench, Node.js extension host and built-in
 * extensions. It comes from the npm registry, so that the tests run where VS Code's own downloads can't be reached.
 */
const packaged: PublishedPackage & { readonly vscodeVersion: string } = {
  name: 'code-server',
  version: '4.139.1',
  vscodeVersion: '1.139.1',
  integrity:
    'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
};

export interface ServerInstallation {
  /** The VS Code server's main module. */
  readonly entryPoint: string;
  readonly vscodeVersion: string;
}

/** Gives the VS Code server in `cacheFolder`, fetched there first where it isn't yet. */
export async function installServer(cacheFolder: string): Promise<ServerInstallation> {
  const folder = join(cacheFolder, `${packaged.name}-${packaged.version}`);
  if (!existsSync(folder)) {
    await exclusively(`${folder}.lock`, async () => {
      if (!existsSync(folder)) await fetchServer(cacheFolder, folder);
    });
  }
  const vscode = join(folder, 'lib', 'vscode');
  const found = await versionIn(vscode);
  if (found !== packaged.vscodeVersion) {
    throw new Error(
      `${folder} holds VS Code ${found}, not ${packaged.vscodeVersion}. Delete it and run this again.`,
    );
  }
  return { entryPoint: join(vscode, 'out', 'server-main.js'), vscodeVersion: found };
}

/** Builds the installation aside and moves it into place when it is whole, so that an interrupted fetch leaves none. */
async function fetchServer(cacheFolder: string, folder: string): Promise<void> {
  const started = Date.now();
  const tell = (what: string) =>
    console.error(`VS Code server: ${what} (${Math.round((Date.now() - started) / 1000)} s)`);
  await removeLeftovers(cacheFolder);
  const building = join(cacheFolder, `fetching-${process.pid}`);
  await mkdir(building, { recursive: true });
  try {
    tell(`fetching ${packaged.name} ${packaged.version}, about 300 MB with its dependencies`);
    await unpackPackage(building, packaged);
    const root = join(building, 'package');
    const vscode = join(root, 'lib', 'vscode');
    tell('installing its dependencies');
    for (const part of [root, vscode, join(vscode, 'extensions')]) {
      // Without install scripts: they would compile Kerberos and more, which nothing here needs.
      await withRetries('Installing them', () =>
        npm(part, 'install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'),
      );
    }
    tell('compiling its log writer');
    await compileLogWriter(vscode, tell);
    await rename(root, folder);
    tell('ready');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The VS Code server could not be fetched. Is the npm registry reachable ("npm ping")? Then run this again.\n${reason}`,
    );
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Native modules, which need a C++ compiler. Without them the host runs, but its log channels write nothing to disk. */
async function compileLogWriter(vscode: string, tell: (what: string) => void): Promise<void> {
  try {
    await npm(vscode, 'rebuild', '@vscode/spdlog', '@vscode/native-watchdog');
  } catch {
    tell('could not compile its log writer (no C++ compiler, make or Python?); going on without log files');
  }
}

async function removeLeftovers(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    if (name.startsWith('fetching-')) await rm(join(cacheFolder, name), { recursive: true, force: true });
  }
}

async function versionIn(vscode: string): Promise<string> {
  const text = await readFile(join(vscode, 'package.json'), 'utf8').catch(() => '{}');
  const manifest: unknown = JSON.parse(text);
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'nothing';
}

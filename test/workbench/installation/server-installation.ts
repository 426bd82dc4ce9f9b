import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exclusively } from './exclusive.ts';
import { withProgress } from './progress.ts';
import { npm, type PublishedPackage, unpackPackage } from './published-package.ts';
import { withRetries } from './retries.ts';

/**
 * The npm package `code-server` contains a VS Code server with the web workbench, the Node.js extension host, and built-in
 * extensions. It comes from the npm registry because VS Code's own download server is not reachable everywhere.
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

/** Returns the VS Code server in `cacheFolder`. Downloads it if needed. */
export async function installServer(cacheFolder: string): Promise<ServerInstallation> {
  const folder = join(cacheFolder, `${packaged.name}-${packaged.version}`);
  if (!existsSync(folder)) {
    await exclusively(`${folder}.lock`, async () => {
      if (!existsSync(folder)) await downloadServer(cacheFolder, folder);
    });
  }
  const vscode = join(folder, 'lib', 'vscode');
  const found = await versionIn(vscode);
  if (found !== packaged.vscodeVersion) {
    throw new Error(
      `${folder} contains VS Code ${found} instead of ${packaged.vscodeVersion}. Delete the folder and try again.`,
    );
  }
  return { entryPoint: join(vscode, 'out', 'server-main.js'), vscodeVersion: found };
}

/** Downloads into a temporary folder and renames it when it is complete, so that an interrupted download leaves nothing. */
async function downloadServer(cacheFolder: string, folder: string): Promise<void> {
  await removeLeftovers(cacheFolder);
  const temporaryFolder = join(cacheFolder, `downloading-${process.pid}`);
  await mkdir(temporaryFolder, { recursive: true });
  try {
    await withProgress('VS Code server', async (startStep) => {
      startStep(`downloading ${packaged.name} ${packaged.version}, about 300 MB with its dependencies`);
      await unpackPackage(temporaryFolder, packaged);
      const root = join(temporaryFolder, 'package');
      const vscode = join(root, 'lib', 'vscode');
      startStep('installing its dependencies');
      // Without those of code-server itself, and TypeScript, which only extensions for its languages need.
      // Skips install scripts, which would compile native modules that the tests don't need, such as Kerberos.
      await withRetries('Installing the dependencies', () =>
        npm(vscode, 'install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'),
      );
      await replaceNativeModules(join(vscode, 'node_modules', '@vscode'));
      await rename(root, folder);
      startStep('ready');
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The VS Code server could not be downloaded. Check that the npm registry is reachable ("npm ping"), and try again.\n${reason}`,
    );
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** Replaces the module that writes log files, and the one that looks whether the server still runs, as VS Code does itself, too. */
async function replaceNativeModules(modules: string): Promise<void> {
  await copyFile(join(import.meta.dirname, 'log-writer.cjs'), join(modules, 'spdlog', 'index.js'));
  await writeFile(join(modules, 'native-watchdog', 'index.js'), 'exports.start = () => {};\n');
}

async function removeLeftovers(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    if (name.startsWith('downloading-')) await rm(join(cacheFolder, name), { recursive: true, force: true });
  }
}

async function versionIn(vscode: string): Promise<string> {
  const text = await readFile(join(vscode, 'package.json'), 'utf8').catch(() => '{}');
  const manifest: unknown = JSON.parse(text);
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'nothing';
}

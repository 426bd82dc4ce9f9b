import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runProgram } from '../test/workbench/program.ts';
import { repositoryFolder } from '../test/workbench/session.ts';

/** Makes the bundles in `dist/`, from nothing. */
export async function buildBundles(): Promise<void> {
  await runProgram(process.execPath, ['esbuild.mjs'], { cwd: repositoryFolder });
}

/** Compiles the host tests into `dist/test/`: an extension host strips no types. Gives the module to run. */
export async function buildHostTests(): Promise<string> {
  const source = join(repositoryFolder, 'test', 'host');
  const outdir = join(repositoryFolder, 'dist', 'test');
  const tests = readdirSync(source).filter((name) => name.endsWith('.test.ts'));
  await build({
    entryPoints: ['index.ts', ...tests].map((name) => join(source, name)),
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    // The host gives the first, and node_modules the others.
    external: ['vscode'],
    packages: 'external',
  });
  return join(outdir, 'index.js');
}

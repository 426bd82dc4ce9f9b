import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runProgram } from '../test/workbench/program.ts';
import { repositoryFolder } from './repository.ts';

const hostTests = join(repositoryFolder, 'test', 'host');
const webTests = join(repositoryFolder, 'test', 'web');

/** Builds the bundles in `dist/`. */
export async function buildBundles(): Promise<void> {
  await runProgram(process.execPath, ['esbuild.mjs'], { cwd: repositoryFolder });
}

/**
 * Compiles tests of `test/host` into `dist/test/host/`, because an extension host can't run TypeScript. Returns the path of
 * the module that runs them.
 */
export async function buildHostTests(tests: readonly string[]): Promise<string> {
  const outdir = join(repositoryFolder, 'dist', 'test', 'host');
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [join(hostTests, 'index.ts'), ...tests.map((path) => join(repositoryFolder, path))],
    outdir,
    outbase: hostTests,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    // The host provides `vscode`. Packages are loaded from node_modules.
    external: ['vscode'],
    packages: 'external',
  });
  return join(outdir, 'index.js');
}

/**
 * Bundles tests into one file for the web extension host. Returns the path of the file. `title`: of the tests to run.
 */
export async function buildWebTests(tests: readonly string[], title: string | undefined): Promise<string> {
  const outfile = join(repositoryFolder, 'dist', 'test', 'web.cjs');
  const modules = [
    ...tests.map((path) => `import ${JSON.stringify(join(repositoryFolder, path))};`),
    ...(title === undefined ? [] : [`mocha.fgrep(${JSON.stringify(title)});`]),
  ];
  await build({
    entryPoints: [join(webTests, 'index.ts')],
    outfile,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'tests',
    // Mocha's bundle also assigns `module.exports`, so the exports are assigned at the end.
    footer: { js: 'module.exports = tests;' },
    target: 'es2023',
    external: ['vscode'],
    alias: { 'node:assert/strict': join(webTests, 'assert.ts') },
    plugins: [
      {
        name: 'all-tests',
        setup: (bundle) => {
          bundle.onResolve({ filter: /^all-tests$/ }, ({ path }) => ({ path, namespace: 'all-tests' }));
          bundle.onLoad({ filter: /.*/, namespace: 'all-tests' }, () => ({
            contents: modules.join('\n'),
            resolveDir: repositoryFolder,
          }));
        },
      },
    ],
  });
  return outfile;
}

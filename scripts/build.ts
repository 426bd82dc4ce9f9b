import { globSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runProgram } from '../test/workbench/program.ts';
import { repositoryFolder } from './repository.ts';

const hostTests = join(repositoryFolder, 'test', 'host');
const webTests = join(repositoryFolder, 'test', 'web');
/** These tests run both in Node.js and in a browser. */
const authoringTests = join(hostTests, 'authoring');

function testsIn(folder: string): string[] {
  return globSync(join(folder, '**', '*.test.ts')).sort();
}

/** Builds the bundles in `dist/`. */
export async function buildBundles(): Promise<void> {
  await runProgram(process.execPath, ['esbuild.mjs'], { cwd: repositoryFolder });
}

/**
 * Compiles the host tests into `dist/test/`, because an extension host can't run TypeScript. Returns the path of the
 * module to run.
 */
export async function buildHostTests(): Promise<string> {
  const outdir = join(repositoryFolder, 'dist', 'test');
  await build({
    entryPoints: [join(hostTests, 'index.ts'), ...testsIn(hostTests)],
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
 * Bundles the authoring tests and the tests in `test/web` into one file for the web extension host. Returns the path of
 * the file.
 */
export async function buildWebTests(): Promise<string> {
  const outfile = join(repositoryFolder, 'dist', 'test', 'web.cjs');
  const filter = process.env.DATASET_STUDIO_HOST_TESTS ?? '';
  const tests = [...testsIn(authoringTests), ...testsIn(webTests)].filter((path) => path.includes(filter));
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
            contents: tests.map((path) => `import ${JSON.stringify(path)};`).join('\n'),
            resolveDir: repositoryFolder,
          }));
        },
      },
    ],
  });
  return outfile;
}

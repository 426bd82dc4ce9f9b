import { globSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runProgram } from '../test/workbench/program.ts';
import { repositoryFolder } from '../test/workbench/session.ts';

const hostTests = join(repositoryFolder, 'test', 'host');
const webTests = join(repositoryFolder, 'test', 'web');
/** Tests that run in every host. */
const authoringTests = join(hostTests, 'authoring');

function testsIn(folder: string): string[] {
  return globSync(join(folder, '*.test.ts')).sort();
}

/** Makes the bundles in `dist/`, from nothing. */
export async function buildBundles(): Promise<void> {
  await runProgram(process.execPath, ['esbuild.mjs'], { cwd: repositoryFolder });
}

/** Compiles the host tests into `dist/test/`: an extension host strips no types. Gives the module to run. */
export async function buildHostTests(): Promise<string> {
  const outdir = join(repositoryFolder, 'dist', 'test');
  await build({
    entryPoints: [join(hostTests, 'index.ts'), ...testsIn(hostTests), ...testsIn(authoringTests)],
    outdir,
    outbase: hostTests,
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

/** Bundles the authoring tests, and those of `test/web`, into one file for the web extension host. Gives its path. */
export async function buildWebTests(): Promise<string> {
  const outfile = join(repositoryFolder, 'dist', 'test', 'web.cjs');
  const chosen = process.env.DATASET_STUDIO_HOST_TESTS ?? '';
  const tests = [...testsIn(authoringTests), ...testsIn(webTests)].filter((path) => path.includes(chosen));
  await build({
    entryPoints: [join(webTests, 'index.ts')],
    outfile,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'tests',
    // Mocha's file, an ES module by its package.json, assigns `module.exports`, too.
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

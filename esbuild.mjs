import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { context } from 'esbuild';
import { compileSchema, writeEditorSchema } from './schemas/compile.mjs';

const watch = process.argv.includes('--watch');

await compileSchema();
await rm('dist', { recursive: true, force: true });
await writeEditorSchema('dist/dataset.editor-schema.json');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  outdir: 'dist',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // jsonc-parser's main file is UMD, whose inner requires a bundler can't follow.
  mainFields: ['module', 'main'],
  minify: !watch,
  sourcemap: watch,
  metafile: true,
  legalComments: 'none',
  logLevel: 'info',
  // Bundled CommonJS packages (undici) ask for Node.js modules by require().
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

/**
 * What src/extension.ts loads later, by the names of its files, and what is run in a thread.
 * @type {Record<string, string>}
 */
const later = { 'extension-check-worker': join('src', 'editor', 'authoring', 'check-worker.ts') };

/**
 * Leaves what is loaded later to a bundle of its own, and notes what that is.
 * @type {import('esbuild').Plugin}
 */
const leaveForLater = {
  name: 'leave for later',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const name = `extension-${basename(path, '.ts')}`;
      const file = relative('.', join(resolveDir, path));
      if (later[name] !== undefined && later[name] !== file)
        return { errors: [{ text: `${later[name]} and ${file} would be one file.` }] };
      later[name] = file;
      return { path: `./${name}.js`, external: true };
    });
  },
};

/**
 * Takes VS Code's interface as it is. For an `import *`, CommonJS gets a copy, made name by name, for each of our files.
 * @type {import('esbuild').Plugin}
 */
const requireEditor = {
  name: 'require the editor',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        "import * as vscode from 'vscode';",
        "import vscode = require('vscode');",
      ),
      loader: 'ts',
    }));
  },
};

/** @type {Record<string, import('esbuild').BuildOptions>} */
const bundles = {
  // One file: every window waits until each file that the extension begins with is found, read and compiled. CommonJS,
  // because VS Code hands `import` to a thread of its own, for the file and once more for 'vscode', but `require` not.
  extension: {
    ...shared,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    banner: {},
    entryPoints: { extension: 'src/extension.ts' },
    plugins: [leaveForLater, requireEditor],
    external: ['vscode'],
  },
  // Split, so that what a command needs is loaded when the command runs. The few modules that the first file holds,
  // too, are here as copies, which is the same, as no module has a state.
  'extension-later': {
    ...shared,
    entryPoints: later,
    splitting: true,
    chunkNames: 'extension-[name]-[hash]',
    external: ['vscode'],
  },
  cli: {
    ...shared,
    entryPoints: { cli: 'src/cli/main.ts' },
    splitting: true,
    chunkNames: 'cli-[name]-[hash]',
  },
  'local-gateway': { ...shared, entryPoints: { 'local-gateway': 'src/local-gateway/main.ts' } },
};

await mkdir('dist/test', { recursive: true });
// One after the other: the first tells the second what to build.
for (const [name, options] of Object.entries(bundles)) {
  const bundle = await context(options);
  const { metafile } = await bundle.rebuild();
  // What is in which file, for the test that holds the first one small.
  await writeFile(`dist/test/${name}.meta.json`, JSON.stringify(metafile));
  if (watch) await bundle.watch();
  else await bundle.dispose();
}

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { context } from 'esbuild';
import { compileSchema, writeEditorSchemas } from './schemas/compile.mjs';
import { writeWalkthroughPictures } from './scripts/pictures/walkthrough-pictures.ts';
import { writeAgentPlugin } from './scripts/release/contents/agent-plugin.ts';
import { thirdPartyNotices } from './scripts/release/contents/third-party-notices.ts';

const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  outdir: 'dist',
  platform: 'node',
  target: 'node20',
  // jsonc-parser's main file is UMD, whose inner requires a bundler can't follow.
  mainFields: ['module', 'main'],
  // The names of chunks are hashes that include paths: the same wherever node_modules really is.
  preserveSymlinks: true,
  external: ['vscode'],
  // Without undici's experimental parser, which a variable (UNDICI_USE_MILO) would use for requests that must not be sent twice.
  define: { esbuildDetection: 'true' },
  minify: !watch,
  sourcemap: watch,
  metafile: true,
  legalComments: 'none',
  logLevel: 'info',
};

/** ES modules; what several of them need, or import only when it is needed, are files that they share. */
const modules = {
  ...shared,
  format: 'esm',
  splitting: true,
  // Bundled CommonJS packages (undici) load Node.js modules by require().
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

/** @type {import('esbuild').BuildOptions} */
const browser = {
  ...shared,
  outdir: 'dist/web',
  platform: 'browser',
  target: 'es2023',
  mainFields: ['browser', 'module', 'main'],
};

/** @type {Record<string, import('esbuild').BuildOptions>} */
const bundles = {
  // What every window loads: CommonJS, as VS Code answers `require` at once and hands `import` to another thread.
  extension: {
    ...shared,
    outdir: 'dist/extension',
    format: 'cjs',
    entryPoints: { extension: 'src/extension.ts' },
    outExtension: { '.js': '.cjs' },
    plugins: [
      {
        name: 'main is a bundle of its own',
        setup: (build) =>
          build.onResolve({ filter: /\/editor-main\.ts$/ }, () => ({ path: './main.js', external: true })),
      },
    ],
  },
  // The same for a browser, where nothing can be loaded later: one CommonJS file, and one classic script for workers.
  web: {
    ...browser,
    format: 'cjs',
    entryPoints: { extension: 'src/extension.web.ts' },
    outExtension: { '.js': '.cjs' },
  },
  'web-worker': {
    ...browser,
    format: 'iife',
    entryPoints: { worker: 'src/editor/browser/web-worker.ts' },
  },
  // What the extension loads when VS Code first needs it.
  main: {
    ...modules,
    outdir: 'dist/extension',
    entryPoints: {
      main: 'src/editor/open/editor-main.ts',
      'check-worker': 'src/editor/authoring/node/node-check-worker.ts',
      'infer-worker': 'src/data-files/infer-worker.ts',
    },
  },
  // The command line, and files in `dist/cli` for what a command imports when it needs it.
  cli: {
    ...modules,
    // The command line is in English: without message bundles, and without the modules of Node.js that read them.
    alias: { '@vscode/l10n': './node_modules/@vscode/l10n/dist/browser.js' },
    chunkNames: 'cli/[name]-[hash]',
    entryPoints: { cli: 'src/cli/cli.ts', 'cli/infer-worker': 'src/data-files/infer-worker.ts' },
  },
  // The code of the webviews, of each one script and one style sheet, for the browser that VS Code is.
  webview: {
    ...shared,
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'iife',
    target: 'chrome128',
    external: [],
    tsconfig: 'src/designer-view/tsconfig.json',
    entryPoints: {
      designer: 'src/designer-view/designer-view.tsx',
      data: 'src/data-view/data-view.tsx',
      batch: 'src/batch-view/batch-view.tsx',
    },
  },
};

await compileSchema();
await rm('dist', { recursive: true, force: true });
await writeEditorSchemas('dist');
await writeWalkthroughPictures('media/walkthrough', 'dist/walkthrough');
await mkdir('dist/test', { recursive: true });
for (const [name, options] of Object.entries(bundles)) {
  const bundle = await context(options);
  const { metafile } = await bundle.rebuild();
  // For the test of what each bundle holds.
  await writeFile(`dist/test/${name}.meta.json`, JSON.stringify(metafile));
  if (watch) await bundle.watch();
  else await bundle.dispose();
}
await writeFile('dist/ThirdPartyNotices.txt', thirdPartyNotices());
await writeAgentPlugin('dist/plugin');
// The debugger of VS Code waits for it.
if (watch) console.log('[watch] all bundles are built');

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename } from 'node:path';
import { context } from 'esbuild';
import { compileSchema, writeEditorSchema } from './schemas/compile.mjs';
import { writeWalkthroughPictures } from './scripts/pictures/walkthrough-pictures.ts';

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

/**
 * Node.js's own modules by `require`, each name for itself. An `import` of one loads whatever its lazy exports need, such as
 * streams for `node:fs` and workers for `node:util`: about 5 ms each, in every run of the command line.
 *
 * @type {import('esbuild').Plugin}
 */
const builtinsByRequire = {
  name: 'built-in modules by require',
  setup(build) {
    const filter = new RegExp(`^(node:)?(${builtinModules.join('|')})$`);
    build.onResolve({ filter }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'built-in' } : { path, external: true },
    );
    build.onLoad({ filter, namespace: 'built-in' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter(
        (name) => !['default', 'module.exports'].includes(name),
      );
      const exports = names.map(
        (name) => `export const ${name} = /* @__PURE__ */ (() => require('${path}').${name})();`,
      );
      return {
        contents: `${exports.join('\n')}\nexport default /* @__PURE__ */ (() => require('${path}'))();`,
      };
    });
  },
};

const cliModules = {
  ...modules,
  plugins: [builtinsByRequire],
  // The command line reads no message bundle, and so needs none of Node.js's modules for that.
  alias: { '@vscode/l10n': './node_modules/@vscode/l10n/dist/browser.js' },
  banner: {
    // `process.getBuiltinModule` came with Node.js 20.16.
    js: "const { createRequire: __createRequire } = process.getBuiltinModule?.('node:module') ?? (await import('node:module')); const require = __createRequire(import.meta.url);",
  },
};

/** All that is imported at once in one file; what is imported when it is needed is another file of `dist/cli`. */
const oneFile = {
  ...cliModules,
  splitting: false,
  plugins: [
    builtinsByRequire,
    {
      name: 'imported when needed',
      setup: (build) =>
        build.onResolve({ filter: /^\./ }, ({ path, kind, importer }) => {
          if (kind !== 'dynamic-import') return undefined;
          const folder = importer.endsWith('start.ts') ? './cli' : '.';
          return { path: `${folder}/${basename(path, '.ts')}.js`, external: true };
        }),
    },
  ],
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
          build.onResolve({ filter: /\/main\.ts$/ }, () => ({ path: './main.js', external: true })),
      },
    ],
  },
  // The same for a browser, where nothing can be loaded later: one CommonJS file, and a worker that is a classic script.
  web: {
    ...browser,
    format: 'cjs',
    entryPoints: { extension: 'src/extension.web.ts' },
    outExtension: { '.js': '.cjs' },
  },
  'web-worker': {
    ...browser,
    format: 'iife',
    entryPoints: { 'check-worker': 'src/editor/authoring/browser/check-worker.ts' },
  },
  // What the extension loads when VS Code first needs it.
  main: {
    ...modules,
    outdir: 'dist/extension',
    entryPoints: {
      main: 'src/editor/main.ts',
      'check-worker': 'src/editor/authoring/node/check-worker.ts',
      'infer-worker': 'src/editor/from-data/node/infer-worker.ts',
    },
  },
  // The command line's program, and what the validation of one JSON file needs: two files, as each costs time.
  cli: { ...oneFile, entryPoints: { cli: 'src/cli/start.ts' } },
  'cli-main': { ...oneFile, outdir: 'dist/cli', entryPoints: { main: 'src/cli/main.ts' } },
  'cli-worker': {
    ...oneFile,
    outdir: 'dist/cli',
    entryPoints: { 'check-worker': 'src/cli/checking/check-worker.ts' },
  },
  // What these two load when it is needed.
  'cli-commands': {
    ...cliModules,
    outdir: 'dist/cli',
    entryPoints: [
      'src/cli/commands/*.ts',
      'src/cli/infer/infer.ts',
      'src/cli/checking/check-threads.ts',
      'src/cli/help.ts',
      'src/cli/version.ts',
      'src/cli/input/glob-files.ts',
      'src/cli/input/settings-file.ts',
      'src/dataset/yaml/document.ts',
    ],
    entryNames: '[name]',
  },
  'local-gateway': {
    ...cliModules,
    splitting: false,
    entryPoints: { 'local-gateway': 'src/local-gateway/main.ts' },
  },
  // The code of the Dataset Designer's webview: one script and one style sheet, for the browser that VS Code is.
  webview: {
    ...shared,
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'iife',
    target: 'chrome128',
    external: [],
    tsconfig: 'src/designer-view/tsconfig.json',
    entryPoints: { designer: 'src/designer-view/main.tsx' },
  },
};

await compileSchema();
await rm('dist', { recursive: true, force: true });
await writeEditorSchema('dist/dataset.editor-schema.json');
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

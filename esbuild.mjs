import { mkdir, rm, writeFile } from 'node:fs/promises';
import { build, context } from 'esbuild';
import { compileSchema, writeEditorSchema } from './schemas/compile.mjs';

const watch = process.argv.includes('--watch');

await compileSchema();
await rm('dist', { recursive: true, force: true });
await writeEditorSchema('dist/dataset.editor-schema.json');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
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

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  // Split, so that what a command needs is loaded when the command runs.
  {
    ...shared,
    entryPoints: {
      extension: 'src/extension.ts',
      'extension-check-worker': 'src/editor/authoring/check-worker.ts',
    },
    outdir: 'dist',
    splitting: true,
    chunkNames: 'extension-[name]-[hash]',
    external: ['vscode'],
  },
  {
    ...shared,
    entryPoints: { cli: 'src/cli/main.ts' },
    outdir: 'dist',
    splitting: true,
    chunkNames: 'cli-[name]-[hash]',
  },
  { ...shared, entryPoints: { 'local-gateway': 'src/local-gateway/main.ts' }, outdir: 'dist' },
];

for (const options of bundles) {
  if (watch) {
    await (await context(options)).watch();
    continue;
  }
  const { metafile } = await build(options);
  // What is in which chunk, for the test that holds the eager part small.
  const [name] = Object.keys(options.entryPoints);
  await mkdir('dist/test', { recursive: true });
  await writeFile(`dist/test/${name}.meta.json`, JSON.stringify(metafile));
}

import { readFile, rm, writeFile } from 'node:fs/promises';
import Ajv from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build, context } from 'esbuild';

const watch = process.argv.includes('--watch');

await compileSchema();
await rm('dist', { recursive: true, force: true });

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
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
  { ...shared, entryPoints: { extension: 'src/extension.ts' }, outdir: 'dist', splitting: true, chunkNames: 'extension-[name]-[hash]', external: ['vscode'] },
  { ...shared, entryPoints: { cli: 'src/cli/main.ts' }, outdir: 'dist', splitting: true, chunkNames: 'cli-[name]-[hash]' },
  { ...shared, entryPoints: { 'local-gateway': 'src/local-gateway/main.ts' }, outdir: 'dist' },
];

for (const options of bundles) {
  if (watch) await (await context(options)).watch();
  else await build(options);
}

/** Turns schemas/dataset.schema.json into a validator, so that none is compiled at run time. */
async function compileSchema() {
  const schema = JSON.parse(await readFile('schemas/dataset.schema.json', 'utf8'));
  const ajv = new Ajv({
    allErrors: true,
    ownProperties: true,
    strict: false,
    code: { source: true, esm: true, lines: true },
  });
  await writeFile('src/dataset/compiled-schema.js', standaloneCode(ajv, ajv.compile(schema)));
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { editorSchema } from './editor-schema.ts';

const target = new URL('../src/dataset/rules/compiled-schema.js', import.meta.url);

/** Turns dataset.schema.json into a validator that needs nothing else, so that none is compiled at run time. */
export async function compileSchema() {
  const schema = await readSchema('dataset');
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
    strict: false,
    code: { source: true, esm: true, lines: true },
  });
  // No keyword here asks which properties were evaluated. With that off, ajv sees that an `anyOf`
  // with an empty branch (the data types) can't fail, and writes no code for it.
  ajv.opts.unevaluated = false;
  await writeFile(target, standaloneCode(ajv, ajv.compile(inlined(schema, schema))));
}

/** Writes what VS Code's JSON service is to know of the schemas into a folder. */
export async function writeEditorSchemas(folder) {
  await mkdir(folder, { recursive: true });
  for (const name of ['dataset', 'dataset-studio'])
    await writeFile(
      join(folder, `${name}.editor-schema.json`),
      JSON.stringify(editorSchema(await readSchema(name))),
    );
}

async function readSchema(name) {
  return JSON.parse(await readFile(new URL(`${name}.schema.json`, import.meta.url), 'utf8'));
}

/**
 * The schema with its `#/$defs/…` references replaced by what they stand for. A reference becomes a function
 * call, after which ajv copies all errors found so far: quadratic in the number of wrong tables.
 */
function inlined(node, root) {
  if (Array.isArray(node)) return node.map((item) => inlined(item, root));
  if (node === null || typeof node !== 'object') return node;
  if (typeof node.$ref === 'string') {
    const [, ...steps] = node.$ref.split('/');
    return inlined(
      steps.reduce((at, step) => at[step], root),
      root,
    );
  }
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== '$defs')
      .map(([key, value]) => [key, inlined(value, root)]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileSchema();

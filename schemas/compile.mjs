import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { editorSchema } from './editor-schema.ts';

const source = new URL('dataset.schema.json', import.meta.url);
const target = new URL('../src/dataset/rules/compiled-schema.js', import.meta.url);

/** Turns dataset.schema.json into a validator that needs nothing else, so that none is compiled at run time. */
export async function compileSchema() {
  const schema = await readSchema();
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

/** Writes what VS Code's JSON service is to know of the schema. */
export async function writeEditorSchema(path) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(editorSchema(await readSchema())));
}

async function readSchema() {
  return JSON.parse(await readFile(source, 'utf8'));
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

/** Validates files against a schema with Ajv: `ajv.mjs <schema> <files or globs…>`, a peer of `dataset-studio validate`. */
import { globSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const [schema, ...patterns] = process.argv.slice(2);
const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(schema, 'utf8')));
for (const file of globSync(patterns))
  if (!validate(JSON.parse(readFileSync(file, 'utf8')))) console.log(file, validate.errors);

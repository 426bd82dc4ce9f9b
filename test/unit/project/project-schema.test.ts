import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { projectShape, type Shape } from '../../../src/project/project-shape.ts';
import { readProjectFile } from '../../../src/project/read-project-file.ts';

type Schema = { readonly [keyword: string]: unknown };

const schema = JSON.parse(
  await readFile(new URL('../../../schemas/dataset-studio.schema.json', import.meta.url), 'utf8'),
) as Schema & { readonly definitions: Readonly<Record<string, Schema>> };

/** A schema without what only editors show, and with its references replaced by what they refer to. */
function assertions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(assertions);
  if (typeof node !== 'object' || node === null) return node;
  const { description, examples, defaultSnippets, title, $schema, $id, definitions, $ref, ...rest } =
    node as Schema;
  if (typeof $ref === 'string') return assertions(schema.definitions[$ref.replace('#/definitions/', '')]);
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === 'properties' && typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, assertions(each)]))
        : assertions(value),
    ]),
  );
}

/** The schema that a shape has as the value of a property, which can be `null`, or as an item or required property. */
function schemaOf(shape: Shape, isNullable: boolean): Schema {
  const typed = (...types: string[]) => {
    const all = [...types, ...(isNullable ? ['null'] : [])];
    return { type: all.length === 1 ? all[0] : all };
  };
  switch (shape.type) {
    case 'integer':
      return { ...typed('integer'), minimum: 1 };
    case 'string':
      if (shape.values) return { enum: [...shape.values, ...(isNullable ? [null] : [])] };
      return { ...typed('string'), ...(shape.maxLength && { maxLength: shape.maxLength }) };
    case 'array':
      return { ...typed(...(shape.orItem ? ['string'] : []), 'array'), items: schemaOf(shape.items, false) };
    case 'object': {
      const { properties, required, others } = shape;
      const members = Object.entries(properties).map(([name, each]) => [
        name,
        schemaOf(each, !required?.includes(name)),
      ]);
      return {
        ...typed('object'),
        additionalProperties: others ? schemaOf(others, true) : false,
        ...(required && { required }),
        ...(members.length > 0 && { properties: Object.fromEntries(members) }),
      };
    }
  }
}

describe('The schema of project files', () => {
  it('says what the validation of the project file says', () => {
    assert.deepEqual(assertions(schema), schemaOf(projectShape, false));
  });

  it('accepts the example in the documentation', async () => {
    const page = await readFile(new URL('../../../docs/project-file.md', import.meta.url), 'utf8');
    const [, example = ''] = /```jsonc\n([\s\S]*?)```/.exec(page) ?? [];
    const { problems, content } = readProjectFile('/dataset-studio.json', new TextEncoder().encode(example));
    assert.deepEqual(problems, []);
    const { $schema, ...properties } = schema.properties as Schema;
    assert.deepEqual(Object.keys(content).sort(), Object.keys(properties).sort());
  });

  it('is a valid schema of draft 7, which VS Code reads', () => {
    assert.equal(schema.$schema, 'http://json-schema.org/draft-07/schema#');
    const validate = new Ajv({ strict: false }).compile(schema);
    for (const [text, isRight] of [
      ['{}', true],
      ['{"rules":{"limit":"off"},"names":null,"extends":["./a.json"]}', true],
      ['{"rule":{}}', false],
      ['{"overrides":[{}]}', false],
    ] as const) {
      assert.equal(validate(JSON.parse(text)), isRight, text);
      const { problems } = readProjectFile('/dataset-studio.json', new TextEncoder().encode(text));
      assert.equal(problems.length === 0, isRight, text);
    }
  });
});

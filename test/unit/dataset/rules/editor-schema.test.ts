import assert from 'node:assert/strict';
import Ajv from 'ajv';
import schema from '../../../../schemas/dataset.schema.json' with { type: 'json' };
import project from '../../../../schemas/dataset-studio.schema.json' with { type: 'json' };
import { editorSchema, type Json } from '../../../../schemas/editor-schema.ts';

describe('The schema for editors', () => {
  const derived = editorSchema(schema as unknown as Json) as unknown as typeof schema;

  it('has no assertions', () => {
    const validate = new Ajv.Ajv({ strict: false }).compile(derived);
    for (const value of [
      null,
      3,
      [],
      {},
      { name: 3, tables: {} },
      { name: '', tables: [{ columns: [{ dataType: 3 }] }] },
    ]) {
      assert.equal(validate(value), true, JSON.stringify(value));
    }
  });

  it('keeps what completion and hover need', () => {
    assert.deepEqual(Object.keys(derived.properties), ['name', 'tables']);
    assert.ok(derived.properties.name.markdownDescription);
    assert.ok(derived.$defs.Table.defaultSnippets[0]?.body);
    assert.deepEqual(
      derived.$defs.Column.properties.dataType.anyOf.map((branch) => branch.const),
      ['Int64', 'string', 'bool', 'DateTime', undefined],
    );
  });

  it('has the values of a project file, and allows any other', () => {
    const of = editorSchema(project as unknown as Json) as unknown as typeof project;
    const validate = new Ajv.Ajv({ strict: false }).compile(of);
    for (const value of [null, 3, { excludes: [] }, { rules: { limit: 'x', y: 1 }, overrides: [{}] }])
      assert.equal(validate(value), true, JSON.stringify(value));
    const limit = of.definitions.rules.properties.limit as unknown;
    assert.deepEqual(limit, {
      description: project.definitions.rules.properties.limit.description,
      anyOf: [{ enum: ['off', 'hint', 'info', 'warning', 'error', null] }, {}],
    });
    assert.deepEqual(Object.keys(of.properties), Object.keys(project.properties));
  });

  it("doesn't change the schema itself", () => {
    assert.deepEqual(schema.required, ['name', 'tables']);
  });
});

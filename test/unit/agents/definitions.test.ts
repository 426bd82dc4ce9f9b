import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { inputSchemas, toolDefinitions } from '../../../src/agents/definitions.ts';
import { checkInput } from '../../../src/agents/input-schema.ts';
import { jsonSize } from '../../../src/agents/limits.ts';
import { outputSchemas } from '../../../src/agents/output-schemas.ts';
import { type ToolName, toolNames } from '../../../src/agents/tool-names.ts';
import { mcpServer } from '../../../src/cli/mcp/mcp-server.ts';
import { readingOptions } from '../../../src/inference/reading-options.ts';
import { fullOutputSchemas } from './full-output-schemas.ts';

interface ContributedTool {
  readonly name: string;
  readonly displayName: string;
  readonly userDescription: string;
  readonly modelDescription: string;
  readonly inputSchema: object;
  readonly icon: string;
  readonly canBeReferencedInPrompt: boolean;
  readonly toolReferenceName: string;
  readonly tags: readonly string[];
}

const manifest = JSON.parse(await readFile('package.json', 'utf8'));
const strings: Record<string, string> = JSON.parse(await readFile('package.nls.json', 'utf8'));
const contributed: readonly ContributedTool[] = manifest.contributes.languageModelTools;

describe('The definitions of the tools', () => {
  it('are in the order of their names', () => {
    assert.deepEqual(
      toolDefinitions.map(({ name }) => name),
      toolNames,
    );
  });

  it('are what package.json contributes', () => {
    assert.deepEqual(
      contributed.map(({ name, modelDescription, inputSchema }) => ({ name, modelDescription, inputSchema })),
      toolDefinitions.map(({ name, description }) => ({
        name,
        modelDescription: description,
        inputSchema: inputSchemas[name],
      })),
    );
    for (const { name, title } of toolDefinitions) assert.equal(strings[`tool.${name}`], title);
  });

  it('have all that VS Code shows', () => {
    for (const { userDescription, icon, canBeReferencedInPrompt, toolReferenceName, tags } of contributed) {
      assert.ok(strings[userDescription.slice(1, -1)]);
      assert.match(icon, /^\$\([a-z-]+\)$/);
      assert.equal(canBeReferencedInPrompt, true);
      assert.match(toolReferenceName, /^\w+$/);
      assert.ok(tags.length > 0);
    }
  });

  it('have a skill, whose name is that of its folder', async () => {
    for (const { path } of manifest.contributes.chatSkills) {
      const text = await readFile(path, 'utf8');
      const folder = path.split('/').at(-2);
      assert.match(text, new RegExp(`^---\\nname: ${folder}\\ndescription: .{20,1024}\\n---\\n`));
      for (const name of toolNames) assert.ok(text.includes(name), name);
    }
  });

  it('take the options for reading data files that other front ends have', () => {
    const { files, name, merge, decimalType, ...options } = inputSchemas.dataset_infer.properties;
    const {
      files: _files,
      dataset,
      table,
      allowExtraColumns,
      allowMissingColumns,
      decimalType: _decimalType,
      ...ofCheck
    } = inputSchemas.dataset_check.properties;
    const withoutDescription = ({ description, ...schema }: { readonly description?: string }) => {
      assert.ok(description);
      return schema;
    };
    // Described once: a model reads both tools in the same turn.
    const undescribed = Object.entries<object>(options).map(([option, schema]) => [
      option,
      withoutDescription(schema),
    ]);
    assert.deepEqual(ofCheck, Object.fromEntries(undescribed));
    assert.deepEqual(Object.keys(options).sort(), Object.keys(readingOptions).sort());
  });

  // OpenAI answers "regex lookaround is not supported", and then refuses every message of the session. Others refuse the rest.
  it('have schemas that all providers accept, in package.json, too: plain types, no lookarounds, no references, no unions', () => {
    const keywords = new Set([
      ...['type', 'description', 'properties', 'required', 'additionalProperties', 'items', 'enum'],
      ...['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum'],
    ]);
    const types = ['object', 'array', 'string', 'integer', 'boolean'];
    const check = (schema: object, place: string) => {
      for (const [keyword, value] of Object.entries(schema)) {
        assert.ok(keywords.has(keyword), `${place}: ${keyword}`);
        if (keyword === 'type') assert.ok(types.includes(value), `${place}: ${value}`);
        // RE2 and Rust's regex have no lookarounds and no backreferences.
        if (keyword === 'pattern') assert.doesNotMatch(value, /\(\?[=!<]|\\[1-9k]/, place);
        if (keyword === 'items') check(value, `${place}[]`);
        if (keyword === 'properties')
          for (const [name, property] of Object.entries<object>(value)) check(property, `${place}.${name}`);
      }
    };
    for (const schemas of [inputSchemas, outputSchemas])
      for (const [name, schema] of Object.entries(schemas)) {
        assert.equal(schema.type, 'object');
        check(schema, name);
      }
    for (const { name, inputSchema } of contributed) check(inputSchema, `package.json: ${name}`);
  });

  it('name the results at the top as the full schemas do', () => {
    const types = (schema: { readonly properties: Readonly<Record<string, object>> }) =>
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        'type' in property && property.type,
      ]);
    for (const name of toolNames)
      assert.deepEqual(types(outputSchemas[name]), types(fullOutputSchemas[name]), name);
  });

  it('take at most 9,000 bytes of each turn over MCP, without dataset_create', async () => {
    const callTool = async () => ({ isError: false, content: {} });
    const send = () => undefined;
    const server = mcpServer({ version: '1.0.0', allowCreate: false, callTool, send });
    const answer = await server.answer('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    assert.ok(answer && 'result' in answer && 'tools' in answer.result);
    assert.ok(jsonSize(answer) <= 9000, `${jsonSize(answer)} bytes: shorten descriptions.`);
    // No option is lost.
    const listed = answer.result.tools as readonly { name: ToolName; inputSchema: { properties: object } }[];
    for (const { name, inputSchema } of listed)
      assert.deepEqual(Object.keys(inputSchema.properties), Object.keys(inputSchemas[name].properties));
  });

  it('let no workspace setting decide about submissions by agents', () => {
    const setting = manifest.contributes.configuration.properties['dataset.agents.create'];
    assert.equal(setting.scope, 'application');
    assert.equal(setting.default, 'ask');
    assert.deepEqual(setting.enum.toSorted(), ['allow', 'ask', 'never']);
  });
});

describe('Arguments of a tool', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('json', 'yaml', 'a'.repeat(64), 'A'.repeat(64), '0'.repeat(63), `${'0'.repeat(64)}\n`),
    fc.nat(5000).map((length) => 'x'.repeat(length)),
  );
  const value = fc.oneof(
    text,
    fc.array(text, { maxLength: 3 }),
    fc.nat(110).map((length) => Array(length).fill('a')),
    fc.jsonValue(),
  );
  const keys = [...new Set(Object.values(inputSchemas).flatMap(({ properties }) => Object.keys(properties)))];
  const object = fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), value, { maxKeys: 4 });

  for (const name of toolNames) {
    it(`are accepted for ${name} exactly as its JSON schema says`, () => {
      const validate = new Ajv({ strict: true }).compile(inputSchemas[name]);
      fc.assert(
        fc.property(fc.oneof(object, fc.jsonValue()), (input) => {
          assert.equal(checkInput(inputSchemas[name], input).ok, validate(input));
        }),
        { numRuns: caseCount(500) },
      );
    });
  }

  it('that are named like inherited properties are rejected', () => {
    for (const key of ['__proto__', 'constructor', 'toString'])
      assert.equal(checkInput(inputSchemas.dataset_describe, JSON.parse(`{"${key}":"a"}`)).ok, false);
  });
});

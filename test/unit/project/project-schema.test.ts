import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { parse } from 'jsonc-parser';
import { type RuleCode, ruleTable } from '../../../src/dataset/problem.ts';
import { nameStyles } from '../../../src/dataset/rules/conventions.ts';
import { noRuleSettings, severities, severityOf } from '../../../src/dataset/rules/settings.ts';
import { readProjectFile } from '../../../src/project/read-project-file.ts';

type Schema = { readonly [keyword: string]: unknown };

const schema = JSON.parse(
  await readFile(new URL('../../../schemas/dataset-studio.schema.json', import.meta.url), 'utf8'),
) as Schema & { readonly definitions: Readonly<Record<string, Schema>> };

async function exampleOf(page: string): Promise<string> {
  const text = await readFile(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  return /```jsonc\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
}

/** A project file with each of its values replaced, or removed. */
function variantsOf(text: string): string[] {
  const example: unknown = parse(text);
  const others = ['null', '0', '1', '1.5', 'true', '"x"', '"off"', '[]', '["x"]', '[1]', '{}', '{"x":1}'];
  const longText = JSON.stringify('x'.repeat(1001));
  const write = (value: unknown, replace: (key: string, value: unknown) => string | undefined): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const parts = Object.entries(value).map(([key, each]) => ({
      key: Array.isArray(value) ? '' : `${JSON.stringify(key)}:`,
      text: replace(key, each) ?? write(each, replace),
    }));
    const content = parts.flatMap((part) => (part.text === '' ? [] : [part.key + part.text])).join();
    return Array.isArray(value) ? `[${content}]` : `{${content}}`;
  };
  let count = 0;
  write(example, () => void count++);
  return Array.from({ length: count }, (_, changed) =>
    [...others, longText, ''].map((other) => {
      let index = 0;
      return write(example, () => (index++ === changed ? other : undefined));
    }),
  ).flat();
}

/** What a schema can't say: names of encodings, and of dataset files. */
const beyondSchema = /^"(?:delimiter|encoding)": |is not the name of a dataset file/;

describe('The schema of project files', () => {
  it('has all rules and styles of names', () => {
    const { rules, style } = schema.definitions;
    assert.deepEqual(Object.keys(rules?.properties ?? {}), Object.keys(ruleTable));
    assert.deepEqual(style?.enum, [...nameStyles, null]);
  });

  it('lets all severities be chosen, but of rules that are always errors', () => {
    const properties = schema.definitions.rules?.properties as Readonly<Record<string, Schema>> | undefined;
    for (const code of Object.keys(ruleTable) as RuleCode[]) {
      const isFixed = severityOf(code, { ...noRuleSettings, rules: { [code]: 'off' } }) === 'error';
      assert.deepEqual(properties?.[code]?.enum, [...(isFixed ? ['error'] : severities), null], code);
    }
  });

  it('accepts the example in the documentation', async () => {
    const example = await exampleOf('project-file.md');
    const { problems, content } = readProjectFile('/dataset-studio.json', new TextEncoder().encode(example));
    assert.deepEqual(problems, []);
    const { $schema, ...properties } = schema.properties as Schema;
    assert.deepEqual(Object.keys(content).sort(), Object.keys(properties).sort());
  });

  it('is a valid schema of draft 7, and finds in VS Code what the validation of the file finds', async () => {
    assert.equal(schema.$schema, 'http://json-schema.org/draft-07/schema#');
    const validate = new Ajv({ strict: false }).compile(schema);
    const counts = { right: 0, wrong: 0 };
    for (const text of variantsOf(await exampleOf('project-file.md'))) {
      const isRight = validate(JSON.parse(text));
      counts[isRight ? 'right' : 'wrong']++;
      const { problems } = readProjectFile('/dataset-studio.json', new TextEncoder().encode(text));
      const found = problems.filter(({ message }) => !beyondSchema.test(message));
      assert.equal(found.length === 0, isRight, text);
    }
    assert.ok(counts.right > 80 && counts.wrong > 300, JSON.stringify(counts));
  });
});

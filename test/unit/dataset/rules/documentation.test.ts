import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { quickFixesFor } from '../../../../src/dataset/fixes/quick-fixes.ts';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';
import { type RuleCode, ruleTable } from '../../../../src/dataset/problem.ts';
import type { RuleSettings } from '../../../../src/dataset/rules/settings.ts';
import { Projects } from '../../../../src/project/projects.ts';
import { MemoryFiles } from '../../project/memory-files.ts';
import { options } from '../marked.ts';

/** Each section of docs/rules.md by its heading. */
async function sections(): Promise<Map<string, string>> {
  const text = await readFile(new URL('../../../../docs/rules.md', import.meta.url), 'utf8');
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section]),
  );
}

/** The settings of the project file in a section. */
async function settingsIn(section: string): Promise<RuleSettings> {
  const text = /```jsonc\n([\s\S]*?)```/.exec(section)?.[1];
  if (text === undefined) return options;
  const files = new MemoryFiles({ '/dataset-studio.json': text });
  const found = await new Projects({ files, folders: [] }).judge('/a.dataset.json');
  assert.equal(found.kind, 'judged');
  return found.kind === 'judged' ? found.settings : options;
}

/** Rules whose example has no fix: it can't be known what is wanted. */
const withoutFixes: readonly RuleCode[] = ['limit'];

/** What breaks a rule in YAML, if the example in JSON does not. */
const inYaml: Partial<Record<RuleCode, string>> = { syntax: 'name: d\ntables: [\n' };

/** The example of a section as a dataset, as its tables, and as columns. */
function examplesIn(section: string): string[] {
  const example = /```json\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  const columns = example.startsWith('[') ? example : `[${example}]`;
  return [
    example,
    `{"name":"d","tables":[${example}]}`,
    `{"name":"d","tables":[{"name":"T","columns":${columns}}]}`,
  ];
}

/** The same in blocks. What isn't valid JSON, or would lose a property by that, stays as it is: JSON is YAML. */
function asYaml(text: string): string {
  try {
    const value = JSON.parse(text);
    const isWhole = JSON.stringify(value).length === text.replaceAll(/\s/g, '').length;
    return isWhole ? stringify(value) : text;
  } catch {
    return text;
  }
}

describe('The documentation of the rules', () => {
  it('has a section for each rule, and for nothing else', async () => {
    assert.deepEqual([...(await sections()).keys()], Object.keys(ruleTable));
  });

  it('has the default severities', async () => {
    const text = await readFile(new URL('../../../../docs/rules.md', import.meta.url), 'utf8');
    for (const [code, { severity }] of Object.entries(ruleTable)) {
      assert.ok(text.includes(`| [\`${code}\`](#${code}) | ${severity} |`), code);
    }
  });

  for (const code of Object.keys(ruleTable) as RuleCode[])
    for (const format of ['json', 'yaml'] as const)
      it(`has an example that breaks ${code}, with a fix, in ${format}`, async () => {
        const section = (await sections()).get(code) ?? '';
        const settings = await settingsIn(section);
        const broken = await Promise.all(
          examplesIn(section).map(async (text) => {
            const example = format === 'json' ? text : (inYaml[code] ?? asYaml(text));
            const document = new ParsedDocument(example, format);
            const isBroken = (await document.problems(settings)).some((problem) => problem.code === code);
            return isBroken ? [document] : [];
          }),
        );
        const [document] = broken.flat();
        assert.ok(document, `Nothing breaks ${code}: give docs/rules.md an example.`);
        const fixes = await quickFixesFor(document, settings, (problem) => problem.code === code);
        assert.equal(
          fixes.length > 0,
          !withoutFixes.includes(code),
          `Write a fix for ${code}, or list it above.`,
        );
      });
});

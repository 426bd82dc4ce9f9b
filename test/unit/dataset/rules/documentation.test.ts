import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { validateText } from '../../../../src/dataset/document.ts';
import { ruleTable } from '../../../../src/dataset/problem.ts';
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
  const found = await new Projects({ files, folders: [] }).judge('/a.dataset.json', options);
  assert.equal(found.kind, 'judged');
  return found.kind === 'judged' ? found.settings : options;
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

  for (const code of Object.keys(ruleTable)) {
    it(`has an example that breaks ${code}`, async () => {
      const section = (await sections()).get(code) ?? '';
      const example = /```json\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
      const settings = await settingsIn(section);
      const asTables = `{"name":"d","tables":[${example}]}`;
      const asColumns = `{"name":"d","tables":[{"name":"T","columns":${example.startsWith('[') ? example : `[${example}]`}}]}`;
      const problems = await Promise.all(
        [example, asTables, asColumns].map((text) => validateText(text, 'json', settings)),
      );
      assert.ok(problems.some((each) => each.some((problem) => problem.code === code)));
    });
  }
});

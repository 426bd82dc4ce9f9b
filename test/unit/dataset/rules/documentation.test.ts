import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { defaultSeverities } from '../../../../src/dataset/rules/settings.ts';
import { codesOf } from '../marked.ts';

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

describe('The documentation of the rules', () => {
  it('has a section for each rule, and for nothing else', async () => {
    assert.deepEqual([...(await sections()).keys()], Object.keys(defaultSeverities));
  });

  it('has the default severities', async () => {
    const text = await readFile(new URL('../../../../docs/rules.md', import.meta.url), 'utf8');
    for (const [code, severity] of Object.entries(defaultSeverities)) {
      assert.ok(text.includes(`| [\`${code}\`](#${code}) | ${severity} |`), code);
    }
  });

  for (const code of Object.keys(defaultSeverities)) {
    it(`has an example that breaks ${code}`, async () => {
      const example = /```json\n([\s\S]*?)```/.exec((await sections()).get(code) ?? '')?.[1] ?? '';
      const asTables = `{"name":"d","tables":[${example}]}`;
      const asColumns = `{"name":"d","tables":[{"name":"T","columns":${example.startsWith('[') ? example : `[${example}]`}}]}`;
      const codes = await Promise.all([example, asTables, asColumns].map((text) => codesOf(text)));
      assert.ok(codes.some((each) => each.includes(code as keyof typeof defaultSeverities)));
    });
  }
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { extractMessages, storedMessages } from '../../scripts/l10n.ts';

/** The display languages of VS Code that we translate to. */
const locales = ['de', 'es', 'fr', 'ja', 'pt-br', 'zh-cn'];

/** What a translation keeps: placeholders, code, and the targets of links. Sorted, as another language may order them differently. */
function kept(message: string): string[] {
  return [...message.matchAll(/\{\w+\}|`[^`]*`|\]\([^)]*\)/g)].map(([part]) => part).sort();
}

function readMessages(path: string): Record<string, string> {
  return JSON.parse(readFileSync(path, 'utf8'));
}

describe('localization', () => {
  it('extracts all messages into l10n/bundle.l10n.json, which is up to date (npm run l10n)', async () => {
    assert.deepEqual(await storedMessages(), await extractMessages());
  });

  it('has the same languages for messages and for what package.json contributes', () => {
    const found = (pattern: string) =>
      globSync(pattern)
        .map((path) => path.split('.').at(-2))
        .sort();
    assert.deepEqual(found('l10n/bundle.l10n.*.json'), locales);
    assert.deepEqual(found('package.nls.*.json'), locales);
  });

  for (const english of ['l10n/bundle.l10n.json', 'package.nls.json'])
    for (const path of locales.map((locale) => english.replace('.json', `.${locale}.json`)))
      it(`translates every message of ${english} in ${path}, with its placeholders, code, and links`, () => {
        const messages = readMessages(english);
        const translations = readMessages(path);
        assert.deepEqual(Object.keys(translations).sort(), Object.keys(messages).sort());
        for (const [key, message] of Object.entries(messages))
          assert.deepEqual(kept(translations[key] ?? ''), kept(message), key);
      });
});

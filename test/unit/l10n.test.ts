import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { extractMessages, storedMessages } from '../../scripts/l10n.ts';

/** `{name}` and `{0}`, in the order of the alphabet. */
function placeholders(message: string): string[] {
  return [...message.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort();
}

function readMessages(path: string): Record<string, string> {
  return JSON.parse(readFileSync(path, 'utf8'));
}

describe('localization', () => {
  it('extracts all messages into l10n/bundle.l10n.json, which is up to date (npm run l10n)', async () => {
    assert.deepEqual(await storedMessages(), await extractMessages());
  });

  for (const [english, pattern] of [
    ['l10n/bundle.l10n.json', 'l10n/bundle.l10n.*.json'],
    ['package.nls.json', 'package.nls.*.json'],
  ] as const)
    for (const path of globSync(pattern))
      it(`translates every message of ${english} in ${path}, with its placeholders`, () => {
        const messages = readMessages(english);
        const translations = readMessages(path);
        assert.deepEqual(Object.keys(translations).sort(), Object.keys(messages).sort());
        for (const [key, message] of Object.entries(messages))
          assert.deepEqual(placeholders(translations[key] ?? ''), placeholders(message), key);
      });
});

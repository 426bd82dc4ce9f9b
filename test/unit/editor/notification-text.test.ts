import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { notificationText } from '../../../src/text/plain-text.ts';

/** What VS Code makes a link of in a notification (`parseLinkedText` in its sources). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

describe('notificationText', () => {
  for (const text of [
    '[x](command:workbench.action.terminal.new).dataset.json',
    '[[x](command:a)](command:b)',
    '[x]\u200b(command:a)',
    '[x]\u00ad(command:a)',
    '[x]\n(https://evil.example)',
  ])
    it(`makes no link of ${JSON.stringify(text)}`, () => {
      assert.doesNotMatch(notificationText(text), link);
    });

  it('shows no control, bidirectional or invisible character', () => {
    assert.equal(notificationText('a\u202etxt.exe\u2066\u0007\u001b[31m\u200bb\nc'), 'a txt.exe b c');
  });

  it('leaves words as they are', () => {
    const text = 'Created "Größe [1]" (2 tables) in staging: https://gateway.example/a?b=c';
    assert.equal(notificationText(text), text);
  });
});

describe('The editor', () => {
  /** Where a message begins, with what it is made of. */
  const messages =
    /(?:show(?:Information|Warning|Error)Message\(|withProgress\([^;]*?title: )\s*([\s\S]{300})/g;

  const text = /(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/.source;
  const constant = new RegExp(String.raw`^(?:vscode\.)?l10n\.t\(\s*${text},?\s*\)`);
  /** Nothing but numbers is put in. */
  const counting = new RegExp(String.raw`^(?:vscode\.)?l10n\.t\(\s*${text},\s*(?:[\w.]+\.length,?\s*)+\)`);

  for (const file of globSync('src/editor/**/*.ts'))
    it(`shows nothing from outside unescaped in ${file}`, () => {
      for (const [, argument = ''] of readFileSync(file, 'utf8').matchAll(messages)) {
        const isSafe =
          argument.startsWith('notificationText(') || constant.test(argument) || counting.test(argument);
        assert.ok(isSafe, `Put it into notificationText(): ${argument}`);
      }
    });
});

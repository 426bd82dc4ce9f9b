import assert from 'node:assert/strict';
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

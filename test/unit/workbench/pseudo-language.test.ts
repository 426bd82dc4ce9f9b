import assert from 'node:assert/strict';
import { englishMessages, pseudo, pseudoLanguage } from '../../workbench/languages/pseudo-language.ts';
import { englishWords, messagePattern } from '../../workbench/languages/shown-texts.ts';

describe('The pseudo language', () => {
  it('keeps placeholders, code, icons, and the targets of links', () => {
    assert.equal(pseudo('See {0}: `name`'), '⟦Şḗḗ {0}: `name`⟧');
    assert.equal(pseudo('$(add) [Add](command:dataset.new)'), '⟦$(add) [Ȧḓḓ](command:dataset.new)⟧');
  });

  it('keeps a line that is only a link, which is a button', () => {
    assert.equal(pseudo('Add\n[Add](command:dataset.new)'), '⟦Ȧḓḓ⟧\n[⟦Ȧḓḓ⟧](command:dataset.new)');
  });

  it('has no English words in any message', () => {
    for (const message of Object.values(pseudoLanguage().messages))
      assert.deepEqual(
        englishWords(message, () => false),
        [],
        message,
      );
  });

  it('distinguishes each English message with words', () => {
    const withoutPlaceholders = Object.keys(englishMessages()).map((text) => text.replace(/\{\w+\}/g, ''));
    for (const message of withoutPlaceholders.filter((text) => /[a-z]{3}/.test(text)))
      assert.ok(englishWords(message, () => false).length > 0, message);
  });

  it('finds a message with any values of its placeholders', () => {
    assert.match('⟦Şḗḗ (a.b)⟧', new RegExp(`^${messagePattern('⟦Şḗḗ ({0})⟧')}$`));
    assert.doesNotMatch('⟦Şḗḗ [a.b]⟧', new RegExp(`^${messagePattern('⟦Şḗḗ ({0})⟧')}$`));
  });
});

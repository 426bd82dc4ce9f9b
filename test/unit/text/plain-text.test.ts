import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText, withoutFullStop } from '../../../src/text/plain-text.ts';

describe('plainText', () => {
  for (const [what, text, plain] of [
    ['control characters', 'a\u0000b\u0007c\u007fd\u0085e', 'a b c d e'],
    ['terminal colors', '\u001b[31mred\u001b[0m', 'red'],
    ['a terminal title', '\u001b]0;title\u0007text', 'text'],
    ['a terminal link', '\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['changes of direction', 'abc\u202edcba\u2066x\u2069', 'abc dcba x'],
    ['zero-width characters', 'pass\u200bword\ufeff\u00ad', 'pass word'],
    ['invisible fillers', 'a\u3164b\u034fc\u115fd', 'a b c d'],
    ['invisible tags', 'a\u{e0041}b', 'a b'],
    ['line breaks of every kind', 'a\r\nb\u2028c\u2029d\ve', 'a b c d e'],
    ['repeated whitespace', '  a \t\u00a0 b  ', 'a b'],
    ['half a character', 'a\ud83d', 'a'],
  ] as const)
    it(`removes ${what}`, () => assert.equal(plainText(text), plain));

  it('keeps letters and signs of any script', () => {
    const text = 'Größe "Ω" <b> 数据集 بيانات 😀';
    assert.equal(plainText(text), text);
  });

  it('cuts between characters, and adds an ellipsis', () => {
    assert.equal(plainText('😀'.repeat(4), 3), '😀😀😀…');
    assert.equal(plainText('abc', 3), 'abc');
    assert.equal([...plainText('x'.repeat(10_000))].length, 501);
  });

  it('is one line without control, format and direction characters for any text', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('\u001b', '[', ']', '3', 'm', '\u0007', '\u009b', '\u202e', 'a', ' '),
      }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    );
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 50 }), (text, longest) => {
        const plain = plainText(text, longest);
        assert.doesNotMatch(plain, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        assert.doesNotMatch(plain, /^\s|\s$|\s\s/);
        assert.ok([...plain].length <= longest + 1);
      }),
    );
  });
});

describe('withoutFullStop', () => {
  it('removes one full stop, so that a quotation within a sentence has none of its own', () => {
    for (const [text, quoted] of [
      ['Invalid subscription key.', 'Invalid subscription key'],
      ['无效的密钥。', '无效的密钥'],
      ['Wait...', 'Wait...'],
      ['Why?', 'Why?'],
      ['', ''],
    ] as const)
      assert.equal(withoutFullStop(text), quoted);
  });
});

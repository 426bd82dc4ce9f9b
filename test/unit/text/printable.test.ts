import assert from 'node:assert/strict';
import { plainText } from '../../../src/text/plain-text.ts';
import { escapeUnprintable, printable } from '../../../src/text/printable.ts';

describe('Document text in a message', () => {
  for (const [text, shown] of [
    ['Umsätze 😀', 'Umsätze 😀'],
    ['a\u0000b\n', 'a\\u0000b\\u000a'],
    ['\u202eabc\u2066', '\\u202eabc\\u2066'],
    ['a\u200bb\u2028', 'a\\u200bb\\u2028'],
    ['\ud800', '\\ud800'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(60)}…`],
    ['😀'.repeat(1_000_000), `${'😀'.repeat(60)}…`],
  ] as const) {
    it(`is shown as ${shown}`, () => {
      assert.equal(printable(text), shown);
    });
  }
});

describe('Text for a terminal', () => {
  it('keeps tabs and line breaks, and escapes characters that move the cursor, change the direction or are invisible', () => {
    assert.equal(escapeUnprintable('a\tb\r\nc\rd\n'), 'a\tb\nc\nd\n');
    assert.equal(
      escapeUnprintable('\u001b[2J\u009b\u202e\u2066\u200b\u2028\u3164\ud800'),
      '\\u001b[2J\\u009b\\u202e\\u2066\\u200b\\u2028\\u3164\\ud800',
    );
    assert.equal(escapeUnprintable('Umsätze 😀 مبيعات'), 'Umsätze 😀 مبيعات');
  });
});

describe('Joiners', () => {
  const texts = ['👩‍👩‍👧 family', '❤️‍🔥', '👩🏽‍🚀', 'می‌خواهم', 'क्‍ष', '1️⃣'];

  it('are text between letters and in emoji sequences', () => {
    for (const text of texts)
      for (const show of [printable, escapeUnprintable, plainText]) assert.equal(show(text), text);
  });

  it('are escaped anywhere else', () => {
    for (const [text, shown] of [
      ['a\u200db', 'a\\u200db'],
      ['\u200d👩', '\\u200d👩'],
      ['👩\u200d', '👩\\u200d'],
      ['👩\u200d\u200d👧', '👩\\u200d\\u200d👧'],
      ['1 \u200c 2', '1 \\u200c 2'],
    ] as const)
      for (const show of [printable, escapeUnprintable]) assert.equal(show(text), shown);
  });
});

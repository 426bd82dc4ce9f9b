import assert from 'node:assert/strict';
import { printable } from '../../../src/text/printable.ts';

describe('document text in a message', () => {
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

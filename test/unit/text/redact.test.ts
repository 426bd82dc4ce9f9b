import assert from 'node:assert/strict';
import fc from 'fast-check';
import { redact } from '../../../src/text/redact.ts';

describe('redact', () => {
  const secret = 'p+a/s& é"w';

  for (const [spelling, text] of [
    ['as it is', secret],
    ['form-encoded', 'p%2Ba%2Fs%26+%C3%A9%22w'],
    ['form-encoded in small letters', 'p%2ba%2fs%26+%c3%a9%22w'],
    ['percent-encoded', 'p%2Ba%2Fs%26%20%C3%A9%22w'],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in JSON with escaped slashes', 'p+a\\/s& é\\"w'],
    ['in JSON within ASCII', 'p+a/s& \\u00e9\\"w'],
    ['in JSON within ASCII, in capital letters', 'p+a/s& \\u00E9\\"w'],
    ['in HTML', 'p+a/s&amp; é&quot;w'],
    ['in Base64', Buffer.from(secret).toString('base64')],
    ['in Base64 for URLs', Buffer.from(secret).toString('base64url')],
  ] as const)
    it(`masks a secret ${spelling}`, () => assert.equal(redact(`<${text}>`, [secret]), '<•••>'));

  it('leaves what is too short to be a secret: it would mask half of every text', () => {
    assert.equal(redact('keyed by key', ['key', '']), 'keyed by key');
  });

  it('masks a secret that is a part of another', () => {
    assert.equal(redact('abcdef abcd', ['abcd', 'abcdef']), '••• •••');
  });

  it('leaves no secret, wherever it stands', () => {
    const secret = fc.string({ unit: 'grapheme-ascii', minLength: 4 });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
        assert.ok(!redact(before + text + after, [text]).includes(text));
      }),
    );
  });
});

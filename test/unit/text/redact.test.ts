import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { mask, redact, redactBeginning, redactor } from '../../../src/text/redact.ts';
import { anySecret, decodings, encodings, layers, spelledSecrets, spellings } from './spellings.ts';

/** More than the secret may be hidden. */
function assertHidden(text: string, secret: string, secrets: readonly string[] = [secret]): void {
  const shown = redact(text, secrets);
  assert.ok(shown.includes(mask), shown);
  for (const decoded of decodings(shown)) assert.ok(!decoded.includes(secret), `${text}: ${shown}`);
}

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
    it(`masks a secret ${spelling}`, () => assertHidden(`<${text}>`, secret));

  it('does not mask short secrets, which would make texts unreadable', () => {
    assert.equal(redact('keyed by key', ['key', '']), 'keyed by key');
  });

  it('masks a secret that is part of another', () => {
    assert.equal(redact('abcdef abcd', ['abcd', 'abcdef']), '••• •••');
  });

  it('masks a secret anywhere in a text', () => {
    const secret = fc.string({ unit: 'grapheme-ascii', minLength: 4 });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
        assert.ok(!redact(before + text + after, [text]).includes(text));
      }),
    );
  });

  for (const [way, spell] of Object.entries(spellings))
    for (const [layer, wrap] of Object.entries(layers))
      it(`masks a secret whose characters are spelled ${way}, within ${layer}`, () => {
        const text = wrap(Array.from(secret, (character) => spell(character) ?? character).join(''));
        assertHidden(`<${text}>`, secret);
      });

  for (const [encoding, encode] of Object.entries(encodings))
    it(`masks any secret in ${encoding}`, () => {
      fc.assert(
        fc.property(anySecret, (secret) => {
          assertHidden(`<${encode(secret)}>`, secret);
        }),
      );
    });

  it('masks a secret in hexadecimal digits as PostgreSQL writes bytes', () => {
    const digits = Buffer.from('another-secret').toString('hex');
    assert.equal(redact(`key: \\x${digits}`, ['another-secret']), 'key: \\x•••');
  });

  it('masks a key of hexadecimal digits in small and capital letters', () => {
    const key = '0123456789abcdef0123456789ABCDEF';
    for (const text of [key.toLowerCase(), key.toUpperCase()])
      assert.ok(!redact(`<${text}>`, [key]).includes(text));
  });

  it('masks secrets that contain or overlap each other, in any order', () => {
    fc.assert(
      fc.property(anySecret, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }), (secret, cuts) => {
        const parts = cuts.map(([from, length]) => {
          const start = from % secret.length;
          return secret.slice(start, start + 4 + (length % secret.length));
        });
        const all = [...parts, secret, ...parts.map((part) => part + secret)];
        assert.equal(redact(secret, all), '•••');
        for (const text of all)
          for (const other of all) {
            if (other.length < 4) continue;
            assert.ok(!redact(text, all).includes(other));
          }
      }),
    );
  });

  it('masks a secret in any mixture of spellings', () => {
    fc.assert(
      fc.property(spelledSecrets, ({ secret, spelled }) => {
        assertHidden(`{"message":"${spelled}"}`, secret);
      }),
      { numRuns: caseCount(2000) },
    );
  });

  for (const text of ['%252B-secret', '\\\\u002B-secret', '&amp;#x2b;-secret', '%25252b-secret'])
    it(`masks ${text} for +-secret`, () => assert.equal(redact(text, ['+-secret']), '•••'));

  for (const [way, text] of [
    ['escaped quotes of a shell', "KEY='it\\'s+a-secret'"],
    ['UTF-16', Buffer.from("it's+a-secret", 'utf16le').toString()],
    ['white space between its characters', "i t's+a-\tsecret"],
  ] as const)
    it(`masks a secret in ${way}`, () => assert.doesNotMatch(redact(text, ["it's+a-secret"]), /secret/));

  it('withholds a text that only begins like JSON, where a quote may be part of the secret', () => {
    for (const spelled of ['ABC"SECRET-TAIL', 'abc"\n secret-tail'])
      for (const text of [`{"error": "no ${spelled}", "next": }`, `["${spelled}"`])
        assert.equal(redact(text, ['abc"secret-tail']), mask);
  });

  it('withholds only the JSON strings that contain a secret in a spelling that is not replaced alone', () => {
    assert.equal(
      redact('{"id":"7","echo":"key p%61ss%2Dword","note":"a"}', ['pass-word']),
      '{"id":"7","echo":"•••","note":"a"}',
    );
  });

  it('withholds a text that is escaped more often than servers do', () => {
    assert.equal(redact(`100%${'25'.repeat(20)}`, ['another-secret']), '•••');
  });

  it('masks a secret at any offset within Basic credentials', () => {
    for (const name of ['a', 'ab', 'abc', ''])
      for (const end of ['', 'x', 'xy']) {
        const credentials = Buffer.from(`${name}:pass word/ü?${end}`).toString('base64');
        const redacted = redact(`Basic ${credentials}!`, ['pass word/ü?']);
        assert.match(redacted, /^Basic [\w+/]*•••!$|^•••$/);
        const rest = redacted.replace(/^Basic |•••|!$/g, '');
        assert.ok(rest.length <= Buffer.from(`${name}:`).toString('base64').length, redacted);
      }
  });

  it('masks a long secret that was cut', () => {
    const token = Array.from({ length: 300 }, (_, index) => (index * 7919).toString(36)).join('.');
    assert.equal(redact(`Bearer ${token.slice(0, 100)}`, [token]), '•••');
  });

  it('masks a secret that was cut within an escape or a line break by the end of the text', () => {
    for (const spelled of [
      'pass&word \\u00e9t',
      'pass%26word %c3%a9t',
      'pass&amp;word &eacute;t',
      'pass&word\\n  \\u00e9t',
    ])
      for (let length = spelled.length; spelled.slice(0, length).includes('word'); length--)
        assert.equal(
          redact(`key: ${spelled.slice(0, length)}`, ['pass&word ét']),
          '•••',
          spelled.slice(0, length),
        );
  });

  it('masks a secret that was cut by the end of the text', () => {
    const key = '0123456789abcdef0123456789abcdef';
    for (let length = 8; length < key.length; length++)
      assert.equal(redact(`key=${key.slice(0, length)}`, [key]), '•••');
    assert.equal(redact('key=pass%20word', ['pass word/ü?']), '•••');
    assert.equal(redact('key=0123456', [key]), 'key=0123456');
    assert.equal(redact('key=01234567 is wrong', [key]), 'key=01234567 is wrong');
  });

  it('masks the decoded form of a secret that contains escapes', () => {
    assert.equal(redact('a\\b+c-secret', ['a\\\\b\\u002bc-secret']), '•••');
    assert.equal(redact('a+b-secret', ['a%2Bb-secret']), '•••');
  });

  it('masks secrets that overlap', () => {
    assert.equal(redact('abcdefgh', ['abcdef', 'efgh']), '•••');
  });

  it('does not change escapes that spell no secret', () => {
    const text = '{"a":"\\u00e9 \\" \\\\ &amp; &#43; %2B 100% \\ud83d","b":"caf\\u0065"}';
    assert.equal(redact(text, ['another-secret', 'p+a/s& é"w']), text);
  });
});

describe('redactBeginning', () => {
  const secret = 'a-long-password-that-nobody-guesses';
  const mask = redactor([secret]);

  it('masks a whole short text', () => {
    assert.equal(redactBeginning(`<${secret}>`, mask, 100), '<•••>');
  });

  it('shows no part of a secret, wherever the text is cut', () => {
    const beginning = secret.slice(0, 4);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 150_000 }),
        fc.integer({ min: 0, max: 1000 }),
        (before, longest) => {
          const shown = redactBeginning('x'.repeat(before) + secret + 'x'.repeat(100_000), mask, longest);
          assert.ok(!shown.includes(beginning));
          assert.ok(shown.length <= longest + 3);
        },
      ),
    );
  });

  it('shows no part of a secret that is cut after many of them', () => {
    // The last one is cut after six characters, too few to be found.
    const read = 142 * secret.length + 6;
    const shown = redactBeginning(secret.repeat(1000), mask, read - 4096);
    assert.ok(!shown.includes(secret.slice(0, 4)), shown);
  });

  it('reads no more of a long text than it shows and what a cut secret could take', () => {
    let read = 0;
    const counted = (text: string) => {
      read += text.length;
      return text;
    };
    assert.equal(redactBeginning('\\'.repeat(8_000_000), counted, 1000).length, 1000);
    assert.ok(read < 100_000, String(read));
  });
});

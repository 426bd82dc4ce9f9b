import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText, reasonOf, redact } from '../../../src/gateway/server-text.ts';

describe('plainText', () => {
  for (const [what, text, plain] of [
    ['controls', 'a\u0000b\u0007c\u007fd\u0085e', 'a b c d e'],
    ['colours of a terminal', '\u001b[31mred\u001b[0m', 'red'],
    ['a terminal title', '\u001b]0;title\u0007text', 'text'],
    ['a link of a terminal', '\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['a change of direction', 'abc\u202edcba\u2066x\u2069', 'abc dcba x'],
    ['what has no width', 'pass\u200bword\ufeff\u00ad', 'pass word'],
    ['fillers that show nothing', 'a\u3164b\u034fc\u115fd', 'a b c d'],
    ['tags that show nothing', 'a\u{e0041}b', 'a b'],
    ['line breaks of every kind', 'a\r\nb\u2028c\u2029d\ve', 'a b c d e'],
    ['white space', '  a \t\u00a0 b  ', 'a b'],
    ['half of a character', 'a\ud83d', 'a'],
  ] as const)
    it(`takes out ${what}`, () => assert.equal(plainText(text), plain));

  it('leaves letters, signs and whole characters of any script', () => {
    const text = 'Größe "Ω" <b> 数据集 بيانات 😀';
    assert.equal(plainText(text), text);
  });

  it('cuts between characters, and says so', () => {
    assert.equal(plainText('😀'.repeat(4), 3), '😀😀😀…');
    assert.equal(plainText('abc', 3), 'abc');
    assert.equal([...plainText('x'.repeat(10_000))].length, 501);
  });

  it('is one line without a control, format or direction character, whatever comes', () => {
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

describe('reasonOf', () => {
  for (const [what, body, reason] of [
    ['RFC 6749', '{"error":"invalid_scope","error_description":"No such scope"}', 'No such scope'],
    ['a bare error code', '{"error":"invalid_scope"}', 'invalid_scope'],
    ['an error object', '{"error":{"code":"X","message":"Name is taken"}}', 'Name is taken'],
    ['an API gateway', '{"statusCode":403,"message":"Quota exceeded"}', 'Quota exceeded'],
    ['ASP.NET', '{"Message":"Not allowed"}', 'Not allowed'],
    ['RFC 9457', '{"type":"about:blank","title":"Bad","detail":"Column 3 is bad"}', 'Column 3 is bad'],
    ['RFC 9457 without details', '{"title":"Bad request","status":400}', 'Bad request'],
    ['a list of errors', '{"errors":[{"message":"first"},{"message":"second"}]}', 'first'],
    ['a JSON string', '"just words"', 'just words'],
    ['other JSON', '{"code":17}', '{"code":17}'],
    ['empty JSON', '{}', ''],
    ['null', 'null', ''],
    ['nothing', '', ''],
    ['plain text', 'Service is\ndown', 'Service is down'],
    [
      'a page',
      '<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>b{}</style></head><body><script>alert(1)</script><h1>Sorry</h1></body></html>',
      '502 Bad Gateway Sorry',
    ],
  ] as const)
    it(`reads ${what}`, () => assert.equal(reasonOf(body, []), reason));

  it('is plain and free of secrets', () => {
    assert.equal(reasonOf('{"message":"\\u001b[31mhunter2\\u202e"}', ['hunter2']), '•••');
  });

  it('takes its time for no text', () => {
    // Of the processor, which others may keep busy.
    const before = process.cpuUsage();
    for (const piece of ['<', '<script', '{"', '"\\', '\u001b]', '&lt;', '['])
      reasonOf(piece.repeat(2_000_000 / piece.length), ['hunter2']);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 3_000_000, String(user + system));
  });
});

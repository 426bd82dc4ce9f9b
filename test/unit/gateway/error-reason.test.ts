import assert from 'node:assert/strict';
import { errorReason } from '../../../src/gateway/error-reason.ts';

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
    ['a page with an open script', '<script>alert(1)</script><p>Sorry</p><script>alert(2)', 'Sorry'],
  ] as const)
    it(`reads ${what}`, () => assert.equal(errorReason(body, []), reason));

  it('is plain text without secrets', () => {
    assert.equal(errorReason('{"message":"\\u001b[31mhunter2\\u202e"}', ['hunter2']), '•••');
  });

  it('masks a secret that only appears when the text becomes one line', () => {
    const secret = 'correct horse battery';
    for (const body of [
      'It is correct\nhorse\u200b\u0000 battery!',
      '{"message":"It is correct\\thorse\\u001b[0mbattery!"}',
      '<p>It is correct<b>horse</b> battery!</p>',
    ])
      assert.match(errorReason(body, [secret]), /^(?:It is •••!|•••)$/);
  });

  it('takes linear time for any text', () => {
    // Processor time, because other programs can slow down the test. Quadratic time would be hours.
    const before = process.cpuUsage();
    for (const piece of ['<', '<script', '{"', '"\\', '\u001b]', '&lt;', '['])
      errorReason(piece.repeat(2_000_000 / piece.length), ['hunter2']);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 30_000_000, String(user + system));
  });
});

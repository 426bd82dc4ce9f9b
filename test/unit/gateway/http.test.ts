import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRetryAfter } from '../../../src/gateway/http.ts';

describe('parseRetryAfter', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 7);

  for (const [value, seconds] of [
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 30],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 30],
    ['Sun Nov  6 08:49:37 1994', 30],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ] as const)
    it(`parses "${value}"`, () => assert.equal(parseRetryAfter(value, now), seconds));

  for (const value of [undefined, '', '-1', '1.5', '1e3', 'soon', '7 s', '2030-01-01', 'Sun, nonsense'])
    it(`is undefined for ${value === undefined ? 'a missing field' : `"${value}"`}`, () =>
      assert.equal(parseRetryAfter(value, now), undefined));

  it('rounds up: the server asks for no earlier request', () =>
    assert.equal(parseRetryAfter('Sun, 06 Nov 1994 08:49:37 GMT', now + 500), 30));

  it('returns at most 2³¹ seconds', () => {
    for (const value of ['9'.repeat(400), '9'.repeat(20), `${2 ** 31}`, 'Sun, 06 Nov 9994 08:49:37 GMT'])
      assert.equal(parseRetryAfter(value, now), 2 ** 31);
  });

  it('returns any number of seconds', () => {
    fc.assert(fc.property(fc.nat(), (seconds) => assert.equal(parseRetryAfter(`${seconds}`, now), seconds)));
  });

  it('returns the whole seconds until any date, and 0 for dates in the past', () => {
    const date = fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 0)), noInvalidDate: true });
    fc.assert(
      fc.property(date, date, (until, from) => {
        const whole = Math.floor(until.getTime() / 1000) * 1000;
        const distance = Math.min(2 ** 31, Math.max(0, Math.ceil((whole - from.getTime()) / 1000)));
        assert.equal(parseRetryAfter(until.toUTCString(), from.getTime()), distance);
      }),
    );
  });
});

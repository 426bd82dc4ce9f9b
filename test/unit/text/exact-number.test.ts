import assert from 'node:assert/strict';
import { canonicalNumber, ExactNumber, exactNumber } from '../../../src/text/exact-number.ts';

describe('The value of a JSON number', () => {
  for (const spellings of [
    ['0', '-0', '0.0', '0e5', '-0.00e-7'],
    ['1', '1.0', '1e0', '1E+0', '10e-1', '0.1e1', '0.001e0003'],
    ['1500', '15e2', '1.5e3', '1500.000'],
    ['-12.5', '-125e-1', '-0.125E2'],
    ['9007199254740993', '9007199254740993.0', '9.007199254740993e15'],
    ['1e99999999999999999999', '10e99999999999999999998', '0.1e100000000000000000000'],
    ['1e-1000000000000000', '10e-1000000000000001', '0.1e-999999999999999'],
  ])
    it(`is the same for ${spellings.join(', ')}`, () => {
      assert.deepEqual([...new Set(spellings.map(canonicalNumber))].length, 1);
    });

  for (const [one, other] of [
    ['9007199254740992', '9007199254740993'],
    ['0.1', '0.1000000000000000055511151231257827'],
    ['1e400', '1e401'],
    ['1e-400', '0'],
    ['1', '-1'],
    ['1', '10'],
    ['1e99999999999999999999', '1e99999999999999999998'],
  ] as const)
    it(`is not the same for ${one} and ${other}`, () => {
      assert.notEqual(canonicalNumber(one), canonicalNumber(other));
    });

  it('is a number of JavaScript only if that is equal', () => {
    for (const written of ['1.50', '-0', '9007199254740992', '1e22', '0.1', '5e-324'])
      assert.equal(exactNumber(written), Number(written), written);
    for (const written of [
      '9007199254740993',
      '1e400',
      '1e-400',
      '0.10000000000000001',
      '1.7976931348623159e308',
    ])
      assert.deepEqual(exactNumber(written), new ExactNumber(written));
  });

  it('takes linear time', () => {
    const long = `1${'0'.repeat(2_000_000)}`;
    assert.equal(canonicalNumber(long), '1e2000000');
    assert.equal(canonicalNumber(`10e${'9'.repeat(2_000_000)}`), `1e1${'0'.repeat(2_000_000)}`);
    assert.equal(canonicalNumber(long.repeat(2)).length, 2 + 2_000_000 + 'e2000000'.length);
  });
});

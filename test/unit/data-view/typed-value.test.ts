import assert from 'node:assert/strict';
import { isOtherValue, shownValue, typedValue } from '../../../src/data-view/typed-value.ts';

describe('A text that is typed for an option for reading', () => {
  it('is another value than the one that the button of a note has put there, also if it is empty', () => {
    assert.ok(isOtherValue('', 'texts', ['N/A']));
    assert.ok(isOtherValue('-', 'texts', ['N/A', '-']));
  });

  it('is the same value however it is written, and as long as nothing is typed', () => {
    assert.ok(!isOtherValue(' a,b ,', 'texts', ['a', 'b']));
    assert.ok(!isOtherValue('05', 'count', 5));
    assert.ok(!isOtherValue(' ', 'text', undefined));
    assert.ok(!isOtherValue('1,5, -', 'texts', ['1,5', '-']));
  });

  it('means what is shown', () => {
    for (const value of [undefined, ['a', 'b']])
      assert.deepEqual(typedValue(shownValue(value), 'texts'), value);
    assert.equal(typedValue(shownValue(0), 'count'), 0);
  });
});

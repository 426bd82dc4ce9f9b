import assert from 'node:assert/strict';
import { describeUnexpectedError } from '../../../src/text/unexpected-error.ts';

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('describeUnexpectedError', () => {
  it('says of what kind an error is and where it was thrown, its causes too', () => {
    const cause = Object.assign(new RangeError('x'), { code: 'ERR_X' });
    const text = describeUnexpectedError(new TypeError('y', { cause }));
    assert.match(text, /^TypeError\n {4}at .*unexpected-error\.test\.ts:\d+:\d+/);
    assert.match(text, /\nCaused by: RangeError \(ERR_X\)\n {4}at /);
  });

  for (const [what, error] of [
    ['the text that JSON.parse quotes', thrownBy(() => JSON.parse('hunter2'))],
    ['the address that URL quotes', thrownBy(() => new URL('hunter2'))],
    ['properties', Object.assign(new Error('x'), { headers: { authorization: 'hunter2' }, code: 'hunter2' })],
    ['a message of several lines', new Error('a\n    at hunter2\nhunter2')],
    ['its cause', new Error('a', { cause: new Error('hunter2') })],
    ['a name of its own', Object.assign(new Error('x'), { name: 'hunter2' })],
    ['no error', 'hunter2'],
  ] as const)
    it(`tells nothing of what was worked with: ${what}`, () => {
      assert.doesNotMatch(describeUnexpectedError(error), /hunter2/);
    });
});

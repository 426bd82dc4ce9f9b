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
  it('contains the class and the stack trace of an error and of its causes', () => {
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
    ['a message that looks like a stack trace', new Error('a\n    at hunter2:1:1')],
    [
      'such a message that replaced another',
      Object.assign(new Error('a\n    at hunter2:1:1'), { message: 'another' }),
    ],
    ['its cause', new Error('a', { cause: new Error('hunter2') })],
    ['its own name', Object.assign(new Error('x'), { name: 'hunter2' })],
    ['a value that is not an error', 'hunter2'],
  ] as const)
    it(`contains no data of the user: ${what}`, () => {
      assert.doesNotMatch(describeUnexpectedError(error), /hunter2/);
    });

  it('ends where an error is its own cause', () => {
    const error = new Error('a');
    error.cause = error;
    assert.ok(describeUnexpectedError(error).split('Caused by').length <= 10);
  });
});

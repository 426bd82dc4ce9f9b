import assert from 'node:assert/strict';
import { english } from '../../../src/text/localize.ts';

describe('english', () => {
  it('puts values in their places, each as often as it is named', () => {
    assert.equal(english('{a} and {b}, {a}', { a: 'one', b: 2 }), 'one and 2, one');
  });

  it('leaves braces as they are in which nothing known stands', () => {
    assert.equal(english('{ {a } {b} {a', { a: 'one' }), '{ {a } {b} {a');
    assert.equal(english('{a}'), '{a}');
    assert.equal(english('{toString}', {}), '{toString}');
  });

  it('tells names apart of which one begins with the other', () => {
    assert.equal(english('{name} {names}', { name: 'one', names: 'all' }), 'one all');
  });

  it('takes a value as it is, whatever stands in it', () => {
    assert.equal(english('{a} {b}', { a: '{b} $& $1', b: 'two' }), '{b} $& $1 two');
  });
});

import assert from 'node:assert/strict';
import { isClosedPipe } from '../../../src/cli/closed-pipe.ts';

describe('A closed pipe', () => {
  const errorWith = (code: string) => Object.assign(new Error('write failed'), { code });

  it('is recognized by EPIPE, on Windows also by EOF', () => {
    assert.equal(isClosedPipe(errorWith('EPIPE')), true);
    assert.equal(isClosedPipe(errorWith('EOF')), true);
  });

  it('is not recognized by other errors', () => {
    assert.equal(isClosedPipe(errorWith('ENOSPC')), false);
    assert.equal(isClosedPipe(new Error('EPIPE')), false);
  });
});

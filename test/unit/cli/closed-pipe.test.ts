import assert from 'node:assert/strict';
import { isClosedPipe } from '../../../src/cli/closed-pipe.ts';

describe('A pipe that nobody reads any more', () => {
  const errorWith = (code: string) => Object.assign(new Error('write failed'), { code });

  it('is reported as EPIPE, on Windows as EOF too', () => {
    assert.equal(isClosedPipe(errorWith('EPIPE')), true);
    assert.equal(isClosedPipe(errorWith('EOF')), true);
  });

  it('is not reported by other errors', () => {
    assert.equal(isClosedPipe(errorWith('ENOSPC')), false);
    assert.equal(isClosedPipe(new Error('EPIPE')), false);
  });
});

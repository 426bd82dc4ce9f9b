import fc from 'fast-check';
import Mocha from 'mocha';
import { caseCount, isFull, seed } from './random-cases.ts';
import { timeLimit } from './time-limits.ts';

/**
 * Mocha loads this module by `--require`. It sets the random cases of property tests, and scales the limits of all tests
 * and hooks, also those that they set themselves.
 */
const { prototype } = Mocha.Runnable;
const setTimeLimit: (this: Mocha.Runnable, ...limit: (number | string)[]) => unknown = prototype.timeout;
Object.assign(prototype, {
  timeout(this: Mocha.Runnable, ...limit: (number | string)[]) {
    const result = setTimeLimit.apply(this, limit);
    if (limit.length > 0) setTimeLimit.call(this, timeLimit(this.timeout()));
    return result;
  },
});

fc.configureGlobal({ seed, numRuns: caseCount(isFull ? 500 : 100) });

import fc from 'fast-check';
import Mocha from 'mocha';
import { timeLimit } from './time-limits.ts';

/** Mocha loads this module by `--require`. It scales the limits of all tests and hooks, also those that they set themselves. */
const { prototype } = Mocha.Runnable;
const setTimeLimit: (this: Mocha.Runnable, ...limit: (number | string)[]) => unknown = prototype.timeout;
Object.assign(prototype, {
  timeout(this: Mocha.Runnable, ...limit: (number | string)[]) {
    const result = setTimeLimit.apply(this, limit);
    if (limit.length > 0) setTimeLimit.call(this, timeLimit(this.timeout()));
    return result;
  },
});

// Property tests that don't set a number of cases themselves run many more in a full run.
if (process.env.FAULTS === 'full') fc.configureGlobal({ numRuns: 5_000 });

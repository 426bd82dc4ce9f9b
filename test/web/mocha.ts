// Mocha's browser build, which must be loaded before the test modules.
import 'mocha/mocha.js';
import { timeLimit } from '../../scripts/testing/time-limits.ts';

mocha.setup({ ui: 'bdd', reporter: Mocha.reporters.Spec, timeout: timeLimit(120_000), color: true });

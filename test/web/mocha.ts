// Mocha's browser build, which must be loaded before the test modules.
import 'mocha/mocha.js';

mocha.setup({ ui: 'bdd', reporter: Mocha.reporters.Spec, timeout: 120_000, color: true });

// The build of Mocha for browsers. It must run before the first test module.
import 'mocha/mocha.js';

mocha.setup({ ui: 'bdd', reporter: Mocha.reporters.Spec, timeout: 120_000, color: true });

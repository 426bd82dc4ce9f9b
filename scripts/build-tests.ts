import { buildBundles, buildHostTests } from './build.ts';
import { hostTests } from './testing/test-files.ts';

// Used by the launch configuration "Extension Tests".
await buildBundles();
await buildHostTests(hostTests());

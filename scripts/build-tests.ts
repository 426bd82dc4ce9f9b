import { buildBundles, buildHostTests } from './build.ts';

// Used by the launch configuration "Extension Tests".
await buildBundles();
await buildHostTests();

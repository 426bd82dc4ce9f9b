import { buildBundles, buildHostTests } from './build.ts';

// For the launch configuration "Extension Tests".
await buildBundles();
await buildHostTests();

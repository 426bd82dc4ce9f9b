#!/usr/bin/env node
const program = process.argv[2] === 'validate' ? 'validate' : 'main';

// Bundles of their own, beside this one.
await import(new URL(`./cli/${program}.js`, import.meta.url).href);

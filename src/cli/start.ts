#!/usr/bin/env node
import { keepCompiledCode } from './compile-cache.ts';

// The cache holds only what is loaded after this call.
keepCompiledCode();
await import('./main.ts');

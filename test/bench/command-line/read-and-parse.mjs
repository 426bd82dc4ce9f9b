import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The least that any validator has to do with the files below the current folder.
for (const name of readdirSync('.', { recursive: true }))
  if (name.endsWith('.json')) JSON.parse(readFileSync(join('.', name), 'utf8'));

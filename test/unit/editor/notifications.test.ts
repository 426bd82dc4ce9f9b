import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

describe('Notifications', () => {
  it('are shown by `notify` only, which escapes text from outside', () => {
    const callers = globSync('src/**/*.{ts,tsx}').filter((path) =>
      /\bshow(?:Information|Warning|Error)Message\b/.test(readFileSync(path, 'utf8')),
    );
    assert.deepEqual(
      callers.map((path) => basename(path)),
      ['notifications.ts'],
    );
  });
});

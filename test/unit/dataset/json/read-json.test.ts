import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

describe('A JSON document whose property names begin with an escape', () => {
  it('has the values of its text, for anything that V8 has parsed before', () => {
    // A process of its own: what V8 has learned about property names lasts as long as the process.
    const script = join(import.meta.dirname, 'escaped-names.ts');
    assert.equal(execFileSync(process.execPath, [script], { encoding: 'utf8' }), '0 misread\n');
  });
});

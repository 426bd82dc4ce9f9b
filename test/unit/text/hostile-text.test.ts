import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readers } from './hostile-text.ts';

const script = fileURLToPath(new URL('hostile-text.ts', import.meta.url));

/** Where time is quadratic, 8 MiB take hours. In milliseconds. */
const limit = 300_000;

describe('The largest text from outside takes linear time for', () => {
  for (const name of Object.keys(readers))
    it(name, async () => {
      const { stderr } = await promisify(execFile)(process.execPath, [script, name], { timeout: limit });
      assert.equal(stderr, '');
    }).timeout(limit);
});

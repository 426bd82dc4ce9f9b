import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

/** Makes listing a folder last forever. */
const preload = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  fs.readdir = () => {
    console.error('listing');
    setInterval(() => undefined, 1000);
  };
  syncBuiltinESMExports();
`)}`;

describe('Ctrl+C while a folder is listed', () => {
  for (const name of ['validate', 'infer'])
    it(`ends ${name}`, async function () {
      // Windows ends a process without a signal.
      if (process.platform === 'win32') this.skip();
      const running = spawn(process.execPath, ['--import', preload, resolve('dist/cli.js'), name, tmpdir()]);
      try {
        const [text] = await once(running.stderr, 'data');
        assert.match(String(text), /listing/);
        running.kill('SIGINT');
        assert.deepEqual(await once(running, 'exit'), [null, 'SIGINT']);
      } finally {
        running.kill('SIGKILL');
      }
    });
});

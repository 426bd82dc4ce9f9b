import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { repositoryFolder } from '../../scripts/repository.ts';
import { isFull } from '../../scripts/testing/random-cases.ts';
import { releaseVariable } from '../../scripts/vsix.ts';
import { runProgram } from '../workbench/program.ts';
import { releaseUnderTest } from './release-under-test.ts';

/** What is not part of the sources. */
const outputs = ['.git', '.vscode-test', 'dist', 'node_modules', 'release', 'test-output'];

describe('The release', () => {
  let copy: string | undefined;
  before(function () {
    // In `npm run test:full`, and before each publication: it takes as long as all other tests of the release.
    if (!isFull) this.skip();
    copy = mkdtempSync(join(tmpdir(), 'dataset-studio-build-'));
  });
  after(() => {
    if (copy !== undefined) rmSync(copy, { recursive: true, force: true });
  });

  it('has the same bytes when it is built in another folder, time zone, and language, with other permissions', async () => {
    assert.ok(copy);
    const { folder } = await releaseUnderTest();
    const elsewhere = { TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8' };
    const env = { ...process.env, ...elsewhere, [releaseVariable]: undefined, GITHUB_OUTPUT: undefined };
    const usual = process.umask(0o077);
    try {
      cpSync(repositoryFolder, copy, {
        recursive: true,
        filter: (path) =>
          dirname(path) !== repositoryFolder || !(outputs.includes(basename(path)) || path.endsWith('.vsix')),
      });
      symlinkSync(join(repositoryFolder, 'node_modules'), join(copy, 'node_modules'), 'junction');
      await runProgram(process.execPath, ['scripts/release/build.ts'], { cwd: copy, env });
    } finally {
      process.umask(usual);
    }
    assert.equal(
      await readFile(join(copy, 'release', 'SHA256SUMS'), 'utf8'),
      await readFile(join(folder, 'SHA256SUMS'), 'utf8'),
    );
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { writeChecksums } from '../../scripts/release/checksums.ts';

describe('The check of the release files', () => {
  if (process.platform === 'win32') return;
  const action = parse(readFileSync('.github/actions/release-files/action.yml', 'utf8'));
  const script: string = action.runs.steps[1].run;
  let folder: string;
  let checksum: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dataset-studio-files-'));
    for (const name of ['a.vsix', 'a.tgz']) writeFileSync(join(folder, name), name);
    checksum = await writeChecksums(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function check(): number | null {
    const env = { PATH: process.env.PATH ?? '', CHECKSUM: checksum };
    return spawnSync('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, env }).status;
  }

  it('accepts the files of the build', () => {
    assert.equal(check(), 0);
  });

  it('refuses a changed file', () => {
    writeFileSync(join(folder, 'a.vsix'), 'other');
    assert.notEqual(check(), 0);
  });

  it('refuses a changed file with a changed list of checksums', async () => {
    writeFileSync(join(folder, 'a.vsix'), 'other');
    await writeChecksums(folder);
    assert.notEqual(check(), 0);
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobReader } from '../../../src/git/blob-reader.ts';
import { openRepository } from '../../../src/git/repository.ts';
import { GitRepository } from '../cli/git-repository.ts';

describe('Reading contents of a repository', function () {
  this.timeout(60_000);

  it('waits for a pipe among the objects only for a time, then reads the others', async function () {
    // Windows has no pipes among files.
    if (process.platform === 'win32') this.skip();
    const repository = GitRepository.make();
    try {
      await repository.commit({ 'a.dataset.json': 'a', 'b.dataset.json': 'b' });
      const [a, b] = ['a', 'b'].map((name) => repository.git('rev-parse', `HEAD:${name}.dataset.json`));
      assert.ok(a && b);
      const object = join(repository.folder, '.git', 'objects', a.slice(0, 2), a.slice(2));
      await rm(object);
      execFileSync('mkfifo', [object]);
      const opened = await openRepository(repository.folder);
      assert.ok(opened.ok);
      const reader = new BlobReader(opened.value, 500);
      assert.equal((await reader.read(a)).ok, false);
      assert.deepEqual(await reader.read(b), { ok: true, value: Buffer.from('b') });
      reader.close();
    } finally {
      repository.remove();
    }
  });
});

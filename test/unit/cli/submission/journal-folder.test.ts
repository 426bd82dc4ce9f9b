import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJournalFolderProblem, findSharingProblem } from '../../../../src/cli/submission/open-journal.ts';

describe('the folder of --journal', () => {
  const user = 1000;

  for (const mode of [0o700, 0o750, 0o755, 0o2755])
    it(`may have the mode ${mode.toString(8)}`, () =>
      assert.equal(findSharingProblem({ uid: user, mode: 0o040000 | mode }, user), undefined));

  for (const mode of [0o777, 0o1777, 0o775, 0o707, 0o2770])
    it(`is refused with the mode ${mode.toString(8)}: others can write to it`, () =>
      assert.match(findSharingProblem({ uid: user, mode: 0o040000 | mode }, user) ?? '', /chmod go-w/));

  it('is refused if it belongs to another user, even root', () => {
    for (const uid of [0, 1001])
      assert.match(findSharingProblem({ uid, mode: 0o040755 }, user) ?? '', /another user/);
  });

  it('is not checked on Windows', () =>
    assert.equal(findSharingProblem({ uid: 0, mode: 0o040777 }, undefined), undefined));

  it("is not checked if it doesn't exist, nor are the folders above it", async function () {
    const uid = process.getuid?.();
    if (uid === undefined) this.skip();
    const parent = await mkdtemp(join(tmpdir(), 'journal-'));
    try {
      await chmod(parent, 0o777);
      const folder = join(parent, 'journal');
      assert.equal(await findJournalFolderProblem(folder, uid), undefined);
      await mkdir(folder, { mode: 0o700 });
      assert.equal(await findJournalFolderProblem(folder, uid), undefined);
      assert.match((await findJournalFolderProblem(folder, uid + 1)) ?? '', /another user/);
      await chmod(folder, 0o777);
      assert.match((await findJournalFolderProblem(folder, uid)) ?? '', /Other users/);
    } finally {
      await rm(parent, { recursive: true });
    }
  });
});

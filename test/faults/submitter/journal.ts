import { BranchFiles } from '../../../src/git/branch/branch-files.ts';
import { findRemote } from '../../../src/git/branch/remote-address.ts';
import { RemoteBranch } from '../../../src/git/branch/remote-branch.ts';
import type { FileOperations } from '../../../src/storage/file-operations.ts';
import {
  DirectoryJournal,
  type DirectoryJournalOptions,
} from '../../../src/submission/journal/directory/directory-journal.ts';

export interface OpenedJournal {
  readonly journal: DirectoryJournal;
  /** Sees what others have written until now. */
  refresh(): Promise<void>;
  /** Call it at the end. */
  close(): Promise<void>;
}

/** A journal in a folder, or in a branch of the repository that `git:` names. `wrap` can fail. `allTime`: of one push. */
export async function openJournal(
  place: string,
  options: Partial<DirectoryJournalOptions> = {},
  wrap = (files: FileOperations) => files,
  allTime = 20_000,
): Promise<OpenedJournal> {
  if (!place.startsWith('git:')) {
    const nothing = async () => undefined;
    return { journal: new DirectoryJournal(place, options), refresh: nothing, close: nothing };
  }
  const remote = await findRemote(place.slice('git:'.length), process.cwd());
  if (!remote.ok) throw new Error(remote.failure);
  const isFile = (name: string) => /^[\w-]+\.(?:entry|outcome|lost|settled)$/.test(name);
  const branch = new RemoteBranch(remote.value, { isFile, times: { one: 10_000, all: allTime } });
  const ridesAlong = (name: string) => /\.(?:outcome|lost)$/.test(name);
  const files = new BranchFiles(branch, { name: place, mayPush: true, ridesAlong });
  const journal = new DirectoryJournal(place, { ...options, files: wrap(files) });
  return {
    journal,
    refresh: () => files.refresh(),
    close: async () => {
      await journal.concludeLate();
      await files.flush();
      branch.close();
    },
  };
}

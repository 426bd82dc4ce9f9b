import { BranchFiles } from '../../git/branch/branch-files.ts';
import { findRemote, withoutCredentials } from '../../git/branch/remote-address.ts';
import { RemoteBranch } from '../../git/branch/remote-branch.ts';
import { DirectoryJournal } from '../../submission/journal/directory/directory-journal.ts';
import { factKinds } from '../../submission/journal/directory/entry-files.ts';
import { isEntryId } from '../../submission/journal/entry.ts';
import { plainText } from '../../text/plain-text.ts';
import { note, type Terminal, UsageError } from '../terminal.ts';

/** A journal in the branch `dataset-journal` of a remote. */
export interface BranchJournal {
  readonly journal: DirectoryJournal;
  /** As it is shown: `git:origin`. */
  readonly name: string;
  /** Whether the remote has the branch. */
  readonly exists: boolean;
  /** Why the remote can't be read, in sentences. */
  readonly problem?: string | undefined;
  /** Pushes what still waits. The IDs of submissions whose outcome the branch may lack after that. */
  flush(): Promise<readonly string[]>;
}

/** Whether the value of `--journal` names a remote, or was meant to. A folder of such a name is `./git:origin`. */
export function namesBranch(value: string): boolean {
  return /^\s*git:/i.test(value);
}

/** Throws a `UsageError` if the value names no remote that can be used. `mayPush`: otherwise, nothing is written. */
export async function openBranchJournal(
  value: string,
  mayPush: boolean,
  terminal: Terminal,
): Promise<BranchJournal> {
  // Of ` git:origin` and `GIT:origin`, nobody knows what was meant.
  const remote = await findRemote(value.startsWith('git:') ? value.slice('git:'.length) : '', process.cwd());
  if (!remote.ok) {
    const shown = plainText(
      value.replace(/^(\s*git:)(.*)/is, (_, prefix, rest) => prefix + withoutCredentials(rest)),
    );
    throw new UsageError(`The journal ${shown} can't be used. ${remote.failure}`);
  }
  const name = `git:${remote.value.shownName}`;
  const branch = new RemoteBranch(remote.value, {
    isFile: isJournalFile,
    onAway: (seconds) =>
      note(terminal, `The journal ${name} can't be reached yet. Trying for up to ${seconds} s.\n`),
  });
  const ridesAlong = (file: string) => /\.(?:outcome|lost)$/.test(file);
  const files = new BranchFiles(branch, { name, mayPush, ridesAlong });
  const problem = await files.refresh().catch((error: Error) => error.message);
  const journal = new DirectoryJournal(name, {
    files,
    // Nothing in the branch is ever removed.
    retention: {
      age: Number.POSITIVE_INFINITY,
      entries: Number.POSITIVE_INFINITY,
      bytes: Number.POSITIVE_INFINITY,
    },
    keepsResponses: false,
  });
  return {
    journal,
    name,
    exists: branch.exists,
    problem: problem ?? undefined,
    flush: async () => {
      await journal.concludeLate();
      const left = await files.flush();
      return left
        .filter((file) => file.endsWith('.outcome'))
        .map((file) => file.slice(0, -'.outcome'.length));
    },
  };
}

function isJournalFile(name: string): boolean {
  const [id = '', kind = '', ...more] = name.split('.');
  return isEntryId(id) && more.length === 0 && ['entry', ...factKinds].includes(kind);
}

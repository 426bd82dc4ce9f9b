/** Why the branch can't be read or written. */
export interface BranchFailure {
  readonly kind: /** The remote refuses what is pushed, such as by a rule for the branch. */
    | 'refused'
    | 'rights'
    | 'unreachable'
    /** `detail`: the address that the remote redirects to. */
    | 'redirected'
    /** A file is gone that was there. */
    | 'rewritten'
    /** Somebody else has pushed a file of that name at the same moment. */
    | 'taken';
  /** What Git says, or the name of the file, as plain text. */
  readonly detail: string;
}

/** What happened and what to do, in sentences. `name`: of the journal, such as `git:origin`. */
export function describeBranchFailure({ kind, detail }: BranchFailure, name: string): string {
  const words = detail === '' ? '' : ` Git says: ${detail}`;
  switch (kind) {
    case 'refused':
      return `The journal ${name} can't be written: its host refused it. Let the job push to the branch dataset-journal.${words}`;
    case 'rights':
      return `The journal ${name} can't be reached with these rights. To write it, a job needs the right to push: "permissions: contents: write" in GitHub Actions.${words}`;
    case 'unreachable':
      return `The journal ${name} can't be reached. It is safe to try again.${words}`;
    case 'redirected':
      return `The journal ${name} can't be used: its host redirects to ${detail || 'another address'}, and credentials go only to the host that they are for. If you trust that address, use it for the remote.`;
    case 'rewritten':
      return `The branch dataset-journal of ${name} was rewritten: ${detail} is missing or has changed. Restore it before you create datasets. Protect the branch from deletion and forced pushes.`;
    case 'taken':
      return `Somebody else has written ${detail} to the journal ${name} at the same moment. "dataset-studio submissions" shows what is recorded now.`;
  }
}

import { plainText } from '../../text/plain-text.ts';
import type { GitEnd } from '../git.ts';
import { withoutCredentials } from './remote-address.ts';

/** Why the branch can't be read or written. */
export interface BranchFailure {
  readonly kind: /** The remote refuses what is pushed, such as by a rule for the branch. */
    | 'refused'
    | 'rights'
    | 'unreachable'
    | 'unknown-host'
    /** The remote's objects have other IDs than the own ones, SHA-1 or SHA-256. */
    | 'format'
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
    case 'unknown-host':
      return `The journal ${name} can't be reached. It is safe to try again.${words}`;
    case 'format':
      return `The journal ${name} can't be used: its repository has another object format. Name one with that of this repository, without one SHA-1.${words}`;
    case 'redirected':
      return `The journal ${name} can't be used: its host redirects to ${detail || 'another address'}, and credentials go only to the host that they are for. If you trust that address, use it for the remote.`;
    case 'rewritten':
      return `The branch dataset-journal of ${name} was changed by somebody else: ${detail} is missing or has changed. Restore it before you create datasets, such as with "git revert". Let only the job push to the branch, and protect it from deletion and forced pushes.`;
    case 'taken':
      return `Somebody else has written ${detail} to the journal ${name} at the same moment. "dataset-studio submissions" shows what is recorded now.`;
  }
}

/** Whether the remote may answer later. */
export function isAway({ kind }: BranchFailure): boolean {
  return kind === 'unreachable' || kind === 'unknown-host';
}

const causes: readonly (readonly [RegExp, BranchFailure['kind']])[] = [
  // Another push at the same moment. It is tried again.
  [/cannot lock ref|failed to update ref|fetch first|non-fast-forward|stale info/i, 'unreachable'],
  [/could not resolve host/i, 'unknown-host'],
  [/mismatched algorithms|hash algorithm/i, 'format'],
  [/error: 3\d\d|HTTP 3\d\d/, 'redirected'],
  [/remote rejected|hook declined|protected branch|GH\d{3}/i, 'refused'],
  [
    /authentication failed|could not read (?:username|password)|permission denied|denied to|not allowed|access denied|unauthorized|forbidden|error: 4(?!08|29)\d\d|not found|does not appear to be a git repository|host key verification failed/i,
    'rights',
  ],
];

/** Why Git failed. Its messages are in English (`LC_ALL`). */
export function failureOf({ error, code }: GitEnd): BranchFailure {
  const kind = causes.find(([pattern]) => pattern.test(error))?.[1] ?? 'unreachable';
  const lines = error.split('\n').filter((line) => !/^(?:remote: )?hint:/.test(line));
  const words = lines.join('\n').trim() || (code === null ? 'it did not finish.' : `exit code ${code}.`);
  return { kind, detail: plainText(withoutCredentials(words), 1000) };
}

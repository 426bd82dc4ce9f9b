import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DirectoryJournal } from '../../submission/journal/directory/directory-journal.ts';
import type { Journal, JournalFailure, JournalRecord, Recovery } from '../../submission/journal/journal.ts';
import { MemoryJournal } from '../../submission/journal/memory-journal.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { describeUnknown } from '../../submission/state-message.ts';
import { plainText } from '../../text/plain-text.ts';
import type { Variables } from '../environment-variables.ts';
import { settleAdvice } from '../output/settle-advice.ts';
import { refuseAddress } from '../rejected-arguments.ts';
import { note, type Terminal, UsageError } from '../terminal.ts';
import { namesBranch, openBranchJournal } from './branch-journal.ts';

/** The journal of one `create`. */
export interface OpenJournal {
  readonly journal: Pick<Journal, 'begin' | 'conclude' | 'related' | 'list' | 'read' | 'body'>;
  /** Whether it outlives the command. */
  readonly isLasting: boolean;
  /** Whether an outcome could not be written at last, so that the journal lists it as unknown. */
  hasLost?(): boolean;
  /** Tries again to write the outcomes that could not be written. Call it when nothing is sent any more. */
  concludeLate?(): Promise<void>;
}

/** The folder or the remote that `--journal` or `DATASET_JOURNAL` names; undefined if there is neither. */
export function namedJournalFolder(flag: string | undefined, variables: Variables): string | undefined {
  if (flag === undefined && variables.DATASET_JOURNAL?.trim() === '')
    throw new UsageError(
      'DATASET_JOURNAL is empty, so nothing would be known of earlier submissions. Set it, or use --journal DIR, or --no-journal to create without a journal.',
    );
  if (flag === '') throw new UsageError('--journal takes the folder of the journal, or git: and a remote.');
  const named = flag ?? (variables.DATASET_JOURNAL || undefined);
  if (named !== undefined) refuseAddress(named, 'For a journal in Git, write git: before it.');
  return named;
}

/** The journal in a folder or a branch, recovered; without either, one that ends with the command. */
export async function openJournal(folder: string | undefined, terminal: Terminal): Promise<OpenJournal> {
  if (folder === undefined) return { journal: new MemoryJournal(), isLasting: false };
  if (namesBranch(folder)) return openBranchToWrite(folder, terminal);
  const { journal } = await recoverJournal(folder, terminal);
  return {
    journal,
    isLasting: true,
    hasLost: () => journal.hasUnwritten,
    concludeLate: async () => {
      const { length } = await journal.concludeLate();
      if (length > 0)
        terminal.error(
          length === 1
            ? '1 outcome has now been written to the journal.\n'
            : `${length} outcomes have now been written to the journal.\n`,
        );
    },
  };
}

/** The journal of a plan: nothing is written to it, and there need not be one yet. */
export async function openJournalToPlan(
  folder: string,
  terminal: Terminal,
): Promise<Pick<Journal, 'body' | 'list'>> {
  if (!namesBranch(folder)) return new DirectoryJournal(await usableFolder(folder));
  const { journal, name, exists, problem } = await openBranchJournal(folder, false, terminal);
  if (problem !== undefined) throw new UsageError(problem);
  if (!exists) note(terminal, `The journal ${name} is new.\n`);
  return journal;
}

/** What can't be read or written now, every submission says. */
async function openBranchToWrite(value: string, terminal: Terminal): Promise<OpenJournal> {
  const { journal, name, exists, problem, flush } = await openBranchJournal(value, true, terminal);
  if (problem === undefined) {
    if (!exists) note(terminal, `The journal ${name} is new.\n`);
    reportRecovery(await journal.recover(), terminal);
  }
  let hasLost = false;
  return {
    journal,
    isLasting: true,
    hasLost: () => hasLost,
    concludeLate: async () => {
      const lost = await flush();
      hasLost = lost.length > 0;
      if (hasLost) terminal.error(`${unknownOutcome.unpushed(name)}\n${settleAdvice(lost, name)}`);
    },
  };
}

/**
 * The journal for a command that only works with one. Throws a `UsageError` if none is named, or there is none. Of a branch, what
 * recovery finds stays in memory unless `mayWrite`.
 */
export async function openExistingJournal(
  flag: string | undefined,
  variables: Variables,
  terminal: Terminal,
  mayWrite = false,
): Promise<RecoveredJournal> {
  const folder = namedJournalFolder(flag, variables);
  if (folder === undefined)
    throw new UsageError('No journal is named. Use --journal DIR, or set DATASET_JOURNAL.');
  if (namesBranch(folder)) {
    const { journal, name, exists, problem } = await openBranchJournal(folder, mayWrite, terminal);
    if (problem !== undefined) throw new UsageError(problem);
    if (!exists)
      throw new UsageError(
        `There is no journal in ${name}: it has no branch dataset-journal. Check --journal or DATASET_JOURNAL.`,
      );
    const recovery = await journal.recover();
    reportRecovery(recovery, terminal);
    return { journal, recovery };
  }
  // An empty list would look as if nothing had been submitted.
  const status = await stat(resolve(folder)).catch(() => undefined);
  if (!status?.isDirectory())
    throw new UsageError(`There is no journal in ${plainText(folder)}. Check --journal or DATASET_JOURNAL.`);
  return recoverJournal(folder, terminal);
}

/** What the journal that a command names contains. */
export interface ExistingJournal {
  readonly journal: Journal;
  /** Newest first. */
  readonly records: readonly JournalRecord[];
  readonly isComplete: boolean;
}

/** As `openExistingJournal`. Reports on standard error what can't be read; undefined if nothing can. */
export async function listExistingJournal(
  flag: string | undefined,
  variables: Variables,
  terminal: Terminal,
): Promise<ExistingJournal | undefined> {
  const { journal, recovery } = await openExistingJournal(flag, variables, terminal);
  const listing = await journal.list();
  if (!listing.ok) {
    terminal.error(`${describeUnreadableJournal(listing.failure)}\n`);
    return undefined;
  }
  // Otherwise, what is listed may lack outcomes.
  const { failure } = recovery;
  if (failure)
    terminal.error(
      `${failure.reason ?? `The journal in ${plainText(failure.folder)} can't be written (${plainText(failure.code)}).`}\n`,
    );
  const { records } = listing.value;
  const isOpen = ({ state, isUnreadable }: JournalRecord) => isUnreadable && state.kind === 'unknown';
  return { journal, records, isComplete: !records.some(isOpen) };
}

/** Why the journal can't be read, and what to do. */
export function describeUnreadableJournal({ folder, code, reason }: JournalFailure): string {
  return (
    reason ?? `The journal in ${plainText(folder)} can't be read (${plainText(code)}). Check its permissions.`
  );
}

/** A journal, and what its recovery found. */
interface RecoveredJournal {
  readonly journal: DirectoryJournal;
  readonly recovery: Recovery;
}

/** Recovers the journal in a folder and reports what that found. Throws a `UsageError` if other users can change the folder. */
async function recoverJournal(folder: string, terminal: Terminal): Promise<RecoveredJournal> {
  const journal = new DirectoryJournal(await usableFolder(folder));
  const recovery = await journal.recover();
  reportRecovery(recovery, terminal);
  return { journal, recovery };
}

/** Its path. Throws a `UsageError` if other users can change it. */
async function usableFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  const problem = await findJournalFolderProblem(path);
  if (problem === undefined) return path;
  throw new UsageError(`The folder ${plainText(folder)} can't be used for the journal. ${problem}`);
}

/** The user who runs this program; undefined on Windows, which has no user numbers. */
type UserId = number | undefined;

/**
 * Why a folder can't be used for a journal, in sentences; undefined if it can. Other users could record there that a
 * dataset exists, or that it doesn't. The folders above it are not checked. A folder that doesn't exist is created for the
 * user alone.
 */
export async function findJournalFolderProblem(
  path: string,
  user: UserId = process.getuid?.(),
): Promise<string | undefined> {
  const status = await stat(path).catch(() => undefined);
  return status?.isDirectory() ? findSharingProblem(status, user) : undefined;
}

export function findSharingProblem(
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  user: UserId,
): string | undefined {
  if (user === undefined) return undefined;
  if (uid !== user)
    return 'It belongs to another user, who could change what is recorded in it. Name a folder of your own.';
  if ((mode & 0o022) !== 0)
    return 'Other users can write to it, and could change what is recorded in it. Remove their permission with "chmod go-w", or name another folder.';
  return undefined;
}

/** Reports what the recovery of a journal found, on standard error. Why it failed, the next use of the journal says. */
function reportRecovery({ lost, unreadable }: Recovery, terminal: Terminal): void {
  if (lost.length > 0)
    terminal.error(`${unknownOutcome.interrupted(lost.length)} ${unknownOutcome.listAdvice}\n`);
  for (const { file, kind, reason } of unreadable) {
    const advice = kind === 'newer' ? 'Update dataset-studio.' : unknownOutcome.unreadable;
    const why = describeUnknown({ kind, code: reason });
    terminal.error(`${plainText(file)} in the journal can't be read: ${why}. ${advice}\n`);
  }
}

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Result, success } from '../../result.ts';
import type { Batch } from '../../submission/journal/directory/directory-batches.ts';
import { DirectoryBatches } from '../../submission/journal/directory/directory-batches.ts';
import { DirectoryJournal } from '../../submission/journal/directory/directory-journal.ts';
import { documentKey } from '../../submission/journal/entry.ts';
import type { Journal, Recovery } from '../../submission/journal/journal.ts';
import type { JournalFailure } from '../../submission/journal/journal-failure.ts';
import { MemoryJournal } from '../../submission/journal/memory-journal.ts';
import { plainText } from '../../text/plain-text.ts';
import type { Variables } from '../input/environment-variables.ts';
import { reportRecovery } from '../output/recovery-report.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { findJournalFolderProblem } from './journal-folder.ts';

/** The journal of one `create`, and its batches. */
export interface OpenJournal {
  /** Whether it outlives the command. */
  readonly lasting: boolean;
  readonly journal: Pick<Journal, 'begin' | 'answer' | 'conclude' | 'doubt' | 'related' | 'list' | 'read'>;
  /** The batch of these documents: an interrupted one with the same documents, or a new one. */
  begin(draft: Pick<Batch, 'environment' | 'requestUrl' | 'documents'>): Promise<RunStart>;
  end(run: string): Promise<void>;
  /** Tries again to write the outcomes that could not be written. Call it when nothing is sent any more. */
  concludeLate(): Promise<void>;
}

export type RunStart = Result<{ readonly id: string; readonly resumed: boolean }, JournalFailure>;

/** The folder that `--journal` or `DATASET_JOURNAL` names; undefined if there is neither. */
export function namedJournalFolder(flag: string | undefined, variables: Variables): string | undefined {
  if (flag === '') throw new UsageError('--journal takes the folder of the journal.');
  return flag ?? (variables.DATASET_JOURNAL || undefined);
}

/** The journal in a folder, recovered; without a folder, one that ends with the command. */
export async function openJournal(folder: string | undefined, terminal: Terminal): Promise<OpenJournal> {
  if (folder === undefined) {
    const begin = async (): Promise<RunStart> => success({ id: 'none', resumed: false });
    const nothing = async () => undefined;
    return { lasting: false, journal: new MemoryJournal(), begin, end: nothing, concludeLate: nothing };
  }
  const { journal } = await recoverJournal(folder, terminal);
  const runs = new DirectoryBatches(resolve(folder));
  return {
    lasting: true,
    journal,
    begin: (draft) => beginOrResume(runs, draft),
    end: async (run) => void (await runs.end(run)),
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

/** The journal for a command that only works with one. Throws a `UsageError` if no folder is named, or there is none. */
export async function openExistingJournal(
  flag: string | undefined,
  variables: Variables,
  terminal: Terminal,
): Promise<RecoveredJournal<Journal>> {
  const folder = namedJournalFolder(flag, variables);
  if (folder === undefined)
    throw new UsageError('No journal is named. Use --journal DIR, or set DATASET_JOURNAL.');
  // An empty list would look as if nothing had been submitted.
  const status = await stat(resolve(folder)).catch(() => undefined);
  if (!status?.isDirectory())
    throw new UsageError(`There is no journal in ${plainText(folder)}. Check --journal or DATASET_JOURNAL.`);
  return recoverJournal(folder, terminal);
}

/** A journal, and what its recovery found. */
export interface RecoveredJournal<Kind extends Journal> {
  readonly journal: Kind;
  readonly recovery: Recovery;
}

/** Recovers the journal in a folder and reports what that found. Throws a `UsageError` if other users can change the folder. */
async function recoverJournal(
  folder: string,
  terminal: Terminal,
): Promise<RecoveredJournal<DirectoryJournal>> {
  const path = resolve(folder);
  const problem = await findJournalFolderProblem(path);
  if (problem !== undefined)
    throw new UsageError(`The folder ${plainText(folder)} can't be used for the journal. ${problem}`);
  const journal = new DirectoryJournal(path);
  const recovery = await journal.recover();
  reportRecovery(recovery, terminal);
  return { journal, recovery };
}

/** Resumes an interrupted batch if all its documents are among these, at the same address. */
async function beginOrResume(
  runs: DirectoryBatches,
  draft: Pick<Batch, 'environment' | 'requestUrl' | 'documents'>,
): Promise<RunStart> {
  const keys = new Set(draft.documents.map(documentKey));
  const interrupted = (await runs.interrupted()).find(
    ({ requestUrl, documents }) =>
      requestUrl === draft.requestUrl && documents.every((document) => keys.has(documentKey(document))),
  );
  const started = interrupted
    ? await runs.resume({ ...interrupted, documents: draft.documents })
    : await runs.begin(draft);
  return started.ok ? success({ id: started.value.id, resumed: interrupted !== undefined }) : started;
}

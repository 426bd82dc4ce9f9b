import { resolve } from 'node:path';
import { DirectoryJournal } from '../../submission/journal/directory/directory-journal.ts';
import { DirectoryRuns } from '../../submission/journal/directory/directory-runs.ts';
import type { Run } from '../../submission/journal/directory/run-file.ts';
import { documentKey } from '../../submission/journal/document-key.ts';
import type { Faulty } from '../../submission/journal/fault.ts';
import type { Journal, Recovery } from '../../submission/journal/journal.ts';
import { MemoryJournal } from '../../submission/journal/memory-journal.ts';
import { plainText } from '../../text/plain-text.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { findJournalFolderProblem } from './journal-folder.ts';

/** What many files are noted in, and the runs that were interrupted there. */
export interface OpenJournal {
  /** Whether it outlives the command. */
  readonly lasting: boolean;
  readonly journal: Pick<Journal, 'begin' | 'answer' | 'conclude' | 'related' | 'list'>;
  /** The run of these documents: an interrupted one of the same, or a new one. */
  begin(draft: Pick<Run, 'environment' | 'requestUrl' | 'documents'>): Promise<RunStart>;
  end(run: string): Promise<void>;
}

export type RunStart = { readonly ok: true; readonly id: string; readonly resumed: boolean } | Faulty;

/**
 * The journal in a folder, mended, with a word on what was found; without a folder one that ends with the command. Throws a
 * `UsageError` for a folder that other users can change.
 */
export async function openJournal(folder: string | undefined, terminal: Terminal): Promise<OpenJournal> {
  if (folder === undefined) {
    const begin = async (): Promise<RunStart> => ({ ok: true, id: 'none', resumed: false });
    return { lasting: false, journal: new MemoryJournal(), begin, end: async () => undefined };
  }
  const path = resolve(folder);
  const problem = await findJournalFolderProblem(path);
  if (problem !== undefined)
    throw new UsageError(`The folder ${plainText(folder)} can't be used for the journal. ${problem}`);
  const journal = new DirectoryJournal(path);
  const runs = new DirectoryRuns(path);
  tellRecovery(await journal.recover(), terminal);
  return {
    lasting: true,
    journal,
    begin: (draft) => beginOrResume(runs, draft),
    end: async (run) => void (await runs.end(run)),
  };
}

/** A run is resumed where all that it was about is among what is asked for now, at the same address. */
async function beginOrResume(
  runs: DirectoryRuns,
  draft: Pick<Run, 'environment' | 'requestUrl' | 'documents'>,
): Promise<RunStart> {
  const keys = new Set(draft.documents.map(documentKey));
  const interrupted = (await runs.interrupted()).find(
    ({ requestUrl, documents }) =>
      requestUrl === draft.requestUrl && documents.every((document) => keys.has(documentKey(document))),
  );
  const begun = interrupted
    ? await runs.resume({ ...interrupted, documents: draft.documents })
    : await runs.begin(draft);
  return begun.ok ? { ok: true, id: begun.run.id, resumed: interrupted !== undefined } : begun;
}

function tellRecovery({ lost, setAside, newer, fault }: Recovery, terminal: Terminal): void {
  if (lost.length > 0)
    terminal.error(
      `Submissions in the journal that were cut off before an answer came: ${lost.length}. Their outcome is unknown: look in the service what became of them.\n`,
    );
  for (const { file, reason } of setAside)
    terminal.error(
      `${plainText(file)} in the journal is damaged (${plainText(reason)}): it lies in the folder "damaged" now. ${whatWentWith(file)}\n`,
    );
  if (newer.length > 0)
    terminal.error(
      `Submissions in the journal that a newer version of dataset-studio noted: ${newer.length}. What became of them can't be read here: update dataset-studio.\n`,
    );
  if (fault) terminal.error(`The journal in ${plainText(fault.folder)} can't be read (${fault.code}).\n`);
}

function whatWentWith(file: string): string {
  return file.endsWith('.entry')
    ? 'Which dataset it was about is lost with it: look in the service for one that should not be made twice.'
    : 'The submission that it was about counts as unknown.';
}

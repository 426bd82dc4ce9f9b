import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unsettled } from '../../app/submissions/group-records.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import {
  describeCause,
  describeState,
  recordedDatasetId,
  recordedStatus,
} from '../../submission/state-message.ts';
import { isWithin } from '../../system/is-within.ts';
import { plainText } from '../../text/plain-text.ts';
import { command, exitCode } from '../command.ts';
import { jsonText } from '../output/json-text.ts';
import { alignedLines } from '../output/safe-output.ts';
import { settleAdvice } from '../output/settle-advice.ts';
import { listExistingJournal, namedJournalFolder } from '../submission/open-journal.ts';

/** `dataset-studio submissions`: the submissions in a journal, newest first. */
export const submissions = command({
  name: 'submissions',
  summary: 'List the submissions in a journal, newest first.',
  description: 'Lists the submissions in a journal, newest first.',
  options: {
    journal: { value: 'DIR', help: 'the folder of the journal, or git:REMOTE (DATASET_JOURNAL)' },
    unknown: { help: unknownOutcome.filterHelp },
    json: { help: 'print an array' },
  },
  examples: ['submissions --journal DIR', 'submissions --journal DIR --unknown --json'],
  run: async (values, _positionals, { terminal, variables }) => {
    const listing = await listExistingJournal(values.journal, variables, terminal);
    if (listing === undefined) return exitCode.usage;
    const unknown = unsettled(listing.records);
    const records = values.unknown ? unknown : listing.records;

    if (values.json) terminal.out(`${jsonText(records.map(submissionRecord))}\n`);
    else if (records.length > 0) terminal.out(submissionTable(records));
    else
      terminal.error(
        values.unknown ? `${unknownOutcome.none()}\n` : 'The journal contains no submissions.\n',
      );
    if (!values.json)
      terminal.error(
        settleAdvice(
          unknown.map(({ entry }) => entry.id),
          namedJournalFolder(values.journal, variables),
        ),
      );
    // A list with gaps must not pass for a complete one.
    return listing.isComplete ? exitCode.done : exitCode.usage;
  },
});

/** One line for each submission, in aligned columns. */
export function submissionTable(records: readonly JournalRecord[]): string {
  return alignedLines([
    ['ID', 'SUBMITTED (UTC)', 'ENVIRONMENT', 'DOCUMENT', 'OUTCOME'],
    ...records.map(({ entry, state }) => [
      entry.id,
      entry.begunAt.slice(0, 19).replace('T', ' '),
      plainText(entry.environment),
      plainText(documentPath(entry.document)),
      describeState(state),
    ]),
  ]);
}

/** A submission for `--json`: a fact that is absent is null. */
export function submissionRecord({ entry, state }: JournalRecord): Record<string, unknown> {
  const cause = describeCause(state);
  return {
    submissionId: entry.id,
    begunAt: entry.begunAt,
    environment: entry.environment,
    requestUrl: entry.requestUrl,
    document: entry.document,
    outcome: state.kind,
    settled: state.kind === 'settled' ? state.settlement.kind : null,
    status: recordedStatus(state) ?? null,
    datasetId: recordedDatasetId(state) ?? null,
    reason: cause === '' ? null : cause,
  };
}

/** The path of a document, from the current folder if it is in there; a document that isn't a file has its URI. */
function documentPath(document: string): string {
  try {
    const path = fileURLToPath(document);
    const fromHere = relative('', path);
    return fromHere !== '' && isWithin(resolve(''), path) && fromHere.length <= path.length ? fromHere : path;
  } catch {
    return document;
  }
}

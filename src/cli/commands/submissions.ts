import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeUnreadable, unsettled } from '../../app/group-records.ts';
import { isWithin } from '../../storage/regular-file.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { datasetIdOf, describeCause, describeState } from '../../submission/state-message.ts';
import { plainText } from '../../text/plain-text.ts';
import { command, exitCode } from '../command.ts';
import { jsonText } from '../output/json-text.ts';
import { openExistingJournal } from '../submission/open-journal.ts';

/** `dataset-studio submissions`: the submissions in a journal, newest first. */
export const submissions = command({
  name: 'submissions',
  summary: 'List the submissions in a journal, newest first.',
  options: {
    journal: { value: 'DIR', help: 'the folder of the journal (DATASET_JOURNAL)' },
    unknown: { help: unknownOutcome.filterHelp },
    json: { help: 'print an array' },
  },
  examples: ['submissions --journal DIR', 'submissions --journal DIR --unknown --json'],
  run: async (values, _positionals, { terminal, variables }) => {
    const { journal, recovery } = await openExistingJournal(values.journal, variables, terminal);
    const listing = await journal.list();
    if (!listing.ok) {
      const { folder, code } = listing.failure;
      terminal.error(
        `The journal in ${plainText(folder)} can't be read (${plainText(code)}). Check its permissions.\n`,
      );
      return exitCode.usage;
    }
    const unknown = unsettled(listing.value.records);
    const records = values.unknown ? unknown : listing.value.records;

    if (values.json) terminal.out(`${jsonText(records.map(submissionRecord))}\n`);
    else if (records.length > 0) terminal.out(submissionTable(records));
    else
      terminal.error(
        values.unknown ? `${unknownOutcome.none()}\n` : 'The journal contains no submissions.\n',
      );
    if (unknown.length > 0 && !values.json) terminal.error(`${unknownOutcome.settleUsage}\n`);
    for (const unreadable of listing.value.unreadable) {
      const advice = unreadable.kind === 'newer' ? ' Update dataset-studio.' : '';
      terminal.error(`${unreadable.id} can't be read: ${describeUnreadable(unreadable)}.${advice}\n`);
    }
    // A list with gaps must not pass for a complete one.
    return listing.value.unreadable.length + recovery.setAside.length > 0 ? exitCode.usage : exitCode.done;
  },
});

/** One line for each submission, in aligned columns. */
export function submissionTable(records: readonly JournalRecord[]): string {
  const rows = [
    ['ID', 'SUBMITTED (UTC)', 'ENVIRONMENT', 'DOCUMENT', 'OUTCOME'],
    ...records.map(({ entry, state }) => [
      entry.id,
      entry.begunAt.slice(0, 19).replace('T', ' '),
      plainText(entry.environment),
      plainText(documentPath(entry.document)),
      describeState(state),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  return rows
    .map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
    .join('');
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
    status: 'status' in state ? state.status : null,
    datasetId: datasetIdOf(state) ?? null,
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

import { needsSettling } from '../../submission/journal/entry-state.ts';
import { plainText } from '../../text/plain-text.ts';
import { command } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { jsonText } from '../output/json-text.ts';
import { submissionRecord, submissionTable } from '../output/submission-list.ts';
import { openExistingJournal } from '../submission/open-journal.ts';

/** `dataset-studio submissions`: the submissions in a journal, newest first. */
export const submissions = command({
  name: 'submissions',
  summary: 'List the submissions in a journal, newest first.',
  options: {
    journal: { value: 'DIR', help: 'the folder of the journal (DATASET_JOURNAL)' },
    unknown: { help: 'only those whose outcome is unknown' },
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
    const unknown = listing.value.records.filter(({ state }) => needsSettling(state));
    const records = values.unknown ? unknown : listing.value.records;

    if (values.json) terminal.out(`${jsonText(records.map(submissionRecord))}\n`);
    else if (records.length > 0) terminal.out(submissionTable(records));
    else
      terminal.error(
        values.unknown ? 'No submission has an unknown outcome.\n' : 'The journal contains no submissions.\n',
      );
    if (unknown.length > 0 && !values.json)
      terminal.error(
        'To record an unknown or doubtful outcome, check in the service, then run: dataset-studio settle <submission id> --journal DIR (--created DATASET_ID | --not-created)\n',
      );
    for (const { id, kind, reason } of listing.value.unreadable)
      terminal.error(
        kind === 'newer'
          ? `${id} can't be read: a newer version of dataset-studio recorded it. Update dataset-studio.\n`
          : `${id} can't be read: its record is damaged (${plainText(reason)}).\n`,
      );
    // A list with gaps must not pass for a complete one.
    return listing.value.unreadable.length + recovery.setAside.length > 0 ? exitCode.usage : exitCode.done;
  },
});

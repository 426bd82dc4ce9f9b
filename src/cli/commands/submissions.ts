import { describeUnreadable, unsettled } from '../../app/submissions.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { plainText } from '../../text/plain-text.ts';
import { command, exitCode } from '../command.ts';
import { jsonText } from '../output/json-text.ts';
import { submissionRecord, submissionTable } from '../output/submission-list.ts';
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

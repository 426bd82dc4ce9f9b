import { settledAsCreated, settleSubmissions } from '../../app/submissions/settle-submission.ts';
import { isEntryId, type Settlement } from '../../submission/journal/entry.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { plainText } from '../../text/plain-text.ts';
import { command, exitCode } from '../command.ts';
import { openExistingJournal } from '../submission/open-journal.ts';
import { UsageError } from '../terminal.ts';

export const settle = command({
  name: 'settle',
  summary: unknownOutcome.settleHelp,
  description: unknownOutcome.settleDescription,
  arguments: '<submission-ids...>',
  options: {
    journal: { value: 'DIR', help: 'the folder of the journal, or git:REMOTE (DATASET_JOURNAL)' },
    created: { value: 'DATASET_ID', help: 'the dataset exists, with this ID; for one submission' },
    'not-created': { help: 'the datasets do not exist; for any number of submissions, all or none' },
  },
  examples: [
    'settle 20261122T020659123Z-0123456789abcdef --journal DIR --created 5c1a',
    'settle 20261122T020659123Z-0123456789abcdef --journal DIR --not-created',
  ],
  run: async (values, ids, { terminal, variables }) => {
    const wrong = ids.find((id) => !isEntryId(id));
    if (wrong !== undefined)
      throw new UsageError(`"${plainText(wrong)}" is not a submission ID. ${listAdvice}`);
    const settlement = settlementOf(values.created, values['not-created']);
    if (settlement.kind === 'created' && ids.length > 1)
      throw new UsageError('--created takes one submission: each dataset has an ID of its own.');
    const { journal } = await openExistingJournal(values.journal, variables, terminal, true);
    const settled = await settleSubmissions(journal, ids, settlement);
    if (!settled.ok) {
      const { kind, text } = settled.failure;
      const nothing = ids.length > 1 && kind !== 'file-system' ? ' Nothing was recorded.' : '';
      terminal.error(kind === 'missing' ? `${text} ${listAdvice}${nothing}\n` : `${text}${nothing}\n`);
      return kind === 'file-system' ? exitCode.notSent : exitCode.usage;
    }
    if (terminal.isQuiet) return exitCode.done;
    const recorded =
      settlement.kind === 'created' ? `created with the dataset ID ${settlement.datasetId}` : 'not created';
    for (const id of ids) terminal.out(`${id} is recorded as ${recorded}.\n`);
    return exitCode.done;
  },
});

const listAdvice = '"dataset-studio submissions" lists the IDs.';

function settlementOf(created: string | undefined, isNotCreated: boolean): Settlement {
  if (isNotCreated === (created !== undefined))
    throw new UsageError('settle takes either --created DATASET_ID or --not-created.');
  if (created === undefined) return { kind: 'not-created' };
  const settlement = settledAsCreated(created);
  if (settlement?.kind !== 'created' || settlement.datasetId === undefined)
    throw new UsageError('--created takes the dataset ID: at most 500 characters, all of them printable.');
  return settlement;
}

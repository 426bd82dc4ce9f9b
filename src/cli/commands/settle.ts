import { isEntryId, type Settlement } from '../../submission/journal/entry.ts';
import { describeJournalFailure } from '../../submission/journal/failure-message.ts';
import type { Journal, JournalWriteFailure } from '../../submission/journal/journal.ts';
import { describeState } from '../../submission/records/message.ts';
import { plainText } from '../../text/plain-text.ts';
import { command } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { openExistingJournal } from '../submission/open-journal.ts';
import { UsageError } from '../terminal.ts';

/** `dataset-studio settle`: records the outcome of a submission whose outcome is unknown. */
export const settle = command({
  name: 'settle',
  summary: 'Record the outcome of a submission whose outcome is unknown.',
  arguments: '<submission-id>',
  options: {
    journal: { value: 'DIR', help: 'the folder of the journal (DATASET_JOURNAL)' },
    created: { value: 'DATASET_ID', help: 'the dataset exists, with this ID' },
    'not-created': { help: 'the dataset does not exist' },
  },
  examples: [
    'settle 20261122T020659123Z-0123456789abcdef --journal DIR --created 5c1a',
    'settle 20261122T020659123Z-0123456789abcdef --journal DIR --not-created',
  ],
  run: async (values, [id = ''], { terminal, variables }) => {
    if (!isEntryId(id))
      throw new UsageError(
        `"${plainText(id)}" is not a submission ID. "dataset-studio submissions" lists the IDs.`,
      );
    const settlement = settlementOf(values.created, values['not-created']);
    const { journal } = await openExistingJournal(values.journal, variables, terminal);
    const settled = await journal.settle(id, settlement);
    if (settled.ok) {
      terminal.out(
        settlement.settled === 'created'
          ? `${id} is recorded as created with the dataset ID ${plainText(settlement.datasetId ?? '')}.\n`
          : `${id} is recorded as not created.\n`,
      );
      return exitCode.done;
    }
    terminal.error(`${await describeRefusal(id, settled.failure, journal)}\n`);
    return settled.failure.kind === 'file-system' ? exitCode.notSent : exitCode.usage;
  },
});

function settlementOf(created: string | undefined, isNotCreated: boolean): Settlement {
  if (isNotCreated === (created !== undefined))
    throw new UsageError('settle takes either --created DATASET_ID or --not-created.');
  if (created === undefined) return { settled: 'not-created' };
  const datasetId = created.trim();
  if (datasetId === '' || datasetId !== plainText(datasetId))
    throw new UsageError('--created takes the dataset ID: at most 500 characters, all of them printable.');
  return { settled: 'created', datasetId };
}

/** Why the outcome was not recorded, and what to do. */
async function describeRefusal(id: string, failure: JournalWriteFailure, journal: Journal): Promise<string> {
  switch (failure.kind) {
    case 'file-system':
      return describeJournalFailure(failure);
    case 'missing':
      return `The journal contains no submission ${id}. "dataset-studio submissions" lists the IDs.`;
    case 'unreadable':
      return `${id} can't be read: its record is damaged, or a newer version of dataset-studio wrote it.`;
    case 'concluded': {
      const reading = await journal.read(id);
      return reading.ok
        ? `The outcome of ${id} is already recorded: ${describeState(reading.value.state)}.`
        : `The outcome of ${id} is already recorded.`;
    }
    case 'in-flight':
    case 'not-owner':
    case 'unsettled':
      return `${id} is still being submitted by another process. Wait for its outcome. If that process ended on another machine or in another container, the outcome counts as unknown after 24 hours.`;
  }
}

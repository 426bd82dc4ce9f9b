import * as l10n from '@vscode/l10n';
import { failure, type Result } from '../../result.ts';
import type { Settlement } from '../../submission/journal/entry.ts';
import {
  describeJournalFailure,
  type Journal,
  type JournalWriteFailure,
} from '../../submission/journal/journal.ts';
import { unknownOutcome } from '../../submission/outcome-table.ts';
import { describeState } from '../../submission/state-message.ts';
import { plainText } from '../../text/plain-text.ts';

/** Why an entry of the journal can't be used as the user wants. `text` also says what to do. Plain text. */
export interface JournalRefusal {
  readonly kind: JournalWriteFailure['kind'];
  readonly text: string;
}

/** That a dataset was created, with the ID that the user found, if any; undefined if it can't be an ID. */
export function settledAsCreated(enteredId: string): Settlement | undefined {
  const datasetId = enteredId.trim();
  if (datasetId !== plainText(datasetId)) return undefined;
  return datasetId === '' ? { kind: 'created' } : { kind: 'created', datasetId };
}

/**
 * Records what the user found out about a submission, whose outcome must be unknown. `name` identifies the submission to the
 * user.
 */
export async function settleSubmission(
  journal: Pick<Journal, 'settle' | 'read'>,
  id: string,
  settlement: Settlement,
  name = id,
): Promise<Result<void, JournalRefusal>> {
  const settled = await journal.settle(id, settlement);
  if (settled.ok) return settled;
  const { failure: reason } = settled;
  const reading = reason.kind === 'concluded' ? await journal.read(id) : undefined;
  const state = reading?.ok ? describeState(reading.value.state) : undefined;
  return failure({ kind: reason.kind, text: describeRefusal(reason, name, state) });
}

/** Why the journal refuses. `state`: of the submission, as `describeState` describes it. */
export function describeRefusal(reason: JournalWriteFailure, submission: string, state?: string): string {
  switch (reason.kind) {
    case 'file-system':
      return describeJournalFailure(reason);
    case 'in-flight':
    case 'not-owner':
      return unknownOutcome.stillInFlight(submission);
    case 'concluded':
      return state === undefined
        ? l10n.t('The outcome of {submission} is already recorded.', { submission })
        : l10n.t('The outcome of {submission} is already recorded: {state}.', { submission, state });
    case 'unsettled':
      return unknownOutcome.undeletable(submission);
    case 'missing':
      return l10n.t('The journal contains no submission {submission}. It may have been deleted.', {
        submission,
      });
    case 'unreadable':
      return l10n.t(
        "The submission {submission} can't be read, so that nobody knows what was created. Restore its file, or settle it as not created; the same content is then sent again.",
        { submission },
      );
  }
}

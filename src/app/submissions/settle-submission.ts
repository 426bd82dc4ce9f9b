import * as l10n from '@vscode/l10n';
import { failure, type Result, success } from '../../result.ts';
import { type Settlement, settlingRefusal } from '../../submission/journal/entry.ts';
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
 * Records what the user found out about submissions: of all or of none. What is settled in the same way already is done. `nameOf`:
 * how the user knows a submission.
 */
export async function settleSubmissions(
  journal: Pick<Journal, 'settle' | 'read'>,
  ids: readonly string[],
  settlement: Settlement,
  nameOf = (id: string) => id,
): Promise<Result<void, JournalRefusal>> {
  const open: string[] = [];
  for (const id of new Set(ids)) {
    const reading = await journal.read(id);
    if (!reading.ok) return refused(reading.failure, nameOf(id));
    const { state, isUnreadable } = reading.value;
    if (state.kind === 'settled' && describeState(state) === describeState({ ...state, settlement }))
      continue;
    const refusal = settlingRefusal(state);
    if (refusal) return refused(refusal, nameOf(id), describeState(state));
    if (isUnreadable && settlement.kind === 'created') return refused({ kind: 'unreadable' }, nameOf(id));
    open.push(id);
  }
  // At once: in a branch, they share a push.
  const written = await Promise.all(
    open.map(async (id) => ({ id, result: await journal.settle(id, settlement) })),
  );
  for (const { id, result } of written) if (!result.ok) return refused(result.failure, nameOf(id));
  return success(undefined);
}

function refused(reason: JournalWriteFailure, name: string, state?: string): Result<never, JournalRefusal> {
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

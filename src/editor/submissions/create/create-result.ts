import type { EntryState } from '../../../submission/journal/entry-state.ts';
import { createdId } from '../../../submission/recorded-outcome.ts';
import { datasetIdOf } from '../../../submission/state-message.ts';
import type { SubmissionOutcome } from '../../../submission/submit.ts';
import type { JournaledOutcome } from '../../../submission/submit-once.ts';

/** What `dataset.create` resolves to (interface, "Commands"). */
export interface CreateResult {
  readonly outcome: SubmissionOutcome['outcome'] | 'invalid';
  readonly datasetId?: string;
  /** The journal's entry; absent if it was never about to be sent. */
  readonly submissionId?: string;
}

export function resultOf({ outcome, submissionId }: JournaledOutcome): CreateResult {
  const datasetId = createdId(outcome);
  return {
    outcome: outcome.outcome,
    ...(datasetId === undefined ? {} : { datasetId }),
    ...(submissionId === undefined ? {} : { submissionId }),
  };
}

/** The result of a submission that the batch made before it was interrupted. */
export function resultOfRecord(state: EntryState, submissionId: string): CreateResult {
  const datasetId = datasetIdOf(state);
  const outcome = state.outcome === 'accepted' ? 'accepted' : 'created';
  return { outcome, ...(datasetId === undefined ? {} : { datasetId }), submissionId };
}

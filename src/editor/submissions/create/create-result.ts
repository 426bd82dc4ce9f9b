import type { EntryState } from '../../../submission/journal/entry-state.ts';
import type { SubmissionOutcome } from '../../../submission/submit.ts';
import type { JournaledOutcome } from '../../../submission/submit-once.ts';

/** What `dataset.create` resolves to (interface, "Commands"). */
export interface CreateResult {
  readonly outcome: SubmissionOutcome['outcome'] | 'invalid';
  readonly datasetId?: string;
  /** The journal's entry; absent where it never came to sending. */
  readonly submissionId?: string;
}

export function resultOf({ outcome, submissionId }: JournaledOutcome): CreateResult {
  return {
    outcome: outcome.outcome,
    ...('datasetId' in outcome && outcome.datasetId !== undefined ? { datasetId: outcome.datasetId } : {}),
    ...(submissionId === undefined ? {} : { submissionId }),
  };
}

/** Of a submission that an earlier part of the same run has made. */
export function resultOfRecord(state: EntryState, submissionId: string): CreateResult {
  const datasetId = 'datasetId' in state ? state.datasetId : undefined;
  const outcome = state.outcome === 'accepted' ? 'accepted' : 'created';
  return { outcome, ...(datasetId === undefined ? {} : { datasetId }), submissionId };
}

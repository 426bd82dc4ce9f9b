import type { HttpResponse } from '../gateway/http.ts';
import type { SubmissionOutcome } from './submit.ts';

/** The gateway's response, if there is one. */
export function responseOf(outcome: SubmissionOutcome): HttpResponse | undefined {
  switch (outcome.outcome) {
    case 'created':
    case 'accepted':
    case 'rejected':
      return outcome.response;
    case 'unknown':
      return outcome.answered ? outcome.response : undefined;
    case 'not-sent':
    case 'cancelled':
      return undefined;
  }
}

/** The ID of the created dataset, if the response names one. */
export function createdId(outcome: SubmissionOutcome): string | undefined {
  return outcome.outcome === 'created' || outcome.outcome === 'accepted' ? outcome.datasetId : undefined;
}

import type { ConnectionFailure, HttpResponse, Interruption } from '../gateway/http.ts';
import type { Cause, CauseDetails } from './cause-table.ts';
import type { RecordedOutcome } from './journal/entry.ts';
import type { JournalRecord } from './journal/journal.ts';
import type { SubmissionOutcome } from './submit.ts';

/** How much of a response the journal keeps, in characters. */
const maxResponseLength = 64 * 1024;

/** What the journal keeps of an outcome. Secrets in responses are masked already. */
export function recordedOutcome(outcome: SubmissionOutcome): RecordedOutcome {
  switch (outcome.kind) {
    case 'created':
    case 'accepted':
      return {
        kind: outcome.kind,
        status: outcome.status,
        ...(outcome.datasetId === undefined ? {} : { datasetId: outcome.datasetId }),
        response: textOf(outcome.response),
      };
    case 'rejected':
      return {
        kind: 'rejected',
        status: outcome.status,
        reason: outcome.reason,
        cause: outcome.cause,
        response: textOf(outcome.response),
      };
    case 'not-sent':
      return { kind: 'not-sent', cause: causeOfNotSent(outcome) };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'unknown': {
      const cause = causeOfUnknown(outcome);
      const response = responseOf(outcome);
      return response ? { kind: 'unknown', cause, response: textOf(response) } : { kind: 'unknown', cause };
    }
  }
}

export function causeOfNotSent({
  cause,
}: Extract<SubmissionOutcome, { kind: 'not-sent' }>): Cause<'not-sent'> {
  switch (cause.kind) {
    case 'journal':
      return { kind: 'journal', code: cause.failure.code };
    case 'earlier':
      return { kind: 'earlier', detail: cause.earlier.entry.id };
    case 'subscription-key':
      return { kind: 'subscription-key' };
    case 'token': {
      const { failure } = cause;
      const message = failure.kind === 'refused' ? failure.description || failure.error : '';
      return { kind: 'token', code: failure.kind, ...(message ? { detail: message } : {}) };
    }
    case 'connection':
      return { kind: cause.failure.kind, ...detailsOf(cause.failure) };
  }
}

export function causeOfUnknown({ cause }: Extract<SubmissionOutcome, { kind: 'unknown' }>): Cause<'unknown'> {
  if (!('response' in cause)) return { kind: cause.kind, ...detailsOf(cause) };
  return { kind: cause.kind, status: cause.status, detail: cause.reason };
}

/** Only the properties that the journal reads back. */
function detailsOf(failure: ConnectionFailure | Interruption): CauseDetails {
  return {
    ...('host' in failure ? { host: failure.host } : {}),
    ...('code' in failure ? { code: failure.code } : {}),
    ...('seconds' in failure ? { seconds: failure.seconds } : {}),
    ...('name' in failure ? { detail: failure.name } : {}),
  };
}

function textOf({ body }: HttpResponse): string {
  return new TextDecoder().decode(body).slice(0, maxResponseLength);
}

/** The gateway's response, if there is one. */
export function responseOf(outcome: SubmissionOutcome): HttpResponse | undefined {
  const answered = outcome.kind === 'unknown' ? outcome.cause : outcome;
  return 'response' in answered ? answered.response : undefined;
}

/** The ID of the created dataset, if the response names one. */
export function createdId(outcome: SubmissionOutcome): string | undefined {
  return 'datasetId' in outcome ? outcome.datasetId : undefined;
}

/** The earlier submission because of which nothing was sent. */
export function earlierOf(outcome: SubmissionOutcome): JournalRecord | undefined {
  return outcome.kind === 'not-sent' && outcome.cause.kind === 'earlier' ? outcome.cause.earlier : undefined;
}

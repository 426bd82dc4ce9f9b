import type { ConnectionFailure, HttpResponse, Interruption } from '../gateway/http.ts';
import type { Cause, RecordedOutcome } from './journal/entry.ts';
import type { SubmissionOutcome } from './submit.ts';

/** The most of a response that the journal keeps, in characters. */
const longestResponse = 64 * 1024;

/** What the journal keeps of an outcome. Secrets are masked in responses already, before anyone sees them. */
export function recordedOutcome(outcome: SubmissionOutcome): RecordedOutcome {
  switch (outcome.outcome) {
    case 'created':
    case 'accepted':
      return {
        outcome: outcome.outcome,
        status: outcome.status,
        ...(outcome.datasetId === undefined ? {} : { datasetId: outcome.datasetId }),
        response: textOf(outcome.response),
      };
    case 'rejected': {
      const { cause } = outcome;
      return {
        outcome: 'rejected',
        status: outcome.status,
        reason: outcome.reason,
        cause: {
          kind: cause.kind,
          ...('target' in cause ? { detail: cause.target } : {}),
          ...('retryAfterSeconds' in cause ? storableSeconds(cause.retryAfterSeconds) : {}),
        },
        response: textOf(outcome.response),
      };
    }
    case 'not-sent':
      return { outcome: 'not-sent', cause: whyNotSent(outcome) };
    case 'cancelled':
      return { outcome: 'cancelled' };
    case 'unknown':
      return 'interruption' in outcome
        ? { outcome: 'unknown', cause: causeOf(outcome.interruption) }
        : {
            outcome: 'unknown',
            cause: { kind: 'status', status: outcome.status, detail: outcome.reason },
            response: textOf(outcome.response),
          };
  }
}

function whyNotSent(outcome: Extract<SubmissionOutcome, { outcome: 'not-sent' }>): Cause {
  if ('journal' in outcome) return { kind: 'journal', code: outcome.journal.code };
  if ('earlier' in outcome) return { kind: 'earlier', detail: outcome.earlier.entry.id };
  if ('missing' in outcome) return { kind: 'subscription-key' };
  if ('tokenFailure' in outcome) {
    const { tokenFailure } = outcome;
    const words = tokenFailure.outcome === 'refused' ? tokenFailure.description || tokenFailure.error : '';
    return { kind: 'token', code: tokenFailure.outcome, ...(words ? { detail: words } : {}) };
  }
  return causeOf(outcome.failure);
}

/** Only what the journal reads back. */
function causeOf(failure: ConnectionFailure | Interruption): Cause {
  return {
    kind: failure.kind,
    ...('host' in failure ? { host: failure.host } : {}),
    ...('code' in failure ? { code: failure.code } : {}),
    ...('seconds' in failure ? storableSeconds(failure.seconds) : {}),
    ...('name' in failure ? { detail: failure.name } : {}),
  };
}

/** JSON has no number for `NaN` and `Infinity`, and no time is negative. */
function storableSeconds(seconds: number | undefined): Pick<Cause, 'seconds'> {
  return Number.isFinite(seconds) && Number(seconds) >= 0 ? { seconds: Math.abs(Number(seconds)) } : {};
}

function textOf({ body }: HttpResponse): string {
  return new TextDecoder().decode(body).slice(0, longestResponse);
}

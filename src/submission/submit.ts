import type { Environment } from '../environments/environment.ts';
import { createDataset } from '../gateway/dataset-request.ts';
import type { HttpClient } from '../gateway/http.ts';
import type { DatasetOutcome } from '../gateway/outcome.ts';
import type { TokenFailure } from '../identity/grants/grant.ts';
import type { TokenSource } from '../identity/token-source.ts';
import type { JournalFault } from './journal/fault.ts';
import type { JournalRecord } from './journal/journal.ts';

/** What a submission comes to: the gateway's answer, or why there was no request at all. */
export type SubmissionOutcome =
  | Exclude<DatasetOutcome, { outcome: 'not-sent' }>
  | Extract<DatasetOutcome, { outcome: 'not-sent' }>
  | { readonly outcome: 'not-sent'; readonly tokenFailure: TokenFailure }
  | { readonly outcome: 'not-sent'; readonly missing: 'subscriptionKey' }
  /** It could not be noted first, and what isn't noted isn't sent. */
  | { readonly outcome: 'not-sent'; readonly journal: JournalFault }
  /** An earlier one of the same content may have created a dataset, or is in flight: the user decides. */
  | { readonly outcome: 'not-sent'; readonly earlier: JournalRecord }
  | { readonly outcome: 'cancelled' };

export type SubmissionProgress =
  | { readonly step: 'token' }
  | { readonly step: 'sending' }
  | { readonly step: 'waiting'; readonly seconds: number };

export interface Clock {
  /** Resolves after `milliseconds`, or at once when `signal` aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface SubmissionParts {
  readonly http: HttpClient;
  readonly tokens: Pick<TokenSource, 'accessToken'>;
  readonly clock: Clock;
  /** Awaited with what the status says, before the answer that ends the submission is read, and whether that takes long. */
  readonly onAnswer?: (outcome: DatasetOutcome, takesLong: boolean) => Promise<void>;
  /**
   * Called right before a request leaves, with its number from 1. Where it gives an outcome, that is the submission's, and
   * nothing more is sent.
   */
  readonly beforeSend?: (attempt: number) => Promise<SubmissionOutcome | undefined>;
}

export interface Submission {
  readonly environment: Environment;
  readonly body: Uint8Array;
  readonly subscriptionKey: string;
  /** Secrets beside key and token that must not come back in the service's words, such as the password. */
  readonly otherSecrets?: readonly string[];
  /** For each request, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly report: (progress: SubmissionProgress) => void;
}

/** The service is taken at its word up to this; a longer wait is for the user to decide. */
const longestWait = 120;

/**
 * Creates one dataset. Sends again only where the gateway said that it did not take the request (contract, "401" and
 * "429 and 503 with Retry-After"), each at most once; whatever else happens is told, not repeated.
 */
export async function submit(submission: Submission, parts: SubmissionParts): Promise<SubmissionOutcome> {
  const { environment, signal, timeout, report } = submission;
  let rejectedToken: string | undefined;
  let waited = false;
  let waitedForToken = false;
  let answer: Extract<DatasetOutcome, { outcome: 'rejected' }> | undefined;
  let attempt = 0;

  for (;;) {
    report({ step: 'token' });
    const token = await parts.tokens.accessToken(environment, {
      signal,
      timeout,
      ...(rejectedToken === undefined ? {} : { rejected: rejectedToken }),
    });
    if (token.outcome !== 'token') {
      const seconds = waitForToken(environment, token);
      if (answer || waitedForToken || !isShort(seconds)) return answer ?? withoutToken(token);
      waitedForToken = true;
      report({ step: 'waiting', seconds });
      await parts.clock.sleep(seconds * 1000, signal);
      if (signal.aborted) return { outcome: 'cancelled' };
      continue;
    }
    if (signal.aborted) return { outcome: 'cancelled' };
    attempt += 1;
    const held = await parts.beforeSend?.(attempt);
    if (held) return held;
    if (signal.aborted) return { outcome: 'cancelled' };

    report({ step: 'sending' });
    const { accessToken } = token;
    const { body, subscriptionKey, otherSecrets = [] } = submission;
    const earlierToken = rejectedToken === undefined ? [] : [rejectedToken];
    const request = {
      body,
      accessToken,
      subscriptionKey,
      otherSecrets: [...otherSecrets, ...earlierToken],
    };
    const outcome = await createDataset(parts.http, environment.service, request, {
      timeout,
      signal,
      // After these it may be sent once more.
      onAnswer: async (answered, takesLong) => {
        const mayGoOn =
          answered.outcome === 'rejected' &&
          (answered.cause.kind === 'token' || answered.cause.kind === 'busy');
        if (!mayGoOn) await parts.onAnswer?.(answered, takesLong);
      },
    });
    if (outcome.outcome === 'not-sent' && outcome.failure.kind === 'cancelled')
      return { outcome: 'cancelled' };
    if (outcome.outcome !== 'rejected') return outcome;
    answer = outcome;

    if (outcome.cause.kind === 'token' && rejectedToken === undefined) {
      rejectedToken = accessToken;
    } else if (outcome.cause.kind === 'busy' && !waited && isShort(outcome.cause.retryAfterSeconds)) {
      waited = true;
      report({ step: 'waiting', seconds: outcome.cause.retryAfterSeconds });
      await parts.clock.sleep(outcome.cause.retryAfterSeconds * 1000, signal);
      if (signal.aborted) return { outcome: 'cancelled' };
    } else {
      return outcome;
    }
  }
}

function isShort(seconds: number | undefined): seconds is number {
  return seconds !== undefined && seconds <= longestWait;
}

/** The gateway's own token endpoint is busy, and told for how long. A browser is not sent twice for that. */
function waitForToken({ authentication }: Environment, failure: TokenFailure): number | undefined {
  return authentication.grantType === 'password' && 'retryAfterSeconds' in failure
    ? failure.retryAfterSeconds
    : undefined;
}

function withoutToken(failure: TokenFailure): SubmissionOutcome {
  return failure.outcome === 'cancelled'
    ? { outcome: 'cancelled' }
    : { outcome: 'not-sent', tokenFailure: failure };
}

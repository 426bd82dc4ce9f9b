import type { Environment } from '../environments/environment.ts';
import type { AuthenticationChallenge } from '../gateway/authentication-challenge.ts';
import { postDataset } from '../gateway/dataset-request.ts';
import type { HttpClient } from '../gateway/http.ts';
import type { DatasetOutcome } from '../gateway/outcome.ts';
import type { TokenFailure } from '../identity/grant.ts';
import { grantOf } from '../identity/grants/grants.ts';
import type { TokenSource } from '../identity/token-source.ts';
import type { Clock } from '../system/clock.ts';
import type { JournalFailure, JournalRecord } from './journal/journal.ts';

/**
 * The outcome of a submission: that of its request, or why there was none although there may be a connection; and its record in
 * the journal, if there is one.
 */
export type SubmissionOutcome = (
  | DatasetOutcome
  | {
      readonly kind: 'not-sent';
      readonly cause:
        | { readonly kind: 'token'; readonly failure: TokenFailure }
        | { readonly kind: 'subscription-key' }
        /** The journal can't be written, and only what is recorded is sent. */
        | { readonly kind: 'journal'; readonly failure: JournalFailure }
        /** An earlier submission of the same content may have created a dataset, or is in flight: the user decides. */
        | { readonly kind: 'earlier'; readonly earlier: JournalRecord };
    }
) & {
  /** The journal's entry; absent if it was never about to be sent. */
  readonly submissionId?: string;
  /** Why the outcome could not be recorded. The journal will list it as unknown, so report it now. */
  readonly unrecorded?: JournalFailure;
  /** A bug while it was recorded. Report the outcome first, which nobody else knows. */
  readonly bug?: unknown;
};

export type SubmissionProgress =
  /** `requirement`: why the user signs in again, as plain text: the gateway requires it. */
  | { readonly kind: 'token'; readonly requirement?: string }
  | { readonly kind: 'sending' }
  /** Because the gateway, or the token endpoint, is busy. */
  | { readonly kind: 'waiting'; readonly seconds: number; readonly isForToken: boolean };

/** Limits what several submissions send at the same time. */
export interface SendLimit {
  /** Runs `send` when it is allowed. Its slot is occupied until it resolves. */
  run<Value>(send: () => Promise<Value>): Promise<Value>;
  /** Nothing is sent for so long, because the gateway asked for it. */
  pause(milliseconds: number): void;
}

/**
 * Awaited before a request is sent, with its number from 1. An outcome that it returns is that of the submission: nothing more is
 * sent. `too-late`: neither is anything sent, and the outcome is that of the request before.
 */
export type BeforeSend = (attempt: number) => Promise<SubmissionOutcome | 'too-late' | undefined>;

export interface Submission {
  readonly environment: Environment;
  readonly body: Uint8Array;
  readonly subscriptionKey: string;
  /** Other secrets to mask in responses, such as the password. Read once there is a token: the user may enter one for it. */
  readonly otherSecrets?: () => Promise<readonly string[]>;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** Breaks off a request: its outcome may be unknown. */
  readonly signal: AbortSignal;
  /** Starts no more requests, but awaits the one that is being sent. */
  readonly stop?: AbortSignal;
  readonly onProgress: (progress: SubmissionProgress) => void;
  readonly http: HttpClient;
  readonly tokens: Pick<TokenSource, 'accessToken'>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Absent for a single submission. */
  readonly limit?: SendLimit;
}

/** In seconds. Longer waits are left to the user. */
const maxWait = 120;

/**
 * Creates one dataset. Sends again only after responses that say that the gateway did not take the request (401, and 429 or 503 with
 * `Retry-After`), at most once for each. Everything else is reported, not repeated.
 */
export async function submit(submission: Submission, beforeSend?: BeforeSend): Promise<SubmissionOutcome> {
  const { environment, timeout, signal, stop = signal, onProgress, tokens, clock, limit } = submission;
  const isStopped = () => signal.aborted || stop.aborted;
  let rejectedToken: string | undefined;
  let challenge: AuthenticationChallenge | undefined;
  let hasWaited = false;
  let hasWaitedForToken = false;
  let rejection: Extract<DatasetOutcome, { kind: 'rejected' }> | undefined;

  for (let attempt = 1; ; ) {
    onProgress({ kind: 'token', ...(challenge && { requirement: challenge.requirement }) });
    const token = await tokens.accessToken(environment, {
      signal: stop,
      timeout,
      rejected: rejectedToken,
      challenge,
    });
    if (token.kind !== 'token') {
      const seconds = waitForToken(environment, token);
      if (rejection) return rejection;
      if (token.kind === 'cancelled') return token;
      if (hasWaitedForToken || !isShort(seconds))
        return { kind: 'not-sent', cause: { kind: 'token', failure: token } };
      hasWaitedForToken = true;
      onProgress({ kind: 'waiting', seconds, isForToken: true });
      await clock.sleep(seconds * 1000, stop);
      if (isStopped()) return { kind: 'cancelled' };
      continue;
    }
    const { accessToken } = token;
    const otherSecrets = [
      ...((await submission.otherSecrets?.()) ?? []),
      ...(rejectedToken === undefined ? [] : [rejectedToken]),
    ];
    const send = async (): Promise<SubmissionOutcome> => {
      const refusal = isStopped() ? undefined : await beforeSend?.(attempt);
      if (refusal === 'too-late') return rejection ?? { kind: 'cancelled' };
      if (refusal) return refusal;
      if (isStopped()) return { kind: 'cancelled' };
      attempt += 1;
      onProgress({ kind: 'sending' });
      const { body, subscriptionKey } = submission;
      const request = { body, accessToken, subscriptionKey, otherSecrets };
      const outcome = await postDataset(submission.http, environment.service, request, {
        timeout,
        signal,
      });
      // Before the next submission gets its place.
      const seconds = hasWaited ? undefined : waitAfter(outcome);
      if (seconds !== undefined) limit?.pause(seconds * 1000);
      return outcome;
    };
    const outcome = await (limit ? limit.run(send) : send());
    if (outcome.kind !== 'rejected') return outcome;
    rejection = outcome;

    const seconds = hasWaited ? undefined : waitAfter(outcome);
    if (isAboutToken(outcome) && rejectedToken === undefined) {
      rejectedToken = accessToken;
      challenge = outcome.challenge;
    } else if (seconds !== undefined) {
      hasWaited = true;
      onProgress({ kind: 'waiting', seconds, isForToken: false });
      await clock.sleep(seconds * 1000, stop);
      if (isStopped()) return { kind: 'cancelled' };
    } else {
      return outcome;
    }
  }
}

/** Whether another token may be accepted. */
function isAboutToken({ cause }: Extract<DatasetOutcome, { kind: 'rejected' }>): boolean {
  return cause.kind === 'token' || cause.kind === 'challenge';
}

/** Seconds to wait before the request is sent again; undefined if it is not. */
function waitAfter(outcome: SubmissionOutcome): number | undefined {
  if (outcome.kind !== 'rejected' || outcome.cause.kind !== 'busy') return undefined;
  const { seconds } = outcome.cause;
  return isShort(seconds) ? seconds : undefined;
}

function isShort(seconds: number | undefined): seconds is number {
  return seconds !== undefined && seconds <= maxWait;
}

/** Only where a request suffices: the user is not sent to a browser twice. */
function waitForToken(environment: Environment, failure: TokenFailure): number | undefined {
  if (!grantOf(environment).keepsToken) return undefined;
  return failure.kind === 'refused' || failure.kind === 'invalid-response'
    ? failure.retryAfterSeconds
    : undefined;
}

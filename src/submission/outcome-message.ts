import * as l10n from '@vscode/l10n';
import type { RejectionCause } from '../gateway/outcome.ts';
import { describeConnectionFailure, describeInterruption } from '../gateway/presentation/failure-message.ts';
import { describeTokenFailure } from '../identity/messages/token-failure-message.ts';
import { nextAfterTokenFailure } from '../identity/messages/token-failure-step.ts';
import { describeEarlier } from './earlier-message.ts';
import { describeJournalFailure } from './journal/failure-message.ts';
import type { SubmissionOutcome } from './submit.ts';

/** What the user can do next. Each front end has its own button or advice for it. */
export type NextStep =
  | 'sign-in'
  | 'set-subscription-key'
  | 'set-client-secret'
  | 'edit-environment'
  | 'try-again'
  | 'check-service';

export interface OutcomeMessage {
  readonly level: 'info' | 'warning' | 'error';
  /** What happened and why. Plain text. */
  readonly text: string;
  readonly next?: NextStep;
}

/** Describes an outcome (contract, "Service") in whole sentences, without secrets and without unescaped text of the service. */
export function describeOutcome(outcome: SubmissionOutcome, environment: string): OutcomeMessage {
  switch (outcome.outcome) {
    case 'created':
    case 'accepted':
      return { level: 'info', text: describeSuccess(outcome, environment) };
    case 'rejected': {
      const { cause, reason, status } = outcome;
      const { text, next } = describeRejection(cause);
      return {
        level: 'error',
        text: sentences(
          l10n.t('{environment} rejected the dataset (status {status}).', { environment, status }),
          quote(reason),
          text,
        ),
        ...(next ? { next } : {}),
      };
    }
    case 'not-sent': {
      const { text, level = 'error', next } = describeNotSent(outcome);
      const what = l10n.t('Nothing was sent to {environment}.', { environment });
      return { level, text: sentences(what, text), ...(next ? { next } : {}) };
    }
    case 'unknown': {
      const why = outcome.answered
        ? sentences(
            l10n.t('The gateway answered with status {status}.', { status: outcome.status }),
            quote(outcome.reason),
          )
        : describeInterruption(outcome.interruption);
      const advice = l10n.t(
        'The dataset may already exist in {environment}. Check before you submit it again.',
        { environment },
      );
      return {
        level: 'warning',
        text: sentences(l10n.t('Outcome unknown.'), why, advice),
        next: 'check-service',
      };
    }
    case 'cancelled':
      return {
        level: 'info',
        text: l10n.t('Cancelled. Nothing was created in {environment}.', { environment }),
      };
  }
}

function describeNotSent(
  outcome: Extract<SubmissionOutcome, { outcome: 'not-sent' }>,
): Partial<OutcomeMessage> & { readonly text: string } {
  switch (outcome.reason) {
    case 'subscription-key':
      return { text: l10n.t('No subscription key is set.'), next: 'set-subscription-key' };
    case 'token': {
      const next = nextAfterTokenFailure(outcome.failure);
      return { text: describeTokenFailure(outcome.failure), ...(next ? { next } : {}) };
    }
    case 'journal':
      return { text: describeJournalFailure(outcome.failure), next: 'try-again' };
    case 'earlier':
      return { level: 'warning', text: describeEarlier(outcome.earlier) };
    case 'connection':
      return {
        text: sentences(describeConnectionFailure(outcome.failure), l10n.t('It is safe to try again.')),
        next: 'try-again',
      };
  }
}

function describeSuccess(
  { outcome, datasetId, response }: Extract<SubmissionOutcome, { outcome: 'created' | 'accepted' }>,
  environment: string,
): string {
  if (datasetId)
    return outcome === 'accepted'
      ? l10n.t('Dataset accepted in {environment}, creation in progress: {datasetId}', {
          environment,
          datasetId,
        })
      : l10n.t('Dataset created in {environment}: {datasetId}', { environment, datasetId });
  if (response.complete)
    return outcome === 'accepted'
      ? l10n.t('Dataset accepted in {environment}, creation in progress. The response contains no ID.', {
          environment,
        })
      : l10n.t('Dataset created in {environment}. The response contains no ID.', { environment });
  return outcome === 'accepted'
    ? l10n.t(
        'Dataset accepted in {environment}, but the response was cut off before it contained an ID. Look up the ID in {environment}.',
        { environment },
      )
    : l10n.t(
        'Dataset created in {environment}, but the response was cut off before it contained an ID. Look up the ID in {environment}.',
        { environment },
      );
}

/** In seconds. Longer waits are not shown exactly. */
const maxShownWait = 24 * 60 * 60;

function describeRejection(cause: RejectionCause): { text: string; next?: NextStep } {
  switch (cause.kind) {
    case 'token':
      return { text: l10n.t('The access token was not accepted.'), next: 'sign-in' };
    case 'subscription-key':
      return {
        text: l10n.t('The subscription key seems to be wrong or missing.'),
        next: 'set-subscription-key',
      };
    case 'forbidden':
      return {
        text: l10n.t('This user or subscription key has no permission to create datasets.'),
        next: 'set-subscription-key',
      };
    case 'address':
      return {
        text: l10n.t('The address seems to be wrong. Check baseUrl and reportingPath.'),
        next: 'edit-environment',
      };
    case 'too-large':
      return {
        text: l10n.t('The document is larger than the gateway accepts. Split it into several datasets.'),
      };
    case 'busy':
      return {
        text:
          cause.retryAfterSeconds === undefined || cause.retryAfterSeconds > maxShownWait
            ? l10n.t('The gateway is busy and did not process the request. Try again later.')
            : l10n.t('The gateway is busy and did not process the request. Try again in {seconds} s.', {
                seconds: cause.retryAfterSeconds,
              }),
        next: 'try-again',
      };
    case 'redirect':
      return {
        text: l10n.t(
          'It redirects to {target}. Credentials are not sent to a redirect target. Correct the address of the environment.',
          { target: cause.target },
        ),
        next: 'edit-environment',
      };
    case 'other':
      return { text: '' };
  }
}

/** The service's own message. */
function quote(reason: string): string {
  return reason === '' ? '' : l10n.t('It says: "{reason}".', { reason });
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

import * as l10n from '@vscode/l10n';
import type { RejectionCause } from '../gateway/outcome.ts';
import { describeConnectionFailure, describeInterruption } from '../gateway/presentation/failure-message.ts';
import { describeTokenFailure } from '../identity/messages/token-failure-message.ts';
import { nextAfterTokenFailure } from '../identity/messages/token-failure-step.ts';
import { describeEarlier } from './earlier-message.ts';
import { describeJournalFault } from './journal/fault-message.ts';
import type { SubmissionOutcome } from './submit.ts';

/** What the user can do next; each adapter has its own word or button for it. */
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

/** Tells an outcome (contract, "Service") in plain sentences, without a secret and without unescaped server text. */
export function describeOutcome(outcome: SubmissionOutcome, environmentName: string): OutcomeMessage {
  const environment = { environment: environmentName };
  switch (outcome.outcome) {
    case 'created':
    case 'accepted':
      return { level: 'info', text: describeSuccess(outcome, environmentName) };
    case 'rejected': {
      const { cause, reason, status } = outcome;
      const { text, next } = describeRejection(cause);
      const words = reason && l10n.t('It says: "{reason}".', { reason });
      return {
        level: 'error',
        text: sentences(
          l10n.t('{environment} rejected the dataset (status {status}).', { ...environment, status }),
          words,
          text,
        ),
        ...(next ? { next } : {}),
      };
    }
    case 'not-sent': {
      const what = l10n.t('Nothing was sent to {environment}.', environment);
      if ('missing' in outcome)
        return {
          level: 'error',
          text: sentences(what, l10n.t('No subscription key is known.')),
          next: 'set-subscription-key',
        };
      if ('tokenFailure' in outcome) {
        const next = nextAfterTokenFailure(outcome.tokenFailure);
        const why = describeTokenFailure(outcome.tokenFailure);
        return { level: 'error', text: sentences(what, why), ...(next ? { next } : {}) };
      }
      if ('journal' in outcome)
        return {
          level: 'error',
          text: sentences(what, describeJournalFault(outcome.journal)),
          next: 'try-again',
        };
      if ('earlier' in outcome)
        return { level: 'warning', text: sentences(what, describeEarlier(outcome.earlier)) };
      const { failure } = outcome;
      const why = failure.kind === 'cancelled' ? '' : describeConnectionFailure(failure);
      return {
        level: 'error',
        text: sentences(what, why, l10n.t('Trying again is safe.')),
        next: 'try-again',
      };
    }
    case 'unknown': {
      const why =
        'interruption' in outcome
          ? describeInterruption(outcome.interruption)
          : sentences(
              l10n.t('The gateway answered with status {status}.', { status: outcome.status }),
              outcome.reason && l10n.t('It says: "{reason}".', { reason: outcome.reason }),
            );
      const so = l10n.t(
        'The dataset may have been created in {environment} or not: look there before you submit it again.',
        environment,
      );
      return {
        level: 'warning',
        text: sentences(l10n.t('Outcome unknown.'), why, so),
        next: 'check-service',
      };
    }
    case 'cancelled':
      return {
        level: 'info',
        text: l10n.t('Cancelled. Nothing was created in {environment}.', environment),
      };
  }
}

function describeSuccess(
  { outcome, datasetId, response }: Extract<SubmissionOutcome, { outcome: 'created' | 'accepted' }>,
  environment: string,
): string {
  if (!datasetId && !response.complete)
    return l10n.t(
      'Dataset {outcome} in {environment}, but the answer broke off before an ID came: look there for it.',
      { outcome: outcome === 'created' ? l10n.t('created') : l10n.t('accepted'), environment },
    );
  if (outcome === 'accepted')
    return datasetId
      ? l10n.t('Dataset accepted in {environment}, creation in progress: {datasetId}', {
          environment,
          datasetId,
        })
      : l10n.t('Dataset accepted in {environment}, creation in progress; no ID in the response.', {
          environment,
        });
  return datasetId
    ? l10n.t('Dataset created in {environment}: {datasetId}', { environment, datasetId })
    : l10n.t('Dataset created in {environment}, no ID in the response.', { environment });
}

/** In seconds. A wait of more is no news for anybody. */
const aDay = 24 * 60 * 60;

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
        text: l10n.t('The address seems to be wrong: check baseUrl and reportingPath.'),
        next: 'edit-environment',
      };
    case 'too-large':
      return {
        text: l10n.t('The document is larger than the gateway takes: split it into several datasets.'),
      };
    case 'busy':
      return cause.retryAfterSeconds === undefined || cause.retryAfterSeconds > aDay
        ? {
            text: l10n.t('The gateway is busy and did not take the request: try again later.'),
            next: 'try-again',
          }
        : {
            text: l10n.t('The gateway is busy and did not take the request: try again in {seconds} s.', {
              seconds: cause.retryAfterSeconds,
            }),
            next: 'try-again',
          };
    case 'redirect':
      return {
        text: l10n.t(
          "It redirects to {target}. Credentials don't follow redirects: correct the address of the environment.",
          { target: cause.target },
        ),
        next: 'edit-environment',
      };
    case 'other':
      return { text: '' };
  }
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

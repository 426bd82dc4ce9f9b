import { l10n, Uri } from 'vscode';
import type { BatchRow } from '../../../app/submissions/batch-rows.ts';
import type { NextStep } from '../../../submission/outcome-table.ts';
import { type Action, commandButton } from '../../ui/notifications.ts';

/** What a failed *Create Dataset* is repeated with: its documents, or the ID of a batch that can be resumed. */
export type Failed = readonly Uri[] | string;

/** The button for the next step. What it corrects is followed by *Create Again*, or *Resume*. */
export function actionFor(
  next: NextStep,
  failed: Failed,
  environment: string,
  submissionId?: string,
): Action | undefined {
  switch (next) {
    case 'sign-in':
      return commandButton(l10n.t('Sign In'), 'dataset.signIn', environment, failed);
    case 'set-subscription-key':
      return commandButton(l10n.t('Set Subscription Key'), 'dataset.setSubscriptionKey', environment, failed);
    case 'set-client-secret':
      return commandButton(l10n.t('Set Client Secret'), 'dataset.setClientSecret', environment, failed);
    case 'edit-environment':
      return commandButton(l10n.t('Edit Environment'), 'dataset.editEnvironment', environment, failed);
    case 'try-again':
      return typeof failed === 'string'
        ? undefined
        : commandButton(l10n.t('Try Again'), 'dataset.create', failed);
    case 'check-service':
      return submissionId === undefined
        ? undefined
        : commandButton(l10n.t('Settle…'), 'dataset.settleSubmission', submissionId);
  }
}

/**
 * What a single document that failed would get, for a batch: correcting the cause, and then creating those that failed, and the
 * rest, again. `resumable`: its ID, if it can be resumed.
 */
export function correctionOf(
  rows: readonly BatchRow[],
  resumable: string | undefined,
  environment: string,
): Action | undefined {
  const failed = rows.filter(({ group }) => group === 'rejected' || group === 'not-sent');
  const steps = failed.flatMap(({ next }) => next ?? []);
  const next = steps.find((step) => step !== 'try-again') ?? steps[0];
  const documents = failed.map(({ document }) => Uri.parse(document));
  return next && actionFor(next, resumable ?? documents, environment);
}
